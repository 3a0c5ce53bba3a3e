import type { Type } from '../../ir/attribute.ts';
import type { FloatBits } from '../../number/index.ts';
import { ComplexType } from '../types/composite-types.ts';
import { FloatType } from '../types/float-type.ts';
import { i1, IndexType, IntegerType } from '../types/integer-type.ts';
import { elementBitWidth } from '../types/shaped-types.ts';

/** Bytes of one element in a dense attribute, or `null` when the element type has no fixed width. */
export function elementByteSize(elementType: Type): number | null {
  if (elementType instanceof ComplexType) {
    const part = elementByteSize(elementType.elementType);
    return part === null ? null : 2 * part;
  }
  const bits = elementBitWidth(elementType);
  return bits === null ? null : Math.ceil(bits / 8);
}

/** Reads a little-endian integer; signless types are read as signed, `i1` as 0 or 1. */
export function readInteger(bytes: Uint8Array, at: number, type: IntegerType | IndexType): bigint {
  const size = elementByteSize(type) ?? 0;
  const value = readUnsigned(bytes, at, size);
  if (type === i1) return value === 0n ? 0n : 1n;
  const width = type instanceof IntegerType ? type.width : 64;
  const unsigned = type instanceof IntegerType && type.isUnsigned;
  return unsigned ? BigInt.asUintN(width, value) : BigInt.asIntN(width, value);
}

/** Reads the bits of a little-endian float of up to 64 bits: a bigint for widths above 32. */
export function readFloatBits(bytes: Uint8Array, at: number, type: FloatType): FloatBits {
  const size = Math.ceil(type.width / 8);
  if (size > 4) return readUnsigned(bytes, at, size);
  let bits = 0;
  for (let i = size - 1; i >= 0; i--) bits = bits * 256 + bytes[at + i]!;
  return bits;
}

/** Reads a little-endian number. */
function readUnsigned(bytes: Uint8Array, at: number, size: number): bigint {
  let value = 0n;
  if (size <= 8) {
    for (let i = size - 1; i >= 0; i--) value = (value << 8n) | BigInt(bytes[at + i]!);
    return value;
  }
  // Shifts of long numbers take time in proportion to their length, for each byte.
  const digits = Array.from(bytes.subarray(at, at + size).toReversed(), (byte) =>
    byte.toString(16).padStart(2, '0'),
  );
  return BigInt(`0x${digits.join('')}`);
}

/** Writes the low bytes of a number, little-endian. @param bits not negative. */
export function writeUnsigned(bytes: Uint8Array, at: number, size: number, bits: bigint): void {
  if (size <= 8) {
    for (let i = 0, rest = bits; i < size; i++, rest >>= 8n) bytes[at + i] = Number(rest & 0xffn);
    return;
  }
  const digits = bits.toString(16).padStart(2 * size, '0');
  for (let i = 0; i < size; i++)
    bytes[at + i] = Number.parseInt(digits.slice(digits.length - 2 * i - 2, digits.length - 2 * i), 16);
}

/** Returns the bytes of one number in an element type. */
export function encodeElement(elementType: Type, value: number | bigint): Uint8Array {
  const size = elementByteSize(elementType);
  if (size === null) throw new Error('elements of this type have no dense form');
  if (elementType instanceof ComplexType) {
    const bytes = new Uint8Array(size);
    bytes.set(encodeElement(elementType.elementType, value));
    return bytes;
  }
  const bytes = new Uint8Array(size);
  let bits: bigint;
  if (elementType instanceof FloatType) bits = BigInt(elementType.encode(Number(value)));
  else bits = BigInt.asUintN(elementBitWidth(elementType) ?? 0, BigInt(value));
  writeUnsigned(bytes, 0, size, bits);
  return bytes;
}
