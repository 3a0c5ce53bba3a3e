import { Interrupted, LimitError, limitMessage } from './limit-error.ts';
import { type LimitName, type Limits, limits } from './limits.ts';
import type { Interrupt } from './interrupt.ts';

/**
 * The resources that a piece of work may use, given by its host: a command, a server, a page. Reading, passes and
 * executions ask for the budget of the thread, {@link currentBudget}, because attributes and kernels belong to no
 * context.
 */
export class Budget {
  readonly limits: Limits;
  readonly #interrupt: Interrupt | null;
  /** The time at which the budget ends, by `performance.now()`. */
  readonly #deadline: number;
  readonly #spent = new Map<LimitName, number>();

  /** The time that a limit gives begins here. @param values what differs from the defaults. */
  constructor(values: Partial<Limits> = {}, interrupt: Interrupt | null = null) {
    this.limits = { ...defaultLimits(), ...values };
    this.#interrupt = interrupt;
    this.#deadline = performance.now() + 1000 * this.limits.time;
  }

  /** True if the work can be interrupted. */
  get isInterruptible(): boolean {
    return this.#interrupt !== null || this.#deadline !== Infinity;
  }

  /** Seconds until time is up, for work that others do for this one; not below 0. */
  get secondsLeft(): number {
    return Math.max(0, (this.#deadline - performance.now()) / 1000);
  }

  /** Why the work has to stop; `null` while it may go on. */
  get interruption(): Interrupted | null {
    if (this.#interrupt?.isRaised === true) return new Interrupted(null);
    return this.#deadline !== Infinity && performance.now() > this.#deadline
      ? new Interrupted(this.limits.time)
      : null;
  }

  /** @throws Interrupted when the work has to stop. */
  checkInterrupt(): void {
    const { interruption } = this;
    if (interruption !== null) throw interruption;
  }

  /**
   * Refuses what asks for more than a limit.
   *
   * @param what see {@link limitMessage}.
   * @throws LimitError
   */
  check(limit: LimitName, what: string, found: number): void {
    const most = this.limits[limit];
    if (found > most) throw new LimitError(limit, limitMessage(limit, what, found, most));
  }

  /** Counts what the whole work uses up. @throws LimitError when that is more than the limit. */
  spend(limit: LimitName, what: string, amount: number): void {
    const most = this.limits[limit];
    const spent = (this.#spent.get(limit) ?? 0) + amount;
    this.#spent.set(limit, spent);
    if (spent > most) throw new LimitError(limit, limitMessage(limit, what, null, most));
  }
}

function defaultLimits(): Limits {
  const entries = Object.entries(limits).map(([name, spec]) => [name, spec.default] as const);
  // The entries are those of `limits`.
  return Object.fromEntries(entries) as Limits;
}

let current: Budget | null = null;

/** Returns the budget of what this thread works on; the defaults unless a host has given another. */
export function currentBudget(): Budget {
  return (current ??= new Budget());
}

/**
 * Does work within a budget; when it is asynchronous, until its promise is settled. A thread does one such work at a
 * time.
 */
export function withBudget<T>(budget: Budget, work: () => T): T {
  const outer = current;
  const leave = (): void => {
    current = outer;
  };
  current = budget;
  let isPending = false;
  try {
    const result = work();
    if (!(result instanceof Promise)) return result;
    isPending = true;
    // It settles as the promise that it waits for.
    return result.finally(leave) as T;
  } finally {
    if (!isPending) leave();
  }
}

/** Stops work that is to stop: asked before each operation and each round of a loop. @throws Interrupted */
export function checkInterrupt(): void {
  if (current?.isInterruptible === true) current.checkInterrupt();
}

/** Steps between two looks; of the slowest kind they take tens of milliseconds. */
const STEPS_PER_LOOK = 1 << 20;

/** An operation that is visited, copied or printed takes as long as so many simple steps. */
export const STEPS_PER_OPERATION = 1000;

let steps = 0;

/**
 * As {@link checkInterrupt}, for loops whose rounds are short: looks once in a million steps.
 *
 * @param done steps, such as elements, since the last call.
 */
export function checkInterruptAfter(done: number): void {
  steps += done;
  if (steps < STEPS_PER_LOOK) return;
  steps = 0;
  checkInterrupt();
}
