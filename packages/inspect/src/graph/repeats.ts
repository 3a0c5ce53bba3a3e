/** A stretch of a sequence that is the same part several times in a row. */
export interface Repeat {
  /** The index of the first element. */
  readonly start: number;
  /** The length of the part. */
  readonly period: number;
  readonly count: number;
  /** Elements after the last whole part that continue it: the parts may begin that much later. */
  readonly slack: number;
}

/** Parts that are too short are seen better one after the other, unless they are many. */
const SHORT = { period: 3, count: 6 };
const LONG = { period: 8, count: 2 };
/** So many distances are tried, the most frequent first. */
const MOST_PERIODS = 64;

/**
 * Returns the stretches of a sequence in which a part repeats, in their order and disjoint: first the one that covers the
 * most, then what is left on both sides of it.
 */
export function findRepeats(sequence: readonly number[]): Repeat[] {
  const found: Repeat[] = [];
  const open: [number, number][] = [[0, sequence.length]];
  for (let range = open.pop(); range !== undefined; range = open.pop()) {
    const [from, to] = range;
    const best = largestRepeat(sequence, from, to);
    if (best === null) continue;
    found.push(best);
    open.push([from, best.start], [best.start + best.period * best.count + best.slack, to]);
  }
  return found.sort((a, b) => a.start - b.start);
}

function largestRepeat(sequence: readonly number[], from: number, to: number): Repeat | null {
  let best: Repeat | null = null;
  for (const period of candidatePeriods(sequence, from, to)) {
    for (let i = from; i + period < to; i++) {
      const start = i;
      while (i + period < to && sequence[i] === sequence[i + period]) i++;
      const same = i - start;
      if (same < period) continue;
      const count = Math.floor(same / period) + 1;
      const isLongEnough =
        (period >= LONG.period && count >= LONG.count) || (period >= SHORT.period && count >= SHORT.count);
      if (!isLongEnough || (best !== null && period * count <= best.period * best.count)) continue;
      best = { start, period, count, slack: same % period };
    }
  }
  return best;
}

/** Distances between an element with its neighbours and the next such place, the smallest first. */
function candidatePeriods(sequence: readonly number[], from: number, to: number): number[] {
  const last = new Map<string, number>();
  const counts = new Map<number, number>();
  for (let i = from; i + 2 < to; i++) {
    const key = `${sequence[i]!} ${sequence[i + 1]!} ${sequence[i + 2]!}`;
    const before = last.get(key);
    if (before !== undefined) counts.set(i - before, (counts.get(i - before) ?? 0) + 1);
    last.set(key, i);
  }
  return [...counts]
    .filter(([period]) => period >= SHORT.period)
    .sort((a, b) => b[1] - a[1])
    .slice(0, MOST_PERIODS)
    .map(([period]) => period)
    .sort((a, b) => a - b);
}
