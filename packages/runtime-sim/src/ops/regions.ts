import * as hlo from '@shardform/dialect-stablehlo';
import type { Region } from '@shardform/ir-core';
import { elementAt, type NdArray, scalarArray } from '../array/index.ts';
import type { DeviceState } from '../interpreter/interpretable.ts';
import {
  type ArrayCombiner,
  binary,
  convert,
  inAccumulators,
  type Reducer,
  type ScalarCombiner,
} from '../kernels/index.ts';
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

/** Returns the kernel equivalent to a reduction's region, if there is one. */
export function namedReducer(region: Region): Reducer | null {
  const op = hlo.reducerOp(region);
  return op === null ? null : (named.get(op.name) ?? null);
}

/**
 * Returns the kernels of a region whose results are combined independently of each other, each from its own accumulator
 * and element; `null` where there are no such.
 */
export function namedReducers(region: Region): readonly Reducer[] | null {
  const one = namedReducer(region);
  if (one !== null) return [one];
  const { arguments: values, terminator } = region.entry;
  const returned = terminator?.operands.map(({ value }) => value) ?? [];
  const found = returned.map((value, i) => {
    const op = value.definingOp;
    const operands = op?.operands.map((operand) => operand.value) ?? [];
    const [own, element] = [values[i], values[i + returned.length]];
    const isOwn = operands.length === 2 && operands.includes(own) && operands.includes(element);
    return op === null || !isOwn ? null : (named.get(op.name) ?? null);
  });
  const reducers = found.filter((reducer) => reducer !== null);
  return reducers.length === 0 || reducers.length < found.length ? null : reducers;
}

/**
 * Has `compute` combine arrays by a region, in the kinds of the accumulators if the machine has wider ones, and rounds
 * the results to the kinds of the inits. Regions with other than arithmetic operations compute in their own kinds.
 */
export function accumulated(
  region: Region,
  operands: readonly NdArray[],
  state: DeviceState,
  compute: (operands: readonly NdArray[], combine: ArrayCombiner) => readonly NdArray[],
): readonly NdArray[] {
  const wide = inAccumulators(operands, state.machine.accumulation);
  const isWide = wide.some((array, i) => array !== operands[i]);
  if (!isWide || !isArithmetic(region)) return compute(operands, arrayCombiner(region, state));
  const reducers = namedReducers(region);
  const results = compute(wide, (accumulators, elements) =>
    reducers === null
      ? state.mapRegion(region, [...accumulators, ...elements])
      : accumulators.map((own, i) => binary(reducers[i], own, elements[i])),
  );
  return results.map((result, i) => convert(result, operands[i].kind));
}

/** Returns whether operations of a region compute in the kind of their operands, whichever that is. */
function isArithmetic({ entry }: Region): boolean {
  const { terminator } = entry;
  for (const op of entry) {
    if (op === terminator) continue;
    const kinds = new Set([...op.operands.map(({ value }) => value), ...op.results].map(({ type }) => type));
    if (!op.hasTrait(hlo.elementwise) || kinds.size > 1 || op instanceof hlo.ReducePrecisionOp) return false;
  }
  return true;
}

/** Returns whether a region of one reduction returns its second argument: the new element replaces the old one. */
export function isReplacement({ entry }: Region): boolean {
  const end = entry.firstOp;
  return (
    entry.arguments.length === 2 && end === entry.lastOp && end?.operands[0]?.value === entry.arguments[1]
  );
}

/** Runs a region on scalars: accumulators, then elements, converted to its argument types. */
export function scalarCombiner(region: Region, state: DeviceState): ScalarCombiner {
  const kinds = region.entry.arguments.map(({ type }) => kindOf(region.parent, type));
  return (accumulators, elements) => {
    const inputs = [...accumulators, ...elements].map((value, i) => scalarArray(kinds[i], value));
    return state.computeRegion(region, inputs).map((result) => elementAt(result, 0));
  };
}

/** Runs a region on whole arrays: accumulators, then elements, converted to its argument types. */
export function arrayCombiner(region: Region, state: DeviceState): ArrayCombiner {
  const reducer = namedReducer(region);
  const kinds = region.entry.arguments.map(({ type }) => kindOf(region.parent, type));
  return (accumulators, elements) => {
    const inputs = [...accumulators, ...elements].map((array, i) => convert(array, kinds[i]));
    if (reducer !== null) return [binary(reducer, inputs[0], inputs[1])];
    return state.mapRegion(region, inputs);
  };
}

/** Combines arrays of one shape element by element, first to last. */
export function foldArrays(arrays: readonly NdArray[], region: Region, state: DeviceState): NdArray {
  return accumulated(region, arrays, state, (wide, combine) => [
    wide.reduce((sum, array) => combine([sum], [array])[0]),
  ])[0];
}
