import { type Attribute, DenseElementsAttr, IntegerType, type RankedTensorType } from '@shardform/ir-core';
import { storedNumbers } from './elements.ts';

/** Bits of an element; none if elements are no integers. */
export function bitWidth({ elementType }: RankedTensorType): number {
  return elementType instanceof IntegerType ? elementType.width : 0;
}

/** Distances of a shift as they are meant: only signed ones may be negative. */
function distances(constant: Attribute | null | undefined): readonly bigint[] | null {
  if (!(constant instanceof DenseElementsAttr)) return null;
  const { elementType } = constant.type;
  if (!(elementType instanceof IntegerType)) return null;
  const numbers = storedNumbers(constant).map(BigInt);
  return elementType.signedness === 'signed'
    ? numbers
    : numbers.map((number) => BigInt.asUintN(elementType.width, number));
}

/** Returns true if the constant is known to have no negative element. */
export function isWithoutNegatives(constant: Attribute | null | undefined): boolean {
  return distances(constant)?.every((distance) => distance >= 0n) ?? false;
}

/** Returns true if all elements of the constant are known to be at least `bound`. */
export function isAtLeast(constant: Attribute | null | undefined, bound: number): boolean {
  return distances(constant)?.every((distance) => distance >= BigInt(bound)) ?? false;
}

/** Shifts bits to the left; the result is zero after all have been shifted out. */
export function shiftedLeft(bits: bigint, by: bigint, width: number): bigint {
  const distance = BigInt.asUintN(width, by);
  return distance >= BigInt(width) ? 0n : bits << distance;
}
