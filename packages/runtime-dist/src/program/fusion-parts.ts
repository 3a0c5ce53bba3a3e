import { NONE } from './flat-program.ts';

/** By kept operation, those that are fused into it: lists in two arrays, since there may be millions of operations. */
export class FusionParts {
  readonly #first: Int32Array;
  readonly #last: Int32Array;
  readonly #counts: Int32Array;
  /** By entry, the operation, and the next entry of the list. */
  readonly #ops: number[] = [];
  readonly #next: number[] = [];

  constructor(opCount: number) {
    this.#first = new Int32Array(opCount).fill(NONE);
    this.#last = new Int32Array(opCount).fill(NONE);
    this.#counts = new Int32Array(opCount);
  }

  /** Number of operations that are fused into one. */
  count(root: number): number {
    return this.#counts[root];
  }

  /** Those that are fused into one, in the order in which they were added. */
  of(root: number): number[] {
    const parts: number[] = [];
    for (let entry = this.#first[root]; entry !== NONE; entry = this.#next[entry])
      parts.push(this.#ops[entry]);
    return parts;
  }

  add(root: number, op: number): void {
    const entry = this.#ops.length;
    this.#ops.push(op);
    this.#next.push(NONE);
    if (this.#first[root] === NONE) this.#first[root] = entry;
    else this.#next[this.#last[root]] = entry;
    this.#last[root] = entry;
    this.#counts[root] += 1;
  }
}
