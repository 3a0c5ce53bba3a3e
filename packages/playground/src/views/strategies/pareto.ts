/** What is compared of two ways: less of both is better. */
export interface Cost {
  readonly seconds: number;
  readonly peakBytes: number;
}

/** Returns which of some ways no other one beats in both time and memory. */
export function paretoFront(costs: readonly Cost[]): ReadonlySet<number> {
  const order = costs
    .map((_, i) => i)
    .sort((a, b) => costs[a]!.seconds - costs[b]!.seconds || costs[a]!.peakBytes - costs[b]!.peakBytes);
  const front = new Set<number>();
  let least = Infinity;
  for (const i of order) {
    if (costs[i]!.peakBytes >= least) continue;
    least = costs[i]!.peakBytes;
    front.add(i);
  }
  return front;
}
