import { WireType } from '@bufbuild/protobuf/wire';
import { elementBytes, elementCount } from '../literal/element-sizes.ts';
import type { ArrayLiteral, Literal } from '../model/literal.ts';
import type { ArrayShape, ElementType, Shape } from '../model/shape.ts';
import { rowMajor } from './row-major.ts';
import { decodeShape } from './shapes.ts';
import { type Decode, type Field, many, mapped, message, one, type WireReader } from './wire.ts';

interface LiteralMessage {
  shape?: Shape;
  elements?: Literal[];
  /** Elements of the array, in parts as they are found. */
  parts: Uint8Array[];
}

/** A field of elements that are bytes already: those of narrow types, and floats. */
function fixed(elementWire: WireType): Field<LiteralMessage> {
  return ({ parts }, reader, wire, limit) => {
    const isSingle = wire === elementWire && elementWire !== WireType.LengthDelimited;
    if (!isSingle && wire !== WireType.LengthDelimited)
      reader.fail(`elements of a literal have wire type ${wire}`);
    const end = isSingle ? reader.pos + (elementWire === WireType.Bit64 ? 8 : 4) : reader.end(limit);
    if (end > limit) reader.fail('a field is longer than the message around it');
    parts.push(reader.bytesOfFile.slice(reader.pos, end));
    reader.pos = end;
  };
}

/** Writes a varint of a width. */
const writers: Readonly<Record<1 | 4 | 8, (view: DataView, offset: number, reader: WireReader) => void>> = {
  1: (view, offset, reader) => view.setUint8(offset, reader.bool() ? 1 : 0),
  4: (view, offset, reader) => view.setInt32(offset, reader.int32(), true),
  8: (view, offset, reader) => view.setBigInt64(offset, BigInt(reader.int64()), true),
};

/** A field of elements that are varints, of a width in the array. */
function varints(width: 1 | 4 | 8): Field<LiteralMessage> {
  const write = writers[width];
  return ({ parts }, reader, wire, limit) => {
    if (wire === WireType.Varint) {
      const bytes = new Uint8Array(width);
      write(new DataView(bytes.buffer), 0, reader);
      parts.push(bytes);
      return;
    }
    if (wire !== WireType.LengthDelimited) reader.fail(`elements of a literal have wire type ${wire}`);
    const end = reader.end(limit);
    let count = 0;
    // Each varint has one byte without the highest bit.
    for (let at = reader.pos; at < end; at++) if (reader.bytesOfFile[at]! < 128) count++;
    const bytes = new Uint8Array(count * width);
    const view = new DataView(bytes.buffer);
    for (let index = 0; index < count; index++) write(view, index * width, reader);
    if (reader.pos !== end) reader.fail('a number is longer than the list around it');
    parts.push(bytes);
  };
}

/** Bits of signed elements of less than a byte, which have zeros above them. */
const signedBits: Readonly<Partial<Record<ElementType, number>>> = { s1: 1, s2: 2, s4: 4 };

/** Returns signed elements of some bits as bytes. */
function signExtended(elements: Uint8Array, bits: number): Uint8Array {
  const shift = 32 - bits;
  return elements.map((element) => (element << shift) >> shift);
}

function joined(parts: readonly Uint8Array[]): Uint8Array {
  if (parts.length === 1) return parts[0]!;
  const bytes = new Uint8Array(parts.reduce((length, part) => length + part.length, 0));
  let end = 0;
  for (const part of parts) {
    bytes.set(part, end);
    end += part.length;
  }
  return bytes;
}

function toArray(shape: ArrayShape, parts: readonly Uint8Array[], reader: WireReader): ArrayLiteral {
  const { elementType, dimensions, layout } = shape;
  const count = elementCount(dimensions);
  const written = joined(parts);
  if (written.length === 0 && count > 0) return { kind: 'array', shape, bytes: null };
  const order = layout?.minorToMajor;
  if (order?.toSorted((a, b) => a - b).some((dimension, index) => dimension !== index) === true)
    reader.fail('the layout of a literal is not an order of its dimensions');
  if ((order?.length ?? dimensions.length) !== dimensions.length)
    reader.fail('the layout of a literal has other dimensions than its shape');
  const size = elementBytes(elementType);
  if (written.length !== count * size)
    reader.fail(
      `a literal of ${count} elements of ${elementType} has ${written.length} bytes, expected ${count * size}`,
    );
  const bits = signedBits[elementType];
  const elements = bits === undefined ? written : signExtended(written, bits);
  return { kind: 'array', shape, bytes: rowMajor(elements, size, dimensions, order) };
}

function toLiteral({ shape, elements = [], parts }: LiteralMessage, reader: WireReader): Literal {
  switch (shape?.kind) {
    case 'tuple':
      return { kind: 'tuple', elements };
    case 'token':
      return { kind: 'token' };
    case 'array':
      return toArray(shape, parts, reader);
    default:
      return reader.fail('a literal has the shape of an array, a tuple or a token');
  }
}

const bytes = fixed(WireType.LengthDelimited);
const floats = fixed(WireType.Bit32);
const doubles = fixed(WireType.Bit64);

/** Reads a literal. */
export const decodeLiteral: Decode<Literal> = mapped(
  message<LiteralMessage>(() => ({ parts: [] }), {
    1: one('shape', () => decodeShape),
    2: varints(1),
    3: bytes,
    4: varints(4),
    5: varints(8),
    6: varints(4),
    7: varints(8),
    8: floats,
    9: doubles,
    10: many('elements', () => decodeLiteral),
    11: bytes,
    12: floats,
    13: bytes,
    15: bytes,
    16: bytes,
    17: bytes,
    18: doubles,
    19: bytes,
    20: bytes,
    21: bytes,
    22: bytes,
    23: bytes,
    24: bytes,
    25: bytes,
    26: bytes,
    27: bytes,
    28: bytes,
    29: bytes,
    30: bytes,
    31: bytes,
    32: bytes,
    33: bytes,
    35: bytes,
    36: bytes,
  }),
  toLiteral,
);
