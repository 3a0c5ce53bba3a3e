import { type Context, definePass, DictionaryAttr, type Operation, StringAttr } from '@shardform/ir-core';
import { OpShardingRuleAttr, SHARDING_RULE } from '@shardform/dialect-sdy';
import { CustomCallOp } from '@shardform/dialect-stablehlo';
import { registeredShardingRule } from '@shardform/passes-sharding';
import { FRONTEND_ATTRIBUTES, XLA_SDY_SHARDING_RULE } from '../attribute-names.ts';
import { attributeOfText } from '../attribute-text.ts';
import { isSolved } from '../functions.ts';

/** Sharding rules that a front end wrote as texts on custom calls become Shardy's attributes. */
export const registerUserShardingRule = definePass({
  name: 'register-user-sharding-rule',
  className: 'RegisterUserShardingRulePass',
  summary: 'read the sharding rules of custom calls from front end attributes',
  dependentDialects: ['sdy'],
  run(module, pass) {
    const solved = isSolved(module);
    module.walkOf(CustomCallOp, (op) => {
      if (op.hasAttr(SHARDING_RULE)) return;
      if (userRuleText(op) === null) {
        if (!solved) warnUnknown(op, pass.context);
        return;
      }
      const rule = userRule(op, pass.context);
      if (rule !== null) {
        op.setAttr(
          SHARDING_RULE,
          OpShardingRuleAttr.get(rule.factorSizes, rule.operands, rule.results, rule, true),
        );
        return;
      }
      pass.context.diagnostics.error(
        op.location,
        `failed to parse '${XLA_SDY_SHARDING_RULE}' frontend attribute as an #sdy.op_sharding_rule`,
      );
      pass.fail();
    });
  },
});

/**
 * Warns, once for each target, that there is no rule for it: in the words of tt-mlir, which asks for rules in place of
 * Shardy. What Shardy would say later counts as told.
 */
function warnUnknown(op: CustomCallOp, context: Context): void {
  const engine = context.diagnostics;
  const { diagnostics } = engine.capture(() => registeredShardingRule(op, context));
  const target = op.callTargetName.value;
  for (const { message } of diagnostics) {
    if (!engine.isFirst(message)) continue;
    engine.warning(op.location, `StableHLO CustomCallOp sharding rule is not defined for target '${target}'`);
  }
}

/** Returns the rule that a front end wrote on a custom call; `null` where there is none, or no text of one. */
export function userRule(op: CustomCallOp, context: Context): OpShardingRuleAttr | null {
  const text = userRuleText(op);
  const rule = text === null ? null : attributeOfText(text, context);
  if (!(rule instanceof OpShardingRuleAttr)) return null;
  return OpShardingRuleAttr.get(rule.factorSizes, rule.operands, rule.results, rule);
}

function userRuleText(op: Operation): string | null {
  const frontend = op.getAttr(FRONTEND_ATTRIBUTES);
  const entry = frontend instanceof DictionaryAttr ? frontend.get(XLA_SDY_SHARDING_RULE) : null;
  const text = entry instanceof StringAttr ? entry.value.trim() : '';
  return text === '' ? null : text;
}
