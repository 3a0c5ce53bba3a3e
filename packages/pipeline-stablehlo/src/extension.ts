import type { Extension } from '@shardform/ir-core';
import { stablehloDialect } from '@shardform/dialect-stablehlo';
import { ttcoreDialect } from '@shardform/dialect-ttcore';
import { shardingPasses } from '@shardform/passes-sharding';
import { analyzeMesh } from './passes/analyze-mesh.ts';
import { annotateLocalShapes } from './passes/annotate-local-shapes.ts';
import { applyArgumentShardStatus } from './passes/apply-argument-shard-status.ts';
import { autoSharding } from './passes/auto-sharding.ts';
import { convertXlaSdyToSdy } from './passes/convert-xla-sdy-to-sdy.ts';
import { decomposeCustomCallTuples } from './passes/decompose-custom-call-tuples.ts';
import { decoupleConstFanout } from './passes/decouple-const-fanout.ts';
import { dropSizeOneMeshAxes } from './passes/drop-size-one-mesh-axes.ts';
import { flattenOrConvertComposites } from './passes/flatten-or-convert-composites.ts';
import { fuseDistributedCustomCalls } from './passes/fuse-distributed-custom-calls.ts';
import { insertExplicitReshardsUnlessSolved } from './passes/insert-explicit-reshards.ts';
import { insertReshardsForUnpropagatedOps } from './passes/insert-reshards-for-unpropagated-ops.ts';
import { mergeMeshAxes } from './passes/merge-mesh-axes.ts';
import { partiallyConvertSdyToStablehlo } from './passes/partially-convert-sdy-to-stablehlo.ts';
import { populateArgumentTypes } from './passes/populate-argument-types.ts';
import { registerCustomShardingRule } from './passes/register-custom-sharding-rule.ts';
import { registerUserShardingRule } from './passes/register-user-sharding-rule.ts';
import { reoutlineComposite } from './passes/reoutline-composite.ts';
import { replicateNonSplittableValues } from './passes/replicate-non-splittable-values.ts';
import { shardyCclCanonicalization } from './passes/shardy-ccl-canonicalization.ts';
import { stablehloFusing } from './passes/stablehlo-fusing.ts';
import { updateGlobalToLocalShapes } from './passes/update-global-to-local-shapes.ts';
import { wrapUnderManualComputation } from './passes/wrap-under-manual-computation.ts';
import { stablehloPipelinePasses } from './pipeline.ts';

/** Tenstorrent's way from an annotated StableHLO program to one whose shardings are all solved. */
export const stablehloPipeline: Extension = {
  name: 'pipeline-stablehlo',
  get requires() {
    return [stablehloDialect, ttcoreDialect, shardingPasses];
  },
  passes: [
    analyzeMesh,
    annotateLocalShapes,
    applyArgumentShardStatus,
    autoSharding,
    convertXlaSdyToSdy,
    decomposeCustomCallTuples,
    decoupleConstFanout,
    dropSizeOneMeshAxes,
    flattenOrConvertComposites,
    fuseDistributedCustomCalls,
    insertExplicitReshardsUnlessSolved,
    insertReshardsForUnpropagatedOps,
    mergeMeshAxes,
    partiallyConvertSdyToStablehlo,
    populateArgumentTypes,
    registerCustomShardingRule,
    registerUserShardingRule,
    reoutlineComposite,
    replicateNonSplittableValues,
    shardyCclCanonicalization,
    stablehloFusing,
    updateGlobalToLocalShapes,
    wrapUnderManualComputation,
  ],
  pipelines: [stablehloPipelinePasses],
};
