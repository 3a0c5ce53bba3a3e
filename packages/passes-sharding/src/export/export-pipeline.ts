import {
  booleanOption,
  canonicalize,
  definePipeline,
  integerOption,
  nest,
  type OptionValues,
  type PipelineElement,
  stringOption,
} from '@shardform/ir-core';
import { COLLECTIVE_LABEL, RESHARD_LABEL } from '@shardform/dialect-sdy';
import { closeShardings } from './close-shardings.ts';
import { constantOrScalarMerger } from './constant-or-scalar-merger.ts';
import { dropShardingRules } from './drop-sharding-rules.ts';
import { insertExplicitReshards } from './explicit-reshards/insert-explicit-reshards.ts';
import { inlineMeshes } from './inline-meshes.ts';
import { perInstructionPartitioning } from './per-instruction/per-instruction-partitioning.ts';
import { removePropagationDebugInfo } from './remove-propagation-debug-info.ts';
import { removeDotCollectives } from './remove-dot-collectives.ts';
import { removeShardingGroups } from './remove-sharding-groups.ts';
import { removeSubAxesInInputOutputShardings } from './remove-sub-axes-in-input-output-shardings.ts';
import { reshardToCollectives } from './reshard-to-collectives/reshard-to-collectives.ts';
import { shardingConstraintToReshard } from './sharding-constraint-to-reshard.ts';
import { sinkDataFlowEdges } from './sink-data-flow-edges.ts';
import { updateNonDivisibleInputOutputShardings } from './update-non-divisible-input-output-shardings.ts';
import { verifyUnreducedAxes } from './verify-unreduced-axes.ts';

/** Options of pipelines that export. */
export const exportPipelineOptions = {
  'avoid-export-for-partitioning': booleanOption('avoid the passes that prepare the module for partitioning'),
  'enable-insert-explicit-collectives': booleanOption('make every reshard a collective'),
  'remove-all-gather-reduce-scatter-for-cmv1': booleanOption(
    'whether to leave gathers and scatters around dots to a collective matmul',
  ),
  'enable-per-instruction-partitioning': booleanOption('partition single operations and leave the others'),
  'per-instruction-partitioning-filter': stringOption('which operations; all unless given', ''),
  'replica-count': integerOption('Number of replicas.', 1),
  'partition-count': integerOption('Number of partitions.', 1),
  'keep-sharding-rules': booleanOption('whether to keep existing and created op sharding rules'),
  'dump-sharding-origins': booleanOption('whether to keep the record of where shardings came from'),
  'dump-propagation-edges': booleanOption('whether to keep the record of how shardings moved'),
  'update-non-divisible-input-output-shardings': booleanOption(
    'whether to update shardings of inputs and outputs that do not divide their dimensions',
    true,
  ),
  'inline-meshes': booleanOption('whether to inline meshes into the shardings that refer to them', true),
};

/** Options of the export pipeline, for pipelines that contain it. */
export type ExportPipelineSettings = OptionValues<typeof exportPipelineOptions>;

/** After propagation: shardings are settled and mismatches become explicit reshards, or collectives. */
export function exportPipelinePasses(settings: ExportPipelineSettings): PipelineElement[] {
  const partitions = !settings['avoid-export-for-partitioning'];
  const origins = settings['dump-sharding-origins'];
  const edges = settings['dump-propagation-edges'];
  const updatesInputs = settings['update-non-divisible-input-output-shardings'];
  return [
    nest(
      'func.func',
      constantOrScalarMerger.create(),
      sinkDataFlowEdges.create({
        'sink-debug-sharding-origins': origins,
        'sink-debug-propagation-edge-sharding': edges,
      }),
    ),
    ...(partitions
      ? [removeShardingGroups.create(), nest('func.func', shardingConstraintToReshard.create())]
      : []),
    ...(updatesInputs
      ? [updateNonDivisibleInputOutputShardings.create(), removeSubAxesInInputOutputShardings.create()]
      : []),
    closeShardings.create(),
    ...(partitions ? partitionerPasses(settings) : []),
    ...(origins || edges ? [removePropagationDebugInfo.create()] : []),
    ...(settings['keep-sharding-rules'] ? [] : [nest('func.func', dropShardingRules.create())]),
    ...(partitions && settings['inline-meshes'] ? [inlineMeshes.create()] : []),
  ];
}

function partitionerPasses(settings: ExportPipelineSettings): PipelineElement[] {
  const collectives = settings['enable-insert-explicit-collectives'];
  const single = settings['enable-per-instruction-partitioning'];
  const matmul = settings['remove-all-gather-reduce-scatter-for-cmv1'];
  return [
    nest(
      'func.func',
      verifyUnreducedAxes.create(),
      insertExplicitReshards.create({ 'enable-full-version': collectives || single }),
    ),
    ...(single
      ? [
          perInstructionPartitioning.create({
            filter: settings['per-instruction-partitioning-filter'],
            'replica-count': settings['replica-count'],
            'partition-count': settings['partition-count'],
          }),
        ]
      : []),
    ...(collectives && !single
      ? [
          canonicalize.create({ 'enable-patterns': [RESHARD_LABEL] }),
          nest('func.func', reshardToCollectives.create()),
        ]
      : []),
    canonicalize.create({ 'enable-patterns': [COLLECTIVE_LABEL] }),
    ...(collectives && matmul ? [nest('func.func', removeDotCollectives.create())] : []),
  ];
}

/** `sdy-export-pipeline`. */
export const exportPipeline = definePipeline({
  name: 'sdy-export-pipeline',
  summary: 'Run a sequence of export passes needed as a post-processing step for Shardy propagation',
  options: exportPipelineOptions,
  build: exportPipelinePasses,
});
