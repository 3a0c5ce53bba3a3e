/** The middle of measured numbers, and the quarters below and above which a quarter of them is. */
export interface Spread {
  readonly median: number;
  readonly low: number;
  readonly high: number;
  /** Number of measured numbers. */
  readonly count: number;
}

/** Returns the spread of numbers; zeros for none. */
export function spreadOf(numbers: ArrayLike<number>): Spread {
  const sorted = Float64Array.from(numbers).sort();
  return {
    median: quantile(sorted, 0.5),
    low: quantile(sorted, 0.25),
    high: quantile(sorted, 0.75),
    count: sorted.length,
  };
}

/** Between two numbers, the part of the way is taken that the fraction is between theirs. */
function quantile(sorted: Float64Array, fraction: number): number {
  const at = (sorted.length - 1) * fraction;
  const [low, high] = [sorted[Math.floor(at)] ?? 0, sorted[Math.ceil(at)] ?? 0];
  return low + (high - low) * (at - Math.floor(at));
}
