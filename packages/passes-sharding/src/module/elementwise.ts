import type { Operation } from '@shardform/ir-core';
import { PropagationBarrierOp, ReshardOp, ShardingConstraintOp } from '@shardform/dialect-sdy';
import { BitcastConvertOp, ClampOp, elementwise, SelectOp } from '@shardform/dialect-stablehlo';

/**
 * Returns whether an operation computes each element of its results from the elements of its operands at the same
 * index, or from scalars. Operations of other dialects declare it by the trait `elementwise`.
 */
export function isElementwise(op: Operation): boolean {
  return (
    op.hasTrait(elementwise) ||
    op instanceof SelectOp ||
    op instanceof ClampOp ||
    (op instanceof BitcastConvertOp && op.operand.type.rank === op.result.type.rank) ||
    op instanceof ShardingConstraintOp ||
    op instanceof ReshardOp ||
    op instanceof PropagationBarrierOp
  );
}
