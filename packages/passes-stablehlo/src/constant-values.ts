import {
  type Attribute,
  constantOf,
  decodeFloat,
  DenseElementsAttr,
  FloatType,
  IndexType,
  IntegerType,
  type Operation,
  type RankedTensorType,
  readFloatBits,
  type Rewriter,
  type Value,
} from '@shardform/ir-core';
import { ConstantOp } from '@shardform/dialect-stablehlo';

/** Returns the elements of a value that a constant operation of any dialect defines; `null` for other values. */
export function constantElements(value: Value): DenseElementsAttr | null {
  const attribute = constantOf(value);
  if (!(attribute instanceof DenseElementsAttr)) return null;
  // Shapes may be constants of a type without elements; quantized constants hold other numbers than their type says.
  return attribute.type === value.type ? attribute : null;
}

/** Returns the number that all elements of a constant equal; `null` when they differ and for other element types. */
export function splatNumber(attribute: Attribute | null): number | bigint | null {
  if (!(attribute instanceof DenseElementsAttr) || !attribute.isSplat) return null;
  const { elementType } = attribute.type;
  if (elementType instanceof FloatType) {
    return decodeFloat(elementType.format, readFloatBits(attribute.bytes, 0, elementType));
  }
  const isInteger = elementType instanceof IntegerType || elementType instanceof IndexType;
  return isInteger && attribute.elementCount > 0 ? attribute.storedIntegers()[0]! : null;
}

/** Returns true if a value is a constant all of whose elements are `wanted`; both zeros of floats are 0. */
export function isSplatOf(value: Value, wanted: number): boolean {
  const number = splatNumber(constantElements(value));
  if (number === null) return false;
  return typeof number === 'bigint' ? number === BigInt(wanted) : number === wanted;
}

/** Returns true if all bits of all elements of a constant of integers are set. */
export function isAllOnes(value: Value): boolean {
  const elements = constantElements(value);
  if (!(elements?.type.elementType instanceof IntegerType)) return false;
  const number = splatNumber(elements);
  return typeof number === 'bigint' && BigInt.asIntN(elements.type.elementType.width, number) === -1n;
}

/** Replaces an operation with one result by a constant. Its discardable attributes are dropped. */
export function replaceByConstant(rewriter: Rewriter, op: Operation, value: DenseElementsAttr): true {
  // Constants have ranked types; the type of the result is that of the constant.
  rewriter.replaceOpWith(op, ConstantOp, { value }, [value.type as RankedTensorType]);
  return true;
}
