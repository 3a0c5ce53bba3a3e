import type { OpDefinition } from '../definition/op-definition.ts';
import type { Trait } from '../definition/trait.ts';
import type { FoldResult } from '../rewrite/fold.ts';
import type { OpReport } from '../verify/report.ts';
import type { Attribute, Type } from './attribute.ts';
import type { Block } from './block.ts';
import { currentEpoch, noteAttributeChange, noteChange } from './change.ts';
import { type Location, ParsedLoc, SourceText } from './location.ts';
import { Region } from './region.ts';
import { OpOperand, OpResult, type Value } from './value.ts';
import { sortByName, withEntry } from './attribute-map.ts';
import { type Visitor, walkOperation, type WalkResult } from './walk.ts';

export type { Visitor, WalkResult };

/** Everything an operation is created from. Regions are created empty. */
export interface OpInit {
  readonly location: Location;
  readonly operands: readonly Value[];
  readonly resultTypes: readonly Type[];
  /** Inherent attributes in the order of `definition.attrNames`. Nobody changes the list from here on: operations share it. */
  readonly properties: readonly (Attribute | null)[];
  /** Discardable attributes; nobody changes the map from here on. */
  readonly discardable: ReadonlyMap<string, Attribute> | null;
  readonly successors: readonly Block[];
  readonly regionCount: number;
}

const NO_OPERANDS: OpOperand[] = [];
const NO_RESULTS: OpResult[] = [];
const NO_REGIONS: Region[] = [];
const NO_BLOCKS: Block[] = [];

/** Inherent attributes of functions that hold the discardable ones of arguments and results. */
const ARGUMENT_ATTRIBUTES: ReadonlySet<string> = new Set(['arg_attrs', 'res_attrs']);

/**
 * A node of the program: operands, results, attributes, regions and successors.
 *
 * Each declared operation is a subclass that adds accessors and methods but never fields, so that all
 * operations have one layout. An operation is detached or stands in exactly one block.
 */
export class Operation {
  /** The declaration of the op's class; on the prototype of the class. */
  declare readonly definition: OpDefinition;

  // Fields are declared here and assigned in the constructor: as initialized fields they are defined one by one
  // on an object of each of many classes, which V8 does five times more slowly (measured with Node 20).
  declare parent: Block | null;
  declare previous: Operation | null;
  declare next: Operation | null;
  /** @internal Position in the block, valid while `parent.orderIsValid`. */
  declare order: number;
  /** @internal Position in the work list of a rewrite driver; says nothing unless the op stands there. */
  declare worklistIndex: number;
  /** @internal The epoch in which the op itself was last changed; see {@link changedSince}. */
  declare changedAt: number;
  /** @internal The epoch in which something of the op that its declaration knows was last changed; see {@link noteAttributeChange}. */
  declare declaredChangedAt: number;
  /** @internal The epoch in which an op in its regions was last changed, inserted or removed. */
  declare changedInsideAt: number;
  /** @internal The location, or the text in which the op's name stands at {@link nameStart}: see {@link location}. */
  declare whereabouts: Location | SourceText;
  /** @internal Offset of the op's name; says nothing unless {@link whereabouts} is a text. */
  declare nameStart: number;
  /** The operand slots. Use {@link Operation.setOperands} to change their number. */
  declare readonly operands: readonly OpOperand[];
  /** @internal The results; the only one without a list, since most operations have one. See {@link results}. */
  declare readonly resultList: OpResult | readonly OpResult[];
  declare readonly regions: readonly Region[];
  declare readonly successors: readonly Block[];
  /** Inherent attributes in the order of `definition.attrNames`. */
  declare readonly properties: readonly (Attribute | null)[];
  /** Attributes that the op's declaration doesn't know; `null` while there are none. */
  declare readonly discardable: ReadonlyMap<string, Attribute> | null;

  constructor(init: OpInit) {
    this.parent = null;
    this.previous = null;
    this.next = null;
    this.order = 0;
    this.worklistIndex = 0;
    this.changedAt = currentEpoch();
    this.declaredChangedAt = this.changedAt;
    this.changedInsideAt = 0;
    this.whereabouts = init.location;
    this.nameStart = 0;
    const { operands, resultTypes, regionCount } = init;
    if (operands.length === 0) this.operands = NO_OPERANDS;
    else {
      // Lists of exact size: what `push` allocates in advance would stay with every operation.
      const slots = new Array<OpOperand>(operands.length);
      for (let i = 0; i < operands.length; i++) slots[i] = new OpOperand(this, i, operands[i]!);
      this.operands = slots;
    }
    if (resultTypes.length === 1) this.resultList = new OpResult(this, 0, resultTypes[0]!);
    else if (resultTypes.length === 0) this.resultList = NO_RESULTS;
    else {
      const results = new Array<OpResult>(resultTypes.length);
      for (let i = 0; i < resultTypes.length; i++) results[i] = new OpResult(this, i, resultTypes[i]!);
      this.resultList = results;
    }
    if (regionCount === 0) this.regions = NO_REGIONS;
    else {
      const regions = new Array<Region>(regionCount);
      for (let i = 0; i < regionCount; i++) regions[i] = new Region(this, i);
      this.regions = regions;
    }
    this.successors = init.successors.length === 0 ? NO_BLOCKS : [...init.successors];
    this.properties = init.properties;
    this.discardable = init.discardable;
  }

  /** The full name, such as `stablehlo.add`. */
  get name(): string {
    return this.definition.name;
  }

  /** Where the op comes from. That of a parsed op is made when first asked for, which most never are. */
  get location(): Location {
    const { whereabouts } = this;
    if (!(whereabouts instanceof SourceText)) return whereabouts;
    const location = new ParsedLoc(whereabouts, this.nameStart, whereabouts.nameEnd(this.nameStart));
    this.whereabouts = location;
    return location;
  }

  set location(location: Location) {
    this.whereabouts = location;
  }

  /** @internal The op's name stands at `start` of `text`. */
  setPlace(text: SourceText, start: number): void {
    this.whereabouts = text;
    this.nameStart = start;
  }

  /** The operation whose region holds this one. */
  get parentOp(): Operation | null {
    return this.parent === null ? null : this.parent.parentOp;
  }

  get parentRegion(): Region | null {
    return this.parent === null ? null : this.parent.parent;
  }

  // ---- operands and results

  getOperand(index: number): Value {
    const slot = this.operands[index];
    if (slot === undefined) throw new Error(`'${this.name}' has no operand ${index}`);
    return slot.value;
  }

  operandValues(): Value[] {
    return this.operands.map((operand) => operand.value);
  }

  operandTypes(): Type[] {
    return this.operands.map((operand) => operand.value.type);
  }

  /** The results. Whoever needs one of them or their number asks for that: the list of an only one is made when asked for. */
  get results(): readonly OpResult[] {
    const list = this.resultList;
    return isOnly(list) ? [list] : list;
  }

  get resultCount(): number {
    const list = this.resultList;
    return isOnly(list) ? 1 : list.length;
  }

  getResult(index = 0): OpResult {
    const list = this.resultList;
    const result = isOnly(list) ? (index === 0 ? list : undefined) : list[index];
    if (result === undefined) throw new Error(`'${this.name}' has no result ${index}`);
    return result;
  }

  getRegion(index: number): Region {
    const region = this.regions[index];
    if (region === undefined) throw new Error(`'${this.name}' has no region ${index}`);
    return region;
  }

  resultTypes(): Type[] {
    const list = this.resultList;
    return isOnly(list) ? [list.type] : list.map((result) => result.type);
  }

  setOperand(index: number, value: Value): void {
    const slot = this.operands[index];
    if (slot === undefined) throw new Error(`'${this.name}' has no operand ${index}`);
    slot.set(value);
  }

  /** Replaces all operands. Segment sizes, where the op has them, are the caller's business. */
  setOperands(values: readonly Value[]): void {
    for (const slot of this.operands) slot.drop();
    writable(this).operands = values.map((value, index) => new OpOperand(this, index, value));
    noteChange(this);
  }

  /** Replaces all results, which must be unused. For operations whose result types were inferred late. */
  setResultTypes(types: readonly Type[]): void {
    for (const result of this.results) {
      if (result.hasUses) throw new Error(`result ${result.index} of '${this.name}' is still used`);
    }
    this.setResults(types.map((type, index) => new OpResult(this, index, type)));
  }

  /** @internal */
  setResults(results: readonly OpResult[]): void {
    const [only] = results;
    writable(this).resultList = only !== undefined && results.length === 1 ? only : results;
    noteChange(this);
  }

  setSuccessors(successors: readonly Block[]): void {
    writable(this).successors = successors;
    noteChange(this);
  }

  hasNoUses(): boolean {
    const list = this.resultList;
    return isOnly(list) ? list.firstUse === null : list.every(({ firstUse }) => firstUse === null);
  }

  replaceAllUsesWith(values: readonly Value[]): void {
    const count = this.resultCount;
    if (values.length !== count) {
      throw new Error(`'${this.name}' has ${count} results, got ${values.length} values`);
    }
    for (let i = 0; i < count; i++) this.getResult(i).replaceAllUsesWith(values[i]!);
  }

  // ---- attributes

  /** An attribute by name, inherent ones first. */
  getAttr(name: string): Attribute | null {
    const index = this.definition.attrIndex.get(name);
    if (index !== undefined) return this.properties[index] ?? null;
    return this.discardable?.get(name) ?? null;
  }

  hasAttr(name: string): boolean {
    return this.getAttr(name) !== null;
  }

  /** Sets an inherent or discardable attribute; `null` removes it. */
  setAttr(name: string, attribute: Attribute | null): void {
    const index = this.definition.attrIndex.get(name);
    if (index !== undefined) this.setProperty(index, attribute);
    else this.setDiscardable(withEntry(this.discardable, name, attribute));
  }

  /** Sets an inherent attribute by its index in `definition.attrNames`; `null` removes it. */
  setProperty(index: number, attribute: Attribute | null): void {
    if (this.properties[index] === attribute) return;
    // The list may be that of other operations too.
    const properties = [...this.properties];
    properties[index] = attribute;
    const isOfArguments =
      this.regions.length > 0 && ARGUMENT_ATTRIBUTES.has(this.definition.attrNames[index]!);
    this.#setPropertyList(properties, isOfArguments);
  }

  /** Replaces all inherent attributes. */
  setProperties(attributes: readonly (Attribute | null)[]): void {
    if (attributes.some((attribute, index) => (this.properties[index] ?? null) !== attribute)) {
      this.#setPropertyList([...attributes]);
    }
  }

  #setPropertyList(properties: readonly (Attribute | null)[], isOfArguments = false): void {
    writable(this).properties = properties;
    if (isOfArguments) noteAttributeChange(this);
    else noteChange(this);
  }

  /** Replaces all discardable attributes by a map that nobody changes from here on. */
  setDiscardable(attributes: ReadonlyMap<string, Attribute> | null): void {
    if (attributes === this.discardable) return;
    writable(this).discardable = attributes;
    // What is in regions may be checked against those of what is around it.
    if (this.regions.length > 0) noteChange(this);
    else noteAttributeChange(this);
  }

  /** All attributes sorted by name: inherent and discardable. */
  sortedAttrs(): [string, Attribute][] {
    const entries: [string, Attribute][] = [];
    this.definition.attrNames.forEach((name, i) => {
      const attribute = this.properties[i] ?? null;
      if (attribute !== null) entries.push([name, attribute]);
    });
    if (this.discardable !== null) entries.push(...this.discardable);
    return sortByName(entries);
  }

  /** Discardable attributes sorted by name. */
  sortedDiscardable(): [string, Attribute][] {
    return this.discardable === null ? [] : sortByName([...this.discardable]);
  }

  // ---- traits and the declared behaviour

  hasTrait(trait: Trait): boolean {
    return this.definition.traits.has(trait);
  }

  /** Checks what constraints and traits can't say. Overridden by declared operations. */
  verifyOp(_report: OpReport): boolean {
    return true;
  }

  /** Checks the regions, after the nested operations were verified. Overridden by declared operations. */
  verifyRegions(_report: OpReport): boolean {
    return true;
  }

  /** Returns true if a declared result type is compatible with an inferred one. Identity unless overridden. */
  isCompatibleResultType(inferred: Type, actual: Type): boolean {
    return inferred === actual;
  }

  /**
   * Constant folding: one attribute or value per result, or `null` when nothing folds.
   *
   * @param operands the constant value of each operand, or `null`.
   */
  fold(_operands: readonly (Attribute | null)[]): readonly FoldResult[] | null {
    return null;
  }

  // ---- position

  /** Returns true if this op comes before `other` in their common block; amortised O(1). */
  isBefore(other: Operation): boolean {
    const block = this.parent;
    if (block === null || block !== other.parent) throw new Error('operations stand in different blocks');
    if (!block.orderIsValid) block.renumber();
    return this.order < other.order;
  }

  /** Returns true if `other` is this operation or an ancestor of it. */
  isInside(other: Operation): boolean {
    return this === other || this.parentOp?.isInside(other) === true;
  }

  /** Moves the op before `anchor`. */
  moveBefore(anchor: Operation): void {
    if (anchor === this) return;
    if (anchor.parent === null) throw new Error('anchor is detached');
    this.parent?.remove(this);
    anchor.parent.insertBefore(this, anchor);
  }

  moveAfter(anchor: Operation): void {
    if (anchor === this) return;
    const block = anchor.parent;
    if (block === null) throw new Error('anchor is detached');
    this.parent?.remove(this);
    block.insertBefore(this, anchor.next);
  }

  moveToEnd(block: Block): void {
    this.parent?.remove(this);
    block.append(this);
  }

  /** Detaches the op from its block; it can be inserted again. */
  remove(): void {
    this.parent?.remove(this);
  }

  /** Detaches the op and releases its operands and regions. @throws when a result is still used. */
  erase(): void {
    for (const result of this.results) {
      if (result.hasUses) throw new Error(`result ${result.index} of '${this.name}' is still used`);
    }
    this.parent?.remove(this);
    this.dropAllReferences();
  }

  /** @internal Releases operands here and in all nested operations. */
  dropAllReferences(): void {
    for (const slot of this.operands) slot.drop();
    const self = writable(this);
    self.operands = NO_OPERANDS;
    self.successors = NO_BLOCKS;
    for (const region of this.regions) for (const block of region.blocks) block.dropAllReferences();
  }

  // ---- traversal

  /**
   * Visits this op and all nested ones, this op first (`pre`) or last (`post`, the default). The visited op may
   * be erased or moved, and so may the one after it, but not both be erased. Erased operations are not visited;
   * whether operations inserted behind the visited one are is not said. Returning `'skip'` leaves the
   * op's regions out (`pre` only). A visitor that erases the op in a `pre` walk returns `'skip'`.
   *
   * @throws when both the visited op and the one after it were erased: nothing tells where to go on.
   * @returns `'interrupt'` when the visitor interrupted the walk.
   */
  walk(visit: Visitor<Operation>, order: 'pre' | 'post' = 'post'): WalkResult {
    return walkOperation(this, visit, order);
  }

  /** Visits the nested operations that are instances of `cls`, in post-order. */
  walkOf<T extends Operation>(
    cls: abstract new (...args: never[]) => T,
    visit: Visitor<T>,
    order: 'pre' | 'post' = 'post',
  ): WalkResult {
    return this.walk((op) => (op instanceof cls ? visit(op) : undefined), order);
  }
}

/** Whether results are an only one. */
function isOnly(list: OpResult | readonly OpResult[]): list is OpResult {
  return !Array.isArray(list);
}

/** The fields of an operation that are read-only to others, so that no change goes without being noted. */
interface Writable {
  operands: readonly OpOperand[];
  resultList: OpResult | readonly OpResult[];
  successors: readonly Block[];
  properties: readonly (Attribute | null)[];
  discardable: ReadonlyMap<string, Attribute> | null;
}

// Everybody else sees these fields as read-only.
const writable = (op: Operation): Writable => op;
