import { Builder } from 'flatbuffers';
import { inlineBytes } from './parse-schema.ts';
import type {
  EnumType,
  FieldType,
  FieldValue,
  ScalarKind,
  ScalarType,
  Schema,
  StructField,
  StructType,
  TableField,
  TableType,
  TableValue,
} from './schema.ts';

/**
 * Writes a table as a file with an identifier and its size in front. Values that are one object are stored once.
 *
 * @throws TypeError for values that the schema does not have.
 */
export function encodeFile(schema: Schema, name: string, value: TableValue, identifier: string): Uint8Array {
  const encoder = new Encoder(schema);
  return encoder.file(name, value, identifier);
}

/** What is the same for all tables of a type. */
interface TableLayout {
  readonly names: ReadonlySet<string>;
  /** Larger numbers first, so that fewer bytes are left out between them. */
  readonly byWidth: readonly TableField[];
}

class Encoder {
  readonly #schema: Schema;
  readonly #builder = new Builder(1 << 16);
  readonly #layouts = new Map<TableType, TableLayout>();
  readonly #tables = new Map<TableValue, number>();
  readonly #vectors = new Map<FieldValue, number>();

  constructor(schema: Schema) {
    this.#schema = schema;
  }

  file(name: string, value: TableValue, identifier: string): Uint8Array {
    this.#builder.finishSizePrefixed(this.#table(name, value), identifier);
    return this.#builder.asUint8Array();
  }

  #table(name: string, value: TableValue): number {
    const known = this.#tables.get(value);
    if (known !== undefined) return known;
    const type = this.#schema.tables.get(name);
    if (type === undefined) throw new TypeError(`the schema has no table '${name}'`);
    const { names, byWidth } = this.#layoutOf(type);
    for (const field in value) {
      if (!names.has(field)) throw new TypeError(`table '${type.name}' has no field '${field}'`);
    }
    // Tables are written after what they refer to.
    const offsets = new Map<TableField, number>();
    for (const field of type.fields) {
      const own = value[field.name] ?? null;
      const offset = own === null ? null : this.#offset(field, own);
      if (offset !== null) offsets.set(field, offset);
    }
    const builder = this.#builder;
    builder.startObject(type.slots);
    for (const field of byWidth) {
      const own = value[field.name] ?? null;
      if (own !== null) this.#addField(field, own, offsets.get(field) ?? null);
    }
    const offset = builder.endObject();
    this.#tables.set(value, offset);
    return offset;
  }

  #layoutOf(type: TableType): TableLayout {
    let layout = this.#layouts.get(type);
    if (layout === undefined) {
      const names = new Set(type.fields.map(({ name }) => name));
      const byWidth = type.fields.toSorted((a, b) => width(b.type) - width(a.type));
      this.#layouts.set(type, (layout = { names, byWidth }));
    }
    return layout;
  }

  /** Writes what a field refers to; `null` for numbers and structs, which stand in the table. */
  #offset({ type, name }: TableField, value: FieldValue): number | null {
    switch (type.kind) {
      case 'scalar':
      case 'enum':
      case 'struct':
        return null;
      case 'union': {
        const [member, table] = memberOf(value, name);
        return this.#table(member, table);
      }
      case 'vector':
        return this.#vector(type.element, value, name);
      default:
        return this.#referred(type, value, name);
    }
  }

  #referred(
    type: { readonly kind: 'string' } | { readonly kind: 'table'; readonly name: string },
    value: FieldValue,
    name: string,
  ): number {
    if (type.kind === 'table') return this.#table(type.name, tableValue(value, name));
    if (typeof value !== 'string') throw mismatch(name, 'text', value);
    // The builder has no text to share for an empty one.
    return value === '' ? this.#builder.createString(value) : this.#builder.createSharedString(value);
  }

  #vector(element: FieldType, value: FieldValue, name: string): number {
    const known = this.#vectors.get(value);
    if (known !== undefined) return known;
    const offset = this.#newVector(element, value, name);
    this.#vectors.set(value, offset);
    return offset;
  }

  #newVector(element: FieldType, value: FieldValue, name: string): number {
    const builder = this.#builder;
    if (value instanceof Uint8Array) return builder.createByteVector(value);
    if (!isList(value)) throw mismatch(name, 'a list', value);
    switch (element.kind) {
      case 'scalar':
      case 'enum':
      case 'struct': {
        const bytes = inlineBytes(element);
        builder.startVector(bytes, value.length, element.kind === 'struct' ? element.alignment : bytes);
        for (const one of value.toReversed()) this.#inline(element, one, name);
        return builder.endVector();
      }
      case 'string':
      case 'table': {
        const offsets = value.map((one) => this.#referred(element, one, name));
        builder.startVector(4, offsets.length, 4);
        for (const offset of offsets.toReversed()) builder.addOffset(offset);
        return builder.endVector();
      }
      default:
        throw new TypeError(`vectors of ${element.kind}s are not written`);
    }
  }

  #addField({ type, slot, fallback, name }: TableField, value: FieldValue, offset: number | null): void {
    const builder = this.#builder;
    switch (type.kind) {
      case 'scalar':
      case 'enum':
        // Numbers that are the default are not stored, but for those that may be missing.
        if (fallback !== null && numberOf(type, value, name) === fallback) return;
        this.#inline(type, value, name);
        builder.slot(slot);
        return;
      case 'struct':
        builder.addFieldStruct(slot, this.#struct(type, value, name), 0);
        return;
      case 'union': {
        const [member] = memberOf(value, name);
        const number = type.numbers.get(member);
        if (number === undefined) throw new TypeError(`'${type.name}' has no member '${member}'`);
        builder.addFieldInt8(slot - 1, number, 0);
        builder.addFieldOffset(slot, offset!, 0);
        return;
      }
      default:
        builder.addFieldOffset(slot, offset!, 0);
    }
  }

  #struct(type: StructType, value: FieldValue, name: string): number {
    this.#inline(type, value, name);
    return this.#builder.offset();
  }

  /** Writes a number or a struct, backwards as the builder does. */
  #inline(type: StructField['type'], value: FieldValue, name: string): void {
    const builder = this.#builder;
    if (type.kind !== 'struct') {
      this.#number(type.kind === 'enum' ? type.base : type.scalar, numberOf(type, value, name));
      return;
    }
    const fields = tableValue(value, name);
    builder.prep(type.alignment, type.bytes);
    let end = type.bytes;
    for (const own of type.fields.toReversed()) {
      builder.pad(end - own.offset - inlineBytes(own.type));
      this.#inline(own.type, fields[own.name] ?? null, `${name}.${own.name}`);
      end = own.offset;
    }
  }

  #number(scalar: ScalarType, value: number | bigint): void {
    const builder = this.#builder;
    switch (scalar) {
      case 'bool':
      case 'uint8':
      case 'int8':
        builder.addInt8(Number(value));
        return;
      case 'uint16':
      case 'int16':
        builder.addInt16(Number(value));
        return;
      case 'uint32':
      case 'int32':
        builder.addInt32(Number(value));
        return;
      case 'float':
        builder.addFloat32(Number(value));
        return;
      case 'double':
        builder.addFloat64(Number(value));
        return;
      default:
        builder.addInt64(BigInt.asIntN(64, BigInt(value)));
    }
  }
}

/** Bytes of a field in its table. */
function width(type: FieldType): number {
  return type.kind === 'scalar' || type.kind === 'enum' || type.kind === 'struct' ? inlineBytes(type) : 4;
}

function numberOf(type: ScalarKind | EnumType, value: FieldValue, name: string): number | bigint {
  if (type.kind === 'enum' && typeof value === 'string') {
    const number = type.numbers.get(value);
    if (number === undefined) throw new TypeError(`'${name}': '${type.name}' has no member '${value}'`);
    return number;
  }
  if (typeof value === 'boolean') return Number(value);
  if (typeof value === 'number' || typeof value === 'bigint') return value;
  throw mismatch(name, 'a number', value);
}

/** The name of a union's table, and the table. */
function memberOf(value: FieldValue, name: string): readonly [string, TableValue] {
  const [entry, ...more] = Object.entries(tableValue(value, name));
  if (entry === undefined || more.length > 0) throw mismatch(name, 'one table under its name', value);
  return [entry[0], tableValue(entry[1] ?? null, name)];
}

function tableValue(value: FieldValue, name: string): TableValue {
  if (typeof value !== 'object' || value === null || isList(value) || value instanceof Uint8Array)
    throw mismatch(name, 'a table', value);
  return value;
}

function isList(value: FieldValue): value is readonly FieldValue[] {
  return Array.isArray(value);
}

function mismatch(name: string, expected: string, value: FieldValue): TypeError {
  return new TypeError(`'${name}': expected ${expected}, got ${value === null ? 'nothing' : typeof value}`);
}
