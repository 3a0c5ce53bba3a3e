import * as hlo from '@shardform/dialect-stablehlo';
import type { Region } from '@shardform/ir-core';
import { elementAt, type NdArray, scalarArray } from '../array/index.ts';
import type { DeviceState } from '../interpreter/interpretable.ts';
import { type ArrayCombiner, binary, convert, type Reducer, type ScalarCombiner } from '../kernels/index.ts';
import { kindOf } from './types.ts';

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

/** Whether a region of one reduction returns its second argument: the new element replaces the old one. */
export function isReplacement({ entry }: Region): boolean {
  const end = entry.firstOp;
  return (
    entry.arguments.length === 2 && end === entry.lastOp && end?.operands[0]?.value === entry.arguments[1]
  );
}

/** Runs a region on scalars: accumulators, then elements, converted to the types that it asks for. */
export function scalarCombiner(region: Region, state: DeviceState): ScalarCombiner {
  const kinds = region.entry.arguments.map(({ type }) => kindOf(region.parent, type));
  return (accumulators, elements) => {
    const inputs = [...accumulators, ...elements].map((value, i) => scalarArray(kinds[i]!, value));
    return state.computeRegion(region, inputs).map((result) => elementAt(result, 0));
  };
}

/** Runs a region on whole arrays: accumulators, then elements, converted to the types that it asks for. */
export function arrayCombiner(region: Region, state: DeviceState): ArrayCombiner {
  const reducer = namedReducer(region);
  const kinds = region.entry.arguments.map(({ type }) => kindOf(region.parent, type));
  return (accumulators, elements) => {
    const inputs = [...accumulators, ...elements].map((array, i) => convert(array, kinds[i]!));
    if (reducer !== null) return [binary(reducer, inputs[0]!, inputs[1]!)];
    return state.mapRegion(region, inputs);
  };
}

/** Combines arrays of one shape element by element, first to last. */
export function foldArrays(arrays: readonly NdArray[], region: Region, state: DeviceState): NdArray {
  const combine = arrayCombiner(region, state);
  return arrays.reduce((sum, array) => combine([sum], [array])[0]!);
}
