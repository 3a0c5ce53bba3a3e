import { applyPatternsGreedily, definePass } from '@shardform/ir-core';
import { foldPatterns } from './patterns.ts';
import { assumeNoEffectsOption, elementLimitOption, optimizeFloatOption } from './options.ts';

/** Computes operations on constants. */
export const aggressiveFolder = /* @__PURE__ */ definePass({
  name: 'stablehlo-aggressive-folder',
  className: 'StablehloAggressiveFolderPass',
  summary: 'Folds StableHLO operations',
  anchor: 'func.func',
  options: {
    'assume-no-undeclared-side-effects': assumeNoEffectsOption,
    'fold-op-element-limit': elementLimitOption,
    'optimize-float': optimizeFloatOption,
  },
  run(func, { context, options }) {
    const patterns = foldPatterns({
      elementLimit: options['fold-op-element-limit'],
      foldsFloats: options['optimize-float'],
      assumesNoEffects: options['assume-no-undeclared-side-effects'],
    });
    applyPatternsGreedily(func, patterns, context, { topDown: true, maxIterations: Infinity });
  },
});
