import { ConstantOp } from '@shardform/dialect-ttir';
import {
  DenseElementsAttr,
  f32,
  FloatType,
  IntegerType,
  isInstance,
  type Operation,
  RankedTensorType,
} from '@shardform/ir-core';
import { convertedElements } from '../element-type/converted-elements.ts';

/** Returns the type that the host gives to a tensor: its numbers have 32 bits. */
export function hostType(type: RankedTensorType): RankedTensorType {
  const { elementType } = type;
  if (isInstance(IntegerType, elementType))
    return type.withElementType(IntegerType.get(32, elementType.signedness));
  return isInstance(FloatType, elementType) ? type.withElementType(f32) : type;
}

/** Returns the type inside of a function of the host, where operations and not types say whether integers have signs. */
export function signless(type: RankedTensorType): RankedTensorType {
  const { elementType } = type;
  return isInstance(IntegerType, elementType)
    ? type.withElementType(IntegerType.get(elementType.width))
    : type;
}

/** Gives the results of an operation, and the elements of a constant, the types of the host. */
export function useHostTypes(op: Operation): void {
  for (const result of op.results)
    if (isInstance(RankedTensorType, result.type)) result.setType(signless(hostType(result.type)));
  if (!(op instanceof ConstantOp) || !isInstance(DenseElementsAttr, op.value)) return;
  const { type } = op.value;
  if (isInstance(RankedTensorType, type)) op.value = convertedElements(op.value, hostType(type));
}
