import {
  applyPatternsGreedily,
  booleanOption,
  definePass,
  integerOption,
  type OpDefinition,
  type Operation,
  type RewritePattern,
} from '@shardform/ir-core';
import * as ttnn from '@shardform/dialect-ttnn';
import { applyWorkarounds } from './apply-workarounds.ts';
import { attentionDecompositions } from './decompositions/attention.ts';
import { cacheDecompositions, cachePlacement } from './decompositions/caches.ts';
import { collectiveDecompositions } from './decompositions/collectives.ts';
import { convolutionDecompositions } from './decompositions/convolution.ts';
import { indexingDecompositions } from './decompositions/indexing.ts';
import { layerDecompositions } from './decompositions/layers.ts';
import { placementDecompositions } from './decompositions/placement.ts';

const decompositions: readonly RewritePattern[] = [
  ...indexingDecompositions,
  ...collectiveDecompositions,
  ...layerDecompositions,
  ...convolutionDecompositions,
  ...cacheDecompositions,
  ...attentionDecompositions,
  ...placementDecompositions,
];

/** Operations whose needs the optimizer does not know. */
const UNKNOWN_TO_OPTIMIZER: ReadonlySet<OpDefinition> = /* @__PURE__ */ new Set(
  /* @__PURE__ */ [
    ttnn.WhereOp,
    ttnn.FullOp,
    ttnn.EmbeddingOp,
    ttnn.ScatterOp,
    ttnn.TopKOp,
    ttnn.FlashMlaPrefillOp,
    ttnn.ScaledDotProductAttentionOp,
    ttnn.ScaledDotProductAttentionDecodeOp,
    ttnn.PrepareMoEComputeW0W1WeightsOp,
    ttnn.PrepareMoEComputeW2WeightsOp,
    ttnn.MoeComputeOp,
    ttnn.Conv3dOp,
    ttnn.SamplingOp,
    ttnn.AllToAllDispatchOp,
    ttnn.AllToAllDispatchMetadataOp,
    ttnn.AllToAllCombineOp,
    ttnn.MoeExpertTokenRemapOp,
    ttnn.SparseMatmulOp,
    ttnn.SdpaBackwardOp,
  ].map(({ definition }) => definition),
);

/** The option of the pass, which pipelines have as well. */
export const fewerFormatsOption = booleanOption(
  'for kernels that know fewer formats, as those of August 2026: integers of 32 bits are permuted, reduced and chosen as f32, floats are sorted as bf16 and integers as ui16, and tanh is computed in bf16',
);

/** Goes round what the library can't do: ranks, sizes, layouts and number formats that it does not take. */
export const ttnnWorkaround = definePass({
  name: 'ttnn-workaround',
  className: 'TTNNWorkarounds',
  summary: 'applies workarounds for limits of the library',
  anchor: 'builtin.module',
  options: {
    'ttnn-enable-layout-workaround-pass': booleanOption(
      'bring tensors into the forms that operations need',
      true,
    ),
    'ttnn-enable-decomposition-workaround-pass': booleanOption('replace operations by several', true),
    'fewer-formats': fewerFormatsOption,
    'ttnn-optimization-level': integerOption('from 1 on the optimizer chooses most layouts', 0, 'int'),
  },
  run(module, pass) {
    const { options } = pass;
    const isOptimized = options['ttnn-optimization-level'] >= 1;
    if (options['ttnn-enable-decomposition-workaround-pass']) {
      const patterns =
        options['ttnn-optimization-level'] < 2 ? [...decompositions, ...cachePlacement] : decompositions;
      applyPatternsGreedily(module, patterns, pass.context, { topDown: true, maxIterations: Infinity });
    }
    if (!options['ttnn-enable-layout-workaround-pass']) return;
    const found: Operation[] = [];
    module.walk((op) => {
      if (!isOptimized || UNKNOWN_TO_OPTIMIZER.has(op.definition)) found.push(op);
    });
    for (const op of found) applyWorkarounds(op, pass, options['fewer-formats']);
  },
});
