import { applyPatternsGreedily, definePass } from '@shardform/ir-core';
import { attentionDecompositions } from './attention.ts';
import { groupedConvolutionDecompositions } from './grouped-convolution.ts';
import { normDecompositions } from './norms.ts';

const patterns = [...normDecompositions, ...groupedConvolutionDecompositions, ...attentionDecompositions];

/** Operations whose kernels take few forms become arithmetic; without models of the kernels, all of them do. */
export const ttnnDecomposition = definePass({
  name: 'ttnn-decomposition',
  className: 'TTNNDecomposition',
  summary: 'replaces operations without kernels by arithmetic',
  anchor: 'builtin.module',
  run(module, pass) {
    applyPatternsGreedily(module, patterns, pass.context, { topDown: true, maxIterations: Infinity });
  },
});
