/**
 * Decimal digits of a finite double as LLVM's `APFloat::toString` rounds them, and exact comparison of decimal text
 * with a double. Source: MLIR prints float attributes through `APFloat::toString`.
 */

import { bitLength, type Magnitude } from './wide-float.ts';

/** `digits * 10^exponent`; `digits` has neither leading nor trailing zeros, the sign is left to the caller. */
export interface Decimal {
  readonly digits: string;
  readonly exponent: number;
}

const value = new Float64Array(1);
const words = new Uint32Array(value.buffer);
const wholePattern = new BigUint64Array(value.buffer);
const highWord = new Uint8Array(new Uint16Array([1]).buffer)[0] === 1 ? 1 : 0;

const powersOfFive: bigint[] = [1n];
const powersOfTen: bigint[] = [1n];

function powerOf(base: bigint, powers: bigint[], exponent: number): bigint {
  for (let i = powers.length; i <= exponent; i += 1) powers.push(powers[i - 1]! * base);
  return powers[exponent]!;
}

/**
 * Digits of the positive finite `magnitude`, at most `precision` of them.
 *
 * `APFloat::toString` first divides the exact digits by a power of ten that leaves about `precision` digits, dropping
 * the remainder, and then rounds half up. That equals plain rounding unless the division already leaves exactly
 * `precision` digits; those are cut off, not rounded: 0.7 as f32 has the six digits 699999.
 */
export function roundedDigits(magnitude: number, precision: number): Decimal {
  const keptBits = neededBits(precision);
  const text = magnitude.toExponential(precision - 1);
  const mark = text.indexOf('e');
  const digits = precision > 1 ? text[0]! + text.slice(2, mark) : text[0]!;
  if (surelyKeepsSpareDigit(digits, precision, keptBits)) {
    return stripZeros(digits, Number(text.slice(mark + 1)) - precision + 1);
  }
  return exactlyRoundedDigits(magnitude, precision, keptBits);
}

/** Bits that `APFloat::toString` deems enough for `precision` digits. */
function neededBits(precision: number): number {
  return Math.floor((precision * 196 + 58) / 59);
}

/**
 * Returns true if the division surely leaves more than `precision` digits of the number that plain rounding writes as
 * `digits`. The rest has at least `2^(keptBits-1)`: with leading digits below that bound it is one digit longer than
 * the bound, which has `precision` digits.
 */
function surelyKeepsSpareDigit(digits: string, precision: number, keptBits: number): boolean {
  // Digits 100... may come from rounding up 999..., which is no number with small leading digits.
  const scale = precision > 2 ? 3 : precision;
  const leading = Number(digits.slice(0, scale));
  return (
    leading * 10 ** (precision - scale) < 2 ** (keptBits - 1) - 10 ** (precision - scale) &&
    !/^10*$/.test(digits)
  );
}

function exactlyRoundedDigits(magnitude: number, precision: number, keptBits: number): Decimal {
  const significand = exactSignificand(magnitude);
  return roundExact(significand, exactExponent, precision, keptBits);
}

/** Returns the same for a number that a double can't hold. */
export function roundedWideDigits({ significand, exponent }: Magnitude, precision: number): Decimal {
  let odd = significand;
  let power = exponent;
  for (; (odd & 1n) === 0n; power++) odd >>= 1n;
  if (power >= 0) return roundExact(odd << BigInt(power), 0, precision, neededBits(precision));
  return roundExact(odd * powerOf(5n, powersOfFive, -power), power, precision, neededBits(precision));
}

/** Rounds `exact * 10^decimalExponent`. */
function roundExact(exact: bigint, decimalExponent: number, precision: number, keptBits: number): Decimal {
  let significand = exact;
  let exponent = decimalExponent;
  const spareBits = bitLength(significand) - keptBits;
  if (spareBits > 0) {
    const dropped = Math.floor((spareBits * 59) / 196);
    significand /= powerOf(10n, powersOfTen, dropped);
    exponent += dropped;
  }
  const digits = significand.toString();
  const excess = digits.length - precision;
  if (excess <= 0) return stripZeros(digits, exponent);
  exponent += excess;
  const kept = digits.slice(0, precision);
  if (digits.charCodeAt(precision) < 0x35) return stripZeros(kept, exponent);
  return stripZeros((BigInt(kept) + 1n).toString(), exponent);
}

/** Decimal exponent that belongs to the latest result of `exactSignificand`. */
let exactExponent = 0;

/** The integer that times `10^exactExponent` is `magnitude` exactly; without factors of two when that is negative. */
function exactSignificand(magnitude: number): bigint {
  value[0] = magnitude;
  const high = words[highWord]!;
  const low = words[1 - highWord]!;
  const field = high >>> 20;
  let significand = BigInt(low) + (BigInt(field === 0 ? high : (high & 0xfffff) | 0x100000) << 32n);
  let exponent = (field === 0 ? 1 : field) - 1075;
  const zeros = low !== 0 ? trailingZeros(low) : 32 + trailingZeros(high & 0xfffff || 0x100000);
  significand >>= BigInt(zeros);
  exponent += zeros;
  if (exponent >= 0) {
    exactExponent = 0;
    return significand << BigInt(exponent);
  }
  exactExponent = exponent;
  return significand * powerOf(5n, powersOfFive, -exponent);
}

function trailingZeros(word: number): number {
  return 31 - Math.clz32(word & -word);
}

function stripZeros(digits: string, exponent: number): Decimal {
  let end = digits.length;
  while (end > 1 && digits.charCodeAt(end - 1) === 0x30) end -= 1;
  return end === digits.length
    ? { digits, exponent }
    : { digits: digits.slice(0, end), exponent: exponent + digits.length - end };
}

const literal = /^(\d+)(?:\.(\d*))?(?:[eE]([-+]?\d+))?$/;

/**
 * Sign of `text - magnitude`, exact. `text` is an unsigned decimal literal, `magnitude` a finite double of at least 0.
 * Costs big-integer arithmetic in the size of the literal and its exponent, which must be in the range of a double.
 * @throws when `text` is no decimal literal.
 */
export function compareDecimalText(text: string, magnitude: number): number {
  const match = literal.exec(text);
  if (match === null) throw new Error(`not a decimal literal: '${text}'`);
  const fraction = match[2] ?? '';
  let decimal = BigInt(match[1]! + fraction);
  const decimalExponent = Number(match[3] ?? '0') - fraction.length;
  let other = magnitude === 0 ? 0n : exactSignificand(magnitude);
  const otherExponent = magnitude === 0 ? 0 : exactExponent;
  const common = Math.min(decimalExponent, otherExponent);
  decimal *= 10n ** BigInt(decimalExponent - common);
  other *= 10n ** BigInt(otherExponent - common);
  return decimal < other ? -1 : decimal > other ? 1 : 0;
}

/** Returns the double next to the positive finite `magnitude`, above it for `step` 1, below it for `step` -1. */
export function neighbour(magnitude: number, step: 1 | -1): number {
  value[0] = magnitude;
  wholePattern[0] = wholePattern[0]! + BigInt(step);
  return value[0];
}
