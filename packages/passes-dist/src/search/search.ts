import { StrategyError } from '../strategy/flat-strategy.ts';
import { type Candidate, type Evaluation, evaluate, type Workload } from './candidate.ts';
import { type LowerBound, lowerBound } from './lower-bound.ts';

/** How candidates are searched. */
export interface SearchOptions {
  /** Largest number of bytes that a device may hold; infinite by default. */
  readonly memory?: number;
  /** `exhaustive` evaluates all; `pruned` leaves out what a bound shows to be no better. */
  readonly mode?: 'exhaustive' | 'pruned';
  /** Whether all candidates are wanted that no other beats in both time and memory, not only the fastest. */
  readonly pareto?: boolean;
  /** Called after each evaluation. */
  readonly onEvaluation?: (evaluation: Evaluation, done: number, total: number) => void;
  /** What was evaluated before: a search that was interrupted goes on. */
  readonly known?: (candidate: Candidate) => Evaluation | null;
}

/** The outcome of a search. */
export interface SearchResult {
  /** The fastest candidate that fits, or `null`. */
  readonly best: Evaluation | null;
  /** All that were evaluated, the fastest first. */
  readonly evaluations: readonly Evaluation[];
  /** Those that no other beats in both time and memory, the fastest first. */
  readonly front: readonly Evaluation[];
  /** Number of candidates that the model and the machine allow. */
  readonly candidates: number;
  /** Number of candidates that were simulated. */
  readonly evaluated: number;
  /** Candidates that can't be programs, with the reason. */
  readonly rejected: readonly { readonly candidate: Candidate; readonly reason: string }[];
}

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
  const { memory = Infinity, mode = 'pruned', pareto = false } = options;
  const rejected: { candidate: Candidate; reason: string }[] = [];
  const bounded: { readonly candidate: Candidate; readonly bound: LowerBound }[] = [];
  const bounds = new Map<string, LowerBound>();
  for (const candidate of candidates) {
    try {
      const key = boundKey(candidate);
      const bound =
        mode === 'pruned'
          ? (bounds.get(key) ?? lowerBound(workload, candidate))
          : { latency: 0, peakBytes: 0 };
      bounds.set(key, bound);
      bounded.push({ candidate, bound });
    } catch (error) {
      rejected.push({ candidate, reason: reasonOf(error) });
    }
  }
  bounded.sort((a, b) => a.bound.latency - b.bound.latency);
  const evaluations: Evaluation[] = [];
  let best: Evaluation | null = null;
  let evaluated = 0;
  for (const { candidate, bound } of bounded) {
    if (bound.peakBytes > memory) continue;
    if (!pareto && best !== null && bound.latency >= best.latency) break;
    if (
      pareto &&
      evaluations.some((other) => other.latency <= bound.latency && other.peakBytes <= bound.peakBytes)
    )
      continue;
    let evaluation = options.known?.(candidate) ?? null;
    if (evaluation === null) {
      try {
        evaluation = evaluate(workload, candidate);
      } catch (error) {
        rejected.push({ candidate, reason: reasonOf(error) });
        continue;
      }
      evaluated += 1;
    }
    evaluations.push(evaluation);
    options.onEvaluation?.(evaluation, evaluations.length, bounded.length);
    if (evaluation.peakBytes <= memory && (best === null || evaluation.latency < best.latency))
      best = evaluation;
  }
  evaluations.sort((a, b) => a.latency - b.latency);
  const fitting = evaluations.filter(({ peakBytes }) => peakBytes <= memory);
  return { best, evaluations, front: paretoFront(fitting), candidates: bounded.length, evaluated, rejected };
}

/** Bounds don't depend on the order of the work, but on how it is divided. */
function boundKey({ degrees, schedule, recompute, chunks = 1 }: Candidate): string {
  const { data, horizontal, pipeline, microbatches } = degrees;
  return [data, horizontal, pipeline, microbatches, recompute, chunks, schedule === 'zb-h1'].join();
}

/** Evaluations that no other beats in both time and memory, the fastest first. */
export function paretoFront(evaluations: readonly Evaluation[]): Evaluation[] {
  const front: Evaluation[] = [];
  let least = Infinity;
  for (const evaluation of [...evaluations].sort(
    (a, b) => a.latency - b.latency || a.peakBytes - b.peakBytes,
  )) {
    if (evaluation.peakBytes >= least) continue;
    least = evaluation.peakBytes;
    front.push(evaluation);
  }
  return front;
}

function reasonOf(error: unknown): string {
  if (error instanceof StrategyError || error instanceof RangeError) return error.message;
  throw error;
}
