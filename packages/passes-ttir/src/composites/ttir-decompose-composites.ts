import { applyPatternsGreedily, definePass } from '@shardform/ir-core';
import { attention } from './attention.ts';
import { normalizationPatterns } from './normalization.ts';
import { repeat } from './repeat.ts';

/** Decomposes normalizations, attention and repetitions into arithmetic, for targets without kernels for them. */
export const ttirDecomposeComposites = definePass({
  name: 'ttir-decompose-composites',
  className: 'TTIRDecomposeComposites',
  summary: 'makes arithmetic of normalizations and attention',
  anchor: 'builtin.module',
  run(op, { context }) {
    applyPatternsGreedily(op, [attention, ...normalizationPatterns, repeat], context);
  },
});
