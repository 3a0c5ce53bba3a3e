import { ComplexType, type Operation, RankedTensorType, type Type } from '@shardform/ir-core';
import { elementsOf } from '../tensor-size.ts';

/** Returns whether the elements of a tensor are complex numbers. */
function isComplex(type: Type): boolean {
  return type instanceof RankedTensorType && type.elementType instanceof ComplexType;
}

/** Returns the floating-point operations of a multiply-add: of complex numbers, four products and as many sums. */
export function multiplyAddFlops(type: Type): number {
  return isComplex(type) ? 8 : 2;
}

/**
 * Returns the floating-point operations of an elementwise operation: one for each element of its results.
 *
 * @param ofComplex those for each complex number, by default one for each part.
 */
export function elementwiseFlops(op: Operation, ofComplex = 2): number {
  return op.results.reduce((sum, { type }) => sum + elementsOf(type) * (isComplex(type) ? ofComplex : 1), 0);
}

/** Returns the operations of a decomposition of complex matrices for each one of real matrices, most of which are of multiply-adds. */
export function decompositionFactor(type: Type): number {
  return multiplyAddFlops(type) / 2;
}
