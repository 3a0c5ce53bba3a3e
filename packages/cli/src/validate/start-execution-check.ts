import type { Context, ModuleOp } from '@shardform/ir-core';
import { InputError, randomInputs } from '@shardform/inspect';
import { checkDemand, entryFunction, ExecutionError } from '@shardform/runtime-sim';
import { ExecutionCheck } from './execution-check.ts';

/**
 * Executes a module on random inputs, for comparison with what passes make of it.
 *
 * @returns `null`, with an error reported, when it can't be executed.
 */
export function startExecutionCheck(module: ModuleOp, context: Context, seed: number): ExecutionCheck | null {
  try {
    const entry = entryFunction(module);
    if (!entry.isDeclaration) checkDemand(entry.body, 1);
    const inputs = randomInputs(entry, seed, null);
    return new ExecutionCheck(module, inputs, context);
  } catch (error) {
    if (!(error instanceof ExecutionError || error instanceof InputError)) throw error;
    const { location } = error instanceof ExecutionError ? error.op : entryFunction(module);
    context.diagnostics.error(location, `can't validate: ${error.message}`);
    return null;
  }
}
