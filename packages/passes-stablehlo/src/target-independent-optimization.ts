import { applyPatternsGreedily, definePass } from '@shardform/ir-core';
import { foldPatterns } from './fold/patterns.ts';
import {
  assumeNoEffectsOption,
  elementLimitOption,
  type FoldOptions,
  optimizeFloatOption,
} from './fold/options.ts';
import { simplificationPatterns } from './simplify/patterns.ts';

/** Folds and simplifies at once, so that each finds what the other makes. */
export const targetIndependentOptimization = /* @__PURE__ */ definePass({
  name: 'stablehlo-target-independent-optimization',
  className: 'StablehloTargetIndependentOptimizationPass',
  summary: 'Runs canonicalizers, folders, and other target-independent optimizations.',
  anchor: 'func.func',
  dependentDialects: ['arith'],
  options: {
    'assume-no-undeclared-side-effects': assumeNoEffectsOption,
    'fold-op-element-limit': elementLimitOption,
    'optimize-float': optimizeFloatOption,
  },
  run(func, { context, options }) {
    const foldOptions: FoldOptions = {
      elementLimit: options['fold-op-element-limit'],
      foldsFloats: options['optimize-float'],
      assumesNoEffects: options['assume-no-undeclared-side-effects'],
    };
    const patterns = [...foldPatterns(foldOptions), ...simplificationPatterns(foldOptions)];
    applyPatternsGreedily(func, patterns, context, { topDown: true, maxIterations: Infinity });
  },
});
