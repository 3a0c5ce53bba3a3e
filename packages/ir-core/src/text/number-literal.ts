import type { FloatType } from '../builtin/types/float-type.ts';
import { IndexType, IntegerType } from '../builtin/types/integer-type.ts';
import type { FloatBits } from '../number/index.ts';
import type { Parser } from './parser.ts';

/** Returns true if an integer literal is valid for the type: in its signed or unsigned range. */
export function integerFits(value: bigint, type: IntegerType | IndexType): boolean {
  const width = BigInt(type instanceof IntegerType ? type.width : 64);
  if (width === 0n) return value === 0n;
  const signed = type instanceof IntegerType && type.signedness === 'signed';
  const highest = signed || type instanceof IndexType ? (1n << (width - 1n)) - 1n : (1n << width) - 1n;
  return value >= -(1n << (width - 1n)) && value <= highest;
}

/**
 * Returns the value of an integer literal of a type; `null` when the type has no such value. As in MLIR, what has a
 * minus is negative: there is no `-0`.
 */
export function integerLiteral(
  spelling: string,
  negative: boolean,
  type: IntegerType | IndexType,
): bigint | null {
  const value = negative ? -BigInt(spelling) : BigInt(spelling);
  return (negative && value === 0n) || !integerFits(value, type) ? null : value;
}

/** Returns the bits that a hexadecimal literal gives a float. */
export function hexFloatBits(parser: Parser, spelling: string, type: FloatType, offset: number): FloatBits {
  const bits = BigInt(spelling);
  if (bits >= 1n << BigInt(type.width)) {
    parser.failSyntax('hexadecimal float constant out of range for type', offset);
  }
  return type.width > 32 ? bits : Number(bits);
}

/** Stops at an integer that stands where a float is meant. */
export function decimalFloatFailure(parser: Parser, offset: number): never {
  return parser.failSyntax('unexpected decimal integer literal for a floating point value', offset, [
    parser.noteAt(offset, 'add a trailing dot to make the literal a float'),
  ]);
}
