import type { Attribute, Type } from '../ir/attribute.ts';
import type { ByteWriter } from './byte-writer.ts';
import type { EntryTables } from './entry-tables.ts';
import type { EncodingWriter } from './encoding-writer.ts';
import type { StringTable } from './string-table.ts';

/** Writes encodings with the numbers of what they refer to. */
export class TableWriter implements EncodingWriter {
  readonly version: number;
  readonly #bytes: ByteWriter;
  readonly #tables: EntryTables;
  readonly #strings: StringTable;

  constructor(bytes: ByteWriter, tables: EntryTables, strings: StringTable) {
    this.version = tables.version;
    this.#bytes = bytes;
    this.#tables = tables;
    this.#strings = strings;
  }

  attribute(attribute: Attribute): void {
    this.#bytes.varint(this.#tables.attributeNumber(attribute));
  }

  optionalAttribute(attribute: Attribute | null): void {
    if (attribute === null) this.#bytes.varint(0);
    else this.#bytes.flagged(this.#tables.attributeNumber(attribute), true);
  }

  attributes(list: readonly Attribute[]): void {
    this.#bytes.varint(list.length);
    for (const attribute of list) this.attribute(attribute);
  }

  type(type: Type): void {
    this.#bytes.varint(this.#tables.typeNumber(type));
  }

  types(list: readonly Type[]): void {
    this.#bytes.varint(list.length);
    for (const type of list) this.type(type);
  }

  varint(value: number): void {
    this.#bytes.varint(value);
  }

  signedVarint(value: number | bigint): void {
    this.#bytes.signedVarint(value);
  }

  signedVarints(list: readonly (number | bigint)[]): void {
    this.#bytes.varint(list.length);
    for (const value of list) this.#bytes.signedVarint(value);
  }

  integer(value: number | bigint, width: number): void {
    const bits = BigInt.asUintN(width, BigInt(value));
    if (width <= 8) this.#bytes.byte(Number(bits));
    else if (width <= 64) this.#bytes.signedVarint(BigInt.asIntN(64, bits));
    else {
      // Words above the highest one that is set are left out, but one stays.
      const words: bigint[] = [];
      for (let rest = bits; rest !== 0n || words.length === 0; rest >>= 64n)
        words.push(BigInt.asIntN(64, rest));
      this.#bytes.varint(words.length);
      for (const word of words) this.#bytes.signedVarint(word);
    }
  }

  string(text: string): void {
    this.#bytes.varint(this.#strings.number(text));
  }

  blob(bytes: Uint8Array): void {
    this.#bytes.varint(bytes.length);
    this.#bytes.append(bytes);
  }

  bool(value: boolean): void {
    this.#bytes.byte(value ? 1 : 0);
  }

  resource(key: string): void {
    this.#bytes.varint(this.#tables.dialects.get('builtin')!.resources.get(key)!);
  }
}
