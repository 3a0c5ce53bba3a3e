import { type Context, definePass } from '@shardform/ir-core';
import { OpShardingRuleAttr, SHARDING_RULE } from '@shardform/dialect-sdy';
import { CustomCallOp } from '@shardform/dialect-stablehlo';
import {
  registeredShardingRule,
  writtenRuleText,
  writtenShardingRule,
  XLA_SDY_SHARDING_RULE,
} from '@shardform/passes-sharding';
import { SHARD_TO_FULL_CALL } from '../attribute-names.ts';
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
      if (writtenRuleText(op) === null) {
        if (!solved) warnUnknown(op, pass.context);
        return;
      }
      const rule = writtenShardingRule(op, pass.context);
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

/** Calls that stand for shardings and manual computations, of which nobody asks for a rule. */
const MARKERS: ReadonlySet<string> = new Set(['Sharding', 'SPMDFullToShardShape', SHARD_TO_FULL_CALL]);

/**
 * Warns, once for each target, that there is no rule for it: in the words of tt-mlir, which asks for rules in place of
 * Shardy. What Shardy would say later counts as told.
 */
function warnUnknown(op: CustomCallOp, context: Context): void {
  const engine = context.diagnostics;
  const { diagnostics } = engine.capture(() => registeredShardingRule(op, context));
  const target = op.callTargetName.value;
  for (const { message } of diagnostics) {
    if (!engine.isFirst(message) || MARKERS.has(target)) continue;
    engine.warning(op.location, `StableHLO CustomCallOp sharding rule is not defined for target '${target}'`);
  }
}
