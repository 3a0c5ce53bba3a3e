import type { InterfaceImplementation } from '@shardform/ir-core';
import { pointwiseRule, shardingRule } from '@shardform/passes-sharding';
import { MultiplyAddOp } from './multiply-add-op.ts';

/**
 * How the dimensions of operands and result correspond, which is all that propagation wants to know: here each dimension
 * is the same in all of them. `ShardingRuleBuilder` makes the rules of operations that mix dimensions.
 */
export const multiplyAddRule: InterfaceImplementation = shardingRule.implementFor(
  MultiplyAddOp,
  (op) => () => pointwiseRule(op),
);
