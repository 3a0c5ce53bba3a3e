import { checkInterruptAfter, STEPS_PER_OPERATION } from '../budget/budget.ts';
import { DictionaryAttr, OpaqueAttr } from '../builtin/attrs/basic-attrs.ts';
import { dialectOf } from '../builtin/dialect-of.ts';
import { OpaqueType } from '../builtin/types/composite-types.ts';
import type { OpDefinition } from '../definition/op-definition.ts';
import type { Attribute, Type } from '../ir/attribute.ts';
import type { Block } from '../ir/block.ts';
import type { Context } from '../ir/context.ts';
import { ParsedLoc, SourceText } from '../ir/location.ts';
import type { Operation } from '../ir/operation.ts';
import type { Region } from '../ir/region.ts';
import type { Value } from '../ir/value.ts';
import { OpResult } from '../ir/value.ts';
import type { DialectBytecode } from './dialect-bytecode.ts';
import { ReferenceCollector } from './encoding-writer.ts';
import { since } from './format.ts';
import { type Entry, orderEntries } from './numbering-order.ts';
import { PropertyPlan } from './properties.ts';
import { numberResources } from './resources.ts';
import { TextPositions } from './text-positions.ts';

/** A dialect that a file mentions. */
export interface NumberedDialect {
  readonly name: string;
  readonly bytecode: DialectBytecode | null;
  number: number;
  /** Names of the resources that its attributes refer to, with their numbers. */
  readonly resources: Map<string, number>;
}

/** An operation name with its number. */
export interface NumberedOp {
  readonly definition: OpDefinition;
  readonly properties: PropertyPlan | null;
}

/**
 * Numbers everything that a file refers to, in MLIR's order: what is referred to most often comes first, so that
 * it takes the fewest bytes; equals are in the order in which a walk over the program meets them.
 */
export class Numbering {
  readonly version: number;
  /** In the order in which they are met. */
  readonly dialects = new Map<string, NumberedDialect>();
  readonly attributes = new Map<Attribute, Entry<Attribute>>();
  readonly types = new Map<Type, Entry<Type>>();
  readonly opNames = new Map<OpDefinition, Entry<NumberedOp>>();
  orderedAttributes: readonly Entry<Attribute>[] = [];
  orderedTypes: readonly Entry<Type>[] = [];
  orderedOpNames: readonly Entry<NumberedOp>[] = [];
  readonly #attributeList: Entry<Attribute>[] = [];
  readonly #context: Context;
  readonly #collector: ReferenceCollector;
  /** Positions in texts by their offset: as locations they need not be interned. */
  readonly #positions = new Map<SourceText, TextPositions>();
  #lastPositions: TextPositions | null = null;
  /** Numbers of the first arguments of blocks. */
  readonly #firstArguments = new Map<Block, number>();
  /** Indices of blocks in regions of several blocks. */
  readonly #blockNumbers = new Map<Block, number>();
  readonly #valueCounts = new Map<Region, number>();
  readonly #opCounts = new Map<Block, number>();
  readonly #isIsolated: (op: Operation) => boolean;
  #lastType: Type | null = null;
  #lastTypeEntry: Entry<Type> | null = null;
  #nextValue = 0;

  /**
   * Leaves the numbers of operations' results in their `worklistIndex`, which means nothing outside a rewrite.
   *
   * @param isIsolated whether an operation's regions use no value from outside.
   */
  constructor(root: Operation, context: Context, version: number, isIsolated: (op: Operation) => boolean) {
    this.version = version;
    this.#context = context;
    this.#isIsolated = isIsolated;
    this.#collector = new ReferenceCollector(version, {
      attribute: (attribute) => {
        this.#addAttribute(attribute);
      },
      type: (type) => {
        this.#addType(type);
      },
      resource: (key) => {
        this.#addResource('builtin', key);
      },
    });
    this.#addOperation(root);
    this.#addNested(root);
    let dialectNumber = 0;
    for (const dialect of this.dialects.values()) dialect.number = dialectNumber++;
    numberResources(this.dialects.values(), context);
    this.orderedAttributes = orderEntries(this.#attributeList);
    this.orderedTypes = orderEntries([...this.types.values()]);
    this.orderedOpNames = orderEntries([...this.opNames.values()]);
  }

  // ---- numbers

  attributeNumber(attribute: Attribute): number {
    if (attribute instanceof ParsedLoc) return this.#positionNumber(attribute.source, attribute.start);
    return this.attributes.get(attribute)!.number;
  }

  /** The number of an operation's location. */
  locationNumber({ whereabouts, nameStart }: Operation): number {
    return whereabouts instanceof SourceText
      ? this.#positionNumber(whereabouts, nameStart)
      : this.attributeNumber(whereabouts);
  }

  #positionNumber(source: SourceText, start: number): number {
    return this.#positionsIn(source).find(start)!.number;
  }

  typeNumber(type: Type): number {
    if (type === this.#lastType) return this.#lastTypeEntry!.number;
    const entry = this.types.get(type)!;
    this.#lastType = type;
    this.#lastTypeEntry = entry;
    return entry.number;
  }

  /** The number of a value in the innermost isolated region. */
  valueNumber(value: Value): number {
    if (value instanceof OpResult) return value.owner.worklistIndex + value.index;
    // What is no result is an argument.
    const { owner, index } = value as Value & { readonly owner: Block; readonly index: number };
    return this.#firstArguments.get(owner)! + index;
  }

  /** Returns the index of a block in its region. */
  blockNumber(block: Block): number {
    return this.#blockNumbers.get(block) ?? 0;
  }

  valueCount(region: Region): number {
    return this.#valueCounts.get(region)!;
  }

  /** Returns how many operations a block has. */
  opCount(block: Block): number {
    return this.#opCounts.get(block)!;
  }

  // ---- the walk

  /** Regions are visited as MLIR does: those of an operation after its whole region, the last one first. */
  #addNested(root: Operation): void {
    const pending: { readonly region: Region; readonly firstValue: number }[] = [];
    const push = (op: Operation): void => {
      const firstValue = this.#isIsolated(op) ? 0 : this.#nextValue;
      for (const region of op.regions) pending.push({ region, firstValue });
    };
    push(root);
    for (let next = pending.pop(); next !== undefined; next = pending.pop()) {
      this.#nextValue = next.firstValue;
      const { blocks } = next.region;
      const withRegions: Operation[] = [];
      blocks.forEach((block, i) => {
        if (blocks.length > 1) this.#blockNumbers.set(block, i);
        this.#addBlock(block, withRegions);
      });
      this.#valueCounts.set(next.region, this.#nextValue - next.firstValue);
      withRegions.forEach(push);
    }
  }

  #addBlock(block: Block, withRegions: Operation[]): void {
    this.#firstArguments.set(block, this.#nextValue);
    for (const argument of block.arguments) {
      this.#nextValue++;
      this.#addAttribute(argument.location);
      this.#addType(argument.type);
    }
    let count = 0;
    for (let op = block.firstOp; op !== null; op = op.next) {
      checkInterruptAfter(STEPS_PER_OPERATION);
      this.#addOperation(op);
      if (op.regions.length > 0) withRegions.push(op);
      count++;
    }
    this.#opCounts.set(block, count);
  }

  #addOperation(op: Operation): void {
    const { properties } = this.#addOpName(op.definition).value;
    op.worklistIndex = this.#nextValue;
    const { resultCount } = op;
    for (let i = 0; i < resultCount; i++) this.#addType(op.getResult(i).type);
    this.#nextValue += resultCount;
    const attributes = this.dictionaryOf(op);
    if (attributes !== null) this.#addAttribute(attributes);
    if (properties !== null && this.version >= since.properties) {
      properties.collect(op, this.version, this.#collector.attribute);
    }
    if (op.whereabouts instanceof SourceText) this.#addPosition(op.whereabouts, op.nameStart);
    else this.#addAttribute(op.whereabouts);
  }

  /** The attributes that are written as a dictionary, or `null` for none. */
  dictionaryOf(op: Operation): DictionaryAttr | null {
    if (this.version >= since.properties || !op.definition.isRegistered) {
      return op.discardable === null || op.discardable.size === 0 ? null : DictionaryAttr.get(op.discardable);
    }
    const all = op.sortedAttrs();
    return all.length === 0 ? null : DictionaryAttr.get(all);
  }

  // ---- entries

  #addOpName(definition: OpDefinition): Entry<NumberedOp> {
    let entry = this.opNames.get(definition);
    if (entry !== undefined) {
      entry.references++;
      return entry;
    }
    const dialect = this.#dialect(definition.dialect);
    entry = {
      value: { definition, properties: PropertyPlan.for(definition) },
      dialect,
      references: 1,
      number: 0,
    };
    this.opNames.set(definition, entry);
    return entry;
  }

  #addType(type: Type): void {
    if (type === this.#lastType) {
      this.#lastTypeEntry!.references++;
      return;
    }
    const known = this.types.get(type);
    if (known !== undefined) {
      known.references++;
      this.#lastType = type;
      this.#lastTypeEntry = known;
      return;
    }
    const dialect = this.#dialect(dialectOf(type));
    this.types.set(type, { value: type, dialect, references: 1, number: 0 });
    if (type instanceof OpaqueType) return;
    dialect.bytecode?.writeType?.(type, this.#collector);
  }

  #addAttribute(attribute: Attribute): void {
    if (attribute instanceof ParsedLoc) {
      this.#addPosition(attribute.source, attribute.start);
      return;
    }
    const known = this.attributes.get(attribute);
    if (known !== undefined) {
      known.references++;
      return;
    }
    // A type as an attribute is wrapped in one of the builtin dialect.
    const dialect = this.#dialect(attribute.isType ? 'builtin' : dialectOf(attribute));
    const entry = { value: attribute, dialect, references: 1, number: 0 };
    this.attributes.set(attribute, entry);
    this.#attributeList.push(entry);
    if (attribute instanceof OpaqueAttr) return;
    dialect.bytecode?.writeAttribute?.(attribute, this.#collector);
  }

  #addPosition(source: SourceText, start: number): void {
    const positions = this.#positionsIn(source);
    const known = positions.find(start);
    if (known !== null) {
      known.references++;
      return;
    }
    const value = new ParsedLoc(source, start);
    const entry = { value, dialect: this.#dialect('builtin'), references: 1, number: 0 };
    positions.add(start, entry);
    this.#attributeList.push(entry);
    this.#addAttribute(positions.file);
  }

  #positionsIn(source: SourceText): TextPositions {
    if (this.#lastPositions?.source === source) return this.#lastPositions;
    let positions = this.#positions.get(source);
    if (positions === undefined) {
      positions = new TextPositions(source);
      this.#positions.set(source, positions);
    }
    this.#lastPositions = positions;
    return positions;
  }

  #addResource(dialect: string, key: string): void {
    this.#dialect(dialect).resources.set(key, 0);
  }

  #dialect(name: string): NumberedDialect {
    let dialect = this.dialects.get(name);
    if (dialect === undefined) {
      const bytecode = this.#context.dialects.get(name)?.bytecode ?? null;
      dialect = { name, bytecode, number: this.dialects.size, resources: new Map() };
      this.dialects.set(name, dialect);
    }
    return dialect;
  }
}
