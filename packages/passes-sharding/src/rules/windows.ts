import { paddingPairs, ReduceWindowOp, SelectAndScatterOp } from '@shardform/dialect-stablehlo';
import {
  type DenseArrayAttr,
  type DenseElementsAttr,
  type InterfaceImplementation,
  shapeOf,
} from '@shardform/ir-core';
import { NO_DIM, ShardingRuleBuilder } from './rule-builder.ts';
import { shardingRule } from './sharding-rule.ts';

interface Windows {
  readonly windowDimensions: DenseArrayAttr | null;
  readonly windowStrides: DenseArrayAttr | null;
  readonly padding: DenseElementsAttr | null;
}

/** Returns whether windows hold one element each along a dimension, and all elements are in one. */
function isTrivialDim({ windowDimensions, windowStrides, padding }: Windows, dim: number): boolean {
  const pair = paddingPairs(padding)[dim];
  if (typeof pair === 'object' && pair.some((amount) => amount !== 0)) return false;
  return (windowDimensions?.numbers()[dim] ?? 1) === 1 && (windowStrides?.numbers()[dim] ?? 1) === 1;
}

/** As many factors as windows per dimension; windows reach over to the neighbouring devices. */
const reduceWindowRule: InterfaceImplementation = /* @__PURE__ */ shardingRule.implementFor(
  ReduceWindowOp,
  (op) =>
    ({ conservative }) => {
      const builder = new ShardingRuleBuilder(op);
      shapeOf(op.getResult(0).type).forEach((size, dim) => {
        if (isTrivialDim(op, dim)) builder.addFactorToAll(dim, size);
        else builder.addFactorToAll(dim, size, { type: 'permutation', isBlocked: conservative });
      });
      return builder.build();
    },
);

/** The source has one element per window, and has to be whole where windows are more than one element. */
const selectAndScatterRule: InterfaceImplementation = /* @__PURE__ */ shardingRule.implementFor(
  SelectAndScatterOp,
  (op) =>
    ({ conservative: isBlocked }) => {
      const builder = new ShardingRuleBuilder(op);
      shapeOf(op.getResult().type).forEach((size, dim) => {
        if (isTrivialDim(op, dim)) {
          builder.addFactorToAll(dim, size);
          return;
        }
        builder.addFactor([NO_DIM, dim, NO_DIM], [NO_DIM], op.source.type.dimSize(dim), {
          type: 'need-replication',
          isBlocked,
        });
        builder.addFactor([dim, NO_DIM, NO_DIM], [dim], size, { type: 'permutation', isBlocked });
      });
      return builder.build();
    },
);

/** The rules of reductions over windows. */
export const windowRules: readonly InterfaceImplementation[] = [reduceWindowRule, selectAndScatterRule];
