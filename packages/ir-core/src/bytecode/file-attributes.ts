import { DictionaryAttr } from '../builtin/attrs/basic-attrs.ts';
import type { OpDefinition } from '../definition/op-definition.ts';
import type { Attribute } from '../ir/attribute.ts';
import type { ByteReader } from './byte-reader.ts';
import type { FileOpName } from './file-dialects.ts';
import { type Range, within } from './file-sections.ts';
import type { FileTables } from './file-tables.ts';
import { checkKind, PropertyPlan } from './properties.ts';

type Properties = readonly (Attribute | null)[];

/** The attributes of an operation as its constructor takes them. */
export interface SplitAttributes {
  readonly properties: Properties;
  readonly discardable: Map<string, Attribute> | null;
}

/** Names of inherent attributes in files from before MLIR renamed them. */
const RENAMED: Readonly<Record<string, string>> = {
  operand_segment_sizes: 'operandSegmentSizes',
  result_segment_sizes: 'resultSegmentSizes',
};

/** Reads the attributes of the operations of one name. Operations often share theirs, so they are kept. */
export class FileAttributes {
  readonly #definition: OpDefinition;
  readonly #opName: FileOpName;
  readonly #reader: ByteReader;
  readonly #version: number;
  readonly #tables: FileTables;
  readonly #ranges: readonly Range[];
  readonly #empty: Properties;
  readonly #byIndex = new Map<number, Properties>();

  constructor(
    definition: OpDefinition,
    opName: FileOpName,
    reader: ByteReader,
    version: number,
    tables: FileTables,
    ranges: readonly Range[],
  ) {
    this.#definition = definition;
    this.#opName = opName;
    this.#reader = reader;
    this.#version = version;
    this.#tables = tables;
    this.#ranges = ranges;
    this.#empty = definition.attrNames.map(() => null);
  }

  /**
   * @param dictionary the discardable attributes, before version 5 all of them.
   * @param propertyIndex which properties of the file are the operation's.
   */
  read(dictionary: DictionaryAttr | null, propertyIndex: number | null): SplitAttributes {
    const shared = propertyIndex === null ? this.#empty : this.#properties(propertyIndex);
    if (dictionary === null) return { properties: shared, discardable: null };
    const properties = shared.slice();
    return { properties, discardable: this.#split(dictionary, properties) };
  }

  #split(dictionary: DictionaryAttr, properties: (Attribute | null)[]): Map<string, Attribute> | null {
    const { attrIndex, attrs, name: opName } = this.#definition;
    let discardable: Map<string, Attribute> | null = null;
    for (const [name, attribute] of dictionary.entries) {
      const index = attrIndex.get(name) ?? attrIndex.get(RENAMED[name] ?? '');
      if (index === undefined) (discardable ??= new Map()).set(name, attribute);
      else {
        checkKind(attribute, attrs[index]!, opName, this.#reader);
        properties[index] = attribute;
      }
    }
    return discardable;
  }

  #properties(index: number): Properties {
    let properties = this.#byIndex.get(index);
    if (properties === undefined) {
      const range = this.#ranges[index] ?? this.#reader.fail(`invalid properties index: ${index}`);
      properties = within(this.#reader, range, () => this.#decode());
      this.#byIndex.set(index, properties);
    }
    return properties;
  }

  #decode(): Properties {
    const reader = this.#reader;
    const { name, wasRegistered, dialect } = this.#opName;
    const table = (number: number): Attribute => this.#tables.attribute(number);
    if (wasRegistered) {
      if (!this.#definition.isRegistered) {
        return reader.fail(
          `the properties of '${name}' can only be read when its dialect '${dialect.name}' is loaded`,
        );
      }
      const plan = PropertyPlan.for(this.#definition);
      if (plan !== null) return plan.read(reader, this.#version, table, dialect.bytecode);
      return reader.remaining === 0 ? this.#empty : reader.fail(`'${name}' has no properties`);
    }
    const attribute = table(reader.varint());
    if (reader.remaining > 0) reader.fail(`unexpected trailing bytes in the properties of '${name}'`);
    if (!this.#definition.isRegistered) return [attribute];
    // The writer did not know the operation: its properties are a dictionary.
    if (!(attribute instanceof DictionaryAttr)) {
      return reader.fail(
        `expected the properties of '${name}' to be a dictionary, but got: ${String(attribute)}`,
      );
    }
    const properties = this.#empty.slice();
    this.#split(attribute, properties);
    return properties;
  }
}
