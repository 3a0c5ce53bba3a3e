import { BatchNormInferenceOp } from '@shardform/dialect-stablehlo';
import type { InterfaceImplementation } from '@shardform/ir-core';
import { NO_DIM, ShardingRuleBuilder } from './rule-builder.ts';
import { shardingRule } from './sharding-rule.ts';

/** One factor per dimension; the features' one is that of scale, offset, mean and variance too. */
export const batchNormInferenceRule: InterfaceImplementation = /* @__PURE__ */ shardingRule.implementFor(
  BatchNormInferenceOp,
  (op) => () => {
    const feature = op.featureIndex.number;
    const builder = new ShardingRuleBuilder(op);
    op.operand.type.shape.forEach((size, dim) => {
      const ofFeature = dim === feature ? 0 : NO_DIM;
      builder.addFactor([dim, ofFeature, ofFeature, ofFeature, ofFeature], [dim], size);
    });
    return builder.build();
  },
);
