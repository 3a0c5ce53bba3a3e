import { CallOp } from '@shardform/dialect-func';
import {
  dataFlowOf,
  getSharding,
  isCollectiveOp,
  OpShardingRuleAttr,
  ReshardOp,
  SHARDING_RULE,
  TensorShardingAttr,
} from '@shardform/dialect-sdy';
import {
  BatchNormGradOp,
  BatchNormTrainingOp,
  ConvolutionOp,
  CustomCallOp,
  MapOp,
  TokenType,
} from '@shardform/dialect-stablehlo';
import {
  booleanOption,
  type Context,
  definePass,
  type Operation,
  RankedTensorType,
  shapeOf,
} from '@shardform/ir-core';
import { pointwiseRule } from '../rules/pointwise.ts';
import { NO_DIM, ShardingRuleBuilder } from '../rules/rule-builder.ts';
import { attachedShardingRule, shardingRule } from '../rules/sharding-rule.ts';
import { writtenShardingRule } from '../rules/written-rule.ts';
import { exchangeRule } from '../export/exchange-borders/exchange-rules.ts';
import { convolutionRuleOfXla } from '../xla/convolution-rule.ts';
import { attentionRule } from './attention-rule.ts';
import { chloRule } from './chlo-rules.ts';
import { customCallPartitionRule, isKnownCustomCall, wholeRule } from './custom-call-rules.ts';

/** Attaches the rules that CHLO's operations have once XLA has legalized them, before propagation. */
export const attachChloRules = /* @__PURE__ */ definePass({
  name: 'shardform-attach-chlo-rules',
  className: 'AttachChloRulesPass',
  summary:
    'Attaches sharding rules to the operations of CHLO and to batch normalisations, for which Shardy has none.',
  description:
    'XLA legalizes CHLO before it propagates. With the rules of what it makes, propagation goes through CHLO as it does in XLA. Features of a normalisation are independent: frameworks write layer and group norms with the batch among them. The rule that a front end wrote as a text, `xla.sdy.custom_sharding_rule`, is attached, too. `sdy-drop-sharding-rules` removes the rules.',
  anchor: 'func.func',
  run(func, { context }) {
    func.walk((op) => {
      const rule =
        attachedShardingRule(op) === null
          ? (chloRule(op) ?? featureRule(op) ?? customRule(op, context) ?? attentionRuleOf(op))
          : null;
      if (rule !== null) op.setAttr(SHARDING_RULE, rule);
    });
  },
});

function attentionRuleOf(op: Operation): OpShardingRuleAttr | null {
  return op instanceof CustomCallOp ? attentionRule(op) : null;
}

/** The rule that a front end wrote as a text, as one that stays attached after propagation. */
function customRule(op: Operation, context: Context): OpShardingRuleAttr | null {
  const rule = writtenShardingRule(op, context);
  return rule === null
    ? null
    : OpShardingRuleAttr.get(rule.factorSizes, rule.operands, rule.results, rule, true);
}

/** Attaches rules that restrict how partitioned operations may be split, where Shardy's rules don't. */
export const attachPartitionRules = /* @__PURE__ */ definePass({
  name: 'shardform-attach-partition-rules',
  className: 'AttachPartitionRulesPass',
  summary: 'Attaches the rules by which operations that Shardy leaves alone are partitioned.',
  description:
    "Custom calls keep their batches split and get whole matrices, whatever rule propagation used; operations of CHLO get the rules of what XLA makes of them; operations that nobody has a rule for get whole operands. A call that isn't known and has sharded operands is warned about.",
  options: {
    'exchange-borders': booleanOption(
      'Whether neighbours exchange borders, by which dimensions can be split that have to be whole otherwise.',
    ),
    'as-xla': booleanOption("Whether convolutions are split as by XLA's partitioner."),
  },
  anchor: 'func.func',
  run(func, { context, options }) {
    const exchanges = options['exchange-borders'];
    func.walk((op) => {
      if (op instanceof CustomCallOp && (op.results.length === 0 || ordersEffects(op)))
        gatherOperands(op, context);
      const rule =
        partitionRule(op, context) ??
        (exchanges ? exchangeRule(op) : null) ??
        (options['as-xla'] && op instanceof ConvolutionOp ? convolutionRuleOfXla(op) : null);
      if (rule === null) return;
      op.setAttr(SHARDING_RULE, rule);
      if (op instanceof CustomCallOp && !isKnownCustomCall(op)) warnGathered(op, context, rule);
    });
  },
});

/** The rule that replaces an operation's own when it is partitioned; `null` where that one is right. */
export function partitionRule(op: Operation, context: Context): OpShardingRuleAttr | null {
  // Rules are for what takes and gives something.
  if (op.operands.length === 0 || op.results.length === 0 || ordersEffects(op)) return null;
  if (op instanceof CustomCallOp) return customCallPartitionRule(op);
  if (isMovedOnly(op, context)) return null;
  if (op.definition.dialect === 'chlo') return chloRule(op) ?? wholeRule(op);
  if (attachedShardingRule(op) !== null || context.query(shardingRule, op) !== undefined) return null;
  if (op instanceof MapOp) return pointwiseRule(op);
  return featureRule(op) ?? wholeRule(op);
}

/** Returns whether an operation takes or gives tokens, which have no dimensions that a rule could be about. */
function ordersEffects(op: Operation): boolean {
  return [...op.operandTypes(), ...op.resultTypes()].some((type) => type instanceof TokenType);
}

/** Returns whether another stage of the partitioner handles the operation. */
function isMovedOnly(op: Operation, context: Context): boolean {
  const { isTerminator, dialect } = op.definition;
  return (
    isTerminator ||
    dialect === 'sdy' ||
    op instanceof CallOp ||
    isCollectiveOp(op) ||
    dataFlowOf(op, context) !== null
  );
}

/** Statistics of a feature need all of its elements; features are independent. `null` for other operations than normalisations. */
function featureRule(op: Operation): OpShardingRuleAttr | null {
  if (!(op instanceof BatchNormTrainingOp || op instanceof BatchNormGradOp)) return null;
  const feature = op.featureIndex.number;
  const operands = op.operandTypes().map(shapeOf);
  const results = op.resultTypes().map(shapeOf);
  const shape = operands[0]!;
  const builder = new ShardingRuleBuilder(op);
  const dimsOf = (tensors: readonly (readonly number[])[], dim: number): number[] =>
    tensors.map((tensor) => {
      if (tensor.length === shape.length && shape.length > 1) return dim;
      return dim === feature ? 0 : NO_DIM;
    });
  shape.forEach((size, dim) =>
    builder.addFactor(
      dimsOf(operands, dim),
      dimsOf(results, dim),
      size,
      dim === feature ? {} : { type: 'need-replication' },
    ),
  );
  return builder.build();
}

/** Replicates the operands of a call without results or with tokens, which has no rule. */
function gatherOperands(op: CustomCallOp, context: Context): void {
  const shardings = op.operands.map(({ value }) => getSharding(value, context));
  if (!shardings.some((sharding) => sharding !== null && !sharding.isFullyReplicated)) return;
  warnGathered(op, context, null);
  shardings.forEach((sharding, i) => {
    const { value } = op.operands[i]!;
    if (sharding === null || sharding.isFullyReplicated || !(value.type instanceof RankedTensorType)) return;
    const whole = TensorShardingAttr.fullyClosed(sharding.meshOrRef, value.type.rank);
    const reshard = ReshardOp.create({ input: value, sharding: whole }, [value.type], {
      location: op.location,
    });
    reshard.moveBefore(op);
    op.setOperand(i, reshard.result);
  });
}

/** @param rule that operands get; `null` for whole ones. */
function warnGathered(op: CustomCallOp, context: Context, rule: OpShardingRuleAttr | null): void {
  const isKept = (operand: number, dim: number): boolean =>
    rule?.operands[operand]?.dimMappings[dim]?.factorIndices.every((factor) => rule.isPassThrough(factor)) ===
    true;
  const isGathered = op.operandValues().some((value, i) => {
    const dims = getSharding(value, context)?.dims ?? [];
    return dims.some(({ axes }, dim) => axes.length > 0 && !isKept(i, dim));
  });
  const keepsSome = rule?.operands.some(({ dimMappings }, i) => dimMappings.some((_, dim) => isKept(i, dim)));
  const target = `custom call @${op.callTargetName.value}`;
  const message =
    keepsSome === true
      ? `${target}: operands are gathered along the dimensions that its sharding rule does not pass through to all results`
      : `${target} is not known: its operands are gathered, and every device computes all of it`;
  if (isGathered && context.diagnostics.isFirst(message)) context.diagnostics.warning(op.location, message);
}
