import { decodeText } from '@shardform/ir-core';
import { Inflate } from 'fflate';

/** Thrown for a file that is no valid zip archive; the message gives the reason. */
export class ZipError extends Error {
  override readonly name = 'ZipError';
}

/** A file in a zip archive, still packed. */
export interface ZipEntry {
  readonly path: string;
  /** Bytes of the file when it is unpacked. */
  readonly size: number;
  /**
   * The file's bytes, checked against their CRC-32; a view of the archive where they are not compressed.
   *
   * @param limit largest size that is unpacked.
   * @throws ZipError
   */
  read(limit: number): Uint8Array;
  /** The first bytes, at least `count` of them where there are so many; unchecked. @throws ZipError */
  peek(count: number): Uint8Array;
}

// Signatures and sizes of records (PKWARE's APPNOTE, 4.3).
const END = 0x06054b50;
const END_SIZE = 22;
const LONGEST_COMMENT = 0xffff;
const END64_LOCATOR = 0x07064b50;
const END64 = 0x06064b50;
const CENTRAL = 0x02014b50;
const CENTRAL_SIZE = 46;
const LOCAL = 0x04034b50;
const LOCAL_SIZE = 30;
const ABSENT = 0xffffffff;

/** Returns the files of a zip archive, in the order of its directory. @throws ZipError */
export function zipEntries(bytes: Uint8Array): ZipEntry[] {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const { count, start } = directoryOf(view);
  const entries: ZipEntry[] = [];
  let at = start;
  for (let i = 0; i < count; i += 1) {
    if (at + CENTRAL_SIZE > bytes.length || view.getUint32(at, true) !== CENTRAL)
      throw new ZipError('its directory is broken');
    const [nameLength, extraLength] = [view.getUint16(at + 28, true), view.getUint16(at + 30, true)];
    const nameAt = at + CENTRAL_SIZE;
    const path = decodeText(bytes.subarray(nameAt, nameAt + nameLength));
    const [size, packed, offset] = wideFields(
      view,
      [view.getUint32(at + 24, true), view.getUint32(at + 20, true), view.getUint32(at + 42, true)],
      nameAt + nameLength,
      extraLength,
    );
    const method = view.getUint16(at + 10, true);
    if ((view.getUint16(at + 8, true) & 1) !== 0) throw new ZipError(`'${path}' is encrypted`);
    if (method !== 0 && method !== 8)
      throw new ZipError(`'${path}' is compressed by method ${method}, not by deflate`);
    entries.push(entry(view, bytes, path, method, size, packed, offset, view.getUint32(at + 16, true)));
    at = nameAt + nameLength + extraLength + view.getUint16(at + 32, true);
  }
  return entries;
}

function directoryOf(view: DataView): { readonly count: number; readonly start: number } {
  const last = view.byteLength - END_SIZE;
  let at = last;
  while (at >= 0 && at >= last - LONGEST_COMMENT && view.getUint32(at, true) !== END) at -= 1;
  if (at < 0 || at < last - LONGEST_COMMENT) throw new ZipError('it is no zip archive, or is cut off');
  const [count, start] = [view.getUint16(at + 10, true), view.getUint32(at + 16, true)];
  const isWide = count === 0xffff || start === ABSENT;
  if (!isWide || at < 20 || view.getUint32(at - 20, true) !== END64_LOCATOR) return { count, start };
  const end64 = Number(view.getBigUint64(at - 12, true));
  if (end64 + 56 > view.byteLength || view.getUint32(end64, true) !== END64)
    throw new ZipError('its directory is broken');
  return {
    count: Number(view.getBigUint64(end64 + 32, true)),
    start: Number(view.getBigUint64(end64 + 48, true)),
  };
}

/** The fields, those that 32 bits can't hold from the extra field for that (4.5.3). */
function wideFields(view: DataView, fields: readonly number[], extraAt: number, length: number): number[] {
  let at = extraAt;
  const end = Math.min(extraAt + length, view.byteLength);
  while (at + 4 <= end && view.getUint16(at, true) !== 1) at += 4 + view.getUint16(at + 2, true);
  at += 4;
  return fields.map((field) => {
    if (field !== ABSENT || at + 8 > end) return field;
    const wide = Number(view.getBigUint64(at, true));
    at += 8;
    return wide;
  });
}

function entry(
  view: DataView,
  bytes: Uint8Array,
  path: string,
  method: number,
  size: number,
  packed: number,
  offset: number,
  crc: number,
): ZipEntry {
  const content = (): Uint8Array => {
    if (offset + LOCAL_SIZE > bytes.length || view.getUint32(offset, true) !== LOCAL)
      throw new ZipError(`'${path}' is not where the directory says`);
    const start = offset + LOCAL_SIZE + view.getUint16(offset + 26, true) + view.getUint16(offset + 28, true);
    if (start + packed > bytes.length) throw new ZipError(`'${path}' is cut off`);
    return bytes.subarray(start, start + packed);
  };
  const unpacked = (limit: number): Uint8Array =>
    method === 0 ? content() : inflated(path, content(), limit);
  return {
    path,
    size,
    peek: (count) => unpacked(count),
    read(limit) {
      if (size > limit) throw new ZipError(`'${path}' has ${size} bytes, more than the ${limit} expected`);
      const data = unpacked(size + 1);
      if (data.length !== size)
        throw new ZipError(`'${path}' has ${data.length} bytes where the directory says ${size}`);
      const found = crc32(data);
      if (found !== crc)
        throw new ZipError(`'${path}' is corrupt: its CRC-32 is ${hex(found)} and should be ${hex(crc)}`);
      return data;
    },
  };
}

/** Bytes of packed data that are unpacked at a time: few at first, because they may become a thousand times as many. */
const [FIRST_STEP, LAST_STEP] = [1 << 9, 1 << 16];

/** The unpacked bytes, or the first of them as soon as they are `limit` or more. */
function inflated(path: string, packed: Uint8Array, limit: number): Uint8Array {
  const parts: Uint8Array[] = [];
  let length = 0;
  const stream = new Inflate((part) => {
    parts.push(part);
    length += part.length;
  });
  try {
    for (let at = 0, step = FIRST_STEP; at < packed.length && length < limit;) {
      const end = at + step;
      stream.push(packed.subarray(at, end), end >= packed.length);
      at = end;
      step = Math.min(2 * step, LAST_STEP);
    }
  } catch (error) {
    throw new ZipError(`'${path}' is corrupt: ${error instanceof Error ? error.message : String(error)}`);
  }
  const all = new Uint8Array(length);
  let at = 0;
  for (const part of parts) {
    all.set(part, at);
    at += part.length;
  }
  return all;
}

let table: Uint32Array | undefined;

/** Returns the checksum of zip and PNG (ISO 3309). */
export function crc32(bytes: Uint8Array): number {
  table ??= crcTable();
  let crc = 0xffffffff;
  for (const byte of bytes) crc = table[(crc ^ byte) & 0xff] ^ (crc >>> 8);
  return (crc ^ 0xffffffff) >>> 0;
}

function crcTable(): Uint32Array {
  return Uint32Array.from({ length: 256 }, (_, byte) => {
    let crc = byte;
    for (let bit = 0; bit < 8; bit += 1) crc = (crc & 1) === 0 ? crc >>> 1 : (crc >>> 1) ^ 0xedb88320;
    return crc;
  });
}

function hex(value: number): string {
  return `0x${value.toString(16).padStart(8, '0')}`;
}
