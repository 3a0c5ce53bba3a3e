/** Numbers below a bound that are the same in each run (a linear congruential generator). */
export class RandomNumbers {
  #state = 1;

  below(bound: number): number {
    this.#state = (Math.imul(this.#state, 1664525) + 1013904223) >>> 0;
    return Math.floor((this.#state / 2 ** 32) * bound);
  }
}
