import { inlineBytes } from './parse-schema.ts';
import type {
  FieldType,
  FieldValue,
  ScalarType,
  Schema,
  StructField,
  TableField,
  TableValue,
} from './schema.ts';

/** A file that does not hold what its schema says. */
export class FlatBufferError extends Error {
  override readonly name = 'FlatBufferError';
}

/** Levels of tables inside of each other; those of schemas here are below ten. */
const MOST_LEVELS = 64;

/**
 * Reads a table: all fields of the schema, also those that are not stored, which have their defaults or `null`.
 *
 * @param start of the table in the bytes.
 * @param limit of values that are read: offsets may share what they point to, so that a small file can stand for many.
 * @throws FlatBufferError
 */
export function decodeTable(
  schema: Schema,
  name: string,
  bytes: Uint8Array,
  { start, limit }: { readonly start: number; readonly limit: number },
): TableValue {
  return new Decoder(schema, bytes, limit).table(name, start, 0);
}

class Decoder {
  readonly #schema: Schema;
  readonly #bytes: Uint8Array;
  readonly #view: DataView;
  #left: number;
  readonly #text = new TextDecoder('utf-8');

  constructor(schema: Schema, bytes: Uint8Array, limit: number) {
    this.#schema = schema;
    this.#bytes = bytes;
    this.#view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    this.#left = limit;
  }

  table(name: string, start: number, level: number): TableValue {
    if (level > MOST_LEVELS) throw new FlatBufferError('tables are nested too deeply');
    const type = this.#schema.tables.get(name);
    if (type === undefined) throw new FlatBufferError(`the schema has no table '${name}'`);
    const offsets = start - this.#number('int32', start);
    const count = (this.#number('uint16', offsets) - 4) / 2;
    const at = (slot: number): number | null => {
      const offset = slot < count ? this.#number('uint16', offsets + 4 + 2 * slot) : 0;
      return offset === 0 ? null : start + offset;
    };
    const value: Record<string, FieldValue> = {};
    for (const field of type.fields) value[field.name] = this.#field(field, at, level);
    return value;
  }

  #field(field: TableField, at: (slot: number) => number | null, level: number): FieldValue {
    this.#count(1);
    const { type, slot, fallback } = field;
    const start = at(slot);
    switch (type.kind) {
      case 'scalar':
      case 'enum':
        if (start !== null) return this.#inline(type, start);
        return fallback === null ? null : storedValue(type, fallback);
      case 'struct':
        return start === null ? null : this.#inline(type, start);
      case 'union': {
        const tag = at(slot - 1);
        const number = tag === null ? 0 : this.#number('uint8', tag);
        if (number === 0 || start === null) return null;
        return this.#member(type.members.get(number) ?? null, number, this.#target(start), level);
      }
      case 'vector':
        return start === null ? null : this.#vector(type.element, this.#target(start), level);
      default:
        return start === null ? null : this.#referred(type, this.#target(start), level);
    }
  }

  #member(name: string | null, number: number, start: number, level: number): FieldValue {
    if (name === null)
      throw new FlatBufferError(`the schema knows no operation or member of number ${number}`);
    return { [name]: this.table(name, start, level + 1) };
  }

  #referred(
    type: { readonly kind: 'string' } | { readonly kind: 'table'; readonly name: string },
    start: number,
    level: number,
  ): FieldValue {
    if (type.kind === 'table') return this.table(type.name, start, level + 1);
    const length = this.#number('uint32', start);
    this.#count(length);
    return this.#text.decode(this.#range(start + 4, length));
  }

  #vector(element: FieldType, start: number, level: number): FieldValue {
    const length = this.#number('uint32', start);
    this.#count(length);
    const first = start + 4;
    switch (element.kind) {
      case 'scalar':
      case 'enum':
      case 'struct': {
        const width = inlineBytes(element);
        const range = this.#range(first, length * width);
        if (element.kind === 'scalar' && element.scalar === 'uint8') return range.slice();
        return Array.from({ length }, (_, i) => this.#inline(element, first + i * width));
      }
      case 'string':
      case 'table':
        this.#range(first, 4 * length);
        return Array.from({ length }, (_, i) => this.#referred(element, this.#target(first + 4 * i), level));
      default:
        throw new FlatBufferError(`vectors of ${element.kind}s are not read`);
    }
  }

  #inline(type: StructField['type'], start: number): FieldValue {
    if (type.kind === 'scalar') return this.#scalar(type.scalar, start);
    if (type.kind === 'enum') return storedValue(type, Number(this.#scalar(type.base, start)));
    return Object.fromEntries(
      type.fields.map((own) => [own.name, this.#inline(own.type, start + own.offset)]),
    );
  }

  #scalar(scalar: ScalarType, start: number): boolean | number | bigint {
    if (scalar === 'bool') return this.#number('uint8', start) !== 0;
    if (scalar !== 'uint64' && scalar !== 'int64') return this.#number(scalar, start);
    this.#range(start, 8);
    const value =
      scalar === 'uint64' ? this.#view.getBigUint64(start, true) : this.#view.getBigInt64(start, true);
    return Number.isSafeInteger(Number(value)) ? Number(value) : value;
  }

  #number(scalar: Exclude<ScalarType, 'bool' | 'uint64' | 'int64'>, start: number): number {
    this.#range(start, inlineBytes({ kind: 'scalar', scalar }));
    const view = this.#view;
    switch (scalar) {
      case 'uint8':
        return view.getUint8(start);
      case 'int8':
        return view.getInt8(start);
      case 'uint16':
        return view.getUint16(start, true);
      case 'int16':
        return view.getInt16(start, true);
      case 'uint32':
        return view.getUint32(start, true);
      case 'int32':
        return view.getInt32(start, true);
      case 'float':
        return view.getFloat32(start, true);
      default:
        return view.getFloat64(start, true);
    }
  }

  /** Offsets count from where they stand. */
  #target(start: number): number {
    return start + this.#number('uint32', start);
  }

  #range(start: number, length: number): Uint8Array {
    if (start < 0 || start + length > this.#bytes.length)
      throw new FlatBufferError(`byte ${start + length} is referred to, but there are ${this.#bytes.length}`);
    return this.#bytes.subarray(start, start + length);
  }

  #count(values: number): void {
    this.#left -= values;
    if (this.#left < 0)
      throw new FlatBufferError('offsets are shared so often that the file holds too many values');
  }
}

/** Returns the value of a number: members of enumerations have names, those that the schema does not know do not. */
function storedValue(
  type: Extract<FieldType, { readonly kind: 'scalar' | 'enum' }>,
  number: number,
): FieldValue {
  if (type.kind === 'enum') return type.names.get(number) ?? number;
  return type.scalar === 'bool' ? number !== 0 : number;
}
