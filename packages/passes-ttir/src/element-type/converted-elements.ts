import {
  decodeFloat,
  DenseElementsAttr,
  FloatType,
  IntegerType,
  type RankedTensorType,
  readFloatBits,
} from '@shardform/ir-core';

/**
 * Returns elements in another type of the same shape: floats are rounded, and integers that a narrower type has not become
 * its greatest or least, since they stand for bounds that nothing reaches.
 */
export function convertedElements(elements: DenseElementsAttr, target: RankedTensorType): DenseElementsAttr {
  if (target === elements.type) return elements;
  const [from, to] = [elements.type.elementType, target.elementType];
  const numbers = numbersOf(elements);
  const isNarrower = from instanceof IntegerType && to instanceof IntegerType && to.width < from.width;
  return DenseElementsAttr.fromNumbers(
    target,
    isNarrower ? numbers.map((number) => saturated(BigInt(number), to)) : numbers,
  );
}

function saturated(number: bigint, { width, isUnsigned }: IntegerType): bigint {
  const least = isUnsigned ? 0n : -(1n << BigInt(width - 1));
  const greatest = (1n << BigInt(isUnsigned ? width : width - 1)) - 1n;
  return number < least ? least : number > greatest ? greatest : number;
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
