import { type ArrayKind, bytesOf } from './array-kind.ts';
import { fromDenseBytes, toDenseBytes } from './dense-bytes.ts';
import { elementCount, type NdArray } from './nd-array.ts';

/**
 * Thrown for a file that is not in the safetensors format, or has data that arrays can't hold; the message gives the
 * reason.
 */
export class SafetensorsError extends Error {
  override readonly name = 'SafetensorsError';
}

/** The names of element types (safetensors' format description, "Format"). */
const dtypes: Readonly<Partial<Record<ArrayKind, string>>> = {
  i1: 'BOOL',
  i8: 'I8',
  i16: 'I16',
  i32: 'I32',
  i64: 'I64',
  ui8: 'U8',
  ui16: 'U16',
  ui32: 'U32',
  ui64: 'U64',
  f8E5M2: 'F8_E5M2',
  f8E4M3FN: 'F8_E4M3',
  f8E8M0FNU: 'F8_E8M0',
  f16: 'F16',
  bf16: 'BF16',
  f32: 'F32',
  f64: 'F64',
  'complex<f32>': 'C64',
};

const kinds: ReadonlyMap<string, ArrayKind> = new Map(
  Object.entries(dtypes).map(([kind, dtype]) => [dtype, kind as ArrayKind]),
);

/** Bytes of the header's length. */
const PREFIX = 8;

/** The maximum header size of upstream readers. */
const LONGEST_HEADER = 100_000_000;

/** Returns whether a file looks like safetensors: a length, then JSON. */
export function isSafetensors(bytes: Uint8Array): boolean {
  return bytes.length > PREFIX && bytes[PREFIX] === 0x7b && bytes[6] === 0 && bytes[7] === 0;
}

/**
 * Named arrays as a safetensors file, wide elements first so that all are aligned.
 * @throws SafetensorsError for kinds of elements that the format has not got.
 */
export function writeSafetensors(arrays: ReadonlyMap<string, NdArray>): Uint8Array {
  const header: [name: string, entry: object][] = [];
  const order = [...arrays].sort(
    ([name, { kind }], [other, { kind: otherKind }]) =>
      bytesOf(otherKind) - bytesOf(kind) || (name < other ? -1 : 1),
  );
  let size = 0;
  const parts = order.map(([name, array]) => {
    const dtype = dtypes[array.kind];
    if (dtype === undefined)
      throw new SafetensorsError(`${name}: safetensors files have no elements of kind ${array.kind}`);
    const bytes = toDenseBytes(array);
    header.push([name, { dtype, shape: array.shape, data_offsets: [size, size + bytes.length] }]);
    size += bytes.length;
    return bytes;
  });
  const text = new TextEncoder().encode(JSON.stringify(Object.fromEntries(header)));
  const length = Math.ceil(text.length / 8) * 8;
  const file = new Uint8Array(PREFIX + length + size);
  new DataView(file.buffer).setBigUint64(0, BigInt(length), true);
  // Spaces up to the data.
  file.fill(0x20, PREFIX, PREFIX + length);
  file.set(text, PREFIX);
  let at = PREFIX + length;
  for (const part of parts) {
    file.set(part, at);
    at += part.length;
  }
  return file;
}

/**
 * The arrays of a safetensors file by name, in the file's order; they share its memory where alignment allows.
 * @throws SafetensorsError for a file that cannot be read.
 */
export function readSafetensors(bytes: Uint8Array): Map<string, NdArray> {
  if (bytes.length < PREFIX) throw new SafetensorsError('not a safetensors file: it has no header');
  const length = Number(new DataView(bytes.buffer, bytes.byteOffset).getBigUint64(0, true));
  if (length > LONGEST_HEADER) throw new SafetensorsError('not a safetensors file: its header is too long');
  if (PREFIX + length > bytes.length) {
    throw new SafetensorsError(`safetensors file is cut off in its header of ${length} bytes`);
  }
  const header = parseHeader(bytes.subarray(PREFIX, PREFIX + length));
  const data = bytes.subarray(PREFIX + length);
  const arrays = new Map<string, NdArray>();
  for (const [name, entry] of Object.entries(header)) {
    if (name !== '__metadata__') arrays.set(name, readTensor(name, entry, data));
  }
  return arrays;
}

function parseHeader(bytes: Uint8Array): object {
  let header: unknown;
  try {
    header = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes));
  } catch {
    throw new SafetensorsError('safetensors header is no JSON');
  }
  if (typeof header !== 'object' || header === null || Array.isArray(header))
    throw new SafetensorsError('safetensors header is no object');
  return header;
}

function readTensor(name: string, entry: unknown, data: Uint8Array): NdArray {
  const { dtype, shape, data_offsets: offsets } = (entry ?? {}) as Readonly<Record<string, unknown>>;
  if (typeof dtype !== 'string' || !isSizes(shape) || !isSizes(offsets) || offsets.length !== 2)
    throw new SafetensorsError(`${name}: safetensors header lacks its dtype, shape or data_offsets`);
  const kind = kinds.get(dtype);
  if (kind === undefined)
    throw new SafetensorsError(`${name}: safetensors dtype '${dtype}' has no kind here`);
  const [start, end] = offsets as [number, number];
  const size = elementCount(shape) * bytesOf(kind);
  if (end - start !== size) {
    throw new SafetensorsError(
      `${name}: ${dtype} of shape [${shape.join(', ')}] takes ${size} bytes, not ${end - start}`,
    );
  }
  if (end > data.length) {
    throw new SafetensorsError(
      `${name}: safetensors file is cut off: it ends at byte ${end} of ${data.length}`,
    );
  }
  return fromDenseBytes(kind, shape, data.subarray(start, end));
}

function isSizes(value: unknown): value is readonly number[] {
  return (
    Array.isArray(value) && value.every((size: unknown) => Number.isSafeInteger(size) && Number(size) >= 0)
  );
}
