import { elementAt, elementCount, type NdArray } from '@shardform/runtime-sim';

/**
 * Pearson's correlation coefficient of two arrays of one shape, of the real components of complex ones; `null` if one
 * of them is constant, such as a single number.
 */
export function correlation(left: NdArray, right: NdArray): number | null {
  const count = elementCount(left.shape);
  const [a, b] = [numbersOf(left, count), numbersOf(right, count)];
  const [meanA, meanB] = [mean(a), mean(b)];
  let [covariance, varianceA, varianceB] = [0, 0, 0];
  for (let i = 0; i < count; i++) {
    const [x, y] = [a[i]! - meanA, b[i]! - meanB];
    covariance += x * y;
    varianceA += x * x;
    varianceB += y * y;
  }
  if (varianceA === 0 || varianceB === 0) return null;
  return Math.min(1, covariance / Math.sqrt(varianceA * varianceB));
}

function numbersOf(array: NdArray, count: number): Float64Array {
  return Float64Array.from({ length: count }, (_, i) => {
    const element = elementAt(array, i);
    return typeof element === 'object' ? element.re : Number(element);
  });
}

function mean(values: Float64Array): number {
  return values.reduce((sum, value) => sum + value, 0) / Math.max(1, values.length);
}
