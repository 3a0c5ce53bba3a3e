import { PadOp, SliceOp } from '@shardform/dialect-stablehlo';
import { type InterfaceImplementation, type Operation, shapeOf } from '@shardform/ir-core';
import type { OpShardingRuleAttr } from '@shardform/dialect-sdy';
import { NO_DIM, ShardingRuleBuilder } from './rule-builder.ts';
import { shardingRule, type ShardingRuleOptions } from './sharding-rule.ts';

/** Along dimensions whose size changes, elements move between devices. */
function resizeRule(op: Operation, { conservative }: ShardingRuleOptions): OpShardingRuleAttr {
  const result = shapeOf(op.getResult().type);
  const scalars = op.operands.slice(1).map(() => NO_DIM);
  const builder = new ShardingRuleBuilder(op);
  shapeOf(op.getOperand(0).type).forEach((size, dim) =>
    builder.addFactor(
      [dim, ...scalars],
      [dim],
      size,
      size === result[dim] ? {} : { type: 'permutation', isBlocked: conservative },
    ),
  );
  return builder.build();
}

/** The rules of slices and pads. */
export const sliceAndPadRules: readonly InterfaceImplementation[] = [
  shardingRule.implementFor(SliceOp, (op) => (options) => resizeRule(op, options)),
  shardingRule.implementFor(PadOp, (op) => (options) => resizeRule(op, options)),
];
