import type { Attribute, Type } from '../ir/attribute.ts';
import type { Block } from '../ir/block.ts';
import type { Context } from '../ir/context.ts';
import { UnknownLoc } from '../ir/location.ts';
import type { Operation } from '../ir/operation.ts';
import type { Region } from '../ir/region.ts';
import type { Rewriter } from './rewriter.ts';

/**
 * Keeps one operation for each constant, at the head of the closest region that constants are kept in: that of
 * an isolated or top-level operation, or one that its dialect names. As MLIR's OperationFolder does.
 */
export class ConstantUniquer {
  readonly #rewriter: Rewriter;
  readonly #context: Context;
  readonly #byRegion = new Map<Region, Map<string, Operation>>();
  /** The kept constants, with their keys in the maps above. */
  readonly #kept = new Map<Operation, { readonly known: Map<string, Operation>; readonly key: string }>();

  constructor(rewriter: Rewriter) {
    this.#rewriter = rewriter;
    this.#context = rewriter.context;
  }

  /**
   * Takes note of a constant and moves it to the head of its region, or replaces it by the one known.
   *
   * @returns whether `op` still exists.
   */
  insert(op: Operation, value: Attribute): boolean {
    const block = op.parent!;
    if (this.#kept.has(op)) {
      this.#moveToHead(op, block);
      return true;
    }
    const region = this.#regionFor(block);
    const known = this.#knownIn(region);
    const key = keyOf(op.definition.dialect, value, op.getResult().type);
    const present = known.get(key);
    if (present !== undefined) {
      this.#rewriter.replaceOp(op, present.results);
      present.location = UnknownLoc.instance;
      return false;
    }
    const home = region.entry;
    if (block === home) this.#moveToHead(op, home);
    else {
      moveTo(op, home);
      op.location = UnknownLoc.instance;
    }
    known.set(key, op);
    this.#kept.set(op, { known, key });
    return true;
  }

  /**
   * The constant of a value in the region that constants of `block` are kept in; made at its head if there is none.
   *
   * @returns `null` when the dialect has no operation for the value.
   */
  getOrCreate(block: Block, dialect: string, value: Attribute, type: Type): Operation | null {
    const region = this.#regionFor(block);
    const known = this.#knownIn(region);
    const key = keyOf(dialect, value, type);
    const present = known.get(key);
    if (present !== undefined) {
      present.location = UnknownLoc.instance;
      return present;
    }
    const op =
      this.#context.dialects.get(dialect)?.materializeConstant?.(value, type, UnknownLoc.instance) ?? null;
    if (op === null) return null;
    // Dialects may make constants of others.
    const ownKey = keyOf(op.definition.dialect, value, type);
    const existing = known.get(ownKey);
    if (existing !== undefined) {
      known.set(key, existing);
      return existing;
    }
    this.#rewriter.atSavedPoint(() => {
      this.#rewriter.setInsertionPointToStart(region.entry);
      this.#rewriter.insert(op);
    });
    known.set(key, op);
    known.set(ownKey, op);
    this.#kept.set(op, { known, key: ownKey });
    return op;
  }

  /** An operation is erased: it can't be reused. */
  forget(op: Operation): void {
    const place = this.#kept.get(op);
    if (place === undefined) return;
    this.#kept.delete(op);
    place.known.delete(place.key);
  }

  #knownIn(region: Region): Map<string, Operation> {
    let known = this.#byRegion.get(region);
    if (known === undefined) this.#byRegion.set(region, (known = new Map<string, Operation>()));
    return known;
  }

  /** Constants at the head of a block stay in their order. */
  #moveToHead(op: Operation, block: Block): void {
    if (op.previous !== null && !this.#kept.has(op.previous)) moveTo(op, block);
  }

  #regionFor(block: Block): Region {
    let region = block.parent!;
    for (;;) {
      const holder = region.parent;
      if (
        !holder.definition.isRegistered ||
        holder.definition.isIsolatedFromAbove ||
        holder.parent === null
      ) {
        return region;
      }
      const dialect = this.#context.dialects.get(holder.definition.dialect);
      const outer = holder.parent.parent;
      if (outer === null || dialect?.keepsConstantsIn?.(region) === true) return region;
      region = outer;
    }
  }
}

function keyOf(dialect: string, value: Attribute, type: Type): string {
  return `${dialect}|${value.id}|${type.id}`;
}

function moveTo(op: Operation, block: Block): void {
  op.remove();
  block.prepend(op);
}
