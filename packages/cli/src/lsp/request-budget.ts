import { Budget, currentBudget, type Interrupt, Interrupted, withBudget } from '@shardform/ir-core';

/** Seconds that an answer to an editor may take unless `--limit-time` says otherwise. */
const SECONDS = 10;

/** How answers of a server are held to a time, and told to stop. */
export interface RequestBudget {
  readonly seconds: number;
  /** Raised while answers are worked out that nobody waits for any more, until a document changes. */
  readonly interrupt: Interrupt | null;
}

/** The budget of a command's answers. */
export function requestBudget(interrupt: Interrupt | null): RequestBudget {
  const { time } = currentBudget().limits;
  return { seconds: time === Infinity ? SECONDS : time, interrupt };
}

/** What work makes, or why it was stopped. */
export function answerWithin<T>({ seconds, interrupt }: RequestBudget, work: () => T): T | Interrupted {
  const budget = new Budget({ ...currentBudget().limits, time: seconds }, interrupt);
  try {
    return withBudget(budget, work);
  } catch (error) {
    if (error instanceof Interrupted) return error;
    throw error;
  }
}
