import { ComplexType, RankedTensorType, type Type } from '@shardform/ir-core';

/** Returns whether the elements of a tensor are complex numbers. */
export function isComplex(type: Type | undefined): boolean {
  return type instanceof RankedTensorType && type.elementType instanceof ComplexType;
}

/** Returns the floating-point operations of a multiply-add: of complex numbers, four products and as many sums. */
export function multiplyAddFlops(type: Type): number {
  return isComplex(type) ? 8 : 2;
}

/** Of a product, the four products and two sums of its parts; of a quotient, also the squares of the divisor and two divisions. */
const COMPLEX: ReadonlyMap<string, number> = new Map([
  ['stablehlo.complex', 1],
  ['stablehlo.multiply', 6],
  ['chlo.broadcast_multiply', 6],
  ['chlo.square', 6],
  ['stablehlo.divide', 11],
  ['chlo.broadcast_divide', 11],
]);

/** Returns the floating-point operations of an operation for each element of its result: of complex numbers, at least both parts. */
export function elementwiseFlops(name: string, result: Type): number {
  return isComplex(result) ? (COMPLEX.get(name) ?? 2) : 1;
}

/** Returns the operations of a decomposition of complex matrices for each one of real matrices, most of which are of multiply-adds. */
export function decompositionFactor(type: Type): number {
  return multiplyAddFlops(type) / 2;
}
