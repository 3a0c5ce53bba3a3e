import { Attribute, type Type } from '../../ir/attribute.ts';
import { type FloatBits } from '../../number/index.ts';
import type { Printer } from '../../text/printer.ts';
import { ComplexType } from '../types/composite-types.ts';
import { FloatType } from '../types/float-type.ts';
import { i1, IndexType, IntegerType } from '../types/integer-type.ts';
import { elementBitWidth, type ShapedType } from '../types/shaped-types.ts';
import { printDenseElements } from './dense-text.ts';

/** Payloads up to this many bytes are interned by their text, larger ones by hash and weakly. */
const SMALL_BYTES = 64;

/**
 * `dense<...> : tensor<...>`: the elements of a static shape as raw little-endian bytes, row-major, one
 * element alone when all are equal. An element takes whole bytes: ceil(bits / 8), two such parts if complex.
 */
export class DenseElementsAttr extends Attribute {
  static readonly #small = new Map<string, DenseElementsAttr>();
  static readonly #large = new Map<string, WeakRef<DenseElementsAttr>[]>();
  readonly type: ShapedType;
  /** Must not be written to. */
  readonly bytes: Uint8Array;
  readonly isSplat: boolean;

  private constructor(type: ShapedType, bytes: Uint8Array, isSplat: boolean) {
    super();
    this.type = type;
    this.bytes = bytes;
    this.isSplat = isSplat;
  }

  /**
   * Takes ownership of `bytes`, which hold all elements or one element that stands for all.
   *
   * @throws when the number of bytes fits neither.
   */
  static fromBytes(type: ShapedType, bytes: Uint8Array): DenseElementsAttr {
    const size = elementByteSize(type.elementType);
    if (size === null) throw new Error('elements of this type have no dense form');
    const count = type.elementCount;
    if (bytes.length !== size * count && (bytes.length !== size || count === 0)) {
      throw new Error(`${bytes.length} bytes for ${count} elements of ${size} bytes`);
    }
    const isSplat = count > 0 && allEqual(bytes, size);
    return this.#intern(type, isSplat ? bytes.slice(0, size) : bytes, isSplat);
  }

  /** All elements equal to one number; integers wrap and floats round to the element type. */
  static splat(type: ShapedType, value: number | bigint): DenseElementsAttr {
    if (type.elementCount === 0) return this.fromBytes(type, new Uint8Array(0));
    return this.fromBytes(type, encodeElement(type.elementType, value));
  }

  /** Elements from numbers; `values` has one per element, or one for all. */
  static fromNumbers(type: ShapedType, values: readonly (number | bigint)[]): DenseElementsAttr {
    const parts = values.map((value) => encodeElement(type.elementType, value));
    const size = elementByteSize(type.elementType) ?? 0;
    const bytes = new Uint8Array(size * parts.length);
    parts.forEach((part, i) => bytes.set(part, i * size));
    return this.fromBytes(type, bytes);
  }

  static #intern(type: ShapedType, bytes: Uint8Array, isSplat: boolean): DenseElementsAttr {
    if (bytes.length <= SMALL_BYTES) {
      const key = `${type.id}|${isSplat ? 's' : ''}${bytes.join()}`;
      let found = this.#small.get(key);
      if (found === undefined) this.#small.set(key, (found = new DenseElementsAttr(type, bytes, isSplat)));
      return found;
    }
    const key = `${type.id}|${bytes.length}|${hash(bytes)}`;
    const bucket = (this.#large.get(key) ?? []).filter((reference) => reference.deref() !== undefined);
    for (const reference of bucket) {
      const candidate = reference.deref();
      if (candidate !== undefined && sameBytes(candidate.bytes, bytes)) return candidate;
    }
    const attribute = new DenseElementsAttr(type, bytes, isSplat);
    bucket.push(new WeakRef(attribute));
    this.#large.set(key, bucket);
    return attribute;
  }

  /** Number of elements, splat or not. */
  get elementCount(): number {
    return this.type.elementCount;
  }

  /** The same elements under another shape of equal size. */
  reshape(type: ShapedType): DenseElementsAttr {
    return DenseElementsAttr.fromBytes(type, this.bytes);
  }

  /** The integer elements. @throws when the element type is no integer or index. */
  integers(): bigint[] {
    const { elementType } = this.type;
    if (!(elementType instanceof IntegerType || elementType instanceof IndexType)) {
      throw new Error('elements are not integers');
    }
    const size = elementByteSize(elementType) ?? 0;
    const stored: bigint[] = [];
    for (let at = 0; at < this.bytes.length; at += size) stored.push(readInteger(this.bytes, at, elementType));
    if (!this.isSplat) return stored;
    return new Array<bigint>(this.elementCount).fill(stored[0]!);
  }

  print(printer: Printer): void {
    if (!this.isSplat && this.elementCount > printer.options.elideElementsLimit) {
      printer.write('dense_resource<__elided__> : ');
      printer.printType(this.type);
      return;
    }
    printer.write('dense<');
    printDenseElements(printer, this);
    printer.write('> : ');
    printer.printType(this.type);
  }
}

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
  let value = 0n;
  for (let i = size - 1; i >= 0; i--) value = (value << 8n) | BigInt(bytes[at + i]!);
  if (type === i1) return value === 0n ? 0n : 1n;
  const width = type instanceof IntegerType ? type.width : 64;
  const unsigned = type instanceof IntegerType && type.isUnsigned;
  return unsigned ? BigInt.asUintN(width, value) : BigInt.asIntN(width, value);
}

/** Reads the bits of a little-endian float of up to 64 bits: a bigint for widths above 32. */
export function readFloatBits(bytes: Uint8Array, at: number, type: FloatType): FloatBits {
  const size = Math.ceil(type.width / 8);
  if (size > 4) {
    let wide = 0n;
    for (let i = size - 1; i >= 0; i--) wide = (wide << 8n) | BigInt(bytes[at + i]!);
    return wide;
  }
  let bits = 0;
  for (let i = size - 1; i >= 0; i--) bits = bits * 256 + bytes[at + i]!;
  return bits;
}

/** The bytes of one number in an element type. */
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
  for (let i = 0; i < size; i++, bits >>= 8n) bytes[i] = Number(bits & 0xffn);
  return bytes;
}

function allEqual(bytes: Uint8Array, size: number): boolean {
  for (let i = size; i < bytes.length; i++) if (bytes[i] !== bytes[i - size]) return false;
  return true;
}

function sameBytes(a: Uint8Array, b: Uint8Array): boolean {
  if (a.length !== b.length) return false;
  for (let i = 0; i < a.length; i++) if (a[i] !== b[i]) return false;
  return true;
}

/** FNV-1a over all bytes. */
function hash(bytes: Uint8Array): number {
  let state = 0x811c9dc5;
  for (const byte of bytes) state = Math.imul(state ^ byte, 0x01000193);
  return state >>> 0;
}
