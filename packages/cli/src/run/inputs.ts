import type { FuncOp } from '@shardform/dialect-func';
import { InputError, inputsFromFile, randomInputs } from '@shardform/inspect';
import type { NdArray } from '@shardform/runtime-sim';
import { readInput, type ToolInput, UsageError } from '../tool-io.ts';
import type { Reference } from './reference.ts';
import type { InputFlags } from './run-flags.ts';

/**
 * Returns the global inputs of a function: from a file, or random and the same for the same seed.
 *
 * @param reference takes the same inputs, which it draws the random ones of.
 * @throws UsageError
 */
export function globalInputs(
  func: FuncOp,
  flags: InputFlags,
  input: ToolInput,
  reference: Reference | null = null,
): NdArray[] {
  try {
    if (flags.in === null) return randomInputs(func, flags.seed, flags.deviation, reference?.entry);
    return inputsFromFile(func, flags.in, readInput(flags.in, input));
  } catch (error) {
    if (error instanceof InputError) throw new UsageError(error.message);
    throw error;
  }
}
