import { TransposeOp } from '@shardform/dialect-stablehlo';
import type { InterfaceImplementation } from '@shardform/ir-core';
import { ShardingRuleBuilder } from './rule-builder.ts';
import { ruleOfTypes } from './rule-of-types.ts';

/** One factor per dimension of the result, in its order. */
export const transposeRule: InterfaceImplementation = /* @__PURE__ */ ruleOfTypes(TransposeOp, (op) => {
  const permutation = op.permutation.numbers();
  const builder = new ShardingRuleBuilder(op);
  op.result.type.shape.forEach((size, dim) => builder.addFactor([permutation[dim]!], [dim], size));
  return builder.build();
});
