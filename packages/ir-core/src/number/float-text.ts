import { decodeFloat, encodeFloat } from './float-bits.ts';
import type { FloatBits } from './float-bits.ts';
import {
  compareDecimalText,
  type Decimal,
  neighbour,
  roundedDigits,
  roundedWideDigits,
} from './float-decimal.ts';
import type { FloatFormat } from './float-format.ts';
import { splitWide, wideFromDecimal } from './wide-float.ts';

/**
 * Text of the float with pattern `bits`, as MLIR's printer writes it (AsmPrinter, float attributes).
 *
 * Six digits in scientific form where these read back to the same bits (`1.000000e-01`); else as many as the format can
 * need, positional or scientific (`0.699999988`, `3.40282347E+38`); else, for infinities, NaNs and integers that need
 * more digits than six, the pattern in hex (`0x7F800000`).
 */
export function printFloat(format: FloatFormat, bits: FloatBits): string {
  if (format.width > 64) return printWide(format, BigInt(bits));
  const value = decodeFloat(format, bits);
  if (value === 0) return Object.is(value, -0) ? '-0.000000e+00' : '0.000000e+00';
  if (!Number.isFinite(value)) return hexPattern(bits);
  const magnitude = Math.abs(value);
  const sign = value < 0 ? '-' : '';
  if (magnitude < 1e6 && Number.isInteger(magnitude)) return sign + shortInteger(magnitude);
  const short = sixDigits(roundedDigits(magnitude, 6));
  if (Object.is(decodeFloat(format, parseFloatLiteral(short, format)), magnitude)) return sign + short;
  const precision = precisionOf(format);
  const long = allDigits(roundedDigits(magnitude, precision), precision);
  return long.includes('.') ? sign + long : hexPattern(bits);
}

/**
 * Text of a finite float of at most 64 bits with as many digits as its format can need and without zeros at the end, as
 * LLVM's `APFloat::toString` writes it: `9.99999974E-6`, `0.5`, `3`.
 */
export function printFloatDigits(format: FloatFormat, bits: FloatBits): string {
  const value = decodeFloat(format, bits);
  if (value === 0) return Object.is(value, -0) ? '-0' : '0';
  const precision = precisionOf(format);
  return `${value < 0 ? '-' : ''}${allDigits(roundedDigits(Math.abs(value), precision), precision)}`;
}

function printWide(format: FloatFormat, bits: bigint): string {
  const { negative, magnitude } = splitWide(format, bits);
  if (magnitude === null) return hexPattern(bits);
  const sign = negative ? '-' : '';
  if (magnitude.significand === 0n) return `${sign}0.000000e+00`;
  const short = roundedWideDigits(magnitude, 6);
  const unsigned = bits & ((1n << BigInt(format.width - 1)) - 1n);
  if (wideFromDecimal(format, BigInt(short.digits), short.exponent) === unsigned)
    return sign + sixDigits(short);
  const precision = precisionOf(format);
  const long = allDigits(roundedWideDigits(magnitude, precision), precision);
  return long.includes('.') ? sign + long : hexPattern(bits);
}

/** As many digits as a number of the format can need. */
function precisionOf(format: FloatFormat): number {
  return 2 + Math.floor(((format.mantissaBits + 1) * 59) / 196);
}

/**
 * Bits of the decimal float literal `text` in `format`, rounded once from the decimal (nearest, ties to even).
 *
 * `text` is MLIR's float literal, optionally negated: `-1.5e+3`. MLIR itself rounds to f64 first; it differs for literals
 * within half an f64 unit of the middle between two numbers of the format: see `parseFloatLiteralThroughF64`.
 * Not for `f80` and `f128`, which MLIR reads through f64.
 * @throws when `text` is no decimal literal.
 */
export function parseFloatLiteral(text: string, format: FloatFormat): FloatBits {
  const value = numberOf(text);
  const bits = encodeFloat(format, value);
  if (format.width === 64 || value === 0 || !Number.isFinite(value)) return bits;

  // Rounding the double is right unless the double sits on a boundary between two results and the text does not.
  const magnitude = Math.abs(value);
  const above = neighbour(magnitude, 1);
  const below = neighbour(magnitude, -1);
  if (encodeFloat(format, above) === encodeFloat(format, below)) return bits;
  const side = compareDecimalText(text.replace('-', ''), magnitude);
  if (side === 0) return bits;
  const nudged = side > 0 ? above : below;
  return encodeFloat(format, value < 0 ? -nudged : nudged);
}

/**
 * Bits of the decimal float literal `text` in `format`, rounded to f64 and then to `format`, as MLIR's parser does.
 * A literal beyond f64's range is an infinity before the second rounding.
 * @throws when `text` is no decimal literal.
 */
export function parseFloatLiteralThroughF64(text: string, format: FloatFormat): FloatBits {
  return encodeFloat(format, numberOf(text));
}

function numberOf(text: string): number {
  const value = Number(text);
  // `Number` also takes blanks, hex and 'Infinity'; the last two have no decimal digit in front.
  if (Number.isNaN(value) || !/^-?\d[\d.eE+-]*$/.test(text))
    throw new Error(`not a decimal literal: '${text}'`);
  return value;
}

/** `d.dddddde+dd`: six rounded digits, and zeros up to six fraction digits. */
function sixDigits({ digits, exponent }: Decimal): string {
  const scientific = exponent + digits.length - 1;
  const power = Math.abs(scientific);
  return `${digits[0]!}.${digits.slice(1).padEnd(6, '0')}e${scientific < 0 ? '-' : '+'}${power < 10 ? '0' : ''}${power}`;
}

/** The same for an integer of at most six digits, which are exact. */
function shortInteger(magnitude: number): string {
  const digits = magnitude.toString();
  return `${digits[0]!}.${digits.slice(1).padEnd(6, '0')}e+0${digits.length - 1}`;
}

/** Enough digits for the format: scientific beyond three padding zeros, else positional; an integer has no dot. */
function allDigits({ digits, exponent }: Decimal, precision: number): string {
  const scientific = exponent + digits.length - 1;
  const padded = exponent >= 0 ? exponent > 3 || digits.length + exponent > precision : scientific < -3;
  if (padded) {
    const fraction = digits.length > 1 ? digits.slice(1) : '0';
    return `${digits[0]!}.${fraction}E${scientific < 0 ? '-' : '+'}${Math.abs(scientific)}`;
  }
  if (exponent >= 0) return digits + '0'.repeat(exponent);
  if (scientific >= 0) return `${digits.slice(0, scientific + 1)}.${digits.slice(scientific + 1)}`;
  return `0.${'0'.repeat(-scientific - 1)}${digits}`;
}

function hexPattern(bits: FloatBits): string {
  return `0x${bits.toString(16).toUpperCase()}`;
}
