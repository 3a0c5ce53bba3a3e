import { ScheduleError } from '../schedule/stage-graph.ts';
import { StrategyError } from '../strategy/flat-strategy.ts';
import { type Candidate, evaluate, type Workload } from './candidate.ts';
import { lowerBound } from './lower-bound.ts';
import { type Rejection, type SearchOptions, type SearchResult, SearchWalk } from './search-walk.ts';

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
  const walk = new SearchWalk(candidates, options);
  walk.takeBounds(walk.unbounded.map((candidate) => unlessRejected(lowerBound, workload, candidate)));
  for (let candidate = walk.next(); candidate !== null; candidate = walk.next())
    walk.take(unlessRejected(evaluate, workload, candidate));
  return walk.result();
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
