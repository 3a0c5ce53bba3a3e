import type { Block } from '../ir/block.ts';
import type { Context } from '../ir/context.ts';
import { reversePostOrder } from '../ir/dominator-tree.ts';
import { type BranchOp, branchOpInterface } from '../ir/interfaces.ts';
import type { Operation } from '../ir/operation.ts';
import type { Region } from '../ir/region.ts';
import { wouldBeTriviallyDead } from '../ir/side-effects.ts';
import { BlockArgument, type Value } from '../ir/value.ts';

/**
 * Computes which operations and block arguments are live: those with effects, and those whose values reach one. Finds
 * cycles of operations that only use each other, which use counts don't.
 */
export class Liveness {
  readonly #context: Context;
  readonly #live = new Set<Operation | BlockArgument>();
  /** Parts that the last visit found dead. */
  #dead = 0;

  constructor(region: Region, context: Context) {
    this.#context = context;
    while (this.#sweep(region));
  }

  /** Visits a region once more. Returns true if that found more, and may have left something. */
  #sweep(region: Region): boolean {
    const { size } = this.#live;
    this.#dead = 0;
    this.#visitRegion(region);
    return this.#dead > 0 && this.#live.size > size;
  }

  /** True if every operation and argument that control can reach is live. */
  get isAllLive(): boolean {
    return this.#dead === 0;
  }

  isLive(part: Operation | BlockArgument): boolean {
    return this.#live.has(part);
  }

  #mark(part: Operation | BlockArgument): void {
    this.#live.add(part);
  }

  // Uses are visited before definitions, so that most regions need one visit, and one more where something is dead.
  #visitRegion(region: Region): void {
    const { blocks } = region;
    if (blocks.length <= 1) {
      for (const block of blocks) this.#visitOps(block);
      return;
    }
    for (const block of reversePostOrder(region.entry).reverse()) {
      this.#visitOps(block);
      // The arguments of the entry are a contract with the holder.
      if (block.isEntry) continue;
      for (const argument of block.arguments) {
        if (this.#hasLiveUse(argument)) this.#mark(argument);
        else if (!this.#live.has(argument)) this.#dead++;
      }
    }
  }

  #visitOps(block: Block): void {
    for (let op = block.lastOp; op !== null; op = op.previous) this.#visitOp(op);
  }

  #visitOp(op: Operation): void {
    for (const region of op.regions) this.#visitRegion(region);
    if (op.definition.isTerminator) this.#visitTerminator(op);
    else if (this.#live.has(op)) return;
    else if (!wouldBeTriviallyDead(op, this.#context)) this.#mark(op);
    else if (this.#hasUsedResult(op)) this.#mark(op);
    else this.#dead++;
  }

  #hasUsedResult(op: Operation): boolean {
    for (let i = 0; i < op.resultCount; i++) if (this.#hasLiveUse(op.getResult(i))) return true;
    return false;
  }

  #visitTerminator(op: Operation): void {
    this.#mark(op);
    if (op.successors.length === 0) return;
    const branch = this.#context.query(branchOpInterface, op);
    op.successors.forEach((successor, i) => {
      // Without knowing the branch, or where it makes the value itself, an argument has to stay.
      const produced =
        branch === undefined
          ? successor.arguments.length
          : successor.arguments.length - branch.successorOperands(i).count;
      for (const argument of successor.arguments.slice(0, produced)) this.#mark(argument);
    });
  }

  #hasLiveUse(value: Value): boolean {
    for (let use = value.firstUse; use !== null; use = use.nextUse) {
      const { owner, index } = use;
      if (!this.#live.has(owner)) continue;
      const argument = owner.successors.length === 0 ? null : this.#forwardedTo(owner, index);
      if (argument === null || this.#live.has(argument)) return true;
    }
    return false;
  }

  #forwardedTo(op: Operation, operandIndex: number): BlockArgument | null {
    const branch = this.#context.query(branchOpInterface, op);
    return branch === undefined ? null : argumentOfOperand(op, branch, operandIndex);
  }
}

/** Returns the block argument that an operand of a branch becomes, or `null` for other operands. */
export function argumentOfOperand(
  op: Operation,
  branch: BranchOp,
  operandIndex: number,
): BlockArgument | null {
  for (const [i, successor] of op.successors.entries()) {
    const { start, count } = branch.successorOperands(i);
    if (operandIndex < start || operandIndex >= start + count) continue;
    return successor.arguments[successor.arguments.length - count + operandIndex - start] ?? null;
  }
  return null;
}
