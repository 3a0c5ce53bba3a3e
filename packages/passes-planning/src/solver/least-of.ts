/** Returns the least of costs; infinite of none. */
export function leastOf(costs: Float64Array): number {
  let least = Infinity;
  for (const cost of costs) if (cost < least) least = cost;
  return least;
}
