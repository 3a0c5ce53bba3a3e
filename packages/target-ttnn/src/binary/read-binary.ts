import { decodeTable, FlatBufferError } from '../flatbuffers/decode.ts';
import type { TableValue } from '../flatbuffers/schema.ts';
import { type FormatVersion, formatVersions } from '../schema/version.ts';
import { TTNN_IDENTIFIER } from './binary.ts';

/** The size, and the place of the root and the identifier after it. */
const HEADER_BYTES = 12;

/** A file for each byte of which more values would be read holds offsets in circles. */
const MOST_VALUES_PER_BYTE = 16;

/** A `.ttnn` file that was read. */
export interface ReadBinary {
  readonly version: FormatVersion;
  /** All fields of the file, those that are not stored with their defaults. */
  readonly contents: TableValue;
}

/** Returns true if a file has the identifier of a `.ttnn` file. */
export function isTtnnBinary(bytes: Uint8Array): boolean {
  return bytes.length >= HEADER_BYTES && identifierOf(bytes) === TTNN_IDENTIFIER;
}

function identifierOf(bytes: Uint8Array): string {
  return String.fromCharCode(...bytes.subarray(8, HEADER_BYTES));
}

/** Reads a `.ttnn` file. @throws FlatBufferError for another version of the format, or for a file that is damaged. */
export function readTtnnBinary(bytes: Uint8Array): ReadBinary {
  if (!isTtnnBinary(bytes))
    throw new FlatBufferError(`the file is no '.ttnn' file: its identifier is missing`);
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const size = view.getUint32(0, true) + 4;
  if (size !== bytes.length)
    throw new FlatBufferError(
      `the file is damaged: it says that it has ${size} bytes, and has ${bytes.length}`,
    );
  const start = 4 + view.getUint32(4, true);
  const limit = bytes.length * MOST_VALUES_PER_BYTE;
  const version = versionOf(bytes, start);
  return { version, contents: decodeTable(version.schema(), 'TTNNBinary', bytes, { start, limit }) };
}

/** The version by the hash in the file, which is looked at before anything else. */
function versionOf(bytes: Uint8Array, start: number): FormatVersion {
  const [newest] = formatVersions;
  const head = decodeTable(headSchema(newest!), 'TTNNBinary', bytes, { start, limit: bytes.length });
  const hash = typeof head.schema_hash === 'string' ? head.schema_hash : 'none';
  const found = formatVersions.find(({ schemaHash }) => schemaHash === hash);
  if (found !== undefined) return found;
  const known = formatVersions.map(({ name, schemaHash }) => `${name} (${schemaHash})`).join(', ');
  throw new FlatBufferError(
    `the file is of another version of the format: its schema has the hash ${hash}; known are ${known}`,
  );
}

/** A schema with the head of the file alone, which is the same in all versions. */
function headSchema(version: FormatVersion): ReturnType<FormatVersion['schema']> {
  const schema = version.schema();
  const whole = schema.tables.get('TTNNBinary')!;
  const fields = whole.fields.filter(({ name }) => name === 'schema_hash');
  return { ...schema, tables: new Map([['TTNNBinary', { ...whole, fields }]]) };
}

/** Returns the text of the program that a `.ttnn` file has beside its operations. @throws FlatBufferError */
export function ttnnSource(bytes: Uint8Array): string {
  const { mlir } = readTtnnBinary(bytes).contents;
  const source = typeof mlir === 'object' && mlir !== null && 'source' in mlir ? mlir.source : null;
  if (typeof source !== 'string') throw new FlatBufferError('the file has no text of its program');
  return source;
}
