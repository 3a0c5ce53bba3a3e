import { BitcastConvertOp } from '@shardform/dialect-stablehlo';
import type { InterfaceImplementation } from '@shardform/ir-core';
import { NO_DIM, ShardingRuleBuilder } from './rule-builder.ts';
import { shardingRule } from './sharding-rule.ts';

/** Elements of the wider type are a dimension of narrower ones, which has to be whole. */
export const bitcastConvertRule: InterfaceImplementation = /* @__PURE__ */ shardingRule.implementFor(
  BitcastConvertOp,
  (op) => () => {
    const [operand, result] = [op.operand.type.shape, op.result.type.shape];
    const common = Math.min(operand.length, result.length);
    const builder = new ShardingRuleBuilder(op);
    operand.slice(0, common).forEach((size, dim) => builder.addFactorToAll(dim, size));
    if (operand.length > common) {
      builder.addFactor([common], [NO_DIM], op.operand.type.dimSize(common), { type: 'need-replication' });
    } else if (result.length > common) {
      builder.addFactor([NO_DIM], [common], op.result.type.dimSize(common), { type: 'need-replication' });
    }
    return builder.build();
  },
);
