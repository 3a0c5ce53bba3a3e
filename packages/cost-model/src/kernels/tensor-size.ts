import { elementByteWidth, type Operation, product, RankedTensorType, type Type } from '@shardform/ir-core';

/** Returns the elements of a tensor of static shape; 0 for anything else. */
export function elementsOf(type: Type | undefined): number {
  return type instanceof RankedTensorType && type.hasStaticShape ? product(type.shape) : 0;
}

/** Returns the bytes of a tensor of static shape; 0 for anything else. */
export function bytesOfType(type: Type | undefined): number {
  return type instanceof RankedTensorType ? bytesOfElements(elementsOf(type), type.elementType) : 0;
}

/** Returns the bytes of a number of elements of a type. */
export function bytesOfElements(count: number, elementType: Type): number {
  return count * (elementByteWidth(elementType) ?? 1);
}

/** Returns the bytes of tensors of all types together. */
export function bytesOfTypes(types: readonly Type[]): number {
  return types.reduce((sum, type) => sum + bytesOfType(type), 0);
}

/** Returns the elements of all results of an operation together. */
export function resultElements(op: Operation): number {
  return op.results.reduce((sum, { type }) => sum + elementsOf(type), 0);
}

/** Returns the elements of the operand at an index; 0 without one. */
export function operandElements(op: Operation, index: number): number {
  return op.operands.length > index ? elementsOf(op.getOperand(index).type) : 0;
}
