import type { FloatFormat, FloatFormatName } from './float-format.ts';
import { decodeWide, encodeWide } from './wide-float.ts';

/** A float's bit pattern: an unsigned number up to 32 bits, a bigint for wider formats. */
export type FloatBits = number | bigint;

const f32Value = new Float32Array(1);
const f32Bits = new Uint32Array(f32Value.buffer);
const f64Value = new Float64Array(1);
const f64Bits = new BigUint64Array(f64Value.buffer);
const f64Words = new Uint32Array(f64Value.buffer);
// Index of the word with sign and exponent; typed arrays have the processor's byte order.
const highWord = new Uint8Array(new Uint16Array([1]).buffer)[0] === 1 ? 1 : 0;

/** Bit pattern of `value` rounded to f32. */
export function f32ToBits(value: number): number {
  f32Value[0] = value;
  return f32Bits[0]!;
}

/** Value of an f32 bit pattern. */
export function f32FromBits(bits: number): number {
  f32Bits[0] = bits;
  return f32Value[0]!;
}

/** Bit pattern of `value`. */
export function f64ToBits(value: number): bigint {
  f64Value[0] = value;
  return f64Bits[0]!;
}

/** Value of an f64 bit pattern. */
export function f64FromBits(bits: bigint): number {
  f64Bits[0] = bits;
  return f64Value[0]!;
}

/**
 * Value of the bit pattern `bits` in `format`; every NaN pattern gives NaN. Exact, but for `f80` and `f128`, of which it
 * is the nearest double.
 */
export function decodeFloat(format: FloatFormat, bits: FloatBits): number {
  if (format.width === 32) return f32FromBits(Number(bits));
  if (format.width < 32) {
    // Most programs have a few such numbers, for which a table of thousands isn't made.
    return decodeTables.get(format.name)?.[Number(bits)] ?? decodeNarrow(format, Number(bits));
  }
  if (format.width === 64) return f64FromBits(BigInt(bits));
  return decodeWide(format, BigInt(bits));
}

/**
 * Bit pattern of `value` rounded to `format`, nearest, ties to even.
 * Overflow gives infinity, else NaN, else the largest finite number, as the format has them. `f8E8M0FNU`, which has neither
 * sign nor zero, takes NaN for a negative number and, as LLVM's APFloat does in text, its smallest power for zero.
 */
export function encodeFloat(format: FloatFormat, value: number): FloatBits {
  if (format.specials === 'exponent' && value === 0) return 0;
  if (format.width === 32) return f32ToBits(value);
  if (format.width < 32) return encodeNarrowFloat(format, value);
  if (format.width === 64) return f64ToBits(value);
  return encodeWide(format, value);
}

/**
 * `encodeFloat` for the formats below 32 bits; allocates nothing.
 * Also right for a `value` that is itself an f32 or another narrow float. Conversions of numbers to `f8E8M0FNU` are those
 * of ml_dtypes and XLA, which make a zero NaN.
 */
export function encodeNarrowFloat(format: FloatFormat, value: number): number {
  if (value !== value) return format.quietNan;
  f64Value[0] = value;
  const high = f64Words[highWord]!;
  const inexactLow = f64Words[1 - highWord]! !== 0;
  const magnitudeHigh = high & 0x7fffffff;
  const { mantissaBits, specials } = format;
  if (specials === 'exponent') return encodePowerOfTwo(format, magnitudeHigh, value);

  // The fraction of every narrow format fits in the 20 fraction bits of the high word; the low word is sticky.
  let exponent = (magnitudeHigh >>> 20) - 1023 + format.bias;
  let fraction = magnitudeHigh & 0xfffff;
  let shift = 20 - mantissaBits;
  if (exponent <= 0) {
    fraction |= 0x100000;
    shift += 1 - exponent;
    exponent = 0;
  }
  let magnitude = 0;
  if (shift <= 21) {
    const pattern = exponent * 0x100000 + fraction;
    magnitude = pattern >>> shift;
    const rest = pattern & ((1 << shift) - 1);
    const half = 1 << (shift - 1);
    if (rest > half || (rest === half && (inexactLow || (magnitude & 1) === 1))) magnitude += 1;
  }
  if (magnitude > format.maxFinite) magnitude = format.overflow;
  // Without a negative zero, -0 is 0, and the NaN from an overflow already is the sign bit.
  if (high < 0x80000000 || (specials === 'fnuz' && magnitude === 0)) return magnitude;
  return (magnitude | (1 << (format.width - 1))) >>> 0;
}

/**
 * Powers of two have no fraction to be even: a tie goes up, as in LLVM's APFloat. What f32 has no number for is zero, and
 * zero is NaN; of the two least powers the lower one is taken for itself and below only, as in ml_dtypes, which reads it
 * as a subnormal number.
 */
function encodePowerOfTwo(format: FloatFormat, magnitudeHigh: number, value: number): number {
  if (!(Math.fround(value) > 0)) return format.quietNan;
  if (value < 2 ** (1 - format.bias)) return value > 2 ** -format.bias ? 1 : 0;
  const exponent = (magnitudeHigh >>> 20) - 1023 + format.bias + ((magnitudeHigh & 0x80000) === 0 ? 0 : 1);
  return exponent > format.maxFinite ? format.overflow : exponent;
}

const decodeTables = new Map<FloatFormatName, Float32Array>();

/**
 * Values of all patterns of a format of at most 16 bits, by pattern; made once and shared, so read only.
 * Float32 holds every one of them exactly.
 */
export function floatDecodeTable(format: FloatFormat): Float32Array {
  let table = decodeTables.get(format.name);
  if (table === undefined) {
    if (format.width > 16) throw new Error(`no decode table for ${format.name}: it has ${format.width} bits`);
    table = makeDecodeTable(format);
    decodeTables.set(format.name, table);
  }
  return table;
}

function makeDecodeTable(format: FloatFormat): Float32Array {
  const { mantissaBits, specials, bias, maxFinite } = format;
  const table = new Float32Array(2 ** format.width);
  const [half, fractions] = [table.length / 2, 2 ** mantissaBits];
  const hasSigns = specials !== 'exponent';
  // What `decodeNarrow` says of finite numbers, with one power of two for all of an exponent.
  for (let start = 0; hasSigns && start < half; start += fractions) {
    const exponent = start / fractions;
    const unit = 2 ** (Math.max(exponent, 1) - bias - mantissaBits);
    const whole = exponent === 0 ? 0 : fractions;
    for (let fraction = 0; fraction < fractions; fraction += 1) {
      const value = (whole + fraction) * unit;
      table[start + fraction] = value;
      table[half + start + fraction] = -value;
    }
  }
  for (let bits = hasSigns ? maxFinite + 1 : 0; bits < (hasSigns ? half : table.length); bits += 1) {
    table[bits] = decodeNarrow(format, bits);
    if (hasSigns) table[half + bits] = decodeNarrow(format, half + bits);
  }
  if (hasSigns) table[half] = decodeNarrow(format, half);
  return table;
}

function decodeNarrow(format: FloatFormat, bits: number): number {
  const { mantissaBits, specials, bias } = format;
  if (specials === 'exponent') return bits === format.quietNan ? NaN : 2 ** (bits - bias);
  const signBit = 2 ** (format.width - 1);
  const magnitude = bits % signBit;
  const sign = bits >= signBit ? -1 : 1;
  if (specials === 'fnuz' && bits === signBit) return NaN;
  if (magnitude > format.maxFinite) {
    return specials === 'ieee' && magnitude === format.overflow ? sign * Infinity : NaN;
  }
  const exponent = Math.floor(magnitude / 2 ** mantissaBits);
  const fraction = magnitude % 2 ** mantissaBits;
  if (exponent === 0) return sign * fraction * 2 ** (1 - bias - mantissaBits);
  return sign * (2 ** mantissaBits + fraction) * 2 ** (exponent - bias - mantissaBits);
}
