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
import { compatOption } from './compat.ts';
import { analyzeMesh } from './passes/analyze-mesh.ts';
import { annotateLocalShapes } from './passes/annotate-local-shapes.ts';
import { applyArgumentShardStatus } from './passes/apply-argument-shard-status.ts';
import { populateArgumentTypes } from './passes/populate-argument-types.ts';
import { updateGlobalToLocalShapes } from './passes/update-global-to-local-shapes.ts';
import { wrapUnderManualComputation } from './passes/wrap-under-manual-computation.ts';

const options = {
  'mesh-shape': listOption('devices along the two axes of the machine', integerOption('devices', 1)),
  'automatic-arg-analysis': booleanOption('split the batch dimension of arguments when nothing is annotated'),
  'argument-types': stringOption("roles of each function's arguments: 'main=input,parameter;other=input'"),
  'result-presharded': listOption('per result, whether it stays split', booleanOption('stays split')),
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
    applyArgumentShardStatus.create({ 'result-presharded': given['result-presharded'] }),
    analyzeMesh.create({
      'mesh-shape': given['mesh-shape'],
      'automatic-arg-analysis': given['automatic-arg-analysis'],
    }),
    applyShardingConstraints.create(),
    userPriorityPropagate.create({ 'conservative-propagation': true }),
    nest(
      'func.func',
      shardingConstraintToReshard.create(),
      insertExplicitReshards.create({ 'enable-full-version': true }),
    ),
    wrapUnderManualComputation.create(),
    nest('func.func', reshardToCollectives.create()),
    annotateLocalShapes.create(),
    updateGlobalToLocalShapes.create(),
    closeShardings.create(),
    canonicalize.create(),
  ];
}
