import {
  booleanOption,
  canonicalize,
  definePipeline,
  inline,
  integerOption,
  listOption,
  nest,
  type OptionValues,
  type PipelineElement,
  stringOption,
} from '@shardform/ir-core';
import {
  aggressivePropagate,
  applyShardingConstraints,
  closeShardings,
  insertExplicitReshards,
  reshardToCollectives,
  shardingConstraintToReshard,
  userPriorityPropagate,
} from '@shardform/passes-sharding';
import { aggressiveSimplification } from '@shardform/passes-stablehlo';
import { compatOption } from './compat.ts';
import { analyzeMesh } from './passes/analyze-mesh.ts';
import { annotateLocalShapes } from './passes/annotate-local-shapes.ts';
import { applyArgumentShardStatus } from './passes/apply-argument-shard-status.ts';
import { autoSharding } from './passes/auto-sharding.ts';
import { convertXlaSdyToSdy } from './passes/convert-xla-sdy-to-sdy.ts';
import { decomposeCustomCallTuples } from './passes/decompose-custom-call-tuples.ts';
import { decoupleConstFanout } from './passes/decouple-const-fanout.ts';
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

const options = {
  'mesh-shape': listOption('devices along the two axes of the target', integerOption('devices', 1)),
  'automatic-arg-analysis': booleanOption('split the batch dimension of arguments when nothing is annotated'),
  'argument-types': stringOption("roles of each function's arguments: 'main=input,parameter;other=input'"),
  'result-presharded': listOption('per result, whether it stays split', booleanOption('stays split')),
  'enable-aggressive-simplification': booleanOption('simplify StableHLO before shardings are propagated'),
  'enable-auto-sharding': booleanOption('search how to split arguments'),
  'auto-sharding-dump-variants': booleanOption('accepted for compatibility; passes write no files here'),
  'auto-sharding-dump-dir': stringOption('accepted for compatibility; passes write no files here'),
  'merge-mesh-axes': booleanOption('put the axes of a mesh of more than two together'),
  compat: compatOption,
};

/** From a StableHLO program, annotated or not, to one whose shardings are all solved (tt-mlir, `--stablehlo-pipeline`). */
export const stablehloPipelinePasses = definePipeline({
  name: 'stablehlo-pipeline',
  summary: "Tenstorrent's pipeline that solves the shardings of a StableHLO program",
  options,
  build: (given) => (given.compat === 'seed' ? seedPasses(given) : todaysPasses(given)),
});

type Given = OptionValues<typeof options>;

/** The pipeline as it was first described: thirteen passes, in this order. */
function seedPasses(given: Given): readonly PipelineElement[] {
  const compat = 'seed';
  return [
    inline.create(),
    populateArgumentTypes.create({ 'argument-types': given['argument-types'] }),
    applyArgumentShardStatus.create({ compat }),
    analyzeMesh.create({ 'mesh-shape': given['mesh-shape'], 'automatic-arg-analysis': true, compat }),
    applyShardingConstraints.create(),
    aggressivePropagate.create(),
    nest(
      'func.func',
      shardingConstraintToReshard.create(),
      insertExplicitReshards.create({ 'enable-full-version': true }),
    ),
    wrapUnderManualComputation.create(),
    nest('func.func', reshardToCollectives.create()),
    updateGlobalToLocalShapes.create(),
    closeShardings.create(),
    canonicalize.create(),
  ];
}

function todaysPasses(given: Given): readonly PipelineElement[] {
  return [
    inline.create(),
    populateArgumentTypes.create({ 'argument-types': given['argument-types'] }),
    convertXlaSdyToSdy.create(),
    ...(given['enable-aggressive-simplification']
      ? [aggressiveSimplification.create({ 'fewer-patterns': true, 'merge-broadcasts': true })]
      : []),
    stablehloFusing.create(),
    partiallyConvertSdyToStablehlo.create(),
    applyArgumentShardStatus.create({ 'result-presharded': given['result-presharded'] }),
    analyzeMesh.create({
      'mesh-shape': given['mesh-shape'],
      'automatic-arg-analysis': given['automatic-arg-analysis'],
      'merge-mesh-axes': given['merge-mesh-axes'],
    }),
    ...(given['enable-auto-sharding'] ? [autoSharding.create()] : []),
    decoupleConstFanout.create(),
    decomposeCustomCallTuples.create(),
    flattenOrConvertComposites.create(),
    registerCustomShardingRule.create(),
    registerUserShardingRule.create(),
    applyShardingConstraints.create(),
    userPriorityPropagate.create({ 'conservative-propagation': true }),
    nest('func.func', shardingConstraintToReshard.create()),
    replicateNonSplittableValues.create(),
    insertReshardsForUnpropagatedOps.create(),
    insertExplicitReshardsUnlessSolved.create(),
    wrapUnderManualComputation.create(),
    nest('func.func', reshardToCollectives.create({ 'whole-axes': true })),
    shardyCclCanonicalization.create(),
    annotateLocalShapes.create(),
    updateGlobalToLocalShapes.create(),
    reoutlineComposite.create(),
    fuseDistributedCustomCalls.create(),
    closeShardings.create(),
    canonicalize.create(),
    ...(given['merge-mesh-axes'] ? [mergeMeshAxes.create()] : []),
  ];
}
