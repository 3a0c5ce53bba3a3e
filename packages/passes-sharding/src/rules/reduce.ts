import { ReduceOp } from '@shardform/dialect-stablehlo';
import { type InterfaceImplementation, shapeOf } from '@shardform/ir-core';
import { NO_DIM, ShardingRuleBuilder } from './rule-builder.ts';
import { ruleOfTypes } from './rule-of-types.ts';

/** One factor per dimension of the inputs; those reduced over are reduction factors. */
export const reduceRule: InterfaceImplementation = /* @__PURE__ */ ruleOfTypes(ReduceOp, (op) => {
  const { length: count } = op.results;
  const reduced = op.dimensions.numbers();
  const inits = new Array<number>(op.operands.length - count).fill(NO_DIM);
  const all = (dim: number): number[] => new Array<number>(count).fill(dim);
  const builder = new ShardingRuleBuilder(op);
  let resultDim = 0;
  shapeOf(op.getOperand(0).type).forEach((size, dim) => {
    const operandDims = [...all(dim), ...inits];
    if (reduced.includes(dim)) builder.addFactor(operandDims, all(NO_DIM), size, { type: 'reduction' });
    else builder.addFactor(operandDims, all(resultDim++), size);
  });
  return builder.build();
});
