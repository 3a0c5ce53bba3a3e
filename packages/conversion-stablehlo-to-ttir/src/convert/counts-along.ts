import * as shlo from '@shardform/dialect-stablehlo';
import * as ttir from '@shardform/dialect-ttir';
import { isInstance, type Operation, RankedTensorType, StringAttr, type Value } from '@shardform/ir-core';

/**
 * Returns true if the elements of a tensor along a dimension are 0, 1, 2 and so on, whatever the other indices. It is seen
 * through what repeats, converts or divides the other dimensions.
 */
export function countsAlong(value: Value, dim: number): boolean {
  const op = value.definingOp;
  if (op === null || !isInstance(RankedTensorType, value.type)) return false;
  const to = value.type.shape;
  // Along a dimension of one element, the count is 0, as it is along any other such dimension.
  const isAlong = (own: number): boolean => own === dim || (to[own] === 1 && to[dim] === 1);
  if (op instanceof shlo.IotaOp) return isAlong(op.iotaDimension.number);
  if (op instanceof ttir.ArangeOp)
    return op.start.value === 0n && op.step.value === 1n && isAlong(op.arangeDimension.number);
  if (op.operands.length === 0) return false;
  const source = op.getOperand(0);
  if (!isInstance(RankedTensorType, source.type)) return false;
  const from = source.type.shape;
  const own = sourceDimension(op, dim, from, to);
  return own !== null && from[own] === to[dim] && countsAlong(source, own);
}

/** The dimension of its operand that an operation leaves as it is; `null` for operations that do more. */
function sourceDimension(
  op: Operation,
  dim: number,
  from: readonly number[],
  to: readonly number[],
): number | null {
  if (op instanceof shlo.BroadcastInDimOp) {
    const own = op.broadcastDimensions.numbers().indexOf(dim);
    return own === -1 ? null : own;
  }
  if (op instanceof shlo.ReshapeOp || op instanceof ttir.ReshapeOp) return reshapedFrom(dim, from, to);
  const keepsDimensions =
    op instanceof shlo.ConvertOp ||
    op instanceof ttir.TypecastOp ||
    op instanceof ttir.BroadcastOp ||
    op instanceof ttir.RepeatOp ||
    op instanceof ttir.MeshPartitionOp ||
    (op instanceof shlo.CompositeOp && op.getAttr('name') === StringAttr.get('sdy.all_slice'));
  return keepsDimensions ? dim : null;
}

/** Where a dimension was before a reshape that adds and removes dimensions of size 1; `null` for other reshapes. */
function reshapedFrom(dim: number, from: readonly number[], to: readonly number[]): number | null {
  const long = (shape: readonly number[]): number[] => [...shape.keys()].filter((d) => shape[d] !== 1);
  const [before, after] = [long(from), long(to)];
  if (before.length !== after.length || before.some((d, i) => from[d] !== to[after[i]!])) return null;
  const own = to[dim] === 1 ? from.indexOf(1) : before[after.indexOf(dim)]!;
  return own === -1 ? null : own;
}
