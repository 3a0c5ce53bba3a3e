import type { FloatFormat } from './float-format.ts';

/** A finite number other than zero: `significand * 2^exponent`, the sign left to the caller. */
export interface Magnitude {
  readonly significand: bigint;
  readonly exponent: number;
}

/** Exponents of ten beyond this are infinite or zero in every format: no digits need to be multiplied. */
const FAR_EXPONENT = 20_000;

/** Bits of the significand with its integer bit, which `f80` stores and `f128` does not. */
function precisionOf(format: FloatFormat): number {
  return format.mantissaBits + 1;
}

/** Position of the exponent field, which both wide formats give fifteen bits. */
function fieldShift(format: FloatFormat): bigint {
  return BigInt(format.width - 16);
}

const FIELD_MAX = 0x7fff;

/** Number of bits of a positive integer. */
export function bitLength(x: bigint): number {
  const hex = x.toString(16);
  return hex.length * 4 - (Math.clz32(parseInt(hex[0]!, 16)) - 28);
}

/** Sign and magnitude of a pattern of `f80` or `f128`; `null` in place of a magnitude for infinities and NaNs. */
export function splitWide(
  format: FloatFormat,
  bits: bigint,
): { readonly negative: boolean; readonly magnitude: Magnitude | null } {
  const shift = fieldShift(format);
  const field = Number((bits >> shift) & BigInt(FIELD_MAX));
  const negative = bits >> BigInt(format.width - 1) !== 0n;
  if (field === FIELD_MAX) return { negative, magnitude: null };
  const stored = bits & ((1n << shift) - 1n);
  const hidden = format.name === 'f128' && field > 0 ? 1n << BigInt(format.mantissaBits) : 0n;
  const exponent = Math.max(field, 1) - format.bias - format.mantissaBits;
  return { negative, magnitude: { significand: stored | hidden, exponent } };
}

/** Returns the value of a pattern of `f80` or `f128` as the nearest double. */
export function decodeWide(format: FloatFormat, bits: bigint): number {
  const { negative, magnitude } = splitWide(format, bits);
  const sign = negative ? -1 : 1;
  if (magnitude === null) return isInfinity(format, bits) ? sign * Infinity : NaN;
  const { significand, exponent } = magnitude;
  if (significand === 0n) return sign * 0;
  // 64 bits and one for all below them are rounded once; powers of two beyond a double's are multiplied in two steps.
  const spare = Math.max(0, bitLength(significand) - 64);
  const rest = significand & ((1n << BigInt(spare)) - 1n);
  const kept = Number((significand >> BigInt(spare)) | (rest === 0n ? 0n : 1n));
  const scale = exponent + spare;
  const half = Math.trunc(scale / 2);
  return sign * kept * 2 ** half * 2 ** (scale - half);
}

function isInfinity(format: FloatFormat, bits: bigint): boolean {
  const fraction = bits & ((1n << BigInt(format.mantissaBits)) - 1n);
  return fraction === 0n;
}

/** Returns the pattern of a double in `f80` or `f128`, which hold every double exactly. */
export function encodeWide(format: FloatFormat, value: number): bigint {
  const negative = value < 0 || Object.is(value, -0);
  if (Number.isNaN(value)) return pattern(format, negative, FIELD_MAX, 3n << BigInt(format.mantissaBits - 1));
  const magnitude = Math.abs(value);
  if (magnitude === Infinity) return infinity(format, negative);
  if (magnitude === 0) return pattern(format, negative, 0, 0n);
  let exponent = Math.max(-1074, Math.floor(Math.log2(magnitude)) - 54);
  let scaled = magnitude / 2 ** exponent;
  // Both scalings are by powers of two, hence exact.
  for (; !Number.isInteger(scaled); exponent--) scaled *= 2;
  return roundWide(format, negative, { significand: BigInt(scaled), exponent });
}

/** Rounds `significand * 2^exponent` to the format: nearest, ties to even. */
function roundWide(format: FloatFormat, negative: boolean, { significand, exponent }: Magnitude): bigint {
  const precision = precisionOf(format);
  const smallest = 1 - format.bias - format.mantissaBits;
  const excess = Math.max(bitLength(significand) - precision, smallest - exponent);
  let kept = significand;
  let scale = exponent;
  if (excess > 0) {
    const half = 1n << BigInt(excess - 1);
    const rest = significand & ((half << 1n) - 1n);
    kept = significand >> BigInt(excess);
    scale += excess;
    if (rest > half || (rest === half && (kept & 1n) === 1n)) kept += 1n;
  }
  if (kept === 0n) return pattern(format, negative, 0, 0n);
  // Normal numbers have their integer bit set.
  const missing = Math.min(precision - bitLength(kept), scale - smallest);
  if (missing > 0) {
    kept <<= BigInt(missing);
    scale -= missing;
  } else if (bitLength(kept) > precision) {
    kept >>= 1n;
    scale++;
  }
  const field = bitLength(kept) < precision ? 0 : scale + format.bias + format.mantissaBits;
  return field >= FIELD_MAX ? infinity(format, negative) : pattern(format, negative, field, kept);
}

function infinity(format: FloatFormat, negative: boolean): bigint {
  return pattern(format, negative, FIELD_MAX, 1n << BigInt(format.mantissaBits));
}

function pattern(format: FloatFormat, negative: boolean, field: number, significand: bigint): bigint {
  const shift = fieldShift(format);
  const sign = negative ? 1n << BigInt(format.width - 1) : 0n;
  return sign | (BigInt(field) << shift) | (significand & ((1n << shift) - 1n));
}

/** Rounds `digits * 10^exponent` to `f80` or `f128`: nearest, ties to even. */
export function wideFromDecimal(format: FloatFormat, digits: bigint, exponent: number): bigint {
  if (digits === 0n || exponent < -FAR_EXPONENT) return 0n;
  if (exponent > FAR_EXPONENT) return infinity(format, false);
  if (exponent >= 0)
    return roundWide(format, false, { significand: digits * 10n ** BigInt(exponent), exponent: 0 });
  const divisor = 10n ** BigInt(-exponent);
  // Enough bits for the rounding, and one that says whether the division leaves a rest.
  const shift = Math.max(0, precisionOf(format) + 2 + bitLength(divisor) - bitLength(digits));
  const scaled = digits << BigInt(shift);
  const sticky = scaled % divisor === 0n ? 0n : 1n;
  return roundWide(format, false, { significand: ((scaled / divisor) << 1n) | sticky, exponent: -shift - 1 });
}
