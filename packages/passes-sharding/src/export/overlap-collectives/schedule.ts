import { NumberQueue } from './number-queue.ts';
import type { Task } from './tasks.ts';

/** By task, what is before it on the way that counts most: tasks of the longest ways come last in the program. */
export type Depths = Float64Array;

/**
 * Returns for each task the time that passes at least until its end.
 *
 * @param computes whether time of computing counts, too.
 */
export function depthsOf(tasks: readonly Task[], computes: boolean): Depths {
  const depths = new Float64Array(tasks.length);
  for (const [number, { makers, compute, communication }] of tasks.entries()) {
    let before = 0;
    for (const maker of makers) before = Math.max(before, depths[maker]!);
    depths[number] = before + communication + (computes ? compute : 0);
  }
  return depths;
}

/**
 * Returns an order in which tasks compute while others communicate.
 *
 * It is made from its end: a task comes when all its users are there, and a collective as long before its users as it takes, or
 * when nothing else is left to come, so that no result waits longer than it must. Of tasks that could come, the deepest does.
 */
export function scheduled(tasks: readonly Task[], depths: Depths): readonly number[] {
  return new Scheduler(tasks, depths).run();
}

class Scheduler {
  readonly #tasks: readonly Task[];
  /** In reverse. */
  readonly #order: number[] = [];
  /** Number of the users that have not come yet. */
  readonly #missing: Int32Array;
  /** By task, when its users have begun, and by collective on its way, when it begins. Times count from the end of the program. */
  readonly #times: Float64Array;
  /** Tasks that take no time and could come now, before those that compute: they are fused into what comes next. */
  readonly #free: NumberQueue;
  /** Tasks that compute and could come now. */
  readonly #ready: NumberQueue;
  /** Those that must wait for a time, as users that communicate have not begun. */
  readonly #waiting: NumberQueue;
  /** Collectives on their way. */
  readonly #started: NumberQueue;
  #now = 0;
  #communicating = 0;

  constructor(tasks: readonly Task[], depths: Depths) {
    this.#tasks = tasks;
    this.#missing = Int32Array.from(tasks, ({ users }) => users.length);
    const times = new Float64Array(tasks.length);
    this.#times = times;
    const deepestFirst = depths.map((depth) => -depth);
    this.#free = new NumberQueue(deepestFirst);
    this.#ready = new NumberQueue(deepestFirst);
    this.#waiting = new NumberQueue(times);
    this.#started = new NumberQueue(times);
  }

  run(): readonly number[] {
    for (let number = this.#tasks.length - 1; number >= 0; number -= 1)
      if (this.#missing[number] === 0) this.#offer(number);
    while (this.#order.length < this.#tasks.length) this.#step();
    return this.#order.reverse();
  }

  #step(): void {
    const times = this.#times;
    const started = this.#started.first;
    if (started !== undefined && times[started]! <= this.#now) {
      this.#come(this.#started.take()!, times[started]!);
      return;
    }
    for (let next = this.#waiting.first; next !== undefined && times[next]! <= this.#now;) {
      const { compute, communication } = this.#tasks[next]!;
      (compute + communication === 0 ? this.#free : this.#ready).add(this.#waiting.take()!);
      next = this.#waiting.first;
    }
    const next = this.#free.take() ?? this.#ready.take();
    if (next === undefined) {
      const waiting = this.#waiting.first;
      this.#now = Math.min(
        started === undefined ? Infinity : times[started]!,
        waiting === undefined ? Infinity : times[waiting]!,
      );
      return;
    }
    const { compute, communication } = this.#tasks[next]!;
    if (communication > 0) this.#now = Math.max(this.#now, this.#communicating);
    this.#now += compute + communication;
    if (communication > 0) this.#communicating = this.#now;
    this.#come(next, this.#now);
  }

  /** A task that begins at a time is the next of the order. */
  #come(number: number, time: number): void {
    this.#order.push(number);
    for (const maker of this.#tasks[number]!.makers) {
      this.#times[maker] = Math.max(this.#times[maker]!, time);
      this.#missing[maker]! -= 1;
      if (this.#missing[maker] === 0) this.#offer(maker);
    }
  }

  /** All users of a task have come. */
  #offer(number: number): void {
    const { compute, communication } = this.#tasks[number]!;
    if (communication === 0 || compute > 0) {
      this.#waiting.add(number);
      return;
    }
    this.#communicating = Math.max(this.#communicating, this.#times[number]!) + communication;
    this.#times[number] = this.#communicating;
    this.#started.add(number);
  }
}
