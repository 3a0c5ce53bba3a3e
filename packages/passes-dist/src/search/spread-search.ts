import type { WorkerPort } from '@shardform/runtime-sim';
import type { Candidate, Workload } from './candidate.ts';
import { outcomeOf, type SearchTask, type TaskOutcomes } from './search-task.ts';
import { SearchThreads } from './search-threads.ts';
import { type SearchOptions, type SearchResult, SearchWalk } from './search-walk.ts';

/** Options of a search in several threads. */
export interface SpreadSearchOptions extends SearchOptions {
  /** Starts the threads, in each of which `serveSearch` has the same workload; they are closed at the end. */
  readonly start?: () => readonly WorkerPort[];
  /** For so many milliseconds, 0 by default, this thread searches alone: short searches need no others. */
  readonly headStart?: number;
  /** Called after each bound, all of which are found before a candidate is evaluated. */
  readonly onBounded?: (done: number, total: number) => void;
  /** Ends the search early, with the result so far. */
  readonly signal?: AbortSignal;
}

/** Others in this thread get their turn after so many milliseconds. */
const TURN_MS = 50;

/**
 * As `search`, with the work in several threads. The results and their order don't depend on the number of threads.
 * Work of failed threads is done in this one, as is everything without threads.
 */
export async function spreadSearch(
  workload: Workload,
  candidates: readonly Candidate[],
  options: SpreadSearchOptions = {},
): Promise<SearchResult> {
  const walk = new SearchWalk(candidates, options);
  const workers = new Workers(workload, options);
  try {
    const { unbounded } = walk;
    const bounds: TaskOutcomes['bound'][] = [];
    let given = 0;
    workers.feed('bound', () => {
      // Bounds that were found without threads are there.
      given = Math.max(given, bounds.length);
      return unbounded[given++] ?? null;
    });
    for (const candidate of unbounded) {
      const bound = await workers.outcomeOf('bound', candidate);
      if (bound === null) return { ...walk.result(), isComplete: false };
      bounds.push(bound);
      options.onBounded?.(bounds.length, unbounded.length);
    }
    walk.takeBounds(bounds);
    workers.feed('evaluation', () => walk.ahead());
    for (let candidate = walk.next(); candidate !== null; candidate = walk.next()) {
      const outcome = await workers.outcomeOf('evaluation', candidate);
      if (outcome === null) break;
      walk.take(outcome);
    }
    return walk.result();
  } finally {
    workers.close();
  }
}

/** This thread, and others when there is enough to do. */
class Workers {
  readonly #workload: Workload;
  readonly #options: SpreadSearchOptions;
  readonly #begin = performance.now();
  readonly #stop = (): void => this.#threads?.close();
  #lastTurn = this.#begin;
  #threads: SearchThreads | null = null;
  #next: () => SearchTask | null = () => null;

  constructor(workload: Workload, options: SpreadSearchOptions) {
    this.#workload = workload;
    this.#options = options;
    options.signal?.addEventListener('abort', this.#stop);
  }

  /** Announces the tasks that will be requested, in this order. */
  feed(kind: SearchTask['kind'], next: () => Candidate | null): void {
    this.#next = () => {
      const candidate = next();
      return candidate === null ? null : { kind, candidate };
    };
    this.#threads?.feed(this.#next);
  }

  /** @returns `null` when the search is to end. */
  async outcomeOf<K extends SearchTask['kind']>(
    kind: K,
    candidate: Candidate,
  ): Promise<TaskOutcomes[K] | null> {
    const { start, headStart = 0, signal } = this.#options;
    if (start !== undefined && this.#threads === null && performance.now() - this.#begin >= headStart) {
      this.#threads = new SearchThreads(start());
      this.#threads.feed(this.#next);
    }
    let outcome = (await this.#threads?.outcomeOf(candidate)) ?? null;
    if (outcome === null && performance.now() - this.#lastTurn >= TURN_MS) {
      await new Promise((resolve) => setTimeout(resolve));
      this.#lastTurn = performance.now();
    }
    if (signal?.aborted === true) return null;
    outcome ??= outcomeOf(this.#workload, { kind, candidate });
    // The outcome has the kind that was requested.
    return outcome as TaskOutcomes[K];
  }

  close(): void {
    this.#options.signal?.removeEventListener('abort', this.#stop);
    this.#threads?.close();
  }
}
