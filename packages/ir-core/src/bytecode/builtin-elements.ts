import { DenseArrayAttr } from '../builtin/attrs/dense-array-attr.ts';
import { DenseElementsAttr } from '../builtin/attrs/dense-elements-attr.ts';
import {
  elementByteSize,
  readFloatBits,
  readInteger,
  writeUnsigned,
} from '../builtin/attrs/element-bytes.ts';
import { DenseStringsAttr } from '../builtin/attrs/other-elements-attrs.ts';
import { FloatType } from '../builtin/types/float-type.ts';
import { i1, IntegerType } from '../builtin/types/integer-type.ts';
import { ShapedType } from '../builtin/types/shaped-types.ts';
import { attributeCode } from './builtin-codes.ts';
import type { EncodingReader } from './encoding-reader.ts';
import type { EncodingWriter } from './encoding-writer.ts';

/** The byte of booleans that are all true; eight booleans that are not all equal never look like it. */
const ALL_TRUE = 0xff;

/** Writes `dense<...>` of numbers. */
export function writeDenseElements(attribute: DenseElementsAttr, writer: EncodingWriter): void {
  writer.varint(attributeCode.denseElements);
  writer.type(attribute.type);
  writer.blob(attribute.type.elementType === i1 ? packBooleans(attribute) : attribute.bytes);
}

/** Booleans are written eight to a byte, the first in the lowest bit. */
function packBooleans({ bytes, isSplat }: DenseElementsAttr): Uint8Array {
  if (isSplat) return Uint8Array.of(bytes[0] === 0 ? 0 : ALL_TRUE);
  const packed = new Uint8Array(Math.ceil(bytes.length / 8));
  for (let i = 0; i < bytes.length; i++) if (bytes[i] !== 0) packed[i >> 3]! |= 1 << (i & 7);
  return packed;
}

/** Reads `dense<...>` of numbers; the elements are bytes of the file. */
export function readDenseElements(reader: EncodingReader): DenseElementsAttr {
  const type = readStaticType(reader);
  const blob = reader.blob();
  const size = elementByteSize(type.elementType);
  if (size === null) return reader.fail(`elements of type ${String(type.elementType)} have no dense form`);
  const bytes = type.elementType === i1 ? unpackBooleans(blob, type.elementCount) : blob;
  if (bytes.length !== size * type.elementCount && bytes.length !== size) {
    return reader.fail(`expected the elements of ${String(type)}, but got ${bytes.length} bytes`);
  }
  return DenseElementsAttr.fromBytes(type, bytes);
}

/** Some versions of MLIR wrote a byte per boolean: what can't be packed is taken as that. */
function unpackBooleans(blob: Uint8Array, count: number): Uint8Array {
  if (blob.length === 1 && blob[0] === ALL_TRUE) return Uint8Array.of(1);
  if (blob.length !== Math.ceil(count / 8) || blob.length === count) return blob;
  if (blob.every((byte) => byte === 0)) return new Uint8Array(1);
  const bytes = new Uint8Array(count);
  for (let i = 0; i < count; i++) bytes[i] = (blob[i >> 3]! >> (i & 7)) & 1;
  return bytes;
}

function readStaticType(reader: EncodingReader): ShapedType {
  const type = reader.typeOf(ShapedType, 'a shaped type');
  return type.hasStaticShape
    ? type
    : reader.fail(`expected a type of static shape, but got: ${String(type)}`);
}

/** Writes `array<...>`. */
export function writeDenseArray({ elementType, values }: DenseArrayAttr, writer: EncodingWriter): void {
  const size = elementByteSize(elementType)!;
  const bytes = new Uint8Array(size * values.length);
  values.forEach((value, i) => writeUnsigned(bytes, i * size, size, BigInt.asUintN(8 * size, BigInt(value))));
  writer.varint(attributeCode.denseArray);
  writer.type(elementType);
  writer.varint(values.length);
  writer.blob(bytes);
}

/** Reads `array<...>`. */
export function readDenseArray(reader: EncodingReader): DenseArrayAttr {
  const elementType = reader.type();
  if (!(elementType instanceof IntegerType || elementType instanceof FloatType))
    return reader.fail(`expected the type of a number, but got: ${String(elementType)}`);
  if (elementType !== i1 && elementType.width % 8 !== 0)
    return reader.fail('element type bitwidth must be a multiple of 8');
  const count = reader.varint();
  const bytes = reader.blob();
  const size = elementByteSize(elementType)!;
  if (size === 0 || size * count !== bytes.length) {
    return reader.fail(`expected ${count} elements of ${size} bytes, but got ${bytes.length} bytes`);
  }
  const values = Array.from({ length: count }, (_, i) =>
    elementType instanceof FloatType
      ? readFloatBits(bytes, i * size, elementType)
      : readInteger(bytes, i * size, elementType),
  );
  return DenseArrayAttr.get(elementType, values);
}

/** Reads `dense<...>` of strings. */
export function readDenseStrings(reader: EncodingReader): DenseStringsAttr {
  const type = readStaticType(reader);
  const isSplat = reader.varint() !== 0;
  const count = isSplat ? 1 : type.elementCount;
  const values: string[] = [];
  for (let i = 0; i < count; i++) values.push(reader.string());
  return DenseStringsAttr.get(type, values);
}
