import type { Attribute } from '../ir/attribute.ts';
import type { Context } from '../ir/context.ts';
import type { Operation } from '../ir/operation.ts';
import { version as packageVersion } from '../ir/version.ts';
import { writePosition } from './builtin-locations.ts';
import { ByteWriter } from './byte-writer.ts';
import type { EntryTables } from './entry-tables.ts';
import { BYTECODE_VERSION, MAGIC, section, since } from './format.ts';
import { IrWriter } from './ir-writer.ts';
import { Numbering } from './numbering.ts';
import type { Entry } from './numbering-order.ts';
import { PropertyTable } from './property-table.ts';
import { writeResources } from './resources.ts';
import { StringTable } from './string-table.ts';
import { TableWriter } from './table-writer.ts';
import { PositionEntry } from './text-positions.ts';

/** Options of the bytecode writer. */
export interface WriteBytecodeOptions {
  /** The version of the format, 0 to {@link BYTECODE_VERSION}, which is the default. */
  readonly version?: number;
  /** The name of the program that writes, which readers show in messages. */
  readonly producer?: string;
}

/**
 * Encodes a verified operation, which usually is a module, as MLIR bytecode.
 *
 * @param context knows how dialects encode their attributes and types.
 * @throws RangeError for a version that doesn't exist.
 */
export function writeBytecode(
  root: Operation,
  context: Context,
  options: WriteBytecodeOptions = {},
): Uint8Array {
  const { version = BYTECODE_VERSION, producer = `Shardform${packageVersion}` } = options;
  if (!Number.isInteger(version) || version < 0 || version > BYTECODE_VERSION) {
    throw new RangeError(
      `unsupported version requested ${version}, must be in range [0, ${BYTECODE_VERSION}]`,
    );
  }
  return new FileWriter(root, context, version).write(producer);
}

class FileWriter {
  readonly #bytes = new ByteWriter(1 << 16);
  readonly #strings = new StringTable();
  readonly #root: Operation;
  readonly #context: Context;
  readonly #version: number;
  readonly #ir: IrWriter;
  readonly #tables: EntryTables;
  readonly #properties: PropertyTable;

  constructor(root: Operation, context: Context, version: number) {
    this.#root = root;
    this.#context = context;
    this.#version = version;
    const numbering = new Numbering(root, context, version);
    this.#tables = numbering.tables;
    this.#properties = new PropertyTable(this.#tables);
    this.#ir = new IrWriter(this.#bytes, numbering, this.#properties);
  }

  write(producer: string): Uint8Array {
    const bytes = this.#bytes;
    bytes.append(MAGIC);
    bytes.varint(this.#version);
    bytes.cString(producer);
    bytes.section(section.dialects, () => this.#writeDialects());
    this.#writeAttributesAndTypes();
    bytes.section(section.ir, () => this.#ir.writeRoot(this.#root));
    writeResources(bytes, this.#tables.dialects.values(), this.#strings, this.#context);
    bytes.section(section.strings, () => this.#strings.write(bytes));
    if (this.#version >= since.properties) {
      bytes.section(section.properties, () => this.#properties.write(bytes));
    }
    return bytes.bytes().slice();
  }

  #writeDialects(): void {
    const bytes = this.#bytes;
    const { dialects, orderedOpNames } = this.#tables;
    bytes.varint(dialects.size);
    for (const { name, bytecode } of dialects.values()) {
      const number = this.#strings.number(name);
      if (this.#version < since.dialectVersions) {
        bytes.varint(number);
        continue;
      }
      const version = bytecode?.version ?? [];
      bytes.flagged(number, version.length > 0);
      if (version.length > 0)
        bytes.section(section.dialectVersion, () => version.forEach((part) => bytes.varint(part)));
    }
    if (this.#version >= since.elidedArgumentLocations) bytes.varint(orderedOpNames.length);
    this.#grouped(bytes, orderedOpNames, ({ value: { definition } }) => {
      const number = this.#strings.number(definition.name.slice(definition.name.indexOf('.') + 1));
      if (this.#version < since.properties) bytes.varint(number);
      else bytes.flagged(number, definition.isRegistered);
    });
  }

  /** Writes runs of entries of one dialect, each with the dialect and their number. */
  #grouped<T>(bytes: ByteWriter, entries: readonly Entry<T>[], write: (entry: Entry<T>) => void): void {
    for (let start = 0; start < entries.length;) {
      const { dialect } = entries[start]!;
      let end = start + 1;
      while (entries[end]?.dialect === dialect) end++;
      bytes.varint(dialect.number);
      bytes.varint(end - start);
      for (; start < end; start++) write(entries[start]!);
    }
  }

  #writeAttributesAndTypes(): void {
    const { orderedAttributes, orderedTypes } = this.#tables;
    const data = new ByteWriter(1 << 14);
    const encoding = new TableWriter(data, this.#tables, this.#strings);
    const offsets = this.#bytes;
    offsets.section(section.offsets, () => {
      offsets.varint(orderedAttributes.length);
      offsets.varint(orderedTypes.length);
      this.#grouped(offsets, orderedAttributes, (entry) => {
        const start = data.length;
        let isEncoded = true;
        if (entry instanceof PositionEntry) writePosition(entry.source, entry.start, encoding);
        else isEncoded = entry.dialect.bytecode?.writeAttribute?.(entry.value, encoding) === true;
        this.#end(data, start, isEncoded, entry);
      });
      this.#grouped(offsets, orderedTypes, (entry) => {
        const start = data.length;
        const isEncoded = entry.dialect.bytecode?.writeType?.(entry.value, encoding) === true;
        this.#end(data, start, isEncoded, entry);
      });
    });
    this.#bytes.section(section.attributes, () => this.#bytes.append(data.bytes()));
  }

  /** Ends an entry, which is text if its dialect doesn't encode it. */
  #end(data: ByteWriter, start: number, isEncoded: boolean, entry: Entry<Attribute>): void {
    if (!isEncoded) data.cString(entry.value.toString());
    this.#bytes.flagged(data.length - start, isEncoded);
  }
}
