/**
 * The mean of numbers, summed pairwise in the order of NumPy's `mean`, whose last bit depends on it: blocks of up to
 * 128 numbers have eight partial sums each.
 */
export function meanOf(values: readonly number[]): number {
  return pairwiseSum(values, 0, values.length) / values.length;
}

function pairwiseSum(values: readonly number[], start: number, count: number): number {
  if (count < 8) {
    let sum = 0;
    for (let i = 0; i < count; i += 1) sum += values[start + i];
    return sum;
  }
  if (count <= 128) {
    const r = values.slice(start, start + 8);
    let i = 8;
    for (; i < count - (count % 8); i += 8) for (let j = 0; j < 8; j += 1) r[j] += values[start + i + j];
    let sum = r[0] + r[1] + (r[2] + r[3]) + (r[4] + r[5] + (r[6] + r[7]));
    for (; i < count; i += 1) sum += values[start + i];
    return sum;
  }
  let half = Math.floor(count / 2);
  half -= half % 8;
  return pairwiseSum(values, start, half) + pairwiseSum(values, start + half, count - half);
}
