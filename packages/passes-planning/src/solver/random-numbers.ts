/** Numbers that are the same for the same seed (a linear congruential generator). */
export class RandomNumbers {
  #state: number;

  constructor(seed: number) {
    this.#state = seed >>> 0;
  }

  /** From 0 to 1. */
  next(): number {
    this.#state = (Math.imul(this.#state, 1664525) + 1013904223) >>> 0;
    return this.#state / 2 ** 32;
  }

  /** A whole number from 0 that is below a bound. */
  below(bound: number): number {
    return Math.floor(this.next() * bound);
  }
}
