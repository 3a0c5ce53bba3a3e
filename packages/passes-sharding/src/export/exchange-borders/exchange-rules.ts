import type { OpShardingRuleAttr } from '@shardform/dialect-sdy';
import { AddOp, ConcatenateOp, SelectAndScatterOp } from '@shardform/dialect-stablehlo';
import { type Operation, shapeOf } from '@shardform/ir-core';
import { commonReduction } from '../../rules/common-reduction.ts';
import { NO_DIM, ShardingRuleBuilder } from '../../rules/rule-builder.ts';
import { paddingAt } from './forms/padding.ts';

/**
 * Returns the rule of an operation whose dimensions can be split since neighbours exchange borders, where the one that
 * propagation uses needs them whole; `null` for other operations.
 */
export function exchangeRule(op: Operation): OpShardingRuleAttr | null {
  if (op instanceof ConcatenateOp) return concatenateRule(op);
  return op instanceof SelectAndScatterOp ? selectAndScatterRule(op) : null;
}

function concatenateRule(op: ConcatenateOp): OpShardingRuleAttr {
  const builder = new ShardingRuleBuilder(op);
  op.result.type.shape.forEach((size, dim) =>
    builder.addFactorToAll(dim, size, dim === op.dimension.number ? { type: 'permutation' } : {}),
  );
  return builder.build();
}

/** The parts of the operand and of the source are split alike. */
function selectAndScatterRule(op: SelectAndScatterOp): OpShardingRuleAttr | null {
  const { shape } = op.result.type;
  const isPadded = shape.some((_, dim) => paddingAt(op.padding, dim).some((amount) => amount !== 0));
  if (isPadded || !(commonReduction(op.scatter, 1) instanceof AddOp)) return null;
  const builder = new ShardingRuleBuilder(op);
  shape.forEach((size, dim) => {
    const isWindowed = shapeOf(op.source.type)[dim] !== size;
    builder.addFactor([dim, dim, NO_DIM], [dim], size, isWindowed ? { type: 'permutation' } : {});
  });
  return builder.build();
}
