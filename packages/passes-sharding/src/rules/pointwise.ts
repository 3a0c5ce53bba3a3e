import {
  type InterfaceImplementation,
  type Operation,
  type OpWithDefinition,
  RankedTensorType,
  shapeOf,
} from '@shardform/ir-core';
import { OpShardingRuleAttr } from '@shardform/dialect-sdy';
import * as sdy from '@shardform/dialect-sdy';
import * as stablehlo from '@shardform/dialect-stablehlo';
import { identityMapping } from './identity-rule.ts';
import { ShardingRuleBuilder } from './rule-builder.ts';
import { shardingRule } from './sharding-rule.ts';

/**
 * Returns the rule of an operation that computes each element of its results from the same elements of its operands,
 * scalars aside: one factor per dimension of the first result.
 *
 * @returns `null` when the first result is no tensor.
 */
export function pointwiseRule(op: Operation): OpShardingRuleAttr | null {
  const type = op.results[0]?.type;
  if (!(type instanceof RankedTensorType)) return null;
  const ranks = [...op.operandTypes(), ...op.resultTypes()].map((other) => shapeOf(other).length);
  if (ranks.some((rank) => rank !== 0 && rank !== type.rank)) return withOtherRanks(op, type.shape);
  return OpShardingRuleAttr.get(
    type.shape,
    op.operands.map((_, i) => identityMapping(ranks[i]!)),
    op.results.map((_, i) => identityMapping(ranks[op.operands.length + i]!)),
  );
}

/** Tensors of some rank else share as many dimensions as they have. */
function withOtherRanks(op: Operation, shape: readonly number[]): OpShardingRuleAttr {
  const builder = new ShardingRuleBuilder(op);
  shape.forEach((size, dim) => builder.addFactorToAll(dim, size));
  return builder.build();
}

/** Operations whose elements depend only on the elements at the same index. */
const pointwiseOps: readonly OpWithDefinition<Operation>[] = [
  sdy.ShardingConstraintOp,
  stablehlo.AbsOp,
  stablehlo.AddOp,
  stablehlo.AllReduceOp,
  stablehlo.AndOp,
  stablehlo.Atan2Op,
  stablehlo.CbrtOp,
  stablehlo.CeilOp,
  stablehlo.ClampOp,
  stablehlo.ClzOp,
  stablehlo.CollectiveBroadcastOp,
  stablehlo.CollectivePermuteOp,
  stablehlo.CompareOp,
  stablehlo.ComplexOp,
  stablehlo.ConvertOp,
  stablehlo.CosineOp,
  stablehlo.CrossReplicaSumOp,
  stablehlo.DivOp,
  stablehlo.ExpOp,
  stablehlo.Expm1Op,
  stablehlo.FloorOp,
  stablehlo.ImagOp,
  stablehlo.IsFiniteOp,
  stablehlo.Log1pOp,
  stablehlo.LogisticOp,
  stablehlo.LogOp,
  stablehlo.MaxOp,
  stablehlo.MinOp,
  stablehlo.MulOp,
  stablehlo.NegOp,
  stablehlo.NotOp,
  stablehlo.OrOp,
  stablehlo.PopulationCountOp,
  stablehlo.PowOp,
  stablehlo.RealOp,
  stablehlo.ReducePrecisionOp,
  stablehlo.RemOp,
  stablehlo.RoundNearestEvenOp,
  stablehlo.RoundOp,
  stablehlo.RsqrtOp,
  stablehlo.SelectOp,
  stablehlo.ShiftLeftOp,
  stablehlo.ShiftRightArithmeticOp,
  stablehlo.ShiftRightLogicalOp,
  stablehlo.SignOp,
  stablehlo.SineOp,
  stablehlo.SqrtOp,
  stablehlo.SubtractOp,
  stablehlo.TanhOp,
  stablehlo.TanOp,
  stablehlo.XorOp,
];

/** The rules of elementwise operations: all dimensions correspond. */
export const pointwiseRules: readonly InterfaceImplementation[] = /* @__PURE__ */ pointwiseOps.map(
  (opClass) => shardingRule.implementFor(opClass, (op) => () => pointwiseRule(op)),
);

/** Reversed dimensions move elements between devices. */
export const reverseRule: InterfaceImplementation = /* @__PURE__ */ shardingRule.implementFor(
  stablehlo.ReverseOp,
  (op) => () => {
    const reversed = op.dimensions.numbers();
    const builder = new ShardingRuleBuilder(op);
    op.result.type.shape.forEach((size, dim) =>
      builder.addFactorToAll(dim, size, reversed.includes(dim) ? { type: 'permutation' } : {}),
    );
    return builder.build();
  },
);
