/** Times in a block, of which the most is known. */
const BLOCK = 64;

/** What is used at each time, less what may be used: at most zero at all times if the limit is kept. */
export class UsageProfile {
  /** By time, without what was added to its whole block. */
  readonly #excess: Float64Array;
  /** By block, what was added to all of its times. */
  readonly #added: Float64Array;
  /** By block, the most. */
  readonly #most: Float64Array;

  /** @param room what may be used at each time. */
  constructor(room: Float64Array) {
    const blocks = Math.ceil(room.length / BLOCK);
    this.#excess = room.map((own) => -own);
    this.#added = new Float64Array(blocks);
    this.#most = new Float64Array(blocks);
    for (let block = 0; block < blocks; block++) this.#updateMost(block);
  }

  get most(): number {
    let most = -Infinity;
    for (const own of this.#most) if (own > most) most = own;
    return most;
  }

  at(time: number): number {
    return this.#excess[time]! + this.#added[Math.floor(time / BLOCK)]!;
  }

  add(from: number, until: number, usage: number): void {
    for (let time = from; time < until;) {
      const block = Math.floor(time / BLOCK);
      const end = Math.min(until, (block + 1) * BLOCK);
      if (end - time === BLOCK) {
        this.#added[block]! += usage;
        this.#most[block]! += usage;
        time = end;
      } else {
        for (; time < end; time++) this.#excess[time]! += usage;
        this.#updateMost(block);
      }
    }
  }

  mostIn(from: number, until: number): number {
    let most = -Infinity;
    for (let time = from; time < until;) {
      const block = Math.floor(time / BLOCK);
      const end = Math.min(until, (block + 1) * BLOCK);
      if (end - time === BLOCK) {
        if (this.#most[block]! > most) most = this.#most[block]!;
        time = end;
      } else {
        const added = this.#added[block]!;
        for (; time < end; time++) if (this.#excess[time]! + added > most) most = this.#excess[time]! + added;
      }
    }
    return most;
  }

  #updateMost(block: number): void {
    let most = -Infinity;
    const end = Math.min(this.#excess.length, (block + 1) * BLOCK);
    for (let time = block * BLOCK; time < end; time++)
      if (this.#excess[time]! > most) most = this.#excess[time]!;
    this.#most[block] = most + this.#added[block]!;
  }
}
