import type { FuncOp } from '@shardform/dialect-func';
import { PlacedTensorType } from '@shardform/dialect-dist';
import type { Context, Operation } from '@shardform/ir-core';
import {
  arrayTypeOf,
  ExecutionError,
  isArray,
  type NdArray,
  ProgramRun,
  type RuntimeValue,
  standardCustomCalls,
} from '@shardform/runtime-sim';

/** Sees the results of each operation when it was executed. */
export type DistObserver = (op: Operation, results: readonly RuntimeValue[]) => void;

/**
 * Executes a function of distributed tensors in this thread, operation after operation: what the program computes,
 * whatever its devices. Whether each operation finds its operands on its device the verifier has checked.
 *
 * @param inputs whole arrays, one for each argument.
 * @throws ExecutionError
 */
export function runDist(
  func: FuncOp,
  inputs: readonly NdArray[],
  context: Context,
  observe: DistObserver | null = null,
): readonly NdArray[] {
  const wanted = func.functionType.inputs;
  if (wanted.length !== inputs.length) {
    throw new ExecutionError(func, `expected ${wanted.length} inputs, got ${inputs.length}`);
  }
  inputs.forEach(({ kind, shape }, i) => {
    const type = wanted[i];
    const array = arrayTypeOf(type instanceof PlacedTensorType ? type.tensor : type);
    if (array?.kind === kind && array.shape.join() === shape.join()) return;
    const given = `tensor<${[...shape, kind].join('x')}>`;
    throw new ExecutionError(func, `input ${i} is '${given}', expected '${String(type)}'`);
  });
  const run = new ProgramRun(context, observe);
  const [results] = run.onDevices([func.body], () => inputs, { customCalls: standardCustomCalls });
  return results.map((value, i) => {
    if (isArray(value)) return value;
    throw new ExecutionError(
      func,
      `result ${i} of type '${String(func.functionType.results[i])}' is no tensor`,
    );
  });
}
