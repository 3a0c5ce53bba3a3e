import { checkInterruptAfter, STEPS_PER_OPERATION } from '../budget/budget.ts';
import type { Context } from '../ir/context.ts';
import { DominanceInfo, hasSsaDominance } from '../ir/dominance.ts';
import { UnknownLoc } from '../ir/location.ts';
import type { Block } from '../ir/block.ts';
import type { Operation } from '../ir/operation.ts';
import { hashOperation, isSameOperation } from '../ir/operation-key.ts';
import type { Region } from '../ir/region.ts';
import { isMemoryEffectFree, isTriviallyDead, memoryEffectsOf } from '../ir/side-effects.ts';
import { definePass } from '../pass/pass.ts';
import { Rewriter } from '../rewrite/rewriter.ts';

/** Number of operations that {@link eliminateCommonSubexpressions} erased. */
export interface CseResult {
  /** Operations that repeat an earlier one. */
  readonly merged: number;
  /** Operations without effect that nothing uses. */
  readonly dead: number;
}

/**
 * Replaces operations inside `op` by earlier ones that compute the same, within what dominates them; erases
 * operations that are dead when they are met. MLIR's CSE: one visit in dominance order.
 *
 * @param isAlsoMerged whether an operation may be replaced though it has effects.
 */
export function eliminateCommonSubexpressions(
  op: Operation,
  context: Context,
  isAlsoMerged: (op: Operation) => boolean = () => false,
): CseResult {
  return new CommonSubexpressions(context, isAlsoMerged).run(op);
}

/** MLIR's `cse`. */
export const cse = /* @__PURE__ */ definePass({
  name: 'cse',
  className: 'CSE',
  summary: 'Eliminate common sub-expressions',
  statistics: { "num-cse'd": "Number of operations CSE'd", "num-dce'd": "Number of operations DCE'd" },
  description:
    'Replaces an operation without side effects by an earlier one with the same name, operands, attributes, ' +
    'result types and regions that dominates it, and erases operations whose results are not used.',
  run(op, pass) {
    const { merged, dead } = eliminateCommonSubexpressions(op, pass.context);
    if (merged > 0) pass.count("num-cse'd", merged);
    if (dead > 0) pass.count("num-dce'd", dead);
  },
});

/** An available operation; others with the same hash follow. */
interface KnownOp {
  readonly op: Operation;
  readonly hash: number;
  readonly next: KnownOp | null;
}

/** Operations that are available, in nested scopes. */
class KnownOps {
  readonly #byHash = new Map<number, KnownOp | null>();
  /** The operations inserted in the open scopes. */
  readonly #inserted: KnownOp[] = [];

  /** The operation inserted last that does the same as `op`. */
  lookup(op: Operation, hash: number): Operation | null {
    for (let known = this.#byHash.get(hash) ?? null; known !== null; known = known.next) {
      if (isSameOperation(known.op, op)) return known.op;
    }
    return null;
  }

  insert(op: Operation, hash: number): void {
    const known = { op, hash, next: this.#byHash.get(hash) ?? null };
    this.#byHash.set(hash, known);
    this.#inserted.push(known);
  }

  get mark(): number {
    return this.#inserted.length;
  }

  /** Forgets what was inserted after `mark`. */
  restore(mark: number): void {
    while (this.#inserted.length > mark) {
      const { hash, next } = this.#inserted.pop()!;
      this.#byHash.set(hash, next);
    }
  }
}

class CommonSubexpressions {
  readonly #context: Context;
  readonly #isAlsoMerged: (op: Operation) => boolean;
  readonly #rewriter: Rewriter;
  readonly #dominance = new DominanceInfo();
  readonly #toErase: Operation[] = [];
  #merged = 0;
  #dead = 0;

  constructor(context: Context, isAlsoMerged: (op: Operation) => boolean) {
    this.#context = context;
    this.#isAlsoMerged = isAlsoMerged;
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

  /** Visits blocks with the operations known in those that dominate them. */
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
      checkInterruptAfter(STEPS_PER_OPERATION);
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
    if (isTriviallyDead(op, this.#context)) {
      this.#toErase.push(op);
      this.#dead++;
      return;
    }
    if (op.regions.some((region) => region.blocks.length > 1)) return;
    const isFree = isMemoryEffectFree(op, this.#context) || this.#isAlsoMerged(op);
    if (!isFree && !this.#onlyReads(op)) return;
    const hash = hashOperation(op);
    const existing = known.lookup(op, hash);
    if (existing === null || (!isFree && !this.#mayReuseRead(existing, op))) known.insert(op, hash);
    else this.#replace(op, existing, known, isOrdered);
  }

  #replace(op: Operation, existing: Operation, known: KnownOps, isOrdered: boolean): void {
    op.results.forEach((result, i) => {
      this.#rewriter.replaceUsesIf(
        result,
        existing.getResult(i),
        // Without an order a use may have been visited: its hash in the table would become wrong.
        ({ owner }) => isOrdered || known.lookup(owner, hashOperation(owner)) === null,
      );
    });
    if (op.hasNoUses()) this.#toErase.push(op);
    if (existing.location instanceof UnknownLoc) existing.location = op.location;
    this.#merged++;
  }

  #onlyReads(op: Operation): boolean {
    const effects = memoryEffectsOf(op, this.#context);
    return op.regions.length === 0 && effects?.every(({ kind }) => kind === 'read') === true;
  }

  /** Returns true if an earlier read can be reused because nothing in between writes. */
  #mayReuseRead(existing: Operation, op: Operation): boolean {
    if (existing.parent !== op.parent) return false;
    for (let between = existing.next; between !== op; between = between.next) {
      if (between === null) return false;
      if (!isMemoryEffectFree(between, this.#context) && !this.#onlyReads(between)) return false;
    }
    return true;
  }
}
