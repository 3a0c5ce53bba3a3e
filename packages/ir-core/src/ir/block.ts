import type { Type } from './attribute.ts';
import { currentEpoch, isValueSymbol, noteChange, noteChangeInside } from './change.ts';
import type { Location } from './location.ts';
import type { Operation } from './operation.ts';
import type { Region } from './region.ts';
import { BlockArgument } from './value.ts';

/** Distance of the orders of neighbours, so that operations fit in between before all get new numbers. */
const ORDER_STRIDE = 64;

/** @internal The place of an operation in its block when that was last renumbered; no whole number for one that came later. */
export function placeIn(op: Operation): number {
  return op.order / ORDER_STRIDE;
}

/** A list of operations with arguments. Operations are an intrusive doubly linked list. */
export class Block {
  /** The region that holds the block; `null` while detached. */
  parent: Region | null = null;
  readonly arguments: readonly BlockArgument[] = [];
  firstOp: Operation | null = null;
  lastOp: Operation | null = null;
  /** @internal Whether `order` of the operations is ascending. */
  orderIsValid = true;

  /** The operation whose region holds the block. */
  get parentOp(): Operation | null {
    return this.parent === null ? null : this.parent.parent;
  }

  get isEmpty(): boolean {
    return this.firstOp === null;
  }

  /** The last operation if it is a terminator. */
  get terminator(): Operation | null {
    return this.lastOp?.definition.isTerminator === true ? this.lastOp : null;
  }

  /** Returns the terminator. @throws when the block has none, which only unfinished programs do. */
  getTerminator(): Operation {
    const { terminator } = this;
    if (terminator === null) throw new Error('block has no terminator');
    return terminator;
  }

  get isEntry(): boolean {
    return this.parent !== null && this.parent.blocks[0] === this;
  }

  /**
   * Iterates over the operations; the current one may be removed or moved meanwhile, or the one after it.
   *
   * @throws when both are erased.
   */
  *[Symbol.iterator](): IterableIterator<Operation> {
    let op = this.firstOp;
    while (op !== null) {
      const next: Operation | null = op.next;
      yield op;
      op = next === null || next.parent === this ? next : goOn(this, op, next);
    }
  }

  /** Returns the operation of the block that is `op` or holds it in its regions; `null` where there is none. */
  findAncestorOp(op: Operation): Operation | null {
    let ancestor: Operation | null = op;
    while (ancestor !== null && ancestor.parent !== this) ancestor = ancestor.parentOp;
    return ancestor;
  }

  getArgument(index: number): BlockArgument {
    const argument = this.arguments[index];
    if (argument === undefined) throw new Error(`block has no argument ${index}`);
    return argument;
  }

  addArgument(type: Type, location: Location): BlockArgument {
    const argument = new BlockArgument(this, this.arguments.length, type, location);
    // Read-only for everybody but the block.
    (this.arguments as BlockArgument[]).push(argument);
    this.#noteChange();
    return argument;
  }

  /** @throws when the argument is still used. */
  eraseArgument(index: number): void {
    if (this.getArgument(index).hasUses) throw new Error(`block argument ${index} is still used`);
    this.setArguments(this.arguments.toSpliced(index, 1));
  }

  /** @internal Replaces the arguments; they get new numbers. */
  setArguments(args: readonly BlockArgument[]): void {
    // Read-only for everybody but the block.
    (this as { arguments: readonly BlockArgument[] }).arguments = args;
    args.forEach((argument, index) => {
      argument.index = index;
    });
    this.#noteChange();
  }

  #noteChange(): void {
    const { parentOp } = this;
    if (parentOp !== null) noteChange(parentOp);
  }

  append(op: Operation): void {
    this.insertBefore(op, null);
  }

  prepend(op: Operation): void {
    this.insertBefore(op, this.firstOp);
  }

  /**
   * Inserts a detached operation before `anchor`, or at the end for `null`; O(1).
   *
   * @throws when `op` stands in a block or `anchor` does not stand in this one.
   */
  insertBefore(op: Operation, anchor: Operation | null): void {
    if (op.parent !== null) throw new Error(`op '${op.name}' already stands in a block`);
    if (anchor !== null && anchor.parent !== this) throw new Error(`anchor stands in another block`);
    const previous = anchor === null ? this.lastOp : anchor.previous;
    op.parent = this;
    op.previous = previous;
    op.next = anchor;
    if (previous === null) this.firstOp = op;
    else previous.next = op;
    if (anchor === null) {
      this.lastOp = op;
      op.order = previous === null ? 0 : previous.order + ORDER_STRIDE;
    } else {
      anchor.previous = op;
      op.order = this.#orderBetween(previous, anchor);
    }
    op.changedAt = currentEpoch();
    op.declaredChangedAt = op.changedAt;
    noteChangeInside(this.parentOp);
  }

  /** Takes an operation out of the list without erasing it; O(1). */
  remove(op: Operation): void {
    if (op.parent !== this) throw new Error(`op '${op.name}' does not stand in this block`);
    if (op.previous === null) this.firstOp = op.next;
    else op.previous.next = op.next;
    if (op.next === null) this.lastOp = op.previous;
    else op.next.previous = op.previous;
    op.parent = null;
    op.previous = null;
    op.next = null;
    const { parentOp } = this;
    if (parentOp === null) return;
    if (isValueSymbol(op)) noteChange(parentOp);
    else noteChangeInside(parentOp);
  }

  #orderBetween(previous: Operation | null, next: Operation): number {
    if (previous === null) return next.order - ORDER_STRIDE;
    // Most often one operation after the other goes before the same anchor: the gap is left to those.
    const order = previous.order + Math.ceil((next.order - previous.order) / 8);
    if (order >= next.order) this.orderIsValid = false;
    return order;
  }

  /** @internal Renumbers the operations, as when an order query finds the numbers stale. @returns how many they are. */
  renumber(): number {
    let count = 0;
    for (let op = this.firstOp; op !== null; op = op.next) op.order = ORDER_STRIDE * count++;
    this.orderIsValid = true;
    return count;
  }

  /** Blocks that branch here, in the region's order, each as often as it branches. */
  predecessors(): Block[] {
    const found: Block[] = [];
    for (const block of this.parent?.blocks ?? []) {
      for (const successor of block.lastOp?.successors ?? []) if (successor === this) found.push(block);
    }
    return found;
  }

  /** Detaches all uses made inside, then erases every operation; for throwing IR away. */
  clear(): void {
    this.dropAllReferences();
    for (let op = this.lastOp; op !== null;) {
      const previous: Operation | null = op.previous;
      this.remove(op);
      op = previous;
    }
  }

  /** @internal */
  dropAllReferences(): void {
    for (let op = this.firstOp; op !== null; op = op.next) op.dropAllReferences();
  }
}

/**
 * @internal Where a visit of `block` goes on when `next`, which stood behind `op`, has left it.
 */
export function goOn(block: Block, op: Operation, next: Operation): Operation | null {
  if (op.parent === block) return op.next;
  // Both were moved, as by splitting the block before `op`: what follows has moved along.
  if (next.parent !== null) return next;
  throw new Error('both the visited operation and the one after it were erased');
}
