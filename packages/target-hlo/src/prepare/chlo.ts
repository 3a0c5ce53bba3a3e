import {
  applyPartialConversion,
  applyPatternsGreedily,
  ConversionTarget,
  definePass,
} from '@shardform/ir-core';
import { chloToStablehloPatterns } from '@shardform/passes-stablehlo';

/** Operations of CHLO that HLO has, too. */
const kept: readonly string[] = ['chlo.erf', 'chlo.ragged_dot', 'chlo.top_k'];

/** Merges equal constants at the head of their function and folds. */
export const mergeConstants = /* @__PURE__ */ definePass({
  name: 'hlo-merge-constants',
  className: 'HloMergeConstantsPass',
  summary: 'Merges equal constants',
  anchor: 'func.func',
  run(func, { context }) {
    applyPatternsGreedily(func, [], context, { topDown: true });
  },
});

/** Expands the operations of CHLO that HLO has no instruction for. */
export const legalizeChloForHlo = /* @__PURE__ */ definePass({
  name: 'hlo-legalize-chlo',
  className: 'HloLegalizeChloPass',
  summary: 'Expands CHLO that HLO has no instruction for',
  anchor: 'func.func',
  run(func, pass) {
    const target = new ConversionTarget()
      .addIllegalDialects('chlo')
      .addLegalDialects('stablehlo', 'func', 'shape', 'tensor', 'arith')
      .addLegalOps(...kept);
    if (!applyPartialConversion(func, target, chloToStablehloPatterns, pass.context)) pass.fail();
  },
});
