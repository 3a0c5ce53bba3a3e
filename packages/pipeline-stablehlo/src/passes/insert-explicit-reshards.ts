import { definePass, nest } from '@shardform/ir-core';
import { insertExplicitReshards } from '@shardform/passes-sharding';
import { isSolved } from '../functions.ts';
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
  },
});
