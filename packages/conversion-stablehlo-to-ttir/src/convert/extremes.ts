import { IntegerType, type Type } from '@shardform/ir-core';

/** Returns true if a number is the least of a type, from which a search for the greatest starts. */
export function isLowest(number: number | bigint | null, type: Type): boolean {
  if (!(type instanceof IntegerType)) return number === -Infinity;
  if (type.width === 1) return number === 0n;
  return number === (type.isUnsigned ? 0n : -(1n << BigInt(type.width - 1)));
}

/** Returns true if a number is the greatest of a type, from which a search for the least starts. */
export function isHighest(number: number | bigint | null, type: Type): boolean {
  if (!(type instanceof IntegerType)) return number === Infinity;
  // The only bit of a truth value is read as its sign, too.
  if (type.width === 1) return number === 1n || number === -1n;
  return number === (1n << BigInt(type.isUnsigned ? type.width : type.width - 1)) - 1n;
}
