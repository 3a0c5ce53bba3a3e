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
  const heap = new PlacedIntervals(sorted.length);
  for (const interval of sorted) heap.place(interval);
  return heap.size;
}

/** Intervals with their addresses, in the order of these; in arrays of numbers, since each is compared with all others. */
class PlacedIntervals {
  readonly #offsets: Float64Array;
  readonly #limits: Float64Array;
  readonly #starts: Float64Array;
  readonly #ends: Float64Array;
  #count = 0;
  #size = 0;

  constructor(most: number) {
    this.#offsets = new Float64Array(most);
    this.#limits = new Float64Array(most);
    this.#starts = new Float64Array(most);
    this.#ends = new Float64Array(most);
  }

  get size(): number {
    return this.#size;
  }

  place({ bytes, start, end }: Interval): void {
    const offset = this.#bestGap(bytes, start, end);
    const limit = offset + bytes;
    const at = this.#firstAfter(offset);
    for (const [numbers, value] of [
      [this.#offsets, offset],
      [this.#limits, limit],
      [this.#starts, start],
      [this.#ends, end],
    ] as const) {
      numbers.copyWithin(at + 1, at, this.#count);
      numbers[at] = value;
    }
    this.#count += 1;
    this.#size = Math.max(this.#size, limit);
  }

  /** The smallest gap between those that are live at the same time. */
  #bestGap(bytes: number, start: number, end: number): number {
    const [offsets, limits, starts, ends] = [this.#offsets, this.#limits, this.#starts, this.#ends];
    let free = 0;
    let best = -1;
    let bestRoom = Infinity;
    for (let i = 0; i < this.#count; i += 1) {
      if (starts[i] > end || ends[i] < start) continue;
      const room = offsets[i] - free;
      if (room >= bytes && room < bestRoom) {
        best = free;
        bestRoom = room;
      }
      if (limits[i] > free) free = Math.ceil(limits[i] / ALIGNMENT) * ALIGNMENT;
    }
    return best < 0 ? free : best;
  }

  #firstAfter(offset: number): number {
    let [low, high] = [0, this.#count];
    while (low < high) {
      const middle = (low + high) >> 1;
      if (this.#offsets[middle] <= offset) low = middle + 1;
      else high = middle;
    }
    return low;
  }
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
