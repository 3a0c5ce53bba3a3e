import { DotGeneralOp, DotOp } from '@shardform/dialect-stablehlo';
import type { InterfaceImplementation, Tensor } from '@shardform/ir-core';
import { type GradientInput, gradientRule, type Gradients } from '../gradient-rule.ts';

interface Dimensions {
  readonly lhsBatchingDimensions: readonly number[];
  readonly rhsBatchingDimensions: readonly number[];
  readonly lhsContractingDimensions: readonly number[];
  readonly rhsContractingDimensions: readonly number[];
}

function dotGradients(op: DotGeneralOp | DotOp, dimensions: Dimensions) {
  return ({ result: g, isWanted, build }: GradientInput): Gradients => {
    const {
      lhsBatchingDimensions: lhsBatching,
      rhsBatchingDimensions: rhsBatching,
      lhsContractingDimensions: lhsContracting,
      rhsContractingDimensions: rhsContracting,
    } = dimensions;
    const [lhs, rhs] = [op.lhs, op.rhs];
    const free = (tensor: Tensor, ...taken: (readonly number[])[]): number[] =>
      tensor.type.shape.flatMap((_, dim) => (taken.some((list) => list.includes(dim)) ? [] : [dim]));
    const lhsFree = free(lhs, lhsBatching, lhsContracting);
    const rhsFree = free(rhs, rhsBatching, rhsContracting);
    const batch = lhsBatching.map((_, i) => i);
    const lhsPlaces = lhsFree.map((_, i) => batch.length + i);
    const rhsPlaces = rhsFree.map((_, i) => batch.length + lhsFree.length + i);
    /** The other operand, contracted with the gradient along its own free dimensions. */
    const side = (
      own: Tensor,
      other: Tensor,
      places: readonly number[],
      otherBatching: readonly number[],
      otherFree: readonly number[],
      order: readonly number[],
    ): Tensor => {
      const dims = {
        lhsBatchingDimensions: batch,
        rhsBatchingDimensions: otherBatching,
        lhsContractingDimensions: places,
        rhsContractingDimensions: otherFree,
      };
      const product = build.dot(g, other, dims, own.type.elementType);
      // `order[i]` is the operand's dimension that the product's `i`-th belongs to.
      return build.transpose(
        product,
        order.map((_, dim) => order.indexOf(dim)),
      );
    };
    /** The product has the contracted dimensions in the order of the other operand's dimensions. */
    const contracted = (own: readonly number[], other: readonly number[]): number[] =>
      own
        .map((dim, i) => [dim, other[i]!] as const)
        .sort(([, a], [, b]) => a - b)
        .map(([dim]) => dim);
    return [
      isWanted[0] === true
        ? side(lhs, rhs, rhsPlaces, rhsBatching, rhsFree, [
            ...lhsBatching,
            ...lhsFree,
            ...contracted(lhsContracting, rhsContracting),
          ])
        : null,
      isWanted[1] === true
        ? side(rhs, lhs, lhsPlaces, lhsBatching, lhsFree, [
            ...rhsBatching,
            ...rhsFree,
            ...contracted(rhsContracting, lhsContracting),
          ])
        : null,
    ];
  };
}

/** Rules of products of tensors. */
export const dotRules: readonly InterfaceImplementation[] = [
  gradientRule.implementFor(DotGeneralOp, (op) => dotGradients(op, op.dotDimensionNumbers)),
  gradientRule.implementFor(DotOp, (op) =>
    dotGradients(op, {
      lhsBatchingDimensions: [],
      rhsBatchingDimensions: [],
      lhsContractingDimensions: [op.lhs.type.rank - 1],
      rhsContractingDimensions: [0],
    }),
  ),
];
