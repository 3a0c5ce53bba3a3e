import { currentBudget } from '../budget/budget.ts';
import { limitMessage } from '../budget/limit-error.ts';
import { type Attribute, Type } from '../ir/attribute.ts';
import type { Context } from '../ir/context.ts';
import { Location, SourceText } from '../ir/location.ts';
import { Parser } from '../text/parser.ts';
import type { ByteReader } from './byte-reader.ts';
import { EncodingReader, type ReadTables } from './encoding-reader.ts';
import { type FileDialect, readGroup } from './file-dialects.ts';
import { type FileSections, type Range, within } from './file-sections.ts';
import type { FileStrings } from './file-strings.ts';
import { section } from './format.ts';
import { readResources } from './resources.ts';

/** Bytes of entries that references may stand for, for each byte of the file. */
const USUAL_EXPANSION = 1024;

/** Attributes or types that are decoded when they are first asked for. */
class LazyEntries<T extends Attribute> {
  readonly dialects: FileDialect[] = [];
  /** Offsets of the entries, one after the other; the last number is the end of the last entry. */
  readonly starts: number[] = [];
  /** True for entries in the dialect's own encoding rather than text. */
  readonly areEncoded: boolean[] = [];
  /** `null` while an entry is being read. */
  readonly values: (T | null | undefined)[] = [];
  /** Bytes of each entry that was read, with all that it refers to written out. */
  readonly lengths: number[] = [];

  get length(): number {
    return this.dialects.length;
  }
}

/** The attributes and types of a file. */
export class FileTables implements ReadTables {
  readonly #reader: ByteReader;
  readonly #context: Context;
  readonly #encoding: EncodingReader;
  readonly #strings: FileStrings;
  readonly #resources: readonly string[];
  readonly #attributes = new LazyEntries<Attribute>();
  readonly #types = new LazyEntries<Type>();
  #depth = 0;
  /** Bytes of the entries that references so far stand for. */
  #expanded = 0;

  constructor(
    reader: ByteReader,
    version: number,
    sections: FileSections,
    dialects: readonly FileDialect[],
    strings: FileStrings,
    context: Context,
  ) {
    this.#reader = reader;
    this.#context = context;
    this.#strings = strings;
    this.#encoding = new EncodingReader(reader, this, version);
    this.#resources = readResources(reader, sections, dialects, strings, context);
    // Both sections are required.
    within(reader, sections.get(section.offsets)!, () =>
      this.#readOffsets(sections.get(section.attributes)!, dialects),
    );
  }

  #readOffsets(data: Range, dialects: readonly FileDialect[]): void {
    const reader = this.#reader;
    const attributeCount = reader.count('attributes');
    const typeCount = reader.count('types');
    let start = data.start;
    const readEntries = (entries: LazyEntries<Attribute>, count: number): void => {
      entries.starts.push(start);
      const readEntry = (dialect: FileDialect): void => {
        const number = reader.varint();
        start += Math.floor(number / 2);
        if (start > data.end) reader.fail('Attribute or Type entry offset points past the end of section');
        entries.dialects.push(dialect);
        entries.starts.push(start);
        entries.areEncoded.push(number % 2 === 1);
        entries.values.push(undefined);
      };
      while (entries.length < count) readGroup(reader, dialects, readEntry);
    };
    readEntries(this.#attributes, attributeCount);
    readEntries(this.#types, typeCount);
    if (this.#attributes.length > attributeCount || this.#types.length > typeCount || reader.remaining > 0) {
      reader.fail('unexpected trailing data in the Attribute/Type offset section');
    }
  }

  attribute(index: number): Attribute {
    return this.#use(this.#attributes, index, 'attribute');
  }

  type(index: number): Type {
    return this.#use(this.#types, index, 'type');
  }

  location(index: number): Location {
    const attribute = this.attribute(index);
    if (attribute instanceof Location) return attribute;
    return this.#reader.fail(`expected attribute of type: Location, but got: ${String(attribute)}`);
  }

  string(index: number): string {
    return this.#strings.get(index);
  }

  resource(index: number): string {
    return this.#resources[index] ?? this.#reader.fail(`invalid resource index: ${index}`);
  }

  /** An entry, which counts as long as what it stands for: a short file can't stand for one that nobody can print. */
  #use<T extends Attribute>(entries: LazyEntries<T>, index: number, kind: 'attribute' | 'type'): T {
    const value = entries.values[index] ?? this.#resolve(entries, index, kind);
    const length = entries.lengths[index]!;
    const isLocation = kind === 'attribute' && value instanceof Location;
    // Locations are printed as aliases; only one that is much by itself is too much.
    if (!isLocation || this.#depth > 0) this.#expanded += length;
    const most = currentBudget().limits['alias-text'];
    const total = isLocation ? length : this.#expanded;
    if (total > Math.max(most, isLocation ? 0 : USUAL_EXPANSION * this.#reader.bytes.length))
      this.#reader.fail(limitMessage('alias-text', 'attributes and types stand for', total, most));
    return value;
  }

  #resolve<T extends Attribute>(entries: LazyEntries<T>, index: number, kind: 'attribute' | 'type'): T {
    const reader = this.#reader;
    if (index >= entries.length) reader.fail(`invalid ${kind} index: ${index}`);
    if (entries.values[index] === null) reader.fail(`${kind} ${index} refers to itself`);
    const { nesting } = currentBudget().limits;
    if (++this.#depth > nesting) reader.fail(`nesting is too deep (more than ${nesting} levels)`);
    const outside = this.#expanded;
    this.#expanded = 0;
    entries.values[index] = null;
    const { at, end } = reader;
    reader.at = entries.starts[index]!;
    reader.end = entries.starts[index + 1]!;
    // Types are decoded by the functions for types.
    const value = (
      entries.areEncoded[index] === true ? this.#decode(entries.dialects[index]!, kind) : this.#parse(kind)
    ) as T;
    reader.at = at;
    reader.end = end;
    entries.values[index] = value;
    entries.lengths[index] = entries.starts[index + 1]! - entries.starts[index]! + this.#expanded;
    this.#expanded = outside;
    this.#depth--;
    return value;
  }

  #decode({ bytecode, name, isLoaded, version }: FileDialect, kind: 'attribute' | 'type'): Attribute {
    const reader = this.#reader;
    const encoding = this.#encoding;
    const outer = encoding.dialectVersion;
    encoding.dialectVersion = version;
    const value = kind === 'type' ? bytecode?.readType?.(encoding) : bytecode?.readAttribute?.(encoding);
    encoding.dialectVersion = outer;
    if (value === undefined) {
      return reader.fail(
        isLoaded ? `dialect '${name}' does not implement the bytecode interface` : unknownDialect(name),
      );
    }
    if (reader.remaining > 0) reader.fail(`unexpected trailing bytes after ${kind} entry`);
    return value;
  }

  #parse(kind: 'attribute' | 'type'): Attribute {
    const reader = this.#reader;
    const text = reader.cString();
    if (reader.remaining > 0) reader.fail(`unexpected trailing bytes after ${kind} entry`);
    const parser = new Parser(new SourceText('<bytecode>', text), this.#context);
    const value = kind === 'type' ? parser.parseType() : parser.parseAttribute();
    if (!parser.at('eof')) reader.fail(`trailing characters found after ${kind} assembly format: ${text}`);
    return value;
  }
}

/** Returns the message about a dialect that nothing provides. */
export function unknownDialect(name: string): string {
  return `dialect '${name}' is unknown. If this is intended, please call allowUnregisteredDialects() on the MLIRContext, or use -allow-unregistered-dialect with the MLIR tool used.`;
}
