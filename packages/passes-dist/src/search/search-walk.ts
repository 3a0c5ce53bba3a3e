import { checkInterrupt, lookUp, zip } from '@shardform/ir-core';
import type { Candidate, Evaluation } from './candidate.ts';
import type { LowerBound } from './lower-bound.ts';
import { paretoFront } from './pareto-front.ts';

/** A candidate that can't be a program. */
export interface Rejection {
  readonly candidate: Candidate;
  readonly reason: string;
}

/** Options of the search. */
export interface SearchOptions {
  /** Largest number of bytes that a device may hold; infinite by default. */
  readonly memory?: number;
  /** `exhaustive` evaluates all; `pruned` leaves out what a bound shows to be no better. */
  readonly mode?: 'exhaustive' | 'pruned';
  /** True if all candidates are wanted that no other beats in both time and memory, not only the fastest. */
  readonly pareto?: boolean;
  /** Called after each candidate that was evaluated or turned out to be no program, in the order of the search. */
  readonly onOutcome?: (outcome: Evaluation | Rejection, done: number, total: number) => void;
  /** Called with each bound, or why there is none, of the first of the candidates that share it. */
  readonly onBound?: (first: Candidate, bound: LowerBound | Rejection) => void;
  /** Earlier outcomes, to resume an interrupted search. */
  readonly known?: (candidate: Candidate) => Evaluation | Rejection | null;
}

/** The outcome of a search. */
export interface SearchResult {
  /** The fastest candidate that fits, or `null`. */
  readonly best: Evaluation | null;
  /** All that were evaluated, the fastest first. */
  readonly evaluations: readonly Evaluation[];
  /** Those that no other beats in both time and memory, the fastest first. */
  readonly front: readonly Evaluation[];
  /** Number of candidates that the model and the machine allow, among those explored. */
  readonly candidates: number;
  /** Number of candidates that were simulated. */
  readonly evaluated: number;
  /** Candidates that can't be programs, in the order in which they were given. */
  readonly rejected: readonly Rejection[];
  /** True if the search is complete. */
  readonly isComplete: boolean;
}

/** Returns whether a candidate turned out to be no program. */
export function isRejection(outcome: object): outcome is Rejection {
  return 'reason' in outcome;
}

interface Bounded {
  readonly candidate: Candidate;
  readonly bound: LowerBound;
}

const nothing: LowerBound = { latency: 0, peakBytes: 0 };

/**
 * The decisions of a search: which candidate is next, and when to stop. Candidates may be evaluated ahead, in any
 * order: the decisions depend on outcomes consumed in one order.
 */
export class SearchWalk {
  readonly #options: SearchOptions;
  readonly #order: ReadonlyMap<Candidate, number>;
  /** Candidates with equal bounds. */
  readonly #groups: readonly (readonly Candidate[])[];
  readonly #memory: number;
  #bounded: Bounded[] = [];
  /** The candidate that is next, and the first that was not given away to be evaluated ahead. */
  #at = 0;
  #ahead = 0;
  readonly #evaluations: Evaluation[] = [];
  #front: Evaluation[] = [];
  readonly #rejected: Rejection[] = [];
  #best: Evaluation | null = null;
  #evaluated = 0;

  constructor(candidates: readonly Candidate[], options: SearchOptions) {
    this.#options = options;
    this.#memory = options.memory ?? Infinity;
    this.#order = new Map(candidates.map((candidate, i) => [candidate, i]));
    const unknown: Candidate[] = [];
    for (const candidate of candidates) {
      const known = options.known?.(candidate) ?? null;
      if (known !== null && isRejection(known)) this.#reject({ ...known, candidate });
      else if (options.mode === 'exhaustive') this.#bounded.push({ candidate, bound: nothing });
      else unknown.push(candidate);
    }
    this.#groups = equallyBounded(unknown);
  }

  /** Candidates whose bounds are needed first. */
  get unbounded(): readonly Candidate[] {
    return this.#groups.map(([first]) => first!);
  }

  /** Takes the bounds of {@link unbounded}, or why there are none, in the same order. */
  takeBounds(bounds: readonly (LowerBound | Rejection)[]): void {
    zip([...this.#groups], bounds).forEach(([group, bound]) => {
      this.#options.onBound?.(group[0]!, bound);
      for (const candidate of group) {
        if (isRejection(bound)) this.#reject({ candidate, reason: bound.reason });
        else this.#bounded.push({ candidate, bound });
      }
    });
    this.#bounded.sort(
      (a, b) =>
        a.bound.latency - b.bound.latency || this.#order.get(a.candidate)! - lookUp(this.#order, b.candidate),
    );
  }

  /** The next candidate to evaluate, the same until its outcome is taken; `null` at the end. */
  next(): Candidate | null {
    checkInterrupt();
    for (; this.#at < this.#bounded.length; this.#at += 1) {
      const entry = this.#bounded[this.#at]!;
      if (!this.#isWorthwhile(entry)) continue;
      const known = this.#options.known?.(entry.candidate) ?? null;
      if (known === null || isRejection(known)) return entry.candidate;
      this.#add(known);
    }
    return null;
  }

  /** Returns a candidate to evaluate ahead, speculatively; each is returned once. */
  ahead(): Candidate | null {
    this.#ahead = Math.max(this.#ahead, this.#at);
    while (this.#ahead < this.#bounded.length) {
      const entry = this.#bounded[this.#ahead]!;
      this.#ahead += 1;
      if (this.#isWorthwhile(entry) && (this.#options.known?.(entry.candidate) ?? null) === null)
        return entry.candidate;
    }
    return null;
  }

  /** Takes what {@link next} turned out to be. */
  take(outcome: Evaluation | Rejection): void {
    this.#at += 1;
    if (isRejection(outcome)) this.#reject(outcome);
    else {
      this.#evaluated += 1;
      this.#add(outcome);
    }
  }

  /** The result so far. */
  result(): SearchResult {
    const evaluations = [...this.#evaluations].sort((a, b) => a.latency - b.latency);
    const rejected = [...this.#rejected].sort(
      (a, b) => this.#order.get(a.candidate)! - lookUp(this.#order, b.candidate),
    );
    return {
      best: this.#best,
      evaluations,
      front: paretoFront(evaluations.filter(({ peakBytes }) => peakBytes <= this.#memory)),
      candidates: this.#order.size - rejected.length,
      evaluated: this.#evaluated,
      rejected,
      isComplete: this.#at >= this.#bounded.length,
    };
  }

  #isWorthwhile({ bound }: Bounded): boolean {
    if (bound.peakBytes > this.#memory) return false;
    if (this.#options.pareto === true)
      return !this.#front.some(
        ({ latency, peakBytes }) => latency <= bound.latency && peakBytes <= bound.peakBytes,
      );
    return this.#best === null || bound.latency < this.#best.latency;
  }

  #add(evaluation: Evaluation): void {
    this.#evaluations.push(evaluation);
    if (this.#options.pareto === true) this.#front = paretoFront([...this.#front, evaluation]);
    const isBetter = this.#best === null || evaluation.latency < this.#best.latency;
    if (evaluation.peakBytes <= this.#memory && isBetter) this.#best = evaluation;
    this.#tell(evaluation);
  }

  #reject(rejection: Rejection): void {
    this.#rejected.push(rejection);
    this.#tell(rejection);
  }

  #tell(outcome: Evaluation | Rejection): void {
    this.#options.onOutcome?.(outcome, this.#evaluations.length + this.#rejected.length, this.#order.size);
  }
}

/** Returns candidates in groups of equal bounds, in the order of the first of each. */
export function equallyBounded(candidates: readonly Candidate[]): Candidate[][] {
  const groups = new Map<string, Candidate[]>();
  for (const candidate of candidates) {
    const key = boundKey(candidate);
    const group = groups.get(key);
    if (group === undefined) groups.set(key, [candidate]);
    else group.push(candidate);
  }
  return [...groups.values()];
}

/** Bounds don't depend on the order of the work, but on how it is divided. */
function boundKey({ degrees, schedule, recompute, chunks = 1 }: Candidate): string {
  const { data, horizontal, pipeline, microbatches } = degrees;
  return [data, horizontal, pipeline, microbatches, recompute, chunks, schedule === 'zb-h1'].join();
}
