import { encodeFloat, floatFormats } from '../literal/float-formats.ts';
import type { ElementType } from '../model/shape.ts';

/**
 * Writes the element that a text says, at an offset; false if the text is not a value of the type.
 * A payload is the mantissa of a NaN.
 */
export type WriteElement = (view: DataView, offset: number, text: string, payload?: number) => boolean;

function isInteger(text: string): boolean {
  const first = text.charCodeAt(0) === 45 ? 1 : 0;
  for (let at = first; at < text.length; at++) {
    const digit = text.charCodeAt(at) - 48;
    if (digit < 0 || digit > 9) return false;
  }
  return text.length > first;
}

/** Integers of some bits, signed or not, that fit into numbers. */
function integer(bits: number, isSigned: boolean): WriteElement {
  const lowest = isSigned ? -(2 ** (bits - 1)) : 0;
  const highest = isSigned ? 2 ** (bits - 1) - 1 : 2 ** bits - 1;
  return (view, offset, text) => {
    const value = isInteger(text) ? Number(text) : NaN;
    if (!(value >= lowest && value <= highest)) return false;
    if (bits <= 8) view.setInt8(offset, value);
    else if (bits === 16) view.setInt16(offset, value, true);
    else view.setInt32(offset, value, true);
    return true;
  };
}

function longInteger(isSigned: boolean): WriteElement {
  // XLA reads -1 as the largest unsigned number.
  const lowest = -(2n ** 63n);
  const highest = isSigned ? 2n ** 63n - 1n : 2n ** 64n - 1n;
  return (view, offset, text) => {
    // No value of 64 bits has more digits; leading zeros are not printed.
    if (!isInteger(text) || text.length > 20) return false;
    const value = BigInt(text);
    if (value < lowest || value > highest) return false;
    view.setBigUint64(offset, BigInt.asUintN(64, value), true);
    return true;
  };
}

/** A number as text: digits, `inf`, `nan`; null for another text. */
function numberOf(text: string): number | null {
  const first = text.charCodeAt(0) === 45 ? 1 : 0;
  const code = text.charCodeAt(first);
  if ((code >= 48 && code <= 57) || code === 46) {
    const value = Number(text);
    return Number.isNaN(value) || (text.charCodeAt(first + 1) | 32) === 120 ? null : value;
  }
  const word = text.slice(first);
  if (word === 'inf') return first === 1 ? -Infinity : Infinity;
  return word === 'nan' ? NaN : null;
}

const float64: WriteElement = (view, offset, text, payload) => {
  const value = numberOf(text);
  if (value === null || (!Number.isNaN(value) && payload !== undefined)) return false;
  if (Number.isNaN(value)) {
    const sign = text.startsWith('-') ? 1n << 63n : 0n;
    view.setBigUint64(offset, sign | (0x7ffn << 52n) | BigInt(payload ?? 2 ** 51), true);
  } else view.setFloat64(offset, value, true);
  return true;
};

const float32: WriteElement = (view, offset, text, payload) => {
  const value = numberOf(text);
  if (value === null || (!Number.isNaN(value) && payload !== undefined)) return false;
  if (Number.isNaN(value)) {
    const sign = text.startsWith('-') ? 0x80000000 : 0;
    view.setUint32(offset, sign + 0x7f800000 + ((payload ?? 0x400000) % 0x800000), true);
    return true;
  }
  if (!Number.isFinite(Math.fround(value)) && Number.isFinite(value)) return false;
  view.setFloat32(offset, value, true);
  return true;
};

function narrowFloat(type: ElementType): WriteElement {
  const format = floatFormats.get(type)!;
  const { exponentBits, mantissaBits, specials } = format;
  const magnitudeBits = exponentBits + mantissaBits;
  const exponentMask = ((1 << exponentBits) - 1) << mantissaBits;
  return (view, offset, text, payload) => {
    const value = numberOf(text);
    if (value === null || (!Number.isNaN(value) && payload !== undefined)) return false;
    if (!Number.isFinite(value) && specials === 'none') return false;
    let bits = encodeFloat(value, format);
    if (Number.isNaN(value)) {
      if (payload !== undefined && specials === 'ieee')
        bits = exponentMask | (payload & ((1 << mantissaBits) - 1));
      if (text.startsWith('-')) bits |= 1 << magnitudeBits;
    } else if (Number.isFinite(value) && specials === 'ieee' && (bits & exponentMask) === exponentMask)
      return false;
    if (magnitudeBits > 8) view.setUint16(offset, bits, true);
    else view.setUint8(offset, bits);
    return true;
  };
}

/** `f8e8m0fnu`: powers of two by their exponents. */
const exponentOnly: WriteElement = (view, offset, text) => {
  const value = numberOf(text);
  if (value === null || value < 0) return false;
  const exponent = Math.round(Math.log2(value));
  view.setUint8(offset, Number.isNaN(value) ? 255 : Math.min(Math.max(exponent + 127, 0), 254));
  return true;
};

const boolean: WriteElement = (view, offset, text) => {
  const isTrue = text === 'true' || text === '1';
  view.setUint8(offset, isTrue ? 1 : 0);
  return isTrue || text === 'false' || text === '0';
};

/** Writers of elements by their types; for complex numbers those of a part. */
export const elementWriters: Readonly<Record<ElementType, WriteElement>> = {
  pred: boolean,
  s1: integer(1, true),
  s2: integer(2, true),
  s4: integer(4, true),
  s8: integer(8, true),
  s16: integer(16, true),
  s32: integer(32, true),
  s64: longInteger(true),
  u1: integer(1, false),
  u2: integer(2, false),
  u4: integer(4, false),
  u8: integer(8, false),
  u16: integer(16, false),
  u32: integer(32, false),
  u64: longInteger(false),
  f4e2m1fn: narrowFloat('f4e2m1fn'),
  f6e2m3fn: narrowFloat('f6e2m3fn'),
  f6e3m2fn: narrowFloat('f6e3m2fn'),
  f8e3m4: narrowFloat('f8e3m4'),
  f8e4m3: narrowFloat('f8e4m3'),
  f8e4m3fn: narrowFloat('f8e4m3fn'),
  f8e4m3fnuz: narrowFloat('f8e4m3fnuz'),
  f8e4m3b11fnuz: narrowFloat('f8e4m3b11fnuz'),
  f8e5m2: narrowFloat('f8e5m2'),
  f8e5m2fnuz: narrowFloat('f8e5m2fnuz'),
  f8e8m0fnu: exponentOnly,
  f16: narrowFloat('f16'),
  bf16: narrowFloat('bf16'),
  f32: float32,
  f64: float64,
  c64: float32,
  c128: float64,
};
