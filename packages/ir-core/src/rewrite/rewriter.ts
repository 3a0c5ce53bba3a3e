import type { CreateOptions } from '../definition/define-op.ts';
import type { Type } from '../ir/attribute.ts';
import { Block } from '../ir/block.ts';
import type { IrMapping } from '../ir/clone.ts';
import type { Context } from '../ir/context.ts';
import { reversePostOrder } from '../ir/dominator-tree.ts';
import type { Location } from '../ir/location.ts';
import type { Operation } from '../ir/operation.ts';
import type { Region } from '../ir/region.ts';
import type { OpOperand, Value } from '../ir/value.ts';
import { Builder, type CreatableOp, type InsertionPoint } from './builder.ts';
import type { RewriteListener } from './listener.ts';

/** Makes a value of the type of `like` from `value`, for the uses of `like`. */
export type AdaptType = (value: Value, like: Value) => Value;

/** Changes the IR and tells a listener of every change. Patterns may change the IR only through it. */
export class Rewriter {
  readonly #builder: Builder;
  readonly #listener: RewriteListener;
  readonly #adapt: AdaptType | null;

  /** @param adapt called when a value is replaced by one of another type, which is an error without it. */
  constructor(context: Context, listener: RewriteListener = {}, adapt: AdaptType | null = null) {
    this.#builder = new Builder(context, listener);
    this.#listener = listener;
    this.#adapt = adapt;
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

  /** Inserts a detached operation. */
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
    return this.#builder.createBlock(region, argumentTypes);
  }

  // ---- replacing

  /** Replaces the results of `op` and erases it. */
  replaceOp(op: Operation, values: readonly Value[]): void {
    if (values.length !== op.results.length) {
      throw new Error(`'${op.name}' has ${op.results.length} results, got ${values.length} values`);
    }
    this.#listener.replaced?.(op, values);
    this.atSavedPoint(() => {
      if (op.parent !== null) this.setInsertionPoint(op);
      op.results.forEach((result, i) => this.replaceValue(result, values[i]!));
    });
    this.eraseOp(op);
  }

  /** Replaces all uses; in a conversion the replacement may be of another type. */
  replaceValue(value: Value, replacement: Value): void {
    if (value.type === replacement.type) {
      this.replaceAllUses(value, replacement);
      return;
    }
    if (this.#adapt === null) {
      throw new Error(
        `a value of type '${String(value.type)}' can't be one of '${String(replacement.type)}'`,
      );
    }
    if (value.hasUses) this.replaceAllUses(value, this.#adapt(replacement, value));
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
    for (const use of value.uses()) {
      if (!filter(use)) continue;
      use.set(replacement);
      this.#listener.modified?.(use.owner);
    }
  }

  /** Tells that `change` changes `op` without replacing it. */
  modifyInPlace(op: Operation, change: () => void): void {
    change();
    this.#listener.modified?.(op);
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
    block.parent?.remove(block);
  }

  // ---- moving

  moveBefore(op: Operation, anchor: Operation): void {
    op.moveBefore(anchor);
    this.#listener.inserted?.(op);
  }

  moveAfter(op: Operation, anchor: Operation): void {
    op.moveAfter(anchor);
    this.#listener.inserted?.(op);
  }

  /**
   * Moves the operations of `source` before `anchor`, or to the end of `target`, puts `values` in the place of
   * the arguments of `source` and erases `source`. A terminator is moved as well.
   */
  inlineBlock(source: Block, target: Block, anchor: Operation | null, values: readonly Value[] = []): void {
    if (values.length !== source.arguments.length) {
      throw new Error(`the block has ${source.arguments.length} arguments, got ${values.length} values`);
    }
    this.atSavedPoint(() => {
      this.insertionPoint = { block: target, anchor };
      source.arguments.forEach((argument, i) => this.replaceValue(argument, values[i]!));
    });
    for (const op of source) {
      source.remove(op);
      target.insertBefore(op, anchor);
      this.#listener.inserted?.(op);
    }
    this.eraseBlock(source);
  }

  /** Moves all blocks of `source` into `target`, before its block at `index`. */
  inlineRegion(source: Region, target: Region, index: number = target.blocks.length): void {
    let at = index;
    for (const block of [...source.blocks]) {
      source.remove(block);
      target.insert(block, at++);
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
    for (let moved: Operation | null = op; moved !== null;) {
      const { next }: Operation = moved;
      block.remove(moved);
      rest.append(moved);
      moved = next;
    }
    return region.insert(rest, region.blocks.indexOf(block) + 1);
  }
}

/** Blocks in post-order, successors first; then those that can't be reached. */
function usersFirst(region: Region): readonly Block[] {
  const { blocks } = region;
  if (blocks.length <= 1) return blocks;
  const reachable = reversePostOrder(region.entry).reverse();
  const seen = new Set(reachable);
  return [...reachable, ...blocks.filter((block) => !seen.has(block))];
}
