import type { Operation } from '../ir/operation.ts';

/** Operations to visit, each at most once, the last one first. Removal is O(1). */
export class Worklist {
  /** Removed ones leave a hole. */
  #ops: (Operation | null)[] = [];
  readonly #positions = new Map<Operation, number>();

  /** Adds an operation; one that is on the list keeps its place. */
  push(op: Operation): void {
    if (this.#positions.has(op)) return;
    this.#positions.set(op, this.#ops.length);
    this.#ops.push(op);
  }

  /** The operation added last; `null` when none is left. */
  pop(): Operation | null {
    let op: Operation | null | undefined = null;
    while (op === null) op = this.#ops.pop();
    if (op === undefined) return null;
    this.#positions.delete(op);
    return op;
  }

  remove(op: Operation): void {
    const position = this.#positions.get(op);
    if (position === undefined) return;
    this.#ops[position] = null;
    this.#positions.delete(op);
  }

  reverse(): void {
    this.#ops = this.#ops.filter((op) => op !== null).reverse();
    this.#ops.forEach((op, position) => this.#positions.set(op!, position));
  }

  clear(): void {
    this.#ops = [];
    this.#positions.clear();
  }
}
