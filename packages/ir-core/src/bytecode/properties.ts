import { DenseArrayAttr } from '../builtin/attrs/dense-array-attr.ts';
import { segmentSizes } from '../definition/segments.ts';
import type { DefinedAttr, OpDefinition } from '../definition/op-definition.ts';
import type { Attribute } from '../ir/attribute.ts';
import type { Operation } from '../ir/operation.ts';
import type { ByteReader } from './byte-reader.ts';
import type { ByteWriter } from './byte-writer.ts';
import type { DialectBytecode } from './dialect-bytecode.ts';
import { since } from './format.ts';

const plans = new WeakMap<OpDefinition, PropertyPlan | null>();

/** An inherent attribute with its index in the operation's list. */
interface Field {
  readonly index: number;
  readonly attr: DefinedAttr;
  readonly isSegments: boolean;
}

/** Attributes by their numbers in a file. */
type AttributeTable = (index: number) => Attribute;

/**
 * The encoding of the inherent attributes of one kind of operations from version 5 on: in the order of their names,
 * each by its number, those that may be missing with a flag. Version 6 writes the sizes of operand and result groups as
 * numbers after them.
 */
export class PropertyPlan {
  readonly #definition: OpDefinition;
  readonly #fields: readonly Field[];
  readonly #segments: readonly Field[];

  private constructor(definition: OpDefinition) {
    this.#definition = definition;
    this.#fields = definition.attrs
      .map((attr, index) => ({ index, attr, isSegments: isSegments(attr) }))
      .sort((a, b) => (a.attr.name < b.attr.name ? -1 : 1));
    this.#segments = this.#fields.filter((field) => field.isSegments);
  }

  /** `null` for operations without inherent attributes, of which nothing is written. */
  static for(definition: OpDefinition): PropertyPlan | null {
    let plan = plans.get(definition);
    if (plan === undefined) {
      plan = definition.attrs.length === 0 ? null : new PropertyPlan(definition);
      plans.set(definition, plan);
    }
    return plan;
  }

  /** Calls `found` for each attribute that is written. */
  collect(
    values: readonly (Attribute | null)[],
    version: number,
    found: (attribute: Attribute) => void,
  ): void {
    for (const { index, isSegments } of this.#fields) {
      const attribute = values[index] ?? null;
      if (attribute !== null && !(isSegments && version >= since.segmentNumbers)) found(attribute);
    }
  }

  /** Writes the attributes of `op`. @returns whether there is something to write. */
  write(
    op: Operation,
    version: number,
    writer: ByteWriter,
    number: (attribute: Attribute) => number,
  ): boolean {
    if (!this.#definition.isRegistered) {
      const attribute = op.properties[0] ?? null;
      if (attribute !== null) writer.varint(number(attribute));
      return attribute !== null;
    }
    const hasNumbers = version >= since.segmentNumbers;
    for (const { attr, index, isSegments } of this.#fields) {
      if (isSegments && hasNumbers) continue;
      const attribute = op.properties[index] ?? null;
      if (attr.isOptional) {
        if (attribute === null) writer.varint(0);
        else writer.flagged(number(attribute), true);
      } else if (attribute === null) throw new Error(`'${op.name}' lacks the attribute '${attr.name}'`);
      else writer.varint(number(attribute));
    }
    if (hasNumbers)
      for (const { index } of this.#segments) writeSegments(op.properties[index] ?? null, writer);
    return true;
  }

  /** Reads the attributes of one operation, in the order of the operation's declaration. */
  read(
    reader: ByteReader,
    version: number,
    attributes: AttributeTable,
    dialect: DialectBytecode | null,
  ): (Attribute | null)[] {
    const { name } = this.#definition;
    const values = this.#definition.attrs.map((): Attribute | null => null);
    const hasNumbers = version >= since.segmentNumbers;
    const fields = this.#fieldsOf(reader, hasNumbers, dialect);
    for (const { attr, index, isSegments } of fields) {
      if (isSegments && hasNumbers) continue;
      const number = reader.varint();
      let attribute: Attribute | null;
      if (!attr.isOptional) attribute = attributes(number);
      else if (number === 0) attribute = null;
      else if ((number & 1) === 1) attribute = attributes(Math.floor(number / 2));
      else return reader.fail(`expected a flag with attribute '${attr.name}' of '${name}'`);
      if (attribute !== null) checkKind(attribute, attr, name, reader);
      values[index] = attribute;
    }
    if (hasNumbers) {
      for (const field of this.#segments)
        values[field.index] = readSegments(this.#groups(field.attr), reader);
    }
    if (reader.remaining > 0) reader.fail(`unexpected trailing bytes in the properties of '${name}'`);
    return values;
  }

  #groups(attr: DefinedAttr): number {
    const { operands, results } = this.#definition;
    return attr.name === 'operandSegmentSizes' ? operands.length : results.length;
  }

  /** Files of another version of the dialect may have other fields; their number tells. */
  #fieldsOf(reader: ByteReader, hasNumbers: boolean, dialect: DialectBytecode | null): readonly Field[] {
    if (dialect?.attrNames === undefined || (hasNumbers && this.#segments.length > 0)) return this.#fields;
    const start = reader.at;
    let count = 0;
    while (reader.remaining > 0) {
      reader.bigVarint();
      count++;
    }
    reader.at = start;
    if (count === this.#fields.length) return this.#fields;
    const names = dialect.attrNames(this.#definition.name, count);
    if (names === null) return this.#fields;
    return names.map((name) => this.#fields.find(({ attr }) => attr.name === name)!);
  }
}

function isSegments({ name }: DefinedAttr): boolean {
  return name === 'operandSegmentSizes' || name === 'resultSegmentSizes';
}

/** Stops when an attribute is of another kind than the operation declares: its accessors rely on the kind. */
export function checkKind(attribute: Attribute, attr: DefinedAttr, op: string, reader: ByteReader): void {
  if (attr.constraint.isKind?.(attribute) !== false) return;
  reader.fail(`Invalid attribute \`${attr.name}\` in property conversion of '${op}': ${String(attribute)}`);
}

/** A list that is mostly zeros is written as pairs of value and index in one number each. */
function writeSegments(attribute: Attribute | null, writer: ByteWriter): void {
  const sizes = attribute instanceof DenseArrayAttr ? attribute.numbers() : [];
  const nonZero = sizes.filter((size) => size !== 0).length;
  if (nonZero > Math.floor(sizes.length / 2)) {
    writer.flagged(sizes.length, false);
    for (const size of sizes) writer.varint(size);
    return;
  }
  writer.flagged(nonZero, true);
  if (nonZero === 0) return;
  const last = sizes.findLastIndex((size) => size !== 0);
  const bits = last === 0 ? 0 : 32 - Math.clz32(last);
  writer.varint(bits);
  sizes.forEach((size, i) => {
    if (size !== 0) writer.varint(size * 2 ** bits + i);
  });
}

function readSegments(groups: number, reader: ByteReader): Attribute {
  const sizes = new Array<number>(groups).fill(0);
  const header = reader.varint();
  const count = Math.floor(header / 2);
  const isSparse = header % 2 === 1;
  if (count > groups)
    reader.fail(`trying to read an array of ${count} but only ${groups} storage available.`);
  if (!isSparse) for (let i = 0; i < count; i++) sizes[i] = reader.varint();
  else if (count > 0) {
    const bits = reader.varint();
    if (bits > 8) reader.fail(`reading sparse array with indexing above 8 bits: ${bits}`);
    for (let i = 0; i < count; i++) {
      const pair = reader.varint();
      const index = pair % 2 ** bits;
      if (index >= groups) {
        reader.fail(`reading a sparse array found index ${index} but only ${groups} storage available.`);
      }
      sizes[index] = Math.floor(pair / 2 ** bits);
    }
  }
  return segmentSizes(sizes);
}
