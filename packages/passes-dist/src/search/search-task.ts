import { type Candidate, evaluate, type Evaluation, type Workload } from './candidate.ts';
import { type LowerBound, lowerBound } from './lower-bound.ts';
import { unlessRejected } from './search.ts';
import type { Rejection } from './search-walk.ts';

/** What is to be found out about a candidate. */
export interface SearchTask {
  readonly kind: 'bound' | 'evaluation';
  readonly candidate: Candidate;
}

/** What comes out of tasks. */
export interface TaskOutcomes {
  readonly bound: LowerBound | Rejection;
  readonly evaluation: Evaluation | Rejection;
}

export type TaskOutcome = TaskOutcomes[keyof TaskOutcomes];

/** What a thread is asked, and what it answers; no outcome when something went wrong that is no rejection. */
export interface ToSearcher {
  readonly number: number;
  readonly task: SearchTask;
}

export interface FromSearcher {
  readonly number: number;
  readonly outcome: TaskOutcome | null;
}

/** Does a task. */
export function outcomeOf(workload: Workload, { kind, candidate }: SearchTask): TaskOutcome {
  return kind === 'bound'
    ? unlessRejected(lowerBound, workload, candidate)
    : unlessRejected(evaluate, workload, candidate);
}
