import { FftOp } from '@shardform/dialect-stablehlo';
import type { InterfaceImplementation } from '@shardform/ir-core';
import { ShardingRuleBuilder } from './rule-builder.ts';
import { shardingRule } from './sharding-rule.ts';

/** The transformed dimensions, which are the last ones, have to be whole; the last one may change its size. */
export const fftRule: InterfaceImplementation = /* @__PURE__ */ shardingRule.implementFor(
  FftOp,
  (op) => () => {
    const [operand, result] = [op.operand.type.shape, op.result.type.shape];
    const batchRank = operand.length - op.fftLength.length;
    const builder = new ShardingRuleBuilder(op);
    operand.forEach((size, dim) => {
      if (dim < batchRank) builder.addFactorToAll(dim, size);
      else builder.addFactorToAll(dim, size, { type: 'need-replication', isBlocked: size !== result[dim] });
    });
    return builder.build();
  },
);
