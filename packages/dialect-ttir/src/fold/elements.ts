import {
  type Attribute,
  decodeFloat,
  DenseElementsAttr,
  elementByteSize,
  FloatType,
  type FoldResult,
  IndexType,
  IntegerType,
  type Operation,
  type RankedTensorType,
  readFloatBits,
  readInteger,
} from '@shardform/ir-core';
import { tensorType } from '../constraints.ts';

/** The operands of an operation that is folded, where they are constant. */
export type Constants = readonly (Attribute | null)[];

/** The replacement of an operation; `null` when it stays. */
export type Folded = readonly FoldResult[] | null;

/** Constants of more different elements are not computed beforehand. */
const FOLD_LIMIT = 1_000_000;

/** Returns true if a result of this size may be constant-folded. */
export function isFoldable(type: RankedTensorType): boolean {
  return type.elementCount <= FOLD_LIMIT;
}

/**
 * Returns the elements as they are stored, one alone when all are equal: bigints for integers; none if they are no
 * numbers.
 */
export function storedNumbers(elements: DenseElementsAttr): readonly (number | bigint)[] {
  const { elementType } = elements.type;
  const size = elementByteSize(elementType) ?? 1;
  const numbers: (number | bigint)[] = [];
  for (let at = 0; at < elements.bytes.length; at += size) {
    if (elementType instanceof IntegerType || elementType instanceof IndexType) {
      numbers.push(readInteger(elements.bytes, at, elementType));
    } else if (elementType instanceof FloatType) {
      numbers.push(decodeFloat(elementType.format, readFloatBits(elements.bytes, at, elementType)));
    }
  }
  return numbers;
}

/** Returns true if the constant is known to have no element equal to zero. */
export function isWithoutZeros(constant: Attribute | null | undefined): boolean {
  return (
    constant instanceof DenseElementsAttr && !storedNumbers(constant).some((number) => Number(number) === 0)
  );
}

/** Returns the result of an operation, filled with one number. */
export function foldTo(op: Operation, number: number | bigint): Folded {
  return [DenseElementsAttr.splat(tensorType(op.getResult().type), number)];
}
