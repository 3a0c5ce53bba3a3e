import { totalmem } from 'node:os';
import type { FuncOp } from '@shardform/dialect-func';
import { InputError, inputsFromFile, randomInputs, wantedInputs } from '@shardform/inspect';
import { bytesOf, elementCount, type NdArray, sizeText } from '@shardform/runtime-sim';
import { readInput, type ToolInput, UsageError } from '../tool-io.ts';
import type { InputFlags } from './run-flags.ts';

/** The global inputs of a function: from a file, or random and the same for the same seed. @throws UsageError */
export function globalInputs(func: FuncOp, flags: InputFlags, input: ToolInput): NdArray[] {
  try {
    checkSizes(func);
    if (flags.in === null) return randomInputs(func, flags.seed, flags.deviation);
    return inputsFromFile(func, flags.in, readInput(flags.in, input));
  } catch (error) {
    if (error instanceof InputError) throw new UsageError(error.message);
    throw error;
  }
}

/** @throws UsageError for an array that this machine can't hold. */
function checkSizes(func: FuncOp): void {
  const most = totalmem();
  wantedInputs(func).forEach(({ kind, shape }, i) => {
    const bytes = elementCount(shape) * bytesOf(kind);
    if (bytes <= most) return;
    throw new UsageError(
      `argument ${i} of type '${String(func.functionType.inputs[i])}' takes ${sizeText(bytes)}, more than the ${sizeText(most)} of this machine`,
    );
  });
}
