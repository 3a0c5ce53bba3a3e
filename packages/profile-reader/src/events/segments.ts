/** The longest time in one row. */
const LONGEST = 2 ** 32 - 1;

/** Rows that columns begin with, and by how much they grow. */
const SMALLEST = 8;
const GROWTH = 1.5;

/** Times of a device, each a start, an end and a number, in columns. */
export class Segments {
  count = 0;
  #starts = new Float64Array(SMALLEST);
  /** Durations: longer times than these numbers hold are several. */
  #durations = new Uint32Array(SMALLEST);
  /** Absent while all numbers are 0. */
  #numbers: Int32Array | null = null;

  /** Adds a time; one that follows the last one of the same number without a gap extends it. */
  push(start: number, end: number, number: number): void {
    for (let at = start; at < end; at += LONGEST) this.#add(at, Math.min(LONGEST, end - at), number);
  }

  /** Calls a function for each time. */
  forEach(visit: (start: number, end: number, number: number) => void): void {
    for (let i = 0; i < this.count; i++) {
      const start = this.#starts[i]!;
      visit(start, start + this.#durations[i]!, this.#numbers?.[i] ?? 0);
    }
  }

  #add(start: number, duration: number, number: number): void {
    const at = this.count;
    const last = at - 1;
    const longer = (this.#durations[last] ?? 0) + duration;
    const previous = last < 0 ? -1 : (this.#starts[last] ?? 0) + (this.#durations[last] ?? 0);
    const follows = last >= 0 && previous === start;
    if (follows && longer <= LONGEST && (this.#numbers?.[last] ?? 0) === number) {
      this.#durations[last] = longer;
      return;
    }
    if (at === this.#starts.length) this.#grow(Math.ceil(at * GROWTH));
    if (number !== 0) this.#numbers ??= new Int32Array(this.#starts.length);
    this.#starts[at] = start;
    this.#durations[at] = duration;
    if (this.#numbers !== null) this.#numbers[at] = number;
    this.count += 1;
  }

  #grow(size: number): void {
    const [starts, durations, numbers] = [this.#starts, this.#durations, this.#numbers];
    (this.#starts = new Float64Array(size)).set(starts);
    (this.#durations = new Uint32Array(size)).set(durations);
    if (numbers !== null) (this.#numbers = new Int32Array(size)).set(numbers);
  }

  /** Returns the union of these times and others. */
  unionWith(other: Segments): Union {
    const all = new Float64Array((this.count + other.count) * 2);
    const starts = new Float64Array(this.count + other.count);
    const ends = new Float64Array(this.count + other.count);
    let at = 0;
    const add = (start: number, end: number): void => {
      starts[at] = start;
      ends[at++] = end;
    };
    this.forEach(add);
    other.forEach(add);
    // Starts and ends in order by themselves tell where the number of open times is 0.
    starts.sort();
    ends.sort();
    let [used, open, next] = [0, 0, 0];
    for (const end of ends) {
      while (next < starts.length && starts[next]! <= end) {
        if (open++ === 0) all[used++] = starts[next]!;
        next++;
      }
      if (--open === 0) all[used++] = end;
    }
    return new Union(all.subarray(0, used));
  }
}

/** Times that don't overlap, in order: starts and ends by turns. */
export class Union {
  readonly #bounds: Float64Array;

  constructor(bounds: Float64Array) {
    this.#bounds = bounds;
  }

  /** The sum of its times. */
  get length(): number {
    let sum = 0;
    for (let i = 0; i < this.#bounds.length; i += 2) sum += this.#bounds[i + 1]! - this.#bounds[i]!;
    return sum;
  }

  /** Returns how much of a time is among these. */
  overlap(start: number, end: number): number {
    const bounds = this.#bounds;
    let [low, high] = [0, bounds.length / 2];
    while (low < high) {
      const middle = (low + high) >> 1;
      if (bounds[2 * middle + 1]! <= start) low = middle + 1;
      else high = middle;
    }
    let sum = 0;
    for (let i = low * 2; i < bounds.length && bounds[i]! < end; i += 2)
      sum += Math.min(end, bounds[i + 1]!) - Math.max(start, bounds[i]!);
    return sum;
  }
}
