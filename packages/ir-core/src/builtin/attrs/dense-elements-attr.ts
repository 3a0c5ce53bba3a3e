import { currentBudget } from '../../budget/budget.ts';
import { Attribute } from '../../ir/attribute.ts';
import type { Printer } from '../../text/printer.ts';
import { IndexType, IntegerType } from '../types/integer-type.ts';
import type { ShapedType } from '../types/shaped-types.ts';
import { printDenseElements } from './dense-text.ts';
import { elementByteSize, encodeElement, readInteger } from './element-bytes.ts';

/** Payloads up to this many bytes are interned by their text, larger ones by hash and weakly. */
const SMALL_BYTES = 64;

/**
 * `dense<...> : tensor<...>`: the elements of a static shape as raw little-endian bytes, row-major, one element alone
 * when all are equal. An element takes whole bytes: ceil(bits / 8), twice that if complex.
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
    if (bytes.length !== size * count && bytes.length !== size) {
      throw new Error(`${bytes.length} bytes for ${count} elements of ${size} bytes`);
    }
    // Of no elements, one may still be written that would stand for all.
    const isSplat = bytes.length > 0 && allEqual(bytes, size);
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

  /**
   * The integer elements, those of a splat one by one.
   *
   * @throws when the element type is no integer or index; LimitError for a splat of too many.
   */
  integers(): bigint[] {
    const stored = this.storedIntegers();
    if (!this.isSplat) return stored;
    const count = this.elementCount;
    currentBudget().check('elements', 'a splat constant stands for', count);
    return new Array<bigint>(count).fill(stored[0]!);
  }

  /** The integer elements as they are stored, one alone for a splat. @throws when the element type is no integer or index. */
  storedIntegers(): bigint[] {
    const { elementType } = this.type;
    if (!(elementType instanceof IntegerType || elementType instanceof IndexType)) {
      throw new Error('elements are not integers');
    }
    const size = elementByteSize(elementType) ?? 0;
    const stored: bigint[] = [];
    for (let at = 0; at < this.bytes.length; at += size)
      stored.push(readInteger(this.bytes, at, elementType));
    return stored;
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

function allEqual(bytes: Uint8Array, size: number): boolean {
  for (let i = size; i < bytes.length; i++) if (bytes[i] !== bytes[i - size]) return false;
  return true;
}

function sameBytes(a: Uint8Array, b: Uint8Array): boolean {
  if (a.length !== b.length) return false;
  for (let i = 0; i < a.length; i++) if (a[i] !== b[i]) return false;
  return true;
}

/** FNV-1a over words of four bytes and then the bytes that are left. */
function hash(bytes: Uint8Array): number {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
  let state = 0x811c9dc5;
  let at = 0;
  for (; at + 4 <= bytes.length; at += 4) state = Math.imul(state ^ view.getUint32(at, true), 0x01000193);
  for (; at < bytes.length; at++) state = Math.imul(state ^ bytes[at]!, 0x01000193);
  return state >>> 0;
}
