import type { ArrayFilter, ArrayHeader } from './array-filter.ts';
import { type ArrayKind, bytesOf } from './array-kind.ts';
import { fromDenseBytes, toDenseBytes } from './dense-bytes.ts';
import { elementCount, type NdArray } from './nd-array.ts';
import { isNpy } from './npy.ts';

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
  // The keys of `dtypes` are kinds.
  Object.entries(dtypes).map(([kind, dtype]) => [dtype, kind as ArrayKind]),
);

/** Bytes of the header's length. */
const PREFIX = 8;

/** The maximum header size of upstream readers. */
const LONGEST_HEADER = 100_000_000;

/** Returns whether a file looks like safetensors: a length, which may be a wrong one, then an object of JSON. */
export function isSafetensors(bytes: Uint8Array): boolean {
  if (isNpy(bytes)) return false;
  const head = new TextDecoder('latin1').decode(bytes.subarray(PREFIX, 2 * PREFIX));
  return /^\{\s*["}]/.test(head);
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
 * Returns the arrays of a safetensors file by name, in the file's order; they share its memory where alignment allows.
 * @throws SafetensorsError for a file that cannot be read, or has a name twice.
 */
export function readSafetensors(
  bytes: Uint8Array,
  { isWanted, check }: ArrayFilter = {},
): Map<string, NdArray> {
  if (bytes.length < PREFIX) throw new SafetensorsError('not a safetensors file: it has no header');
  const length = Number(new DataView(bytes.buffer, bytes.byteOffset).getBigUint64(0, true));
  if (length > LONGEST_HEADER) {
    const found = `${length} bytes, more than the ${LONGEST_HEADER} of the format`;
    throw new SafetensorsError(`not a safetensors file, or a damaged one: its header would take ${found}`);
  }
  if (PREFIX + length > bytes.length) {
    throw new SafetensorsError(`safetensors file is cut off in its header of ${length} bytes`);
  }
  const header = parseHeader(bytes.subarray(PREFIX, PREFIX + length));
  const data = bytes.subarray(PREFIX + length);
  const arrays = new Map<string, NdArray>();
  for (const [name, entry] of Object.entries(header)) {
    if (name === '__metadata__' || isWanted?.(name) === false) continue;
    const place = placeOf(name, entry);
    check?.(name, place);
    arrays.set(name, readTensor(name, place, data));
  }
  return arrays;
}

function parseHeader(bytes: Uint8Array): object {
  let header: unknown;
  let text: string;
  try {
    text = new TextDecoder('utf-8', { fatal: true }).decode(bytes);
    header = JSON.parse(text);
  } catch {
    throw new SafetensorsError('safetensors header is no JSON');
  }
  if (typeof header !== 'object' || header === null || Array.isArray(header))
    throw new SafetensorsError('safetensors header is no object');
  const twice = repeatedKey(text);
  if (twice !== null) throw new SafetensorsError(`the safetensors header has two arrays '${twice}'`);
  return header;
}

/** A key that an object of valid JSON has twice, of which its parser keeps the last; `null` if there is none. */
function repeatedKey(json: string): string | null {
  const keys = new Set<string>();
  let depth = 0;
  let beginsEntry = false;
  for (const [token] of json.matchAll(/"[^"\\]*(?:\\.[^"\\]*)*"|[{}[\],:]/g)) {
    if (token.startsWith('"') && depth === 1 && beginsEntry) {
      // The token is in quotes.
      const key = JSON.parse(token) as string;
      if (keys.has(key)) return key;
      keys.add(key);
    }
    if (token === '{' || token === '[') depth++;
    else if (token === '}' || token === ']') depth--;
    beginsEntry = token === '{' || token === ',';
  }
  return null;
}

/** The entry of an array in the header: type, shape, and the range of its bytes. */
interface Place extends ArrayHeader {
  readonly start: number;
  readonly end: number;
}

function placeOf(name: string, entry: unknown): Place {
  // Any JSON: each field is checked below.
  const { dtype, shape, data_offsets: offsets } = (entry ?? {}) as Readonly<Record<string, unknown>>;
  if (typeof dtype !== 'string' || shape === undefined || offsets === undefined)
    throw new SafetensorsError(`${name}: safetensors header lacks its dtype, shape or data_offsets`);
  const kind = kinds.get(dtype);
  if (kind === undefined)
    throw new SafetensorsError(`${name}: safetensors dtype '${dtype}' has no kind here`);
  if (!isSizes(shape))
    throw new SafetensorsError(`${name}: safetensors shape ${JSON.stringify(shape)} is no list of sizes`);
  if (!isSizes(offsets) || offsets.length !== 2 || offsets[0] > offsets[1]) {
    throw new SafetensorsError(
      `${name}: safetensors data_offsets ${JSON.stringify(offsets)} are not the begin and the end of its bytes`,
    );
  }
  // The condition has counted two offsets.
  const [start, end] = offsets as [number, number];
  const size = elementCount(shape) * bytesOf(kind);
  if (end - start !== size) {
    throw new SafetensorsError(
      `${name}: ${dtype} of shape [${shape.join(', ')}] takes ${size} bytes, not ${end - start}`,
    );
  }
  return { kind, shape, start, end };
}

function readTensor(name: string, { kind, shape, start, end }: Place, data: Uint8Array): NdArray {
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
