import type { Context } from '../ir/context.ts';
import { DominanceInfo, hasSsaDominance } from '../ir/dominance.ts';
import { UnknownLoc } from '../ir/location.ts';
import type { Block } from '../ir/block.ts';
import type { Operation } from '../ir/operation.ts';
import { OperationKeys } from '../ir/operation-key.ts';
import type { Region } from '../ir/region.ts';
import { isMemoryEffectFree, isTriviallyDead, memoryEffectsOf } from '../ir/side-effects.ts';
import { definePass } from '../pass/pass.ts';
import { Rewriter } from '../rewrite/rewriter.ts';

/** How many operations {@link eliminateCommonSubexpressions} erased. */
export interface CseResult {
  /** Operations that repeat an earlier one. */
  readonly merged: number;
  /** Operations without effect that nothing uses. */
  readonly dead: number;
}

/**
 * Replaces operations inside `op` by earlier ones that compute the same, within what dominates them; erases
 * operations that are dead when they are met. MLIR's CSE: one visit in dominance order.
 */
export function eliminateCommonSubexpressions(op: Operation, context: Context): CseResult {
  return new CommonSubexpressions(context).run(op);
}

/** MLIR's `cse`. */
export const cse = /* @__PURE__ */ definePass({
  name: 'cse',
  className: 'CSE',
  summary: 'Eliminate common sub-expressions',
  description:
    'Replaces an operation without side effects by an earlier one with the same name, operands, attributes, ' +
    'result types and regions that dominates it, and erases operations whose results are not used.',
  run(op, pass) {
    const { merged, dead } = eliminateCommonSubexpressions(op, pass.context);
    if (merged > 0) pass.count("num-cse'd", merged);
    if (dead > 0) pass.count("num-dce'd", dead);
  },
});

/** Operations that are available, in nested scopes. */
class KnownOps {
  readonly #byKey = new Map<string, Operation>();
  /** What to restore at the end of the open scopes. */
  readonly #undo: { readonly key: string; readonly shadowed: Operation | undefined }[] = [];

  lookup(key: string): Operation | undefined {
    return this.#byKey.get(key);
  }

  insert(key: string, op: Operation): void {
    this.#undo.push({ key, shadowed: this.#byKey.get(key) });
    this.#byKey.set(key, op);
  }

  get mark(): number {
    return this.#undo.length;
  }

  /** Forgets what was inserted after `mark`. */
  restore(mark: number): void {
    while (this.#undo.length > mark) {
      const { key, shadowed } = this.#undo.pop()!;
      if (shadowed === undefined) this.#byKey.delete(key);
      else this.#byKey.set(key, shadowed);
    }
  }
}

class CommonSubexpressions {
  readonly #rewriter: Rewriter;
  readonly #dominance = new DominanceInfo();
  readonly #keys = new OperationKeys();
  readonly #toErase: Operation[] = [];
  #merged = 0;
  #dead = 0;

  constructor(context: Context) {
    this.#rewriter = new Rewriter(context);
  }

  run(op: Operation): CseResult {
    const known = new KnownOps();
    for (const region of op.regions) this.#visitRegion(region, known);
    for (const erased of this.#toErase) this.#rewriter.eraseOp(erased);
    return { merged: this.#merged, dead: this.#dead };
  }

  #visitRegion(region: Region, known: KnownOps): void {
    const [entry] = region.blocks;
    if (entry === undefined) return;
    const isOrdered = hasSsaDominance(region);
    if (region.blocks.length === 1) {
      const { mark } = known;
      this.#visitBlock(entry, known, isOrdered);
      known.restore(mark);
    } else if (isOrdered) this.#visitDominatorTree(region, entry, known);
  }

  /** What is known in a block is known in all blocks that it dominates. */
  #visitDominatorTree(region: Region, entry: Block, known: KnownOps): void {
    const tree = this.#dominance.tree(region);
    const stack: { readonly children: readonly Block[]; next: number; readonly mark: number }[] = [];
    const enter = (block: Block): void => {
      const { mark } = known;
      this.#visitBlock(block, known, true);
      stack.push({ children: tree.children(block), next: 0, mark });
    };
    enter(entry);
    for (let top = stack.at(-1); top !== undefined; top = stack.at(-1)) {
      const child = top.children[top.next++];
      if (child !== undefined) enter(child);
      else {
        known.restore(top.mark);
        stack.pop();
      }
    }
  }

  #visitBlock(block: Block, known: KnownOps, isOrdered: boolean): void {
    for (let op = block.firstOp; op !== null; op = op.next) {
      if (op.regions.length > 0) {
        // Values from outside may not be used in isolated regions; undeclared operations may be isolated.
        const isIsolated = op.definition.isIsolatedFromAbove || !op.definition.isRegistered;
        const inner = isIsolated ? new KnownOps() : known;
        for (const region of op.regions) this.#visitRegion(region, inner);
      }
      this.#visitOp(op, known, isOrdered);
    }
  }

  #visitOp(op: Operation, known: KnownOps, isOrdered: boolean): void {
    if (op.definition.isTerminator) return;
    if (isTriviallyDead(op)) {
      this.#toErase.push(op);
      this.#dead++;
      return;
    }
    if (op.regions.some((region) => region.blocks.length > 1)) return;
    const isFree = isMemoryEffectFree(op);
    if (!isFree && !onlyReads(op)) return;
    const key = this.#keys.key(op);
    const existing = known.lookup(key);
    if (existing === undefined || (!isFree && !mayReuseRead(existing, op))) known.insert(key, op);
    else this.#replace(op, existing, known, isOrdered);
  }

  #replace(op: Operation, existing: Operation, known: KnownOps, isOrdered: boolean): void {
    op.results.forEach((result, i) => {
      this.#rewriter.replaceUsesIf(
        result,
        existing.results[i]!,
        // Without an order a use may have been visited: its key in the table would become wrong.
        ({ owner }) => isOrdered || known.lookup(this.#keys.key(owner)) === undefined,
      );
    });
    if (op.hasNoUses()) this.#toErase.push(op);
    if (existing.location.resolved() === UnknownLoc.instance) existing.location = op.location;
    this.#merged++;
  }
}

function onlyReads(op: Operation): boolean {
  const effects = memoryEffectsOf(op);
  return op.regions.length === 0 && effects?.every(({ kind }) => kind === 'read') === true;
}

/** What was read before can be used again if nothing in between writes. */
function mayReuseRead(existing: Operation, op: Operation): boolean {
  if (existing.parent !== op.parent) return false;
  for (let between = existing.next; between !== op; between = between.next) {
    if (between === null || !(isMemoryEffectFree(between) || onlyReads(between))) return false;
  }
  return true;
}
