import type * as hlo from '@shardform/dialect-stablehlo';
import { product, shapeOf } from '@shardform/ir-core';

/** Returns the comparisons of a sort: `n log2 n` of `n` elements. */
export function sortFlops(op: hlo.SortOp): number {
  const shape = shapeOf(op.getOperand(0).type);
  return product(shape) * Math.log2(Math.max(1, shape.at(op.dimension?.number ?? -1) ?? 1));
}

/** Returns the comparisons that find the `k` largest elements along the last dimension: each element with a heap of so many. */
export function topKFlops(shape: readonly number[], k: number): number {
  return product(shape) * Math.max(1, Math.log2(Math.max(1, k)));
}
