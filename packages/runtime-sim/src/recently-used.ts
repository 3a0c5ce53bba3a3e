/** Values by key, of which those that were used last are kept. */
export class RecentlyUsed<Value> {
  readonly #values = new Map<string, Value>();
  readonly #most: number;

  /** @param most values that are kept. */
  constructor(most: number) {
    this.#most = most;
  }

  /** Returns the value of a key, made when there is none. */
  get(key: string, make: () => Value): Value {
    const value = this.#values.has(key) ? this.#values.get(key)! : make();
    // The newest one is the last one of a map.
    this.#values.delete(key);
    this.#values.set(key, value);
    if (this.#values.size > this.#most) {
      const [oldest] = this.#values.keys();
      this.#values.delete(oldest);
    }
    return value;
  }
}
