import { elementBitWidth, type Type } from '@shardform/ir-core';
import { TileType } from '@shardform/dialect-ttcore';

/** Bytes of one element; those of formats without a size of their own count as four. */
export function elementSize(elementType: Type): number {
  const bits = elementBitWidth(elementType instanceof TileType ? elementType.elementType : elementType);
  return bits === null ? 4 : Math.ceil(bits / 8);
}
