import {
  type Attribute,
  DenseElementsAttr,
  FloatType,
  decodeFloat,
  IndexType,
  IntegerType,
  readFloatBits,
  readInteger,
} from '@shardform/ir-core';

/**
 * Returns the number that all elements are equal to: a bigint for integers; `null` where they differ or are no numbers.
 */
export function splatNumber(elements: Attribute | null): number | bigint | null {
  if (!(elements instanceof DenseElementsAttr) || !elements.isSplat) return null;
  const { elementType } = elements.type;
  if (elementType instanceof IntegerType || elementType instanceof IndexType) {
    return readInteger(elements.bytes, 0, elementType);
  }
  if (!(elementType instanceof FloatType)) return null;
  return decodeFloat(elementType.format, readFloatBits(elements.bytes, 0, elementType));
}
