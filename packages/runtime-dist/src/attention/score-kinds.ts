import { elementwiseKernels, transcendentalKernels } from '@shardform/cost-model';
import { BitcastConvertOp, BroadcastInDimOp, ReshapeOp, TransposeOp } from '@shardform/dialect-stablehlo';
import { product, RankedTensorType, shapeOf, type Operation, type Value } from '@shardform/ir-core';

/** Operations that give each element of a tensor another place, or copies. */
const VIEWS: ReadonlySet<unknown> = new Set([
  ReshapeOp.definition,
  TransposeOp.definition,
  BroadcastInDimOp.definition,
]);

const ELEMENTWISE: ReadonlySet<unknown> = new Set(
  [...elementwiseKernels, ...transcendentalKernels, BitcastConvertOp].map(({ definition }) => definition),
);

/** Number of elements; 0 of anything but tensors of known shape. */
export function elementCount({ type }: Value): number {
  return type instanceof RankedTensorType && type.hasStaticShape ? product(type.shape) : 0;
}

/** Whether an operation computes each element of its only result from one element of each operand. */
export function isPointwise(op: Operation): boolean {
  return (
    op.results.length === 1 &&
    op.regions.length === 0 &&
    (ELEMENTWISE.has(op.definition) || VIEWS.has(op.definition))
  );
}

/** Whether an operation moves elements. */
export function isView(op: Operation): boolean {
  return VIEWS.has(op.definition);
}

/** Shape of a tensor. */
export function sizesOf(value: Value): readonly number[] {
  return shapeOf(value.type);
}
