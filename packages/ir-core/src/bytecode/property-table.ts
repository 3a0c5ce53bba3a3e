import type { Operation } from '../ir/operation.ts';
import type { Attribute } from '../ir/attribute.ts';
import { ByteWriter } from './byte-writer.ts';
import type { EntryTables, NumberedOp } from './entry-tables.ts';

/** Up to this many bytes of properties are compared as one number. */
const SMALL_BYTES = 5;

/** The inherent attributes of operations, equal bytes once, in the order of their first use. */
export class PropertyTable {
  readonly #tables: EntryTables;
  readonly #bytes = new ByteWriter(1024);
  readonly #scratch = new ByteWriter();
  readonly #small = new Map<number, number>();
  readonly #large = new Map<string, number>();
  readonly #numberOf: (attribute: Attribute) => number;
  #count = 0;

  constructor(tables: EntryTables) {
    this.#tables = tables;
    this.#numberOf = (attribute) => tables.attributeNumber(attribute);
  }

  /** The index of what is written of `op`, or `null` when that is nothing. */
  numberOf(op: Operation, { properties }: NumberedOp): number | null {
    if (properties === null) return null;
    this.#scratch.clear();
    if (!properties.write(op, this.#tables.version, this.#scratch, this.#numberOf)) return null;
    const bytes = this.#scratch.bytes();
    return bytes.length <= SMALL_BYTES
      ? this.#find(this.#small, smallKey(bytes), bytes)
      : this.#find(this.#large, bytes.join(), bytes);
  }

  #find<K>(known: Map<K, number>, key: K, bytes: Uint8Array): number {
    let index = known.get(key);
    if (index === undefined) {
      known.set(key, (index = this.#count++));
      this.#bytes.varint(bytes.length);
      this.#bytes.append(bytes);
    }
    return index;
  }

  write(writer: ByteWriter): void {
    writer.varint(this.#count);
    writer.append(this.#bytes.bytes());
  }
}

function smallKey(bytes: Uint8Array): number {
  let key = bytes.length;
  for (const byte of bytes) key = key * 256 + byte;
  return key;
}
