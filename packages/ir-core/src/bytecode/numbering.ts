import { checkInterruptAfter, STEPS_PER_OPERATION } from '../budget/budget.ts';
import { DictionaryAttr } from '../builtin/attrs/basic-attrs.ts';
import type { Attribute } from '../ir/attribute.ts';
import type { Block } from '../ir/block.ts';
import type { Context } from '../ir/context.ts';
import { SourceText } from '../ir/location.ts';
import type { Operation } from '../ir/operation.ts';
import type { Region } from '../ir/region.ts';
import { OpResult, type Value } from '../ir/value.ts';
import { EntryTables, type NumberedOp } from './entry-tables.ts';
import { since } from './format.ts';
import { addOpenRegions } from './isolation.ts';
import type { Entry } from './numbering-order.ts';
import { areLatestFirst, findUseListOrders, type UseListOrder } from './use-list-order.ts';

/** A block with the numbers of what is in it. */
interface NumberedBlock {
  /** The index in its region. */
  readonly number: number;
  /** The number of the first argument as a value. */
  readonly firstArgument: number;
  readonly argumentLocations: readonly Entry<Attribute>[];
  readonly opCount: number;
}

/** A region that is to be numbered. */
interface Pending {
  readonly region: Region;
  readonly firstValue: number;
  /** Whether it is known which operations in the region are open. */
  readonly isSearched: boolean;
}

/**
 * Numbers everything that a file refers to, in MLIR's order: what is referred to most often comes first, so that
 * it takes the fewest bytes; equals are in the order in which a walk over the program meets them. What an operation refers to is
 * kept by its index, so that nothing is looked up twice: one list for each fact, since an object for each operation takes longer.
 */
export class Numbering {
  readonly tables: EntryTables;
  /** The orders of uses that a reader would not find. */
  readonly useListOrders: ReadonlyMap<Value, UseListOrder>;
  readonly names: Entry<NumberedOp>[] = [];
  readonly locations: Entry<Attribute>[] = [];
  /** The attributes that are written as a dictionary. */
  readonly dictionaries: (Entry<Attribute> | null)[] = [];
  readonly #firstResults: number[] = [];
  readonly #blocks = new Map<Block, NumberedBlock>();
  readonly #valueCounts = new Map<Region, number>();
  /** Operations whose regions use values from outside. */
  readonly #open = new Set<Operation>();
  /** Values whose uses may be in another order than that of the program. */
  readonly #reordered: Value[] = [];
  #nextValue = 0;

  /** Leaves the indices of operations in their `worklistIndex`, which means nothing outside a rewrite. */
  constructor(root: Operation, context: Context, version: number) {
    this.tables = new EntryTables(context, version);
    this.#addOperation(root);
    this.#addNested(root);
    this.tables.order();
    this.useListOrders =
      version < since.useListOrders ? new Map<never, never>() : findUseListOrders(this.#reordered, root);
  }

  // ---- numbers

  /** The number of a value in the innermost isolated region. */
  valueNumber(value: Value): number {
    if (value instanceof OpResult) return this.#firstResults[value.owner.worklistIndex]! + value.index;
    // What is no result is an argument.
    const { owner, index } = value as Value & { readonly owner: Block; readonly index: number };
    return this.block(owner).firstArgument + index;
  }

  block(block: Block): NumberedBlock {
    return this.#blocks.get(block)!;
  }

  valueCount(region: Region): number {
    return this.#valueCounts.get(region)!;
  }

  /** Whether the regions of an operation use no value from outside. */
  isIsolated(op: Operation): boolean {
    return !this.#open.has(op);
  }

  // ---- the walk

  /** Regions are visited as MLIR does: those of an operation after its whole region, the last one first. */
  #addNested(root: Operation): void {
    const pending: Pending[] = [];
    const push = (op: Operation, isAroundSearched: boolean): void => {
      const isSearched = isAroundSearched || !op.definition.isIsolatedFromAbove;
      if (isSearched && !isAroundSearched) addOpenRegions(op, this.#open);
      const firstValue = this.isIsolated(op) ? 0 : this.#nextValue;
      for (const region of op.regions) pending.push({ region, firstValue, isSearched });
    };
    push(root, false);
    for (let next = pending.pop(); next !== undefined; next = pending.pop()) {
      const { region, firstValue, isSearched } = next;
      this.#nextValue = firstValue;
      const { blocks } = region;
      const withRegions: Operation[] = [];
      blocks.forEach((block, i) => this.#blocks.set(block, this.#addBlock(block, i, withRegions)));
      this.#valueCounts.set(region, this.#nextValue - firstValue);
      for (const op of withRegions) push(op, isSearched);
    }
  }

  #addBlock(block: Block, number: number, withRegions: Operation[]): NumberedBlock {
    const firstArgument = this.#nextValue;
    this.#nextValue += block.arguments.length;
    const argumentLocations = block.arguments.map((argument) => {
      const location = this.tables.addAttribute(argument.location);
      this.#addValue(argument);
      return location;
    });
    let opCount = 0;
    for (let op = block.firstOp; op !== null; op = op.next, opCount++) {
      checkInterruptAfter(STEPS_PER_OPERATION);
      this.#addOperation(op);
      if (op.regions.length > 0) withRegions.push(op);
    }
    return { number, firstArgument, argumentLocations, opCount };
  }

  #addOperation(op: Operation): void {
    const { tables } = this;
    const name = tables.addOpName(op.definition);
    op.worklistIndex = this.names.push(name) - 1;
    this.#firstResults.push(this.#nextValue);
    const { resultCount } = op;
    for (let i = 0; i < resultCount; i++) this.#addValue(op.getResult(i));
    this.#nextValue += resultCount;
    const attributes = this.#dictionaryOf(op);
    this.dictionaries.push(attributes === null ? null : tables.addAttribute(attributes));
    if (tables.version >= since.properties) tables.addProperties(name.value, op.properties);
    const { whereabouts } = op;
    this.locations.push(
      whereabouts instanceof SourceText
        ? tables.addPosition(whereabouts, op.nameStart)
        : tables.addAttribute(whereabouts),
    );
  }

  #addValue(value: Value): void {
    this.tables.addType(value.type);
    if (!areLatestFirst(value)) this.#reordered.push(value);
  }

  #dictionaryOf(op: Operation): DictionaryAttr | null {
    if (this.tables.version >= since.properties || !op.definition.isRegistered) {
      return op.discardable === null || op.discardable.size === 0 ? null : DictionaryAttr.get(op.discardable);
    }
    const all = op.sortedAttrs();
    return all.length === 0 ? null : DictionaryAttr.get(all);
  }
}
