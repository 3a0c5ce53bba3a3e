import type { Operation, OpReport, Value } from '@shardform/ir-core';
import type { TensorShardingAttr } from '../attrs/tensor-sharding-attr.ts';
import { getSharding, skipPropagationBarriers } from '../sharding-of-value.ts';
import { unreducedTransitionProblem } from './unreduced-transition.ts';
import { verifyTensorSharding } from './verify-tensor-sharding.ts';

/** An operation that gives its input another sharding. */
interface ReshardLike extends Operation {
  readonly input: Value;
  readonly sharding: TensorShardingAttr;
}

/** Checks the sharding of a constraint or reshard, and what becomes of partial values. */
export function verifyReshardLike(op: ReshardLike, report: OpReport): boolean {
  const { sharding, input } = op;
  if (!verifyTensorSharding(sharding, { type: input.type, prefix: '' }, op, report)) return false;
  const from = getSharding(skipPropagationBarriers(input), report.context);
  if (from === null) return true;
  const problem = unreducedTransitionProblem(
    { operands: [from], results: [sharding], introducible: 'sum', removable: from.reductionOp },
    op,
  );
  return problem === null || report.opError(problem);
}
