import { type Evaluation, isRejection, type Rejection } from '@shardform/passes-dist';
import { secondsText } from '@shardform/study';
import type { Progress } from '../progress-line.ts';

/** Tells how far a search is, which bounds its candidates before it simulates the promising ones. */
export class SearchProgress {
  readonly #progress: Progress | undefined;
  /** Bytes that a device may hold. */
  readonly #memory: number;
  /** Part of the progress that bounds are; nothing where none are needed. */
  #bounds = 0;
  /** Seconds of the fastest candidate that fits. */
  #best = Infinity;

  constructor(progress: Progress | undefined, memory: number) {
    this.#progress = progress;
    this.#memory = memory;
  }

  /** Tells of a bound. */
  bounded(done: number, total: number): void {
    this.#bounds = 0.5;
    this.#progress?.update((this.#bounds * done) / total, `${done} of ${total} lower bounds`);
  }

  /** Tells of a candidate that was simulated, or is no program. */
  simulated(outcome: Evaluation | Rejection, done: number, total: number): void {
    if (!isRejection(outcome) && outcome.peakBytes <= this.#memory)
      this.#best = Math.min(this.#best, outcome.latency);
    const found = this.#best === Infinity ? '' : `, the best takes ${secondsText(this.#best)}`;
    this.#progress?.update(
      this.#bounds + ((1 - this.#bounds) * done) / total,
      `${done} of at most ${total} candidates${found}`,
    );
  }
}
