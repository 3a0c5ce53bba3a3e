import { DYNAMIC, type RankedTensorType } from '@shardform/ir-core';

/** The amounts of a padding, where they are constants. */
export interface DynamicPadding {
  /** Number of dimensions for which there are amounts. */
  readonly count: number;
  readonly low: readonly number[] | null;
  readonly high: readonly number[] | null;
  readonly interior: readonly number[] | null;
}

/** Returns the size of a dimension with padding around its elements and between them. */
export function paddedSize(size: number, low: number, high: number, interior: number): number {
  return size + low + high + Math.max(size - 1, 0) * interior;
}

/**
 * Returns an error message for the violated constraint of a padding by computed amounts (StableHLO spec,
 * "dynamic_pad"), or `null`.
 */
export function dynamicPadProblem(
  operand: RankedTensorType,
  result: RankedTensorType,
  { count, low, high, interior }: DynamicPadding,
): string | null {
  if (count !== operand.rank) {
    return `padding operands size (${count}) must match operand rank (${operand.rank})`;
  }
  if (interior?.some((amount) => amount < 0) === true) {
    return `interior_padding must be non-negative, but got ${interior.join(', ')}`;
  }
  if (low === null || high === null || interior === null) return null;
  for (const [d, size] of operand.shape.entries()) {
    const actual = result.dimSize(d);
    if (size === DYNAMIC || actual === DYNAMIC) continue;
    const expected = paddedSize(size, low[d]!, high[d]!, interior[d]!);
    if (expected !== actual) {
      return `expected output dimension at index ${d} to equal ${expected}, but got ${actual}`;
    }
  }
  return null;
}
