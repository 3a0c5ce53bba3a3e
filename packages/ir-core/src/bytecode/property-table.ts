import type { Operation } from '../ir/operation.ts';
import type { Attribute } from '../ir/attribute.ts';
import { ByteWriter } from './byte-writer.ts';
import type { EntryTables, NumberedOp } from './entry-tables.ts';

/** The inherent attributes of operations, equal bytes once, in the order of their first use. */
export class PropertyTable {
  readonly #tables: EntryTables;
  readonly #bytes = new ByteWriter(1024);
  readonly #scratch = new ByteWriter();
  /** By the {@link ByteWriter.key} of what is written. */
  readonly #indices = new Map<number | string, number>();
  readonly #numberOf: (attribute: Attribute) => number;

  constructor(tables: EntryTables) {
    this.#tables = tables;
    this.#numberOf = (attribute) => tables.attributeNumber(attribute);
  }

  /** The index of what is written of `op`, or `null` when that is nothing. */
  numberOf(op: Operation, { properties }: NumberedOp): number | null {
    if (properties === null) return null;
    this.#scratch.clear();
    if (!properties.write(op, this.#tables.version, this.#scratch, this.#numberOf)) return null;
    const key = this.#scratch.key();
    let index = this.#indices.get(key);
    if (index === undefined) {
      this.#indices.set(key, (index = this.#indices.size));
      const bytes = this.#scratch.bytes();
      this.#bytes.varint(bytes.length);
      this.#bytes.append(bytes);
    }
    return index;
  }

  write(writer: ByteWriter): void {
    writer.varint(this.#indices.size);
    writer.append(this.#bytes.bytes());
  }
}
