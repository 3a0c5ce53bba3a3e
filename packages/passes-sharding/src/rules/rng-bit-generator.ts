import { RngBitGeneratorOp } from '@shardform/dialect-stablehlo';
import type { InterfaceImplementation } from '@shardform/ir-core';
import { NO_DIM, ShardingRuleBuilder } from './rule-builder.ts';
import { shardingRule } from './sharding-rule.ts';

/** The states need replication and have no factor in common with the numbers. */
export const rngBitGeneratorRule: InterfaceImplementation = /* @__PURE__ */ shardingRule.implementFor(
  RngBitGeneratorOp,
  (op) => () => {
    const builder = new ShardingRuleBuilder(op);
    op.initialState.type.shape.forEach((size, dim) =>
      builder.addFactor([dim], [dim, NO_DIM], size, { type: 'need-replication', isBlocked: true }),
    );
    op.output.type.shape.forEach((size, dim) => builder.addFactor([NO_DIM], [NO_DIM, dim], size));
    return builder.build();
  },
);
