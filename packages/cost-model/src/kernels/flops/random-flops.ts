import { elementBitWidth, RankedTensorType, type Type } from '@shardform/ir-core';
import { elementsOf } from '../tensor-size.ts';

/** Returns the operations of random numbers: Threefry takes 20 rounds of five integer operations for two words of 32 bits. */
export function randomFlops(type: Type): number {
  const bits = type instanceof RankedTensorType ? (elementBitWidth(type.elementType) ?? 32) : 32;
  return 50 * Math.max(1, bits / 32) * elementsOf(type);
}
