import type { Context, ModuleOp } from '@shardform/ir-core';
import { arrayTypeOf, entryFunction, ExecutionError, randomArray } from '@shardform/runtime-sim';
import { ExecutionCheck } from './execution-check.ts';

/**
 * Executes a module on random inputs, for comparison with what passes make of it.
 *
 * @returns `null`, with an error reported, when it can't be executed.
 */
export function startExecutionCheck(module: ModuleOp, context: Context, seed: number): ExecutionCheck | null {
  try {
    const entry = entryFunction(module);
    const inputs = entry.functionType.inputs.map((type, i) => {
      const found = arrayTypeOf(type);
      if (found === null)
        throw new ExecutionError(entry, `argument ${i} of type '${String(type)}' can't be executed`);
      // Neighbouring seeds of the generator give unrelated arrays.
      return randomArray(found.kind, found.shape, seed * 65536 + i);
    });
    return new ExecutionCheck(module, inputs, context);
  } catch (error) {
    if (!(error instanceof ExecutionError)) throw error;
    context.diagnostics.error(error.op.location, `can't validate: ${error.message}`);
    return null;
  }
}
