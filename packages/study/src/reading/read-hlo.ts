import { type Context, FileLineColLoc, type ModuleOp } from '@shardform/ir-core';
import { HloError, type HloModule, isHloProto, readHloProto, readHloText } from '@shardform/hlo-module';
import { importHlo, type ImportHloOptions } from '@shardform/import-hlo';
import { isDeviceProgramOfHlo } from '@shardform/dialect-hlo';
import { recordEntryShardings } from './entry-shardings.ts';
import { importSdyRoundTrip } from './sdy-round-trip.ts';

/** Detects XLA's HLO by content. */
export function isHlo(bytes: Uint8Array): boolean {
  if (isHloProto(bytes)) return true;
  const head = new TextDecoder('latin1').decode(bytes.subarray(0, 4096));
  return /^\s*HloModule\s/.test(head);
}

/**
 * Reads a file of HLO as a program; problems are reported to the context.
 *
 * @returns `null` after an error.
 */
export function readHlo(
  name: string,
  bytes: Uint8Array,
  context: Context,
  options: Omit<ImportHloOptions, 'sourceName'> = {},
): ModuleOp | null {
  let source: HloModule;
  try {
    source = isHloProto(bytes) ? readHloProto(bytes) : readHloText(new TextDecoder().decode(bytes));
  } catch (error) {
    if (!(error instanceof HloError)) throw error;
    context.diagnostics.error(FileLineColLoc.get(name, error.line, error.column), error.message);
    return null;
  }
  const module = importHlo(source, context, { ...options, sourceName: name });
  if (module === null) return null;
  if (!isDeviceProgramOfHlo(module)) return importSdyRoundTrip(module, context) ? module : null;
  recordEntryShardings(module, context);
  return module;
}
