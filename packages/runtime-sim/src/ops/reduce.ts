import * as hlo from '@shardform/dialect-stablehlo';
import type { InterfaceImplementation, Region } from '@shardform/ir-core';
import { elementAt, type NdArray, scalarArray } from '../array/index.ts';
import { type DeviceState, interpretable } from '../interpreter/interpretable.ts';
import { reduce, type Reducer, reduceWith, type ScalarCombiner } from '../kernels/index.ts';

const named: ReadonlyMap<string, Reducer> = new Map<string, Reducer>([
  ['stablehlo.add', 'add'],
  ['stablehlo.and', 'and'],
  ['stablehlo.maximum', 'maximum'],
  ['stablehlo.minimum', 'minimum'],
  ['stablehlo.multiply', 'multiply'],
  ['stablehlo.or', 'or'],
  ['stablehlo.xor', 'xor'],
]);

/** The kernel that does what a reduction's region says, if there is one. */
export function namedReducer(region: Region): Reducer | null {
  const op = hlo.reducerOp(region);
  return op === null ? null : (named.get(op.name) ?? null);
}

/** Runs a region on scalars: accumulators, then elements. The region must not communicate. */
export function combinerOf(
  region: Region,
  kinds: readonly NdArray['kind'][],
  state: DeviceState,
): ScalarCombiner {
  return (accumulators, elements) => {
    const inputs = [...accumulators, ...elements].map((value, i) =>
      scalarArray(kinds[i % kinds.length]!, value),
    );
    const step = state.runRegion(region, inputs).next([]);
    if (step.done !== true) throw new Error('a reduction communicates');
    return step.value.map((result) => elementAt(result, 0));
  };
}

/** Reductions of StableHLO. */
export const reduceInterpreters: readonly InterfaceImplementation[] = [
  interpretable.implementFor(hlo.ReduceOp, (op) => (operands, state) => {
    const dims = op.dimensions.numbers();
    const reducer = namedReducer(op.body);
    const count = operands.length / 2;
    if (reducer !== null && count === 1) return [reduce(operands[0]!, operands[1]!, dims, reducer)];
    const inits = operands.slice(count);
    const kinds = inits.map((init) => init.kind);
    return reduceWith(operands.slice(0, count), inits, dims, combinerOf(op.body, kinds, state));
  }),
];
