import type { Context, ModuleOp } from '@shardform/ir-core';
import { compareArrays, type NdArray, runSequential } from '@shardform/runtime-sim';
import { largestMagnitude, type ResultComparison } from './compare-results.ts';

/** The distance of neighbouring numbers, as a part of them. */
const SPACING: Readonly<Record<string, number>> = { f32: 2 ** -23, f64: 2 ** -52 };

/** By so many neighbours do functions such as tanh differ between implementations. */
const STEPS = 4;

/**
 * Excuses results that differ no more than they do when the last digits of every input are changed: of such a program any
 * order of additions makes other numbers, as of a softmax of values in the thousands.
 *
 * @param global the whole program, which is executed once more when there is a difference to excuse.
 */
export function excuseUnstable(
  comparisons: readonly ResultComparison[],
  global: ModuleOp,
  inputs: readonly NdArray[],
  context: Context,
): ResultComparison[] {
  if (comparisons.every(({ mismatch }) => mismatch === null)) return [...comparisons];
  const before = runSequential(global, inputs, context);
  const after = runSequential(global, inputs.map(moved), context);
  return comparisons.map((comparison) => {
    const { index, mismatch, relative } = comparison;
    const [expected, other] = [before[index]!, after[index]!];
    if (mismatch === null || SPACING[expected.kind] === undefined) return comparison;
    const { maxAbsolute } = compareArrays(other, expected, { absolute: 0, relative: 0, ulps: 0 });
    const roundingEffect = maxAbsolute / (largestMagnitude(expected) || 1);
    return relative <= roundingEffect ? { ...comparison, mismatch: null, roundingEffect } : comparison;
  });
}

/** Every element made a few steps larger or smaller, in turn. */
function moved(array: NdArray): NdArray {
  const spacing = SPACING[array.kind];
  if (spacing === undefined) return array;
  // Arrays of these kinds hold numbers.
  const data = (array.data as Float64Array).map(
    (element, i) => element * (1 + (i % 2 === 0 ? STEPS : -STEPS) * spacing),
  );
  return { ...array, data };
}
