import {
  DenseElementsAttr,
  FloatType,
  decodeFloat,
  IndexType,
  IntegerType,
  readFloatBits,
  readInteger,
} from '@shardform/ir-core';

/** The number that all elements are equal to: a bigint for integers; `null` where they differ or are no numbers. */
export function splatNumber(elements: DenseElementsAttr): number | bigint | null {
  if (!elements.isSplat) return null;
  const { elementType } = elements.type;
  if (elementType instanceof IntegerType || elementType instanceof IndexType) {
    return readInteger(elements.bytes, 0, elementType);
  }
  if (!(elementType instanceof FloatType)) return null;
  return decodeFloat(elementType.format, readFloatBits(elements.bytes, 0, elementType));
}
