import { lastDigitsPart } from '@shardform/inspect';
import type { NdArray } from '@shardform/runtime-sim';
import type { ReferenceJson, ToleranceJson } from './execution-schema.ts';
import type { Reference } from './reference.ts';

/**
 * Returns by element type, in the order of the results, how much their elements may differ.
 *
 * @param tolerance as a fraction of the largest magnitude; `null` for the last digits of each element, and what other roundings
 *   change.
 */
export function tolerancesOf(results: readonly NdArray[], tolerance: number | null): ToleranceJson[] {
  const kinds = [...new Set(results.map(({ kind }) => kind))];
  return kinds.map((type) =>
    tolerance === null
      ? { type, relative: lastDigitsPart(type), of: 'element' }
      : { type, relative: tolerance, of: 'largest' },
  );
}

/** Returns the line about tolerances. @param file the reference, whose roundings are sampled. */
export function tolerancesLine(tolerances: readonly ToleranceJson[], file: string): string {
  const own = tolerances.map(({ type, relative, of }) => {
    const size = relative === 0 ? '0' : relative.toExponential(1);
    return `${type} ${size}${of === 'largest' ? ' of the largest magnitude' : relative === 0 ? '' : ' of an element'}`;
  });
  const noise = tolerances.some(({ of }) => of === 'element')
    ? `, and what other roundings of ${file} change`
    : '';
  return `tolerance: ${own.join(', ')}${noise}`;
}

/** Returns the JSON form of what was compared with; `null` without a reference. */
export function referenceJson(
  reference: Reference | null,
  results: readonly NdArray[],
  tolerance: number | null,
): ReferenceJson | null {
  if (reference === null) return null;
  return { file: reference.file, tolerances: tolerancesOf(results, tolerance) };
}
