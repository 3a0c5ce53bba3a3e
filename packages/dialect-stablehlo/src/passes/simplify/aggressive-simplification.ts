import { applyPatternsGreedily, definePass } from '@shardform/ir-core';
import { elementLimitOption } from '../fold/options.ts';
import { simplificationPatterns } from './patterns.ts';

/** Replaces operations by ones that do less for the same values. */
export const aggressiveSimplification = /* @__PURE__ */ definePass({
  name: 'stablehlo-aggressive-simplification',
  className: 'StablehloAggressiveSimplificationPass',
  summary: 'Canonicalizes StableHLO operations',
  anchor: 'func.func',
  dependentDialects: ['arith'],
  options: { 'fold-op-element-limit': elementLimitOption },
  run(func, { context, options }) {
    const patterns = simplificationPatterns({
      elementLimit: options['fold-op-element-limit'],
      foldsFloats: true,
      assumesNoEffects: false,
    });
    applyPatternsGreedily(func, patterns, context, { topDown: true, maxIterations: Infinity });
  },
});
