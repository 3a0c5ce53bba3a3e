/** The events of one line in columns, which take 24 bytes each. */
export class LineEvents {
  count = 0;
  #starts = new Float64Array(256);
  #durations = new Float64Array(256);
  #operations = new Int32Array(256);
  #runs = new Int32Array(256);

  /** Adds an event. @param operation a number of the caller's, as is that of the run */
  push(startPs: number, durationPs: number, operation: number, run: number): void {
    const at = this.count++;
    if (at === this.#starts.length) this.#grow();
    this.#starts[at] = startPs;
    this.#durations[at] = durationPs;
    this.#operations[at] = operation;
    this.#runs[at] = run;
  }

  start(at: number): number {
    return this.#starts[at] ?? 0;
  }

  duration(at: number): number {
    return this.#durations[at] ?? 0;
  }

  operation(at: number): number {
    return this.#operations[at] ?? 0;
  }

  run(at: number): number {
    return this.#runs[at] ?? 0;
  }

  setRun(at: number, run: number): void {
    this.#runs[at] = run;
  }

  /** Returns the order of events by their start, the longer one of two first; `null` where they are in this order. */
  order(): Uint32Array | null {
    const [starts, durations] = [this.#starts, this.#durations];
    const precedes = (a: number, b: number): number =>
      starts[a]! - starts[b]! || durations[b]! - durations[a]!;
    let isOrdered = true;
    for (let i = 1; i < this.count && isOrdered; i++) isOrdered = precedes(i - 1, i) <= 0;
    return isOrdered ? null : Uint32Array.from({ length: this.count }, (_, i) => i).sort(precedes);
  }

  #grow(): void {
    const size = this.#starts.length * 2;
    this.#starts = copied(new Float64Array(size), this.#starts);
    this.#durations = copied(new Float64Array(size), this.#durations);
    this.#operations = copied(new Int32Array(size), this.#operations);
    this.#runs = copied(new Int32Array(size), this.#runs);
  }
}

function copied<T extends Float64Array | Int32Array>(into: T, from: T): T {
  into.set(from);
  return into;
}
