import type { CreateOptions } from '../definition/define-op.ts';
import { sameOperandsAndResultType } from '../definition/traits.ts';
import type { Type } from '../ir/attribute.ts';
import type { Block } from '../ir/block.ts';
import { cloneOp, IrMapping } from '../ir/clone.ts';
import type { Context } from '../ir/context.ts';
import { type Location, UnknownLoc } from '../ir/location.ts';
import type { OpWithDefinition } from '../ir/interface.ts';
import type { OpInit, Operation } from '../ir/operation.ts';
import type { Region } from '../ir/region.ts';
import { OpReport } from '../verify/report.ts';
import type { RewriteListener } from './listener.ts';

/**
 * The class of a declared operation, as something that makes operations of type `T` from arguments `A`:
 * operands and inherent attributes by name.
 */
export interface CreatableOp<A, T extends Operation> extends OpWithDefinition<T> {
  new (init: OpInit): T;
  create(args: A, resultTypes: readonly Type[], options?: CreateOptions): unknown;
}

/** The point at which operations are inserted: before `anchor` in `block`, or at its end. */
export interface InsertionPoint {
  readonly block: Block;
  readonly anchor: Operation | null;
}

/** Creates operations at an insertion point. */
export class Builder {
  readonly context: Context;
  /** The location of operations that are created without one. */
  location: Location = UnknownLoc.instance;
  readonly #listener: RewriteListener;
  #point: InsertionPoint | null = null;

  constructor(context: Context, listener: RewriteListener = {}) {
    this.context = context;
    this.#listener = listener;
  }

  /** `null` while operations are created detached. */
  get insertionPoint(): InsertionPoint | null {
    return this.#point;
  }

  set insertionPoint(point: InsertionPoint | null) {
    this.#point = point;
  }

  /** Inserts before `op` from here on. */
  setInsertionPoint(op: Operation): void {
    if (op.parent === null) throw new Error(`'${op.name}' is detached`);
    this.#point = { block: op.parent, anchor: op };
  }

  setInsertionPointAfter(op: Operation): void {
    if (op.parent === null) throw new Error(`'${op.name}' is detached`);
    this.#point = { block: op.parent, anchor: op.next };
  }

  setInsertionPointToStart(block: Block): void {
    this.#point = { block, anchor: block.firstOp };
  }

  setInsertionPointToEnd(block: Block): void {
    this.#point = { block, anchor: null };
  }

  /** Runs `body` and restores the insertion point. */
  atSavedPoint<T>(body: () => T): T {
    const saved = this.#point;
    try {
      return body();
    } finally {
      this.#point = saved;
    }
  }

  /** Inserts a detached operation. */
  insert<T extends Operation>(op: T): T {
    if (this.#point === null) return op;
    this.#point.block.insertBefore(op, this.#point.anchor);
    this.#listener.inserted?.(op);
    return op;
  }

  /**
   * Creates an operation and inserts it.
   *
   * @param resultTypes inferred when left out. @throws when they can't be inferred.
   */
  create<A, T extends Operation>(
    opClass: CreatableOp<A, T>,
    args: NoInfer<A>,
    resultTypes?: readonly Type[],
    options: CreateOptions = {},
  ): T {
    const located = options.location === undefined ? { ...options, location: this.location } : options;
    // `create` makes instances of the class that it is called on.
    const op = opClass.create(args, resultTypes ?? [], located) as T;
    if (resultTypes === undefined) this.#inferResultTypes(op);
    return this.insert(op);
  }

  #inferResultTypes(op: Operation): void {
    const { results } = op.definition;
    if (results.length === 0) return;
    if (op.hasTrait(sameOperandsAndResultType) && op.operands.length > 0) {
      const { type } = op.getOperand(0);
      op.setResultTypes(results.map(() => type));
      return;
    }
    const { result: types, diagnostics } = this.context.diagnostics.capture(() =>
      op.definition.infer?.(op, new OpReport(op, this.context)),
    );
    if (types === undefined) throw new Error(`'${op.name}' does not infer its result types`);
    if (types === null) {
      throw new Error(`can't infer the result types of '${op.name}': ${diagnostics[0]?.message ?? ''}`);
    }
    op.setResultTypes(types);
  }

  /** Inserts a copy of `op` with its regions; operands are mapped, results are added to the mapping. */
  clone<T extends Operation>(op: T, mapping: IrMapping = new IrMapping()): T {
    const copy = this.insert(cloneOp(op, mapping));
    if (this.#point !== null && this.#listener.inserted !== undefined) {
      for (const region of copy.regions) {
        for (const block of region.blocks) {
          for (const nested of block) nested.walk((inner) => this.#listener.inserted?.(inner));
        }
      }
    }
    return copy;
  }

  /** Appends a block to a region and inserts at its end from here on. Arguments get the builder's location. */
  createBlock(region: Region, argumentTypes: readonly Type[] = []): Block {
    const block = region.addBlock();
    for (const type of argumentTypes) block.addArgument(type, this.location);
    this.setInsertionPointToEnd(block);
    return block;
  }
}
