import type { ByteReader } from './byte-reader.ts';
import { ALIGNED, PADDING, section, since } from './format.ts';

/** A range of the file: offsets of the first byte and after the last one. */
export interface Range {
  readonly start: number;
  readonly end: number;
}

const NAMES: readonly string[] = [
  'String',
  'Dialect',
  'AttrType',
  'AttrTypeOffset',
  'IR',
  'Resource',
  'ResourceOffset',
  'DialectVersions',
  'Properties',
];

/** Reads a section's id, length and alignment and goes behind its contents. */
export function readSection(reader: ByteReader): { readonly id: number; readonly range: Range } {
  const first = reader.byte();
  const id = first & ~ALIGNED;
  if (id >= NAMES.length) reader.fail(`invalid section ID: ${id}`);
  const length = reader.varint();
  if (first !== id) skipPadding(reader, reader.varint());
  if (length > reader.remaining) {
    reader.failShort(`attempting to skip ${length} bytes when only ${reader.remaining} remain`);
  }
  const start = reader.at;
  reader.at += length;
  return { id, range: { start, end: reader.at } };
}

/** Goes to a multiple of `alignment` in the file. */
export function skipPadding(reader: ByteReader, alignment: number): void {
  if (alignment === 0 || !Number.isInteger(Math.log2(alignment))) {
    reader.fail(`expected alignment to be a power-of-two, but got ${alignment}`);
  }
  while (reader.at % alignment !== 0) {
    const byte = reader.byte();
    if (byte !== PADDING) reader.fail(`expected alignment byte (0xCB), but got: '0x${byte.toString(16)}'`);
  }
}

/** The contents of a file's sections by id. */
export type FileSections = ReadonlyMap<number, Range>;

/** Finds the sections from where the reader stands to the end of the file. */
export function readSections(reader: ByteReader, version: number): FileSections {
  const sections = new Map<number, Range>();
  while (reader.remaining > 0) {
    const { id, range } = readSection(reader);
    if (sections.has(id)) reader.fail(`duplicate top-level section: ${NAMES[id]!} (${id})`);
    sections.set(id, range);
  }
  const required: number[] = [
    section.strings,
    section.dialects,
    section.attributes,
    section.offsets,
    section.ir,
  ];
  if (version >= since.properties) required.push(section.properties);
  for (const id of required) {
    if (!sections.has(id)) reader.fail(`missing data for top-level section: ${NAMES[id]!} (${id})`);
  }
  return sections;
}

/** Reads a part of the file to its end and goes back. */
export function within<T>(reader: ByteReader, range: Range, read: () => T): T {
  const { at, end } = reader;
  reader.at = range.start;
  reader.end = range.end;
  const result = read();
  reader.at = at;
  reader.end = end;
  return result;
}
