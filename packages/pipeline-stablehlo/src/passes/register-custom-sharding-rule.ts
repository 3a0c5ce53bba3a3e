import { type Context, definePass, type Operation } from '@shardform/ir-core';
import { OpShardingRuleAttr, SHARDING_RULE } from '@shardform/dialect-sdy';
import { BatchNormGradOp, BatchNormTrainingOp, CustomCallOp, ScatterOp } from '@shardform/dialect-stablehlo';
import { writtenShardingRule } from '@shardform/passes-sharding';
import { callRules } from '../rules/call-rules.ts';
import { batchNormRule, scatterRule } from '../rules/op-rules.ts';

/**
 * Gives Tenstorrent's custom calls, batch normalizations and scatters along split dimensions their sharding rules, as
 * attributes that stay until shapes are local.
 */
export const registerCustomShardingRule = definePass({
  name: 'register-custom-sharding-rule',
  className: 'RegisterCustomShardingRulePass',
  summary: "attach the sharding rules of Tenstorrent's custom calls",
  dependentDialects: ['sdy'],
  run(module, { context }) {
    registerRules(module, context);
  },
});

/**
 * Attaches rules to the operations of a module that need ones of their own, unless they were given others.
 *
 * @param isCustom whether the rules stay attached after propagation. Reshards are not inserted for such rules.
 */
export function registerRules(module: Operation, context: Context, isCustom = true): void {
  forRules(module, context, (op, rule, custom) => {
    const attached = op.getAttr(SHARDING_RULE);
    if (attached === null || attached === custom) op.setAttr(SHARDING_RULE, isCustom ? custom : rule);
  });
}

/** Removes the rules that {@link registerRules} attached. */
export function removeRules(module: Operation, context: Context): void {
  forRules(module, context, (op, rule) => {
    if (op.getAttr(SHARDING_RULE) === rule) op.setAttr(SHARDING_RULE, null);
  });
}

function forRules(
  module: Operation,
  context: Context,
  visit: (op: Operation, rule: OpShardingRuleAttr, custom: OpShardingRuleAttr) => void,
): void {
  module.walk((op) => {
    const rule = fixedRule(op, context) ?? (op instanceof ScatterOp ? scatterRule(op, context) : null);
    if (rule === null) return;
    const { factorSizes, operands, results } = rule;
    visit(op, rule, OpShardingRuleAttr.get(factorSizes, operands, results, rule, true));
  });
}

/** Returns the rule of an operation that depends on nothing but the operation; `null` where the general one holds. */
export function fixedRule(op: Operation, context: Context): OpShardingRuleAttr | null {
  if (op instanceof CustomCallOp) {
    return callRules.get(op.callTargetName.value)?.(op) ?? writtenShardingRule(op, context);
  }
  return op instanceof BatchNormTrainingOp || op instanceof BatchNormGradOp ? batchNormRule(op) : null;
}
