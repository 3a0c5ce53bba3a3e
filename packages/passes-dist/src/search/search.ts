import { ScheduleError } from '../schedule/stage-graph.ts';
import { StrategyError } from '../strategy/flat-strategy.ts';
import { type Candidate, evaluate, type Evaluation, type Workload } from './candidate.ts';
import { type LowerBound, lowerBound } from './lower-bound.ts';
import {
  equallyBounded,
  type Rejection,
  type SearchOptions,
  type SearchResult,
  SearchWalk,
} from './search-walk.ts';

/**
 * Finds the fastest candidate that fits into memory. Pruned, the candidates are taken in the order of what they take
 * at least, and the search ends when the next can't be faster than the best so far: the outcome is that of the
 * exhaustive search.
 */
export function search(
  workload: Workload,
  candidates: readonly Candidate[],
  options: SearchOptions = {},
): SearchResult {
  return searchAmong(candidates, options, {
    bound: (candidate) => unlessRejected(lowerBound, workload, candidate),
    evaluation: (candidate) => unlessRejected(evaluate, workload, candidate),
  });
}

/** What is known of candidates, or found out when it is asked for. */
export interface Outcomes {
  bound(candidate: Candidate): LowerBound | Rejection;
  evaluation(candidate: Candidate): Evaluation | Rejection;
}

/** Searches as {@link search} does, among outcomes such as those that parts of the search have found. */
export function searchAmong(
  candidates: readonly Candidate[],
  options: SearchOptions,
  outcomes: Outcomes,
): SearchResult {
  const walk = new SearchWalk(candidates, options);
  walk.takeBounds(walk.unbounded.map((candidate) => outcomes.bound(candidate)));
  for (let candidate = walk.next(); candidate !== null; candidate = walk.next())
    walk.take(outcomes.evaluation(candidate));
  return walk.result();
}

/**
 * Returns a part of the candidates, to be searched elsewhere. Parts evaluate all that a search among the candidates of all
 * parts needs: each of them has a slower best candidate to compare bounds with, and the same order. Candidates with equal
 * bounds stay together.
 *
 * @param number of the part, from 1 to `count`.
 */
export function partOfCandidates(
  candidates: readonly Candidate[],
  number: number,
  count: number,
): Candidate[] {
  const own = new Set(
    equallyBounded(candidates).flatMap((group, i) => (i % count === number - 1 ? group : [])),
  );
  return candidates.filter((candidate) => own.has(candidate));
}

/** Returns the value of a function of a candidate, or why the candidate is rejected. */
export function unlessRejected<T>(
  of: (workload: Workload, candidate: Candidate) => T,
  workload: Workload,
  candidate: Candidate,
): T | Rejection {
  try {
    return of(workload, candidate);
  } catch (error) {
    if (error instanceof StrategyError || error instanceof ScheduleError || error instanceof RangeError)
      return { candidate, reason: error.message };
    throw error;
  }
}
