import { printable } from '@shardform/ir-core';

/** Work that takes less long shows nothing. */
const PATIENCE_MS = 1000;
const INTERVAL_MS = 100;
const BAR_WIDTH = 24;

/** Whoever is told how far long work is. */
export interface Progress {
  /** @param done the fraction of the work that is done, from 0 to 1. */
  update(done: number, text: string): void;
  /** Ends what {@link update} began. */
  clear(): void;
}

/** A line at the foot of a terminal that shows how far long work is. */
export class ProgressLine implements Progress {
  readonly #write: (text: string) => void;
  readonly #now: () => number;
  readonly #startedAt: number;
  #shownAt: number | null = null;

  constructor(write: (text: string) => void, now: () => number) {
    this.#write = write;
    this.#now = now;
    this.#startedAt = now();
  }

  update(done: number, text: string): void {
    const now = this.#now();
    const isDue = now - (this.#shownAt ?? -Infinity) >= INTERVAL_MS;
    if (now - this.#startedAt < PATIENCE_MS || !isDue) return;
    this.#shownAt = now;
    const filled = Math.round(done * BAR_WIDTH);
    const bar = '#'.repeat(filled).padEnd(BAR_WIDTH, '-');
    this.#write(`\r[${bar}] ${String(Math.round(done * 100)).padStart(3)}% ${printable(text)}\x1b[K`);
  }

  /** Takes the line away again. */
  clear(): void {
    if (this.#shownAt !== null) this.#write('\r\x1b[K');
    this.#shownAt = null;
  }
}
