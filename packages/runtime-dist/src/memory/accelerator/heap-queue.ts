/** Numbers, the one with the least priority first; of equal ones, that with the least rank. */
export class Heap {
  readonly #items: number[] = [];
  readonly #priorities: number[] = [];
  readonly #ranks: number[] = [];

  push(item: number, priority: number, rank: number): void {
    let at = this.#items.length;
    while (at > 0) {
      const parent = (at - 1) >> 1;
      if (this.#comesBefore(parent, priority, rank)) break;
      this.#move(parent, at);
      at = parent;
    }
    this.#set(at, item, priority, rank);
  }

  /** Takes the first one; `undefined` if there is none. */
  pop(): number | undefined {
    const count = this.#items.length;
    if (count === 0) return undefined;
    const [first] = this.#items;
    const [item, priority, rank] = [this.#items.pop()!, this.#priorities.pop()!, this.#ranks.pop()!];
    if (count === 1) return first;
    let at = 0;
    for (;;) {
      let child = 2 * at + 1;
      if (child >= count - 1) break;
      if (child + 1 < count - 1 && this.#comesBefore(child + 1, this.#priorities[child], this.#ranks[child]))
        child += 1;
      if (!this.#comesBefore(child, priority, rank)) break;
      this.#move(child, at);
      at = child;
    }
    this.#set(at, item, priority, rank);
    return first;
  }

  #comesBefore(at: number, priority: number, rank: number): boolean {
    const own = this.#priorities[at];
    return own < priority || (own === priority && this.#ranks[at] <= rank);
  }

  #move(from: number, to: number): void {
    this.#set(to, this.#items[from], this.#priorities[from], this.#ranks[from]);
  }

  #set(at: number, item: number, priority: number, rank: number): void {
    this.#items[at] = item;
    this.#priorities[at] = priority;
    this.#ranks[at] = rank;
  }
}
