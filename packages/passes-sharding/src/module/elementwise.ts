import type { AnyOpClass, Operation } from '@shardform/ir-core';
import { PropagationBarrierOp, ReshardOp, ShardingConstraintOp } from '@shardform/dialect-sdy';
import { BitcastConvertOp, ClampOp, elementwise, SelectOp } from '@shardform/dialect-stablehlo';
import { isOneOf } from './is-one-of.ts';

/** Operations without the trait that are elementwise. */
const OTHERS: ReadonlySet<AnyOpClass> = new Set<AnyOpClass>([
  ...[SelectOp, ClampOp, ShardingConstraintOp, ReshardOp, PropagationBarrierOp],
]);

/**
 * Returns whether an operation computes each element of its results from the elements of its operands at the same
 * index, or from scalars. Operations of other dialects declare it by the trait `elementwise`.
 */
export function isElementwise(op: Operation): boolean {
  return (
    op.hasTrait(elementwise) ||
    isOneOf(op, OTHERS) ||
    (op instanceof BitcastConvertOp && op.operand.type.rank === op.result.type.rank)
  );
}
