import { floatFormats, isFloatKind } from '@shardform/ir-core';
import { allocate, isComplexKind } from '../array/array-kind.ts';
import type { NdArray } from '../array/nd-array.ts';

/** Masks for rounding the patterns of one format to a smaller exponent and fraction. */
interface Rounding {
  readonly signBit: bigint;
  readonly exponentMask: bigint;
  /** Lowest fraction bit that stays; 0 when all do. */
  readonly lastBit: bigint;
  /** Exponent fields beyond which numbers become infinite and up to which they become zero, in place. */
  readonly highest: bigint;
  readonly lowest: bigint;
  readonly dropsMantissa: boolean;
}

/**
 * `x` rounded to floats of `exponentBits` and `mantissaBits` and back (StableHLO spec, "reduce_precision"): to nearest
 * even on the bit pattern, to infinity above the smaller exponent's range, to zero below it, with no subnormals. Without
 * mantissa bits a NaN becomes infinity.
 * @throws when `x` is no array of floats of an IEEE-like format.
 */
export function reducePrecision(x: NdArray, exponentBits: number, mantissaBits: number): NdArray {
  const { kind, shape, data } = x;
  if (isComplexKind(kind) || !isFloatKind(kind) || floatFormats[kind].specials !== 'ieee') {
    throw new Error(`reduce_precision is not defined for ${kind}`);
  }
  const format = floatFormats[kind];
  const fraction = BigInt(format.mantissaBits);
  const bound = 2 ** (exponentBits - 1) - 1;
  const rounding: Rounding = {
    signBit: 1n << BigInt(format.width - 1),
    exponentMask: ((1n << BigInt(format.exponentBits)) - 1n) << fraction,
    lastBit: mantissaBits < format.mantissaBits ? 1n << BigInt(format.mantissaBits - mantissaBits) : 0n,
    highest: exponentBits < format.exponentBits ? BigInt(format.bias + bound) << fraction : -1n,
    lowest: exponentBits < format.exponentBits ? BigInt(format.bias - bound) << fraction : -1n,
    dropsMantissa: mantissaBits === 0,
  };
  const out = allocate(kind, data.length);
  if (kind === 'f64') {
    const from = new BigUint64Array(data.buffer, data.byteOffset, data.length);
    const to = new BigUint64Array(out.buffer);
    for (let i = 0; i < to.length; i += 1) to[i] = roundedPattern(from[i], rounding);
    return { kind, shape, data: out };
  }
  const from = kind === 'f32' ? new Uint32Array(data.buffer, data.byteOffset, data.length) : data;
  const to = kind === 'f32' ? new Uint32Array(out.buffer) : out;
  for (let i = 0; i < to.length; i += 1) to[i] = Number(roundedPattern(BigInt(from[i]), rounding));
  return { kind, shape, data: out };
}

function roundedPattern(pattern: bigint, rounding: Rounding): bigint {
  const { signBit, exponentMask, lastBit, highest, lowest } = rounding;
  const sign = pattern & signBit;
  let magnitude = pattern & (signBit - 1n);
  if (magnitude > exponentMask) return rounding.dropsMantissa ? exponentMask : pattern;
  if (lastBit > 0n) {
    const tieToEven = (magnitude & lastBit) === 0n ? 0n : 1n;
    magnitude = (magnitude + (lastBit >> 1n) - 1n + tieToEven) & ~(lastBit - 1n);
  }
  if (highest < 0n) return sign | magnitude;
  const exponent = magnitude & exponentMask;
  if (exponent > highest) return sign | exponentMask;
  return exponent <= lowest ? sign : sign | magnitude;
}
