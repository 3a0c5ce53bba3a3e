import type { CreateOptions } from '../definition/define-op.ts';
import type { Type } from '../ir/attribute.ts';
import { Block } from '../ir/block.ts';
import type { IrMapping } from '../ir/clone.ts';
import type { Context } from '../ir/context.ts';
import { reversePostOrder } from '../ir/dominator-tree.ts';
import type { Location } from '../ir/location.ts';
import type { Operation } from '../ir/operation.ts';
import type { Region } from '../ir/region.ts';
import type { BlockArgument, OpOperand, Value } from '../ir/value.ts';
import type { ChangeJournal } from './change-journal.ts';
import { Builder, type CreatableOp, type InsertionPoint } from './builder.ts';
import type { RewriteListener } from './listener.ts';

/** Changes the IR and tells a listener of every change. Patterns may change the IR only through it. */
export class Rewriter {
  readonly #builder: Builder;
  readonly #listener: RewriteListener;
  readonly #journal: ChangeJournal | null;

  /** @param journal where every change is recorded, for taking it back. */
  constructor(context: Context, listener: RewriteListener = {}, journal: ChangeJournal | null = null) {
    this.#listener = listener;
    this.#journal = journal;
    this.#builder = new Builder(
      context,
      journal === null ? listener : recordingInsertions(listener, journal),
    );
  }

  get context(): Context {
    return this.#builder.context;
  }

  // ---- building; see Builder

  /** The location of operations that are created without one: in a pattern, that of the matched operation. */
  get location(): Location {
    return this.#builder.location;
  }

  set location(location: Location) {
    this.#builder.location = location;
  }

  get insertionPoint(): InsertionPoint | null {
    return this.#builder.insertionPoint;
  }

  set insertionPoint(point: InsertionPoint | null) {
    this.#builder.insertionPoint = point;
  }

  /** Inserts before `op` from here on. */
  setInsertionPoint(op: Operation): void {
    this.#builder.setInsertionPoint(op);
  }

  setInsertionPointAfter(op: Operation): void {
    this.#builder.setInsertionPointAfter(op);
  }

  setInsertionPointToStart(block: Block): void {
    this.#builder.setInsertionPointToStart(block);
  }

  setInsertionPointToEnd(block: Block): void {
    this.#builder.setInsertionPointToEnd(block);
  }

  /** Runs `body` and restores the insertion point. */
  atSavedPoint<T>(body: () => T): T {
    return this.#builder.atSavedPoint(body);
  }

  /** Inserts a detached operation. Blocks of others are moved into its regions afterwards, not before. */
  insert<T extends Operation>(op: T): T {
    return this.#builder.insert(op);
  }

  /** Creates an operation and inserts it; result types are inferred when left out. */
  create<A, T extends Operation>(
    opClass: CreatableOp<A, T>,
    args: NoInfer<A>,
    resultTypes?: readonly Type[],
    options?: CreateOptions,
  ): T {
    return this.#builder.create(opClass, args, resultTypes, options);
  }

  /** Inserts a copy of `op` with its regions. */
  clone<T extends Operation>(op: T, mapping?: IrMapping): T {
    return this.#builder.clone(op, mapping);
  }

  /** Appends a block to a region and inserts at its end from here on. */
  createBlock(region: Region, argumentTypes?: readonly Type[]): Block {
    const block = this.#builder.createBlock(region, argumentTypes);
    this.#journal?.record(() => {
      region.remove(block);
    });
    return block;
  }

  // ---- replacing

  /** Replaces the results of `op` and erases it. */
  replaceOp(op: Operation, values: readonly Value[]): void {
    if (values.length !== op.resultCount) {
      throw new Error(`'${op.name}' has ${op.resultCount} results, got ${values.length} values`);
    }
    this.#listener.replaced?.(op, values);
    this.atSavedPoint(() => {
      if (op.parent !== null) this.setInsertionPoint(op);
      op.results.forEach((result, i) => this.replaceValue(result, values[i]!));
    });
    this.eraseOp(op);
  }

  /** Replaces all uses of a value by one of the same type. */
  replaceValue(value: Value, replacement: Value): void {
    if (value.type !== replacement.type) {
      throw new Error(
        `a value of type '${String(value.type)}' can't be one of '${String(replacement.type)}'`,
      );
    }
    this.replaceAllUses(value, replacement);
  }

  /** Creates an operation before `op`, replaces the results of `op` by its results and erases `op`. */
  replaceOpWith<A, T extends Operation>(
    op: Operation,
    opClass: CreatableOp<A, T>,
    args: NoInfer<A>,
    resultTypes?: readonly Type[],
    options: CreateOptions = {},
  ): T {
    this.setInsertionPoint(op);
    const replacement = this.create(opClass, args, resultTypes, { location: op.location, ...options });
    this.replaceOp(op, replacement.results);
    return replacement;
  }

  replaceAllUses(value: Value, replacement: Value): void {
    this.replaceUsesIf(value, replacement, () => true);
  }

  /** Replaces the uses for which `filter` holds, newest first. */
  replaceUsesIf(value: Value, replacement: Value, filter: (use: OpOperand) => boolean): void {
    if (value === replacement) return;
    for (let use = value.firstUse; use !== null;) {
      const { owner, index, nextUse }: OpOperand = use;
      if (filter(use)) {
        use.set(replacement);
        this.#journal?.record(() => {
          owner.setOperand(index, value);
        });
        this.#listener.modified?.(owner);
      }
      use = nextUse;
    }
  }

  /** Tells that `change` changes `op` without replacing it. */
  modifyInPlace(op: Operation, change: () => void): void {
    this.#journal?.record(stateOf(op));
    change();
    this.#listener.modified?.(op);
  }

  /** Like {@link Rewriter.modifyInPlace} for what may leave `op` as it is: `isChange` tells from the result. */
  tryInPlace<R>(op: Operation, change: () => R, isChange: (result: R) => boolean): R {
    const restore = this.#journal === null ? null : stateOf(op);
    const result = change();
    if (isChange(result)) {
      if (restore !== null) this.#journal?.record(restore);
      this.#listener.modified?.(op);
    }
    return result;
  }

  // ---- erasing

  /** Erases an operation with its regions. @throws when a result is still used. */
  eraseOp(op: Operation): void {
    for (const result of op.results) {
      if (result.hasUses) throw new Error(`result ${result.index} of '${op.name}' is still used`);
    }
    this.#eraseTree(op);
  }

  // Later operations go first, so that the listener finds uses gone when it hears of a definition.
  #eraseTree(op: Operation): void {
    for (const region of op.regions.toReversed()) {
      for (const block of usersFirst(region)) this.#eraseOpsOf(block);
    }
    this.#listener.erased?.(op);
    const point = this.insertionPoint;
    if (point?.anchor === op) this.insertionPoint = { block: point.block, anchor: op.next };
    const { parent, next } = op;
    if (this.#journal !== null) {
      const restore = stateOf(op);
      this.#journal.record(() => {
        restore();
        parent?.insertBefore(op, next);
      });
    }
    op.remove();
    op.dropAllReferences();
  }

  #eraseOpsOf(block: Block): void {
    for (let op = block.lastOp; op !== null;) {
      const { previous }: Operation = op;
      this.#eraseTree(op);
      op = previous;
    }
  }

  /** Erases a block that nothing refers to, with its operations. */
  eraseBlock(block: Block): void {
    this.#eraseOpsOf(block);
    this.#listener.blockErased?.(block);
    const { parent } = block;
    if (parent !== null) this.#removeBlock(block, parent);
  }

  #removeBlock(block: Block, region: Region): void {
    if (this.#journal !== null) {
      const at = region.blocks.indexOf(block);
      this.#journal.record(() => {
        region.insert(block, at);
      });
    }
    region.remove(block);
  }

  #insertBlock(block: Block, region: Region, at: number): void {
    region.insert(block, at);
    this.#journal?.record(() => {
      region.remove(block);
    });
  }

  // ---- moving

  moveBefore(op: Operation, anchor: Operation): void {
    if (op !== anchor) this.#move(op, blockOf(anchor), anchor);
  }

  moveAfter(op: Operation, anchor: Operation): void {
    if (op !== anchor && op !== anchor.next) this.#move(op, blockOf(anchor), anchor.next);
  }

  #move(op: Operation, block: Block, anchor: Operation | null): void {
    const { parent, next } = op;
    this.#journal?.record(() => {
      op.remove();
      parent?.insertBefore(op, next);
    });
    op.remove();
    block.insertBefore(op, anchor);
    this.#listener.inserted?.(op);
  }

  /**
   * Moves the operations of `source` before `anchor`, or to the end of `target`, replaces the arguments of `source` by
   * `values` and erases `source`. A terminator is moved as well.
   */
  inlineBlock(source: Block, target: Block, anchor: Operation | null, values: readonly Value[] = []): void {
    if (values.length !== source.arguments.length) {
      throw new Error(`the block has ${source.arguments.length} arguments, got ${values.length} values`);
    }
    this.atSavedPoint(() => {
      this.insertionPoint = { block: target, anchor };
      source.arguments.forEach((argument, i) => this.replaceValue(argument, values[i]!));
    });
    for (const op of source) this.#move(op, target, anchor);
    this.eraseBlock(source);
  }

  /** Moves all blocks of `source` into `target`, before its block at `index`. */
  inlineRegion(source: Region, target: Region, index: number = target.blocks.length): void {
    let at = index;
    for (const block of [...source.blocks]) {
      this.#removeBlock(block, source);
      this.#insertBlock(block, target, at++);
      if (this.#listener.inserted === undefined) continue;
      for (const op of block) this.#listener.inserted(op);
    }
  }

  /** Moves `op` and all after it to a new block, which follows the old one in the region. */
  splitBlock(op: Operation): Block {
    const block = op.parent;
    const region = block?.parent ?? null;
    if (block === null || region === null) throw new Error(`'${op.name}' stands in no region`);
    const rest = new Block();
    this.#insertBlock(rest, region, region.blocks.indexOf(block) + 1);
    this.#journal?.record(() => {
      for (const moved of rest) moved.moveToEnd(block);
    });
    for (let moved: Operation | null = op; moved !== null;) {
      const { next }: Operation = moved;
      moved.moveToEnd(rest);
      moved = next;
    }
    return rest;
  }

  // ---- block arguments

  /** Adds an argument to a block; the branches to it are the caller's business. */
  addArgument(block: Block, type: Type, location: Location = this.location): BlockArgument {
    this.#recordArguments(block);
    return block.addArgument(type, location);
  }

  /** @throws when the argument is still used. */
  eraseArgument(block: Block, index: number): void {
    this.#recordArguments(block);
    block.eraseArgument(index);
  }

  #recordArguments(block: Block): void {
    if (this.#journal === null) return;
    const before = [...block.arguments];
    this.#journal.record(() => {
      block.setArguments(before);
    });
  }
}

function blockOf(anchor: Operation): Block {
  if (anchor.parent === null) throw new Error('anchor is detached');
  return anchor.parent;
}

function recordingInsertions(listener: RewriteListener, journal: ChangeJournal): RewriteListener {
  return {
    ...listener,
    inserted: (op) => {
      journal.record(() => {
        op.dropAllReferences();
        op.remove();
      });
      listener.inserted?.(op);
    },
  };
}

/**
 * Returns a function that restores an operation's present operands, successors, attributes, result types and location.
 */
function stateOf(op: Operation): () => void {
  const operands = op.operandValues();
  const { successors, results, location } = op;
  const types = op.resultTypes();
  const properties = [...op.properties];
  const discardable = op.discardable === null ? null : new Map(op.discardable);
  return () => {
    op.setOperands(operands);
    op.setSuccessors(successors);
    op.setResults(results);
    results.forEach((result, i) => {
      result.setType(types[i]!);
    });
    op.setProperties(properties);
    op.setDiscardable(discardable);
    op.location = location;
  };
}

/** Blocks in post-order, successors first; then those that can't be reached. */
function usersFirst(region: Region): readonly Block[] {
  const { blocks } = region;
  if (blocks.length <= 1) return blocks;
  const reachable = reversePostOrder(region.entry).reverse();
  const seen = new Set(reachable);
  return [...reachable, ...blocks.filter((block) => !seen.has(block))];
}
