/** A live range: from one position in the program to another, both included. */
export interface Interval {
  readonly bytes: number;
  readonly start: number;
  readonly end: number;
}

/** XLA aligns buffers to so many bytes on CPUs. */
const ALIGNMENT = 64;

/** Above so many intervals gaps aren't searched for: the sum that is live at once is taken. */
const MOST_PLACED = 8000;

/**
 * Returns the size of a heap in which no two overlapping intervals share an address: the largest first, each in the
 * smallest gap that it fits into.
 */
export function heapSize(intervals: readonly Interval[]): number {
  const sorted = intervals
    .filter(({ bytes }) => bytes > 0)
    .sort((a, b) => b.bytes - a.bytes || b.end - b.start - (a.end - a.start) || a.start - b.start);
  if (sorted.length > MOST_PLACED) return mostLive(sorted);
  const placed: { readonly offset: number; readonly limit: number; readonly at: Interval }[] = [];
  let size = 0;
  for (const interval of sorted) {
    const others = placed
      .filter(({ at }) => at.start <= interval.end && interval.start <= at.end)
      .sort((a, b) => a.offset - b.offset);
    const offset = bestGap(others, interval.bytes);
    const limit = offset + interval.bytes;
    placed.push({ offset, limit, at: interval });
    size = Math.max(size, limit);
  }
  return size;
}

function bestGap(
  others: readonly { readonly offset: number; readonly limit: number }[],
  bytes: number,
): number {
  let free = 0;
  let best: { readonly offset: number; readonly room: number } | null = null;
  for (const { offset, limit } of others) {
    const room = offset - free;
    if (room >= bytes && (best === null || room < best.room)) best = { offset: free, room };
    free = Math.max(free, Math.ceil(limit / ALIGNMENT) * ALIGNMENT);
  }
  return best?.offset ?? free;
}

/** Returns the most bytes that are needed at once. */
export function mostLive(intervals: readonly Interval[]): number {
  return fullest(intervals).bytes;
}

/** Returns the first position at which most bytes are needed. */
export function fullestAt(intervals: readonly Interval[]): number {
  return fullest(intervals).position;
}

function fullest(intervals: readonly Interval[]): { readonly bytes: number; readonly position: number } {
  const changes = intervals.flatMap(({ bytes, start, end }) => [
    [start, bytes] as const,
    [end + 0.5, -bytes] as const,
  ]);
  changes.sort(([a], [b]) => a - b);
  let [live, most, at] = [0, 0, 0];
  for (const [position, bytes] of changes) {
    live += bytes;
    if (live <= most) continue;
    most = live;
    at = position;
  }
  return { bytes: most, position: at };
}

/** Returns the bytes that are live at each of the first positions. */
export function liveBytes(intervals: readonly Interval[], positions: number): Float64Array {
  const live = new Float64Array(positions + 1);
  for (const { bytes, start, end } of intervals) {
    live[Math.max(0, start)] += bytes;
    live[Math.min(positions, end + 1)] -= bytes;
  }
  for (let i = 1; i <= positions; i += 1) live[i] += live[i - 1];
  return live.subarray(0, positions);
}
