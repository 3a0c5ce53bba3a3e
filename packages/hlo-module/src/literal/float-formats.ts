import type { ElementType } from '../model/shape.ts';

/** A floating-point format of at most 16 bits. */
export interface FloatFormat {
  readonly exponentBits: number;
  readonly mantissaBits: number;
  readonly bias: number;
  /** How infinities and NaNs are encoded. */
  readonly specials:
    | 'ieee'
    /** No infinities; NaN has all bits set but the sign. */
    | 'nan-only'
    /** No infinities and no negative zero, whose encoding is NaN. */
    | 'unsigned-zero'
    /** Neither infinities nor NaN. */
    | 'none';
}

const ieee = (exponentBits: number, mantissaBits: number): FloatFormat => ({
  exponentBits,
  mantissaBits,
  bias: 2 ** (exponentBits - 1) - 1,
  specials: 'ieee',
});

/** Formats by element type. `f8e8m0fnu`, which has only an exponent, is not among them. */
export const floatFormats: ReadonlyMap<ElementType, FloatFormat> = new Map<ElementType, FloatFormat>([
  ['f16', ieee(5, 10)],
  ['bf16', ieee(8, 7)],
  ['f8e5m2', ieee(5, 2)],
  ['f8e4m3', ieee(4, 3)],
  ['f8e3m4', ieee(3, 4)],
  ['f8e4m3fn', { exponentBits: 4, mantissaBits: 3, bias: 7, specials: 'nan-only' }],
  ['f8e4m3fnuz', { exponentBits: 4, mantissaBits: 3, bias: 8, specials: 'unsigned-zero' }],
  ['f8e4m3b11fnuz', { exponentBits: 4, mantissaBits: 3, bias: 11, specials: 'unsigned-zero' }],
  ['f8e5m2fnuz', { exponentBits: 5, mantissaBits: 2, bias: 16, specials: 'unsigned-zero' }],
  ['f6e2m3fn', { exponentBits: 2, mantissaBits: 3, bias: 1, specials: 'none' }],
  ['f6e3m2fn', { exponentBits: 3, mantissaBits: 2, bias: 3, specials: 'none' }],
  ['f4e2m1fn', { exponentBits: 2, mantissaBits: 1, bias: 1, specials: 'none' }],
]);

/** Rounds to the nearest whole number, halves to the even one. */
function roundToEven(value: number): number {
  const floor = Math.floor(value);
  const rest = value - floor;
  return rest > 0.5 || (rest === 0.5 && floor % 2 === 1) ? floor + 1 : floor;
}

/** The largest exponent E for which 2^E is at most a positive number. */
function exponentOf(value: number): number {
  let exponent = Math.floor(Math.log2(value));
  if (2 ** exponent > value) exponent--;
  else if (2 ** (exponent + 1) <= value) exponent++;
  return exponent;
}

/** Returns the bits of the nearest number of a format. */
export function encodeFloat(value: number, format: FloatFormat): number {
  const { exponentBits, mantissaBits, bias, specials } = format;
  const magnitudeBits = exponentBits + mantissaBits;
  const signBit = 1 << magnitudeBits;
  const sign = value < 0 || Object.is(value, -0) ? signBit : 0;
  const exponentMask = ((1 << exponentBits) - 1) << mantissaBits;
  const nan = {
    ieee: exponentMask | (1 << (mantissaBits - 1)),
    'nan-only': signBit - 1,
    'unsigned-zero': signBit,
    none: 0,
  }[specials];
  if (Number.isNaN(value)) return nan;
  const largest = {
    ieee: exponentMask - 1,
    'nan-only': signBit - 2,
    'unsigned-zero': signBit - 1,
    none: signBit - 1,
  }[specials];
  const magnitude = Math.abs(value);
  let bits = largest + 1;
  if (magnitude === 0) bits = 0;
  else if (magnitude !== Infinity) {
    const exponent = Math.max(exponentOf(magnitude), 1 - bias);
    const significand = roundToEven(magnitude / 2 ** (exponent - mantissaBits));
    // A significand that is rounded up to the next power of two carries into the exponent.
    bits = ((exponent + bias - 1) << mantissaBits) + significand;
  }
  if (bits > largest) {
    if (specials === 'none') return sign | largest;
    return specials === 'ieee' ? sign | exponentMask : specials === 'nan-only' ? sign | nan : nan;
  }
  return bits === 0 && specials === 'unsigned-zero' ? 0 : sign | bits;
}

/** Returns the number that the bits of a format say. */
export function decodeFloat(bits: number, format: FloatFormat): number {
  const { exponentBits, mantissaBits, bias, specials } = format;
  const magnitudeBits = exponentBits + mantissaBits;
  const signBit = 1 << magnitudeBits;
  const sign = (bits & signBit) === 0 ? 1 : -1;
  const magnitude = bits & (signBit - 1);
  const biased = magnitude >> mantissaBits;
  const mantissa = magnitude & ((1 << mantissaBits) - 1);
  if (specials === 'ieee' && biased === (1 << exponentBits) - 1)
    return mantissa === 0 ? sign * Infinity : NaN;
  if (specials === 'nan-only' && magnitude === signBit - 1) return NaN;
  if (specials === 'unsigned-zero' && bits === signBit) return NaN;
  return biased === 0
    ? sign * mantissa * 2 ** (1 - bias - mantissaBits)
    : sign * (mantissa + 2 ** mantissaBits) * 2 ** (biased - bias - mantissaBits);
}
