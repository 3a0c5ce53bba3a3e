import type { Execution } from '../model.ts';
import { Segments } from './segments.ts';

/** The times of a run, as far as they follow from its own events. */
export type FinishedTimes = Omit<Execution, 'program' | 'device' | 'run'>;

/** Sums up the events of a run of a program on a device. */
export class ExecutionTimes {
  #start = Infinity;
  #end = -Infinity;
  #seconds = new Float64Array(0);
  #counts = new Uint32Array(0);
  #first = new Float64Array(0);
  #last = new Float64Array(0);
  readonly #computing = new Segments();
  readonly #communicating = new Segments();
  readonly #spans = new Segments();

  get hasEvents(): boolean {
    return this.#end >= this.#start;
  }

  /** Counts an event. @param operations of the program, as far as they are known */
  count(operation: number, start: number, duration: number, operations: number): void {
    if (operation >= this.#seconds.length) this.#grow(operations);
    const end = start + duration;
    const isFirst = (this.#counts[operation] ?? 0) === 0;
    this.#counts[operation]! += 1;
    this.#first[operation] = isFirst ? start : Math.min(this.#first[operation]!, start);
    this.#last[operation] = isFirst ? end : Math.max(this.#last[operation]!, end);
    this.#start = Math.min(this.#start, start);
    this.#end = Math.max(this.#end, end);
  }

  /** Adds a part of the own time of an event. */
  add(operation: number, start: number, end: number, communicates: boolean): void {
    this.#seconds[operation]! += end - start;
    if (communicates) this.#communicating.push(start, end, operation);
    else this.#computing.push(start, end, 0);
  }

  /** Adds a time from the start of communication to its end. */
  span(operation: number, start: number, end: number): void {
    this.#spans.push(start, end, operation);
  }

  /** Returns the sums. */
  finish(): FinishedTimes {
    const computing = this.#computing.unionWith(new Segments());
    const communication = new Map<number, { exposedPs: number; hiddenPs: number }>();
    const timesOf = (operation: number): { exposedPs: number; hiddenPs: number } => {
      let found = communication.get(operation);
      if (found === undefined) communication.set(operation, (found = { exposedPs: 0, hiddenPs: 0 }));
      return found;
    };
    this.#communicating.forEach((start, end, operation) => {
      const hidden = computing.overlap(start, end);
      const times = timesOf(operation);
      times.hiddenPs += hidden;
      times.exposedPs += end - start - hidden;
    });
    // The start and the end of such a time are events themselves, which tell what is exposed of it.
    this.#spans.forEach((start, end, operation) => {
      timesOf(operation).hiddenPs += computing.overlap(start, end);
    });
    return {
      startPs: this.#start,
      endPs: this.#end,
      busyPs: this.#computing.unionWith(this.#communicating).length,
      operationPs: this.#seconds,
      counts: this.#counts,
      firstPs: this.#first,
      lastPs: this.#last,
      communication,
    };
  }

  #grow(operations: number): void {
    const [seconds, counts, first, last] = [this.#seconds, this.#counts, this.#first, this.#last];
    (this.#seconds = new Float64Array(operations)).set(seconds);
    (this.#counts = new Uint32Array(operations)).set(counts);
    (this.#first = new Float64Array(operations)).set(first);
    (this.#last = new Float64Array(operations)).set(last);
  }
}
