/** Numbers of some of the indices of an array: a map whose keys are small, without hashing them. */
export class NumbersByIndex {
  #numbers = new Float64Array(0);

  set(index: number, value: number): void {
    if (index >= this.#numbers.length) this.#grow(index);
    this.#numbers[index] = value;
  }

  get(index: number): number | undefined {
    if (index >= this.#numbers.length) return undefined;
    const value = this.#numbers[index];
    return Number.isNaN(value) ? undefined : value;
  }

  /** Gives an index the number of another one, if that has one. */
  copy(from: number, to: number): void {
    const value = this.get(from);
    if (value !== undefined) this.set(to, value);
  }

  has(index: number): boolean {
    return this.get(index) !== undefined;
  }

  /** In the order of their indices. */
  values(): number[] {
    return [...this.#numbers].filter((value) => !Number.isNaN(value));
  }

  #grow(index: number): void {
    const numbers = new Float64Array(Math.max(256, 2 * (index + 1))).fill(NaN);
    numbers.set(this.#numbers);
    this.#numbers = numbers;
  }
}
