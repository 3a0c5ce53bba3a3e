import * as hlo from '@shardform/dialect-stablehlo';
import type { InterfaceImplementation } from '@shardform/ir-core';
import type { NdArray } from '../array/index.ts';
import { type DeviceState, interpretable } from '../interpreter/interpretable.ts';
import { convert, reduce, reduceWith } from '../kernels/index.ts';
import { accumulated, namedReducer } from './regions.ts';
import { kindOf } from './types.ts';

function runReduce(op: hlo.ReduceOp, operands: readonly NdArray[], state: DeviceState): readonly NdArray[] {
  const dims = op.dimensions.numbers();
  const reducer = namedReducer(op.body);
  const count = operands.length / 2;
  // The region computes in the results' kinds, to which the operands' are promoted.
  const arrays = operands.map((operand, i) => convert(operand, kindOf(op, op.results[i % count].type)));
  if (reducer !== null && count === 1) {
    return [reduce(arrays[0], arrays[1], dims, reducer, state.machine.accumulation)];
  }
  return accumulated(op.body, arrays, state, (wide, combine) =>
    reduceWith(wide.slice(0, count), wide.slice(count), dims, combine),
  );
}

/** Reductions of StableHLO. */
export const reduceInterpreters: readonly InterfaceImplementation[] = [
  interpretable.implementFor(hlo.ReduceOp, (op) => (operands, state) => runReduce(op, operands, state)),
  interpretable.implementFor(
    hlo.MapOp,
    (op) => (operands, state) => state.mapRegion(op.computation, operands),
  ),
];
