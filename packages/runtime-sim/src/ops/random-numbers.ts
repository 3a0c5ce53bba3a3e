import * as hlo from '@shardform/dialect-stablehlo';
import type { InterfaceImplementation } from '@shardform/ir-core';
import { elementAt, type NdArray, randomArray, zeros } from '../array/index.ts';
import { ExecutionError } from '../interpreter/execution-error.ts';
import { type DeviceState, interpretable } from '../interpreter/interpretable.ts';
import { randomBits } from '../kernels/index.ts';
import { arrayType, kindOf, numbersOf } from './types.ts';

/**
 * Random numbers of a distribution, a new draw for each execution and the same in every run: the specification leaves
 * them to the implementation. They are drawn by `randomArray`.
 */
function rng(op: hlo.RngOp, [a, b, shape]: readonly NdArray[], state: DeviceState): NdArray {
  const kind = kindOf(op, op.result.type);
  const sizes = numbersOf(shape);
  const [low, high] = [Number(elementAt(a, 0)), Number(elementAt(b, 0))];
  const seed = state.nextSeed();
  if (op.rngDistribution.value === 'NORMAL') {
    return randomArray(kind, sizes, seed, { mean: low, deviation: high });
  }
  const isInteger = /^(ui|i)\d/.test(kind);
  if (kind === 'i1' && high <= low) return zeros(kind, sizes);
  // The interval excludes the upper bound.
  return randomArray(kind, sizes, seed, { shape: 'uniform', low, high: isInteger ? high - 1 : high });
}

/** Random numbers. */
export const randomInterpreters: readonly InterfaceImplementation[] = [
  interpretable.implementFor(hlo.RngOp, (op) => (operands, state) => [rng(op, operands, state)]),
  interpretable.implementFor(hlo.RngBitGeneratorOp, (op) => ([state]) => {
    const { kind, shape } = arrayType(op, op.output.type);
    const algorithm = op.rngAlgorithm.value;
    if (state.kind !== 'ui64' || state.data.length < 2 || state.data.length > 3) {
      const type = String(op.initialState.type);
      throw new ExecutionError(op, `a state of type '${type}' can't be executed, only 2 or 3 ui64`);
    }
    // XLA's default on CPU.
    const { state: next, bits } = randomBits(
      algorithm === 'DEFAULT' ? 'PHILOX' : algorithm,
      state,
      kind,
      shape,
    );
    return [next, bits];
  }),
];
