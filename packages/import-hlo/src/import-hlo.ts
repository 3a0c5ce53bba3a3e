import type { HloModule, Instruction } from '@shardform/hlo-module';
import { type Context, LimitError, type ModuleOp, type Operation, verifyOp } from '@shardform/ir-core';
import { HloImportError } from './hlo-import-error.ts';
import { ModuleImport } from './module-import.ts';

/** Options of the import of a module. */
export interface ImportHloOptions {
  /** Names the file in messages and in locations of instructions without metadata. */
  readonly sourceName?: string;
  /** Returns the name of an operation in metadata as locations have it; as it is by default. */
  readonly nameOf?: (name: string) => string;
  /** True if the operations of fusions stand in the place of calls of functions. */
  readonly inlineFusions?: boolean;
  /** Told of each operation with the instruction that it was made of. */
  readonly onOperation?: (instruction: Instruction, op: Operation) => void;
}

/**
 * Imports an HLO module as a module of StableHLO with operations of the dialect `hlo` where StableHLO has none. The entry
 * computation becomes `@main`; tuples become several values. The order of instructions stays.
 *
 * @returns `null` when it can't be imported, for the reasons in the context's diagnostics.
 */
export function importHlo(
  source: HloModule,
  context: Context,
  options: ImportHloOptions = {},
): ModuleOp | null {
  const work = new ModuleImport(source, context, options);
  try {
    const module = work.run();
    return verifyOp(module, context) ? module : null;
  } catch (error) {
    if (!(error instanceof HloImportError || error instanceof LimitError)) throw error;
    const { current } = work;
    const line = error instanceof HloImportError && error.line > 0 ? error.line : (current?.line ?? 0);
    const isNamed = current === null || error.message.startsWith("instruction '");
    const subject = isNamed ? '' : `instruction '${current.name}' (${current.opcode}): `;
    context.diagnostics.error(work.locations.line(line), `${subject}${error.message}`);
    return null;
  }
}
