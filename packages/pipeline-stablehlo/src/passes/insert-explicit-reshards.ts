import { type Context, definePass, nest, type Operation } from '@shardform/ir-core';
import { SHARDING_RULE } from '@shardform/dialect-sdy';
import { GatherOp } from '@shardform/dialect-stablehlo';
import { insertExplicitReshards } from '@shardform/passes-sharding';
import { isSolved } from '../functions.ts';
import { gatherRule } from '../rules/op-rules.ts';
import { registerRules, removeRules } from './register-custom-sharding-rule.ts';

/** Shardy's pass of that name in full, for programs that are not solved yet. */
export const insertExplicitReshardsUnlessSolved = definePass({
  name: 'insert-explicit-reshards',
  className: 'InsertExplicitReshardsPass',
  summary: 'insert reshards where the shardings of operands and results differ, unless the program is solved',
  dependentDialects: ['sdy'],
  run(module, pass) {
    if (isSolved(module)) return;
    // Some rules depend on shardings that propagation has found.
    registerRules(module, pass.context, false);
    const gathers = giveGathersRules(module, pass.context);
    const options = {
      'enable-full-version': true,
      // Partial results of an argmax, or of a sum from another start than zero, do not add up.
      'exact-reductions': true,
      'divisible-parts': true,
      'whole-axes': true,
      'earlier-ranking': true,
    };
    const reshards = nest('func.func', insertExplicitReshards.create(options));
    if (!pass.runPipeline(module, { anchor: 'builtin.module', elements: [reshards] })) pass.fail();
    removeRules(module, pass.context);
    for (const op of gathers) op.setAttr(SHARDING_RULE, null);
  },
});

/** Attaches the rules of gathers by several indices, which are for reshards only, and returns those that got one. */
function giveGathersRules(module: Operation, context: Context): readonly GatherOp[] {
  const gathers: GatherOp[] = [];
  module.walkOf(GatherOp, (op) => {
    const rule = op.hasAttr(SHARDING_RULE) ? null : gatherRule(op, context);
    if (rule === null) return;
    op.setAttr(SHARDING_RULE, rule);
    gathers.push(op);
  });
  return gathers;
}
