import {
  decodeFloat,
  DenseElementsAttr,
  FloatType,
  type RankedTensorType,
  readFloatBits,
} from '@shardform/ir-core';

/** Returns elements rounded or wrapped to another type of the same shape. */
export function convertedElements(elements: DenseElementsAttr, target: RankedTensorType): DenseElementsAttr {
  return target === elements.type ? elements : DenseElementsAttr.fromNumbers(target, numbersOf(elements));
}

/** The elements as they are stored, one alone for a splat. */
function numbersOf(elements: DenseElementsAttr): (number | bigint)[] {
  const { elementType } = elements.type;
  if (!(elementType instanceof FloatType)) return elements.storedIntegers();
  const size = Math.ceil(elementType.width / 8);
  const numbers: number[] = [];
  for (let at = 0; at < elements.bytes.length; at += size) {
    numbers.push(decodeFloat(elementType.format, readFloatBits(elements.bytes, at, elementType)));
  }
  return numbers;
}
