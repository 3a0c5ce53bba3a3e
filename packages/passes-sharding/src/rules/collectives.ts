import { AllGatherOp, AllToAllOp, ReduceScatterOp } from '@shardform/dialect-stablehlo';
import { type InterfaceImplementation, type Operation, shapeOf } from '@shardform/ir-core';
import type { OpShardingRuleAttr } from '@shardform/dialect-sdy';
import { NO_DIM, ShardingRuleBuilder } from './rule-builder.ts';
import { shardingRule } from './sharding-rule.ts';

/**
 * Collectives already exchange data along some dimensions, which therefore have to be whole; sizes before and
 * after differ, so that operands and results have factors of their own. Other dimensions are shared.
 */
function collectiveRule(op: Operation, exchanged: readonly number[]): OpShardingRuleAttr {
  const [operand, result] = [shapeOf(op.getOperand(0).type), shapeOf(op.getResult().type)];
  const operandDims = (dim: number): number[] => op.operands.map(() => dim);
  const resultDims = (dim: number): number[] => op.results.map(() => dim);
  const builder = new ShardingRuleBuilder(op);
  operand.forEach((size, dim) => {
    if (!exchanged.includes(dim)) builder.addFactor(operandDims(dim), resultDims(dim), size);
  });
  for (const dim of exchanged) {
    builder.addFactor(operandDims(dim), resultDims(NO_DIM), operand[dim]!, { type: 'need-replication' });
    builder.addFactor(operandDims(NO_DIM), resultDims(dim), result[dim]!, { type: 'need-replication' });
  }
  return builder.build();
}

/** The rules of collectives. */
export const collectiveRules: readonly InterfaceImplementation[] = [
  shardingRule.implementFor(AllGatherOp, (op) => () => collectiveRule(op, [op.allGatherDim.number])),
  shardingRule.implementFor(ReduceScatterOp, (op) => () => collectiveRule(op, [op.scatterDimension.number])),
  shardingRule.implementFor(AllToAllOp, (op) => () => {
    const [split, concat] = [op.splitDimension.number, op.concatDimension.number];
    return collectiveRule(op, split === concat ? [split] : [split, concat]);
  }),
];
