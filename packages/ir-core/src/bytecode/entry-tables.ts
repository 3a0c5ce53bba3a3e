import { OpaqueAttr } from '../builtin/attrs/basic-attrs.ts';
import { dialectOf } from '../builtin/dialect-of.ts';
import { OpaqueType } from '../builtin/types/composite-types.ts';
import type { OpDefinition } from '../definition/op-definition.ts';
import type { Attribute, Type } from '../ir/attribute.ts';
import type { Context } from '../ir/context.ts';
import { ParsedLoc, type SourceText } from '../ir/location.ts';
import type { DialectBytecode } from './dialect-bytecode.ts';
import { ReferenceCollector } from './encoding-writer.ts';
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
 * The attributes, types, dialects and names of operations that a file refers to, with the number of references, by which they are
 * numbered in the end.
 */
export class EntryTables {
  readonly version: number;
  /** In the order in which they are met. */
  readonly dialects = new Map<string, NumberedDialect>();
  orderedAttributes: readonly Entry<Attribute>[] = [];
  orderedTypes: readonly Entry<Type>[] = [];
  orderedOpNames: readonly Entry<NumberedOp>[] = [];
  readonly #attributes = new Map<Attribute, Entry<Attribute>>();
  /** With locations that are positions in texts, which are in no map. */
  readonly #attributeList: Entry<Attribute>[] = [];
  readonly #types = new Map<Type, Entry<Type>>();
  readonly #opNames = new Map<OpDefinition, Entry<NumberedOp>>();
  readonly #context: Context;
  readonly #collector: ReferenceCollector;
  /** Positions in texts by their offset: as locations they need not be interned. */
  readonly #positions = new Map<SourceText, TextPositions>();
  #lastPositions: TextPositions | null = null;
  #lastType: Type | null = null;
  #lastTypeEntry: Entry<Type> | null = null;

  constructor(context: Context, version: number) {
    this.version = version;
    this.#context = context;
    this.#collector = new ReferenceCollector(version, {
      attribute: (attribute) => {
        this.addAttribute(attribute);
      },
      type: (type) => {
        this.addType(type);
      },
      resource: (key) => {
        this.#dialect('builtin').resources.set(key, 0);
      },
    });
  }

  attributeNumber(attribute: Attribute): number {
    return attribute instanceof ParsedLoc
      ? this.#positionsIn(attribute.source).find(attribute.start)!.number
      : this.#attributes.get(attribute)!.number;
  }

  typeNumber(type: Type): number {
    return this.#typeEntry(type)!.number;
  }

  // ---- references, while they are counted

  addOpName(definition: OpDefinition): Entry<NumberedOp> {
    let entry = this.#opNames.get(definition);
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
    this.#opNames.set(definition, entry);
    return entry;
  }

  addType(type: Type): void {
    const known = this.#typeEntry(type);
    if (known !== null) {
      known.references++;
      return;
    }
    const dialect = this.#dialect(dialectOf(type));
    this.#types.set(type, { value: type, dialect, references: 1, number: 0 });
    if (type instanceof OpaqueType) return;
    dialect.bytecode?.writeType?.(type, this.#collector);
  }

  addAttribute(attribute: Attribute): Entry<Attribute> {
    if (attribute instanceof ParsedLoc) return this.addPosition(attribute.source, attribute.start);
    const known = this.#attributes.get(attribute);
    if (known !== undefined) {
      known.references++;
      return known;
    }
    // A type as an attribute is wrapped in one of the builtin dialect.
    const dialect = this.#dialect(attribute.isType ? 'builtin' : dialectOf(attribute));
    const entry = { value: attribute, dialect, references: 1, number: 0 };
    this.#attributes.set(attribute, entry);
    this.#attributeList.push(entry);
    if (!(attribute instanceof OpaqueAttr)) dialect.bytecode?.writeAttribute?.(attribute, this.#collector);
    return entry;
  }

  addProperties({ properties }: NumberedOp, values: readonly (Attribute | null)[]): void {
    properties?.collect(values, this.version, this.#collector.attribute);
  }

  /** Adds the location that an offset of a text is. */
  addPosition(source: SourceText, start: number): Entry<Attribute> {
    const positions = this.#positionsIn(source);
    const known = positions.find(start);
    if (known !== null) {
      known.references++;
      return known;
    }
    const entry = positions.add(start);
    this.addAttribute(positions.file);
    return entry;
  }

  /** Numbers everything. */
  order(): void {
    let dialectNumber = 0;
    for (const dialect of this.dialects.values()) dialect.number = dialectNumber++;
    numberResources(this.dialects.values(), this.#context);
    this.orderedAttributes = orderEntries(this.#attributeList);
    this.orderedTypes = orderEntries([...this.#types.values()]);
    this.orderedOpNames = orderEntries([...this.#opNames.values()]);
  }

  // ---- entries

  /** Most values are of the type of the one before. */
  #typeEntry(type: Type): Entry<Type> | null {
    if (type === this.#lastType) return this.#lastTypeEntry;
    const entry = this.#types.get(type) ?? null;
    if (entry !== null) {
      this.#lastType = type;
      this.#lastTypeEntry = entry;
    }
    return entry;
  }

  #positionsIn(source: SourceText): TextPositions {
    if (this.#lastPositions?.source === source) return this.#lastPositions;
    let positions = this.#positions.get(source);
    if (positions === undefined) {
      positions = new TextPositions(source, this.#dialect('builtin'), this.#attributeList);
      this.#positions.set(source, positions);
    }
    this.#lastPositions = positions;
    return positions;
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
