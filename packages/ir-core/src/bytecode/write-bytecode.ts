import type { Context } from '../ir/context.ts';
import type { Operation } from '../ir/operation.ts';
import { version as packageVersion } from '../ir/version.ts';
import { ByteWriter } from './byte-writer.ts';
import { BYTECODE_VERSION, MAGIC, section, since } from './format.ts';
import { IrWriter } from './ir-writer.ts';
import { findOpenRegions } from './isolation.ts';
import { Numbering } from './numbering.ts';
import type { Entry } from './numbering-order.ts';
import { PropertyTable } from './property-table.ts';
import { writeResources } from './resources.ts';
import { StringTable } from './string-table.ts';
import { TableWriter } from './table-writer.ts';
import { findUseListOrders } from './use-list-order.ts';

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
  readonly #numbering: Numbering;
  readonly #properties: PropertyTable;

  constructor(root: Operation, context: Context, version: number) {
    this.#root = root;
    this.#context = context;
    this.#version = version;
    // The order of uses is found first: it needs the operations' numbers, which those of values replace.
    const open = findOpenRegions(root);
    const orders = version < since.useListOrders ? new Map<never, never>() : findUseListOrders(root);
    this.#numbering = new Numbering(root, context, version, (op) => !open.has(op));
    this.#properties = new PropertyTable(this.#numbering);
    this.#ir = new IrWriter(this.#bytes, this.#numbering, this.#properties, open, orders);
  }

  write(producer: string): Uint8Array {
    const bytes = this.#bytes;
    bytes.append(MAGIC);
    bytes.varint(this.#version);
    bytes.cString(producer);
    bytes.section(section.dialects, () => this.#writeDialects());
    this.#writeAttributesAndTypes();
    bytes.section(section.ir, () => this.#ir.writeRoot(this.#root));
    writeResources(bytes, this.#numbering.dialects.values(), this.#strings, this.#context);
    bytes.section(section.strings, () => this.#strings.write(bytes));
    if (this.#version >= since.properties) {
      bytes.section(section.properties, () => this.#properties.write(bytes));
    }
    return bytes.bytes().slice();
  }

  #writeDialects(): void {
    const bytes = this.#bytes;
    const { dialects, orderedOpNames } = this.#numbering;
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
    const { orderedAttributes, orderedTypes } = this.#numbering;
    const data = new ByteWriter(1 << 14);
    const encoding = new TableWriter(data, this.#numbering, this.#strings);
    const offsets = this.#bytes;
    offsets.section(section.offsets, () => {
      offsets.varint(orderedAttributes.length);
      offsets.varint(orderedTypes.length);
      this.#grouped(offsets, orderedAttributes, ({ value, dialect: { bytecode } }) => {
        this.#entry(data, value, () => bytecode?.writeAttribute?.(value, encoding) === true);
      });
      this.#grouped(offsets, orderedTypes, ({ value, dialect: { bytecode } }) => {
        this.#entry(data, value, () => bytecode?.writeType?.(value, encoding) === true);
      });
    });
    this.#bytes.section(section.attributes, () => this.#bytes.append(data.bytes()));
  }

  #entry(data: ByteWriter, value: { toString(): string }, encode: () => boolean): void {
    const start = data.length;
    const isEncoded = encode();
    if (!isEncoded) data.cString(value.toString());
    this.#bytes.flagged(data.length - start, isEncoded);
  }
}
