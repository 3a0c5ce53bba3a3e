import { asDoubles, elementCount, isBigKind, isComplexKind, type NdArray } from '@shardform/runtime-sim';

/** What a comparison asks for. */
export interface GoldenBounds {
  /** The least correlation. */
  readonly pcc: number;
  /** For `allclose`: what an element may be off, and beside that as a part of its expected value. */
  readonly atol: number;
  readonly rtol: number;
}

/** The bounds of Tenstorrent's tools. */
export const DEFAULT_BOUNDS: GoldenBounds = { pcc: 0.99, atol: 1e-8, rtol: 1e-5 };

/** A result of an operation on a device beside its reference, with the keys of Tenstorrent's tools. */
export interface GoldenMetrics {
  readonly expected_pcc: number;
  /** Pearson's correlation coefficient; 1 where both sides are equal, 0 where only one is zero or no number. */
  readonly actual_pcc: number;
  readonly atol: number;
  readonly rtol: number;
  /** The largest difference of an element, and the largest as a part of that element on the device. */
  readonly actual_atol: number;
  readonly actual_rtol: number;
  readonly allclose: boolean;
  /** The largest difference, as `ttrt` names it. */
  readonly max: number;
  readonly mean_absolute_error: number;
  readonly root_mean_square_error: number;
  readonly cosine_similarity: number;
}

/** Compares an array with its reference of the same shape; `null` for elements that have no order, or none at all. */
export function goldenMetrics(
  golden: NdArray,
  actual: NdArray,
  { pcc, atol, rtol }: GoldenBounds,
): GoldenMetrics | null {
  if ([golden, actual].some(({ kind }) => isBigKind(kind) || isComplexKind(kind))) return null;
  const [left, right] = [asDoubles(golden.kind, golden.data), asDoubles(actual.kind, actual.data)];
  const count = elementCount(golden.shape);
  if (count === 0 || left.length !== right.length) return null;
  let [most, mostRelative, sum, squares] = [0, 0, 0, 0];
  let isClose = true;
  for (let i = 0; i < count; i += 1) {
    const [x, y] = [left[i], right[i]];
    const difference = Object.is(x, y) || x === y ? 0 : Math.abs(x - y);
    most = Number.isNaN(difference) ? Infinity : Math.max(most, difference);
    if (difference !== 0) mostRelative = Math.max(mostRelative, Math.abs(difference / y) || Infinity);
    sum += difference;
    squares += difference ** 2;
    isClose &&= difference <= atol + rtol * Math.abs(y);
  }
  return {
    ...{ expected_pcc: pcc, actual_pcc: correlation(left, right, pcc), atol, rtol },
    ...{ actual_atol: most, actual_rtol: mostRelative, allclose: isClose, max: most },
    mean_absolute_error: sum / count,
    root_mean_square_error: Math.sqrt(squares / count),
    cosine_similarity: cosine(left, right),
  };
}

/** Pearson's correlation, with the exceptions that Tenstorrent's tools make of it; 1 for constants that agree to `1 - pcc`. */
function correlation(golden: Float64Array, actual: Float64Array, pcc: number): number {
  const areNaN = [golden, actual].map((numbers) => numbers.every(Number.isNaN));
  if (areNaN[0] || areNaN[1]) return areNaN[0] && areNaN[1] ? 1 : 0;
  const isZero = [golden, actual].map((numbers) => numbers.every((x) => x === 0));
  if (isZero[0] !== isZero[1]) return 0;
  const [left, right] = [golden.map(finite), actual.map(finite)];
  if (left.every((x, i) => x === right[i])) return 1;
  // Of one number there is a sign at most.
  if (left.length === 1) return cosine(left, right) === 0 ? 0 : 1;
  // `ttrt` compares these by `atol` and `rtol`, by which each mask that is rounded would be wrong.
  if (isConstant(left) && isConstant(right))
    return Math.abs(left[0] - right[0]) <= (1 - pcc) * Math.abs(left[0]) ? 1 : 0;
  const [meanLeft, meanRight] = [mean(left), mean(right)];
  let [covariance, varianceLeft, varianceRight] = [0, 0, 0];
  for (const [i, x] of left.entries()) {
    const [a, b] = [x - meanLeft, right[i] - meanRight];
    covariance += a * b;
    varianceLeft += a * a;
    varianceRight += b * b;
  }
  const coefficient = covariance / Math.sqrt(varianceLeft * varianceRight);
  return Number.isFinite(coefficient) ? Math.max(-1, Math.min(1, coefficient)) : 1;
}

const finite = (x: number): number => (Number.isFinite(x) ? x : 0);

function isConstant(numbers: Float64Array): boolean {
  return numbers.every((x) => x === numbers[0]);
}

function mean(numbers: Float64Array): number {
  return numbers.reduce((sum, x) => sum + x, 0) / numbers.length;
}

function cosine(left: Float64Array, right: Float64Array): number {
  let [product, lengthLeft, lengthRight] = [0, 0, 0];
  for (const [i, x] of left.entries()) {
    product += x * right[i];
    lengthLeft += x * x;
    lengthRight += right[i] ** 2;
  }
  const similarity = product / Math.sqrt(lengthLeft * lengthRight);
  return Number.isFinite(similarity) ? similarity : 0;
}
