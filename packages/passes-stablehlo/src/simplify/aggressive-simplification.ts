import { applyPatternsGreedily, booleanOption, definePass } from '@shardform/ir-core';
import { elementLimitOption } from '../fold/options.ts';
import { simplificationPatterns } from './patterns.ts';

/** Replaces operations by ones that do less for the same values. */
export const aggressiveSimplification = /* @__PURE__ */ definePass({
  name: 'stablehlo-aggressive-simplification',
  className: 'StablehloAggressiveSimplificationPass',
  summary: 'Canonicalizes StableHLO operations',
  anchor: 'func.func',
  dependentDialects: ['arith'],
  options: {
    'fold-op-element-limit': elementLimitOption,
    'merge-broadcasts': booleanOption(
      'Merge broadcasts of broadcasts even where the inner one could become a reshape, as StableHLO did until March 2026.',
    ),
    'fewer-patterns': booleanOption(
      'Leave transposes of transposes, comparisons with truth values and reversals of dimensions of one element, as the StableHLO does that tt-mlir of October 2026 is built with.',
    ),
  },
  run(func, { context, options }) {
    const foldOptions = {
      elementLimit: options['fold-op-element-limit'],
      foldsFloats: true,
      assumesNoEffects: false,
    };
    const patterns = simplificationPatterns(
      foldOptions,
      options['merge-broadcasts'],
      !options['fewer-patterns'],
    );
    applyPatternsGreedily(func, patterns, context, { topDown: true, maxIterations: Infinity });
  },
});
