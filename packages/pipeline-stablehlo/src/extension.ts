import type { Extension } from '@shardform/ir-core';
import { stablehloDialect } from '@shardform/dialect-stablehlo';
import { ttcoreDialect } from '@shardform/dialect-ttcore';
import { shardingPasses } from '@shardform/passes-sharding';
import { analyzeMesh } from './passes/analyze-mesh.ts';
import { annotateLocalShapes } from './passes/annotate-local-shapes.ts';
import { applyArgumentShardStatus } from './passes/apply-argument-shard-status.ts';
import { populateArgumentTypes } from './passes/populate-argument-types.ts';
import { updateGlobalToLocalShapes } from './passes/update-global-to-local-shapes.ts';
import { stablehloPipelinePasses } from './pipeline.ts';
import { wrapUnderManualComputation } from './passes/wrap-under-manual-computation.ts';

/** Tenstorrent's way from an annotated StableHLO program to one whose shardings are all solved. */
export const stablehloPipeline: Extension = {
  name: 'pipeline-stablehlo',
  requires: [stablehloDialect, ttcoreDialect, shardingPasses],
  passes: [
    analyzeMesh,
    annotateLocalShapes,
    applyArgumentShardStatus,
    populateArgumentTypes,
    updateGlobalToLocalShapes,
    wrapUnderManualComputation,
  ],
  pipelines: [stablehloPipelinePasses],
};
