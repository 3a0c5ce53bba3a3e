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
import { identityMapping, identityRule } from './identity-rule.ts';
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
  return isOfOneType(op, type) ? ruleOfOneType(type, op.operands.length) : ruleOfTypes(op, type);
}

/** By the type of everything, and the number of operands: most operations are one of these, and each is asked several times. */
const knownRules = new WeakMap<RankedTensorType, (OpShardingRuleAttr | undefined)[]>();

function ruleOfOneType(type: RankedTensorType, operands: number): OpShardingRuleAttr {
  let known = knownRules.get(type);
  if (known === undefined) knownRules.set(type, (known = []));
  return (known[operands] ??= identityRule(type.shape, operands));
}

function isOfOneType(op: Operation, type: RankedTensorType): boolean {
  return op.results.length === 1 && op.operands.every(({ value }) => value.type === type);
}

function ruleOfTypes(op: Operation, type: RankedTensorType): OpShardingRuleAttr {
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

/** Operations that are not elementwise, but whose dimensions all correspond. */
const likeElementwise: readonly OpWithDefinition<Operation>[] = [
  sdy.ShardingConstraintOp,
  stablehlo.AllReduceOp,
  stablehlo.ClampOp,
  stablehlo.CollectiveBroadcastOp,
  stablehlo.CollectivePermuteOp,
  stablehlo.CrossReplicaSumOp,
  stablehlo.SelectOp,
];

/** Elementwise operations that Shardy has no rule for. */
const withoutRule: ReadonlySet<OpWithDefinition<Operation>> = /* @__PURE__ */ new Set<
  OpWithDefinition<Operation>
>([stablehlo.UniformDequantizeOp, stablehlo.UniformQuantizeOp]);

/** The rules of elementwise operations, which their declarations say they are, and of those like them. */
export const pointwiseRules: readonly InterfaceImplementation[] = /* @__PURE__ */ [
  ...stablehlo.elementwiseOps.filter((opClass) => !withoutRule.has(opClass)),
  ...likeElementwise,
].map((opClass) => shardingRule.implementFor(opClass, (op) => () => pointwiseRule(op)));

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
