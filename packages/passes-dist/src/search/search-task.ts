import { type Candidate, evaluate, type Evaluation, type Workload } from './candidate.ts';
import { type LowerBound, lowerBound } from './lower-bound.ts';
import { unlessRejected } from './search.ts';
import type { Rejection } from './search-walk.ts';

/** A task of the search: a question about a candidate. */
export interface SearchTask {
  readonly kind: 'bound' | 'evaluation';
  readonly candidate: Candidate;
}

/** The outcomes of tasks, by kind. */
export interface TaskOutcomes {
  readonly bound: LowerBound | Rejection;
  readonly evaluation: Evaluation | Rejection;
}

/** The outcome of a task of any kind. */
export type TaskOutcome = TaskOutcomes[keyof TaskOutcomes];

/** The messages between the search and its threads; no outcome if there was an error other than a rejection. */
export interface ToSearcher {
  readonly number: number;
  readonly task: SearchTask;
}

/** The answer to {@link ToSearcher}, with its number. */
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
