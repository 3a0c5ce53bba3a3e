import { SortOp } from '@shardform/dialect-stablehlo';
import { type InterfaceImplementation, shapeOf } from '@shardform/ir-core';
import { ShardingRuleBuilder } from './rule-builder.ts';
import { shardingRule } from './sharding-rule.ts';

/**
 * The sorted dimension has to be whole. Nothing is propagated along it when there is no other dimension that its
 * axes could move to.
 */
export const sortRule: InterfaceImplementation = /* @__PURE__ */ shardingRule.implementFor(
  SortOp,
  (op) => () => {
    const shape = shapeOf(op.getOperand(0).type);
    const dimension = op.dimension?.number ?? -1;
    const along = dimension < 0 ? dimension + shape.length : dimension;
    const isOnlyDim = shape.every((size, dim) => dim === along || size === 1);
    const builder = new ShardingRuleBuilder(op);
    shape.forEach((size, dim) => {
      if (dim !== along) builder.addFactorToAll(dim, size);
      else builder.addFactorToAll(dim, size, { type: 'need-replication', isBlocked: isOnlyDim });
    });
    return builder.build();
  },
);
