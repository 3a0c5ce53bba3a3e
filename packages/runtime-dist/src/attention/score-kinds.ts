import { CHEAP_ELEMENTWISE, DEAR_ELEMENTWISE } from '@shardform/cost-model';
import { product, RankedTensorType, shapeOf, type Operation, type Value } from '@shardform/ir-core';

/** Operations that give each element of a tensor another place, or copies. */
const VIEWS: ReadonlySet<string> = new Set([
  'stablehlo.reshape',
  'stablehlo.transpose',
  'stablehlo.broadcast_in_dim',
]);

/** Number of elements; 0 of anything but tensors of known shape. */
export function elementCount({ type }: Value): number {
  return type instanceof RankedTensorType && type.hasStaticShape ? product(type.shape) : 0;
}

/** Whether an operation computes each element of its only result from one element of each operand. */
export function isPointwise(op: Operation): boolean {
  return (
    op.results.length === 1 &&
    op.regions.length === 0 &&
    (CHEAP_ELEMENTWISE.has(op.name) || DEAR_ELEMENTWISE.has(op.name) || VIEWS.has(op.name))
  );
}

/** Whether an operation moves elements. */
export function isView(op: Operation): boolean {
  return VIEWS.has(op.name);
}

/** Shape of a tensor. */
export function sizesOf(value: Value): readonly number[] {
  return shapeOf(value.type);
}
