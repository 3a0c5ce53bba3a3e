import { Budget, currentBudget, type Interrupt, Interrupted, withBudget } from '@shardform/ir-core';

/** Default of `--limit-time`, in seconds per request. */
const SECONDS = 10;

/** Time limit and cancellation of requests. */
export interface RequestBudget {
  readonly seconds: number;
  /** Raised to cancel answers that aren't needed any more, until a document changes. */
  readonly interrupt: Interrupt | null;
}

/** Returns the budget of a command's answers. */
export function requestBudget(interrupt: Interrupt | null): RequestBudget {
  const { time } = currentBudget().limits;
  return { seconds: time === Infinity ? SECONDS : time, interrupt };
}

/** Returns the result of the work, or why it was stopped. */
export function answerWithin<T>({ seconds, interrupt }: RequestBudget, work: () => T): T | Interrupted {
  const budget = new Budget({ ...currentBudget().limits, time: seconds }, interrupt);
  try {
    return withBudget(budget, work);
  } catch (error) {
    if (error instanceof Interrupted) return error;
    throw error;
  }
}
