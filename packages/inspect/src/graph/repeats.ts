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

/** Which repetitions are looked for. */
export interface RepeatOptions {
  /** Stretches of fewer repetitions are none: parts of at least `period` elements, `count` times. */
  readonly least: readonly { readonly period: number; readonly count: number }[];
  /** Whether what continues the last part belongs to its stretch; otherwise, another stretch may begin with it. */
  readonly takesSlack: boolean;
}

/** Parts that are too short are seen better one after the other, unless they are many. */
const SEEN: RepeatOptions = {
  least: [
    { period: 8, count: 2 },
    { period: 3, count: 6 },
  ],
  takesSlack: true,
};

/** Number of distances that are tried, the most frequent first. */
const MOST_PERIODS = 64;

/**
 * Returns the stretches of a sequence in which a part repeats, in their order and disjoint: first the one that covers the
 * most, then what is left on both sides of it.
 */
export function findRepeats(sequence: readonly number[], options: RepeatOptions = SEEN): Repeat[] {
  const found: Repeat[] = [];
  const open: [number, number][] = [[0, sequence.length]];
  for (let range = open.pop(); range !== undefined; range = open.pop()) {
    const [from, to] = range;
    const best = largestRepeat(sequence, from, to, options);
    if (best === null) continue;
    found.push(best);
    const end = best.start + best.period * best.count;
    open.push([from, best.start], [options.takesSlack ? end + best.slack : end, to]);
  }
  return found.sort((a, b) => a.start - b.start);
}

function largestRepeat(
  sequence: readonly number[],
  from: number,
  to: number,
  { least }: RepeatOptions,
): Repeat | null {
  let best: Repeat | null = null;
  const shortest = Math.min(...least.map((own) => own.period));
  for (const period of candidatePeriods(sequence, from, to, shortest)) {
    for (let i = from; i + period < to; i++) {
      const start = i;
      while (i + period < to && sequence[i] === sequence[i + period]) i++;
      const same = i - start;
      if (same < period) continue;
      const count = Math.floor(same / period) + 1;
      const isLongEnough = least.some((own) => period >= own.period && count >= own.count);
      if (!isLongEnough || (best !== null && period * count <= best.period * best.count)) continue;
      best = { start, period, count, slack: same % period };
    }
  }
  return best;
}

/** Distances between an element with its neighbours and the next such place, the smallest first. */
function candidatePeriods(sequence: readonly number[], from: number, to: number, shortest: number): number[] {
  const last = new Map<string, number>();
  const counts = new Map<number, number>();
  for (let i = from; i + 2 < to; i++) {
    const key = `${sequence[i]!} ${sequence[i + 1]!} ${sequence[i + 2]!}`;
    const before = last.get(key);
    if (before !== undefined) counts.set(i - before, (counts.get(i - before) ?? 0) + 1);
    last.set(key, i);
  }
  return [...counts]
    .filter(([period]) => period >= shortest)
    .sort((a, b) => b[1] - a[1])
    .slice(0, MOST_PERIODS)
    .map(([period]) => period)
    .sort((a, b) => a - b);
}
