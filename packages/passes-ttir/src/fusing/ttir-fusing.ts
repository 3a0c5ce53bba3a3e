import { applyPatternsGreedily, definePass, type RewritePattern } from '@shardform/ir-core';
import { activations } from './activation.ts';
import { attention } from './attention.ts';
import { afterReshape, beforeReshape, permuteBeforeReshape } from './before-reshape.ts';
import { convolutionScalePatterns } from './convolution-scale.ts';
import { convolutionPatterns, weightTags } from './convolution.ts';
import { gelu } from './gelu.ts';
import { headPatterns } from './heads.ts';
import { matmulWithBias, permuteMatmul } from './linear.ts';
import { normalizePatterns } from './normalize.ts';
import { fusingOptionSpecs, sharedLhsOptions } from './options.ts';
import { reductionPatterns } from './reduction.ts';
import { rmsNorm } from './rms-norm.ts';
import { rotaryEmbedding } from './rotary-embedding.ts';
import { sharedLhs } from './shared-lhs.ts';
import { sliceAfterMatmul } from './slice-after-matmul.ts';
import { softmaxPatterns } from './softmax.ts';
import { sortedEnds } from './sorted-ends.ts';

/** Groups of operations that the library has one function for become one operation. */
export const ttirFusing = definePass({
  name: 'ttir-fusing',
  className: 'TTIRFusing',
  summary: 'fuses operations',
  anchor: 'builtin.module',
  options: { ...fusingOptionSpecs('ttnn-enable-conv2d-with-multiply-pattern'), ...sharedLhsOptions },
  run(op, { context, options }) {
    applyPatternsGreedily(op, [...weightTags, matmulWithBias], context);
    const patterns: readonly RewritePattern[] = [
      ...convolutionPatterns,
      ...reductionPatterns,
      ...softmaxPatterns,
      attention,
      ...(options['ttnn-enable-conv2d-with-multiply-pattern'] ? convolutionScalePatterns : []),
      ...(options['enable-permute-matmul-fusion'] ? permuteMatmul : []),
      ...headPatterns,
      ...sharedLhs(options['shared-lhs-minimum']),
      ...(options['enable-permute-slice-after-matmul-fusion'] ? [sliceAfterMatmul] : []),
      ...rmsNorm,
      ...normalizePatterns,
      gelu,
      ...activations,
      sortedEnds,
      rotaryEmbedding,
      beforeReshape,
      afterReshape,
      permuteBeforeReshape,
    ];
    applyPatternsGreedily(op, patterns, context, { topDown: true });
  },
});
