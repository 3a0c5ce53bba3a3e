import type { Context } from '../ir/context.ts';
import type { ResourceBlob } from '../ir/resources.ts';
import type { ByteReader } from './byte-reader.ts';
import { ByteWriter } from './byte-writer.ts';
import { type FileDialect, readGroup } from './file-dialects.ts';
import { type FileSections, type Range, skipPadding, within } from './file-sections.ts';
import type { FileStrings } from './file-strings.ts';
import { ALIGNED, PADDING, section } from './format.ts';
import type { NumberedDialect } from './entry-tables.ts';
import type { StringTable } from './string-table.ts';

/** The kind of a resource that is bytes, or of one that is only mentioned. Others are booleans and strings. */
const BLOB = 0;

/** Numbers the resources that attributes mention, those with contents first. */
export function numberResources(dialects: Iterable<NumberedDialect>, context: Context): void {
  let number = 0;
  for (const { name, resources } of dialects) {
    const keys = [...resources.keys()];
    const isKept = (key: string): boolean => context.resources.get(name, key) !== null;
    resources.clear();
    for (const key of [...keys.filter(isKept), ...keys.filter((key) => !isKept(key))])
      resources.set(key, number++);
  }
}

/** Writes the sections with the names and the contents of resources. */
export function writeResources(
  bytes: ByteWriter,
  dialects: Iterable<NumberedDialect>,
  strings: StringTable,
  context: Context,
): void {
  const data = new ByteWriter();
  let alignment = 1;
  bytes.section(section.resourceOffsets, () => {
    // Resources of tools are not kept.
    bytes.varint(0);
    for (const { name, number, resources } of dialects) {
      if (resources.size === 0) continue;
      bytes.varint(number);
      bytes.varint(resources.size);
      for (const key of resources.keys()) {
        const start = data.length;
        const blob = context.resources.get(name, key);
        if (blob !== null) alignment = Math.max(alignment, writeBlob(blob, data));
        bytes.varint(strings.number(key));
        bytes.varint(data.length - start);
        bytes.byte(BLOB);
      }
    }
  });
  writeAligned(bytes, data, alignment);
}

/** @returns the alignment that the contents need. */
function writeBlob({ alignment, bytes }: ResourceBlob, data: ByteWriter): number {
  const usable = isPowerOfTwo(alignment) ? alignment : 1;
  data.varint(usable);
  data.varint(bytes.length);
  pad(data, usable);
  data.append(bytes);
  return usable;
}

function writeAligned(bytes: ByteWriter, data: ByteWriter, alignment: number): void {
  const idAt = bytes.length;
  bytes.byte(section.resources);
  bytes.varint(data.length);
  if (bytes.length % alignment !== 0) {
    bytes.varint(alignment);
    pad(bytes, alignment);
    bytes.patch(idAt, section.resources | ALIGNED);
  }
  bytes.append(data.bytes());
}

function pad(writer: ByteWriter, alignment: number): void {
  while (writer.length % alignment !== 0) writer.byte(PADDING);
}

function isPowerOfTwo(value: number): boolean {
  return value > 0 && Number.isInteger(Math.log2(value));
}

/**
 * Hands the contents of resources to the context, as views of the file.
 *
 * @returns the keys under which the context has them, by their numbers in the file.
 */
export function readResources(
  reader: ByteReader,
  sections: FileSections,
  dialects: readonly FileDialect[],
  strings: FileStrings,
  context: Context,
): readonly string[] {
  const range = sections.get(section.resourceOffsets);
  if (range === undefined) return [];
  const data = sections.get(section.resources) ?? { start: 0, end: 0 };
  let next = data.start;
  const readEntry = (): { readonly key: string; readonly kind: number; readonly range: Range } => {
    const key = strings.get(reader.varint());
    const size = reader.varint();
    if (size > data.end - next) reader.fail('resource offset points past the end of the resource section');
    const start = next;
    next += size;
    return { key, kind: reader.byte(), range: { start, end: next } };
  };
  return within(reader, range, () => {
    const externalCount = reader.count('external resource groups');
    for (let i = 0; i < externalCount; i++) {
      strings.get(reader.varint());
      const count = reader.count('resources');
      for (let k = 0; k < count; k++) readEntry();
    }
    const keys: string[] = [];
    const readResource = ({ name }: FileDialect): void => {
      const entry = readEntry();
      const key = context.resources.declare(name, entry.key);
      keys.push(key);
      if (entry.kind !== BLOB || entry.range.start === entry.range.end) return;
      context.resources.set(
        name,
        key,
        within(reader, entry.range, () => readBlob(reader)),
      );
    };
    while (reader.remaining > 0) readGroup(reader, dialects, readResource);
    return keys;
  });
}

function readBlob(reader: ByteReader): ResourceBlob {
  const alignment = reader.varint();
  const length = reader.varint();
  skipPadding(reader, alignment);
  return { alignment, bytes: reader.take(length) };
}
