import { defineOp, variadic } from '@shardform/ir-core';
import { pairwiseOpType } from '../directives/pairwise-op-type.ts';
import { pairwiseSameType } from '../traits.ts';
import { tensorOrToken } from '../value-constraints.ts';

/** Keeps what its results are used for behind what its operands come from (StableHLO spec, "optimization_barrier"). */
export class OptimizationBarrierOp extends defineOp('stablehlo.optimization_barrier', {
  summary: 'barrier for optimizations',
  operands: { operand: variadic(tensorOrToken) },
  results: { result: variadic(tensorOrToken) },
  traits: [pairwiseSameType],
  effects: 'none',
  speculates: 'always',
  format: 'attr-dict ($operand^ `:` custom<PairwiseOpType>(type($operand), type($result))):(`(` `)`)?',
  directives: { PairwiseOpType: pairwiseOpType },
  infer: (op) => op.operandTypes(),
}) {}
