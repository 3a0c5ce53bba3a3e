import type { Type } from './attribute.ts';
import type { Block } from './block.ts';
import { noteChange } from './change.ts';
import type { Location } from './location.ts';
import type { Operation } from './operation.ts';

/**
 * One operand slot of an operation, linked into the use list of the value it holds. The slot lives as long
 * as its position in the operation; only `value` changes.
 */
export class OpOperand {
  declare readonly owner: Operation;
  /** Position among the owner's operands. */
  declare index: number;
  /** @internal */ declare current: Value;
  /** @internal */ declare previousUse: OpOperand | null;
  /** The next older use of the same value. */
  declare nextUse: OpOperand | null;

  /** @internal */
  constructor(owner: Operation, index: number, value: Value) {
    this.owner = owner;
    this.index = index;
    this.current = value;
    this.previousUse = null;
    this.nextUse = null;
    link(this, value);
  }

  get value(): Value {
    return this.current;
  }

  /** Makes the slot hold `value`; O(1). */
  set(value: Value): void {
    if (value === this.current) return;
    this.drop();
    this.current = value;
    link(this, value);
    noteChange(this.owner);
  }

  /** @internal Takes the slot out of its value's use list; the owner is being erased or shortened. */
  drop(): void {
    unlink(this);
    const { definingOp } = this.current;
    if (definingOp !== null) noteChange(definingOp);
  }
}

// The newest use stands first, as in MLIR: passes whose output depends on the order of uses rely on it.
function link(use: OpOperand, value: Value): void {
  const head = value.firstUse;
  use.previousUse = null;
  use.nextUse = head;
  if (head !== null) head.previousUse = use;
  value.firstUse = use;
}

function unlink(use: OpOperand): void {
  const { previousUse, nextUse } = use;
  if (previousUse === null) use.current.firstUse = nextUse;
  else previousUse.nextUse = nextUse;
  if (nextUse !== null) nextUse.previousUse = previousUse;
  use.previousUse = null;
  use.nextUse = null;
}

/** A value of the program: an operation's result or a block's argument. */
export abstract class Value<T extends Type = Type> {
  // Assigned in constructors, which V8 does faster than initialized fields of objects of several classes.
  declare readonly type: T;
  /** Head of the use list, newest use first. */
  declare firstUse: OpOperand | null;

  constructor(type: T) {
    this.type = type;
    this.firstUse = null;
  }

  /** The operation that results in this value; `null` for a block argument. */
  abstract get definingOp(): Operation | null;

  /** The block in which the value is defined; `null` while detached. */
  abstract get parentBlock(): Block | null;

  abstract get location(): Location;

  /** Changes the type; that the users and the owner fit it is the caller's business. */
  setType(type: T): void {
    if (type === this.type) return;
    // Read-only elsewhere, so that every change is noted.
    (this as { type: T }).type = type;
    const owner = this.definingOp ?? this.parentBlock?.parentOp ?? null;
    if (owner !== null) noteChange(owner);
  }

  get hasUses(): boolean {
    return this.firstUse !== null;
  }

  get hasOneUse(): boolean {
    return this.firstUse !== null && this.firstUse.nextUse === null;
  }

  /** The uses, newest first. The list may change while it is iterated, except for the next element. */
  *uses(): IterableIterator<OpOperand> {
    let use = this.firstUse;
    while (use !== null) {
      const next: OpOperand | null = use.nextUse;
      yield use;
      use = next;
    }
  }

  /** Each operation that uses the value, once, newest use first. */
  users(): Operation[] {
    const users = new Set<Operation>();
    for (let use = this.firstUse; use !== null; use = use.nextUse) users.add(use.owner);
    return [...users];
  }

  /** Makes every use of this value a use of `other`; O(uses). */
  replaceAllUsesWith(other: Value): void {
    if (other === this) return;
    while (this.firstUse !== null) this.firstUse.set(other);
  }

  /** Replaces the uses for which `filter` holds. */
  replaceUsesIf(other: Value, filter: (use: OpOperand) => boolean): void {
    for (const use of [...this.uses()]) if (filter(use)) use.set(other);
  }
}

/** A result of an operation. */
export class OpResult<T extends Type = Type> extends Value<T> {
  declare readonly owner: Operation;
  declare readonly index: number;

  /** @internal */
  constructor(owner: Operation, index: number, type: T) {
    super(type);
    this.owner = owner;
    this.index = index;
  }

  get definingOp(): Operation {
    return this.owner;
  }

  get parentBlock(): Block | null {
    return this.owner.parent;
  }

  get location(): Location {
    return this.owner.location;
  }
}

/** An argument of a block. */
export class BlockArgument<T extends Type = Type> extends Value<T> {
  readonly owner: Block;
  /** Position among the block's arguments. */
  index: number;
  location: Location;

  /** @internal */
  constructor(owner: Block, index: number, type: T, location: Location) {
    super(type);
    this.owner = owner;
    this.index = index;
    this.location = location;
  }

  get definingOp(): null {
    return null;
  }

  get parentBlock(): Block {
    return this.owner;
  }
}
