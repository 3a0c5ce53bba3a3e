import type { Operation } from '../ir/operation.ts';

/**
 * Operations to visit, each at most once, the last one first. Each knows its position, which counts only if the
 * operation stands there: nothing has to be forgotten when it leaves. All is O(1).
 */
export class Worklist {
  /** Removed ones leave a hole. */
  #ops: (Operation | null)[] = [];

  /** Adds an operation; one that is on the list keeps its position. */
  push(op: Operation): void {
    if (this.#ops[op.worklistIndex] === op) return;
    op.worklistIndex = this.#ops.length;
    this.#ops.push(op);
  }

  /** The operation added last; `null` when none is left. */
  pop(): Operation | null {
    for (let op = this.#ops.pop(); op !== undefined; op = this.#ops.pop()) {
      // A driver that runs inside another one may erase what is on the outer list.
      if (op !== null && op.parent !== null) return op;
    }
    return null;
  }

  remove(op: Operation): void {
    if (this.#ops[op.worklistIndex] === op) this.#ops[op.worklistIndex] = null;
  }

  reverse(): void {
    this.#ops = this.#ops.filter((op) => op !== null).reverse();
    this.#ops.forEach((op, index) => {
      op!.worklistIndex = index;
    });
  }

  clear(): void {
    this.#ops = [];
  }
}
