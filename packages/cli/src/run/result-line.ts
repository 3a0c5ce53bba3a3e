import type { ResultComparison } from '@shardform/inspect';

/** One line about a result, without its end. */
export function resultLine({
  index,
  description,
  maxDifference,
  relative,
  mismatch,
  roundingEffect,
}: ResultComparison): string {
  const difference = `largest difference ${maxDifference.toExponential(2)} (${relative.toExponential(2)} of the largest magnitude)`;
  const verdict = mismatch === null ? 'equal within tolerance' : 'DIFFERENT';
  if (roundingEffect === undefined) return `res${index} ${description}: ${verdict}, ${difference}`;
  return `res${index} ${description}: unstable, ${difference}; other last digits of the inputs change it by ${roundingEffect.toExponential(2)}`;
}
