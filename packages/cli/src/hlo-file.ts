import { type Context, FileLineColLoc, type ModuleOp } from '@shardform/ir-core';
import { HloError, type HloModule, readHloText } from '@shardform/hlo-module';
import { importHlo } from '@shardform/import-hlo';

/** Detects XLA's HLO by content. */
export function isHlo(bytes: Uint8Array): boolean {
  const head = new TextDecoder('latin1').decode(bytes.subarray(0, 4096));
  return /^\s*HloModule\s/.test(head);
}

/** Reads and imports a file of HLO; problems are reported to the context. @returns `null` after an error. */
export function importHloFile(bytes: Uint8Array, context: Context, name: string): ModuleOp | null {
  let source: HloModule;
  try {
    source = readHloText(new TextDecoder().decode(bytes), {});
  } catch (error) {
    if (!(error instanceof HloError)) throw error;
    context.diagnostics.error(FileLineColLoc.get(name, error.line, error.column), error.message);
    return null;
  }
  return importHlo(source, context, { sourceName: name });
}
