import { canonicalize, cse, definePipeline, nest, type PipelineElement, symbolDce } from '@shardform/ir-core';
import { COLLECTIVE_LABEL, RESHARD_LABEL } from '@shardform/dialect-sdy';
import { dropShardingRules } from '../export/drop-sharding-rules.ts';
import { dropShardingAndMesh } from '../export/drop-sharding-and-mesh.ts';
import { insertExplicitReshards } from '../export/explicit-reshards/insert-explicit-reshards.ts';
import { convertGlobalToLocal } from '../export/global-to-local/convert-global-to-local.ts';
import { padForDivisibility } from '../export/pad-for-divisibility/pad-for-divisibility.ts';
import { removePropagationBarriers } from '../export/remove-propagation-barriers.ts';
import { resolvePermutationFactors } from '../export/resolve-permutation-factors/resolve-permutation-factors.ts';
import { resolveSingleDeviceSharding } from '../export/resolve-single-device-sharding.ts';
import { reshardToCollectives } from '../export/reshard-to-collectives/reshard-to-collectives.ts';
import { propagationPipeline } from '../propagation-pipeline.ts';
import { beforePropagation } from './before-propagation.ts';
import { attachPartitionRules } from './partition-rules.ts';

/** A stage of partitioning. */
export interface PartitionStage {
  readonly name: 'propagated' | 'resharded' | 'collectives' | 'local';
  /** The name of the registered pipeline of its passes. */
  readonly pipeline: string;
  /** The form of the module after the stage. */
  readonly summary: string;
  /** Its passes, on the module. */
  readonly passes: () => readonly PipelineElement[];
}

/** The stages from an annotated program to the per-device program. */
export const partitionStages: readonly PartitionStage[] = [
  {
    name: 'propagated',
    pipeline: 'shardform-propagate',
    summary: 'every value has its sharding',
    passes: () => [...beforePropagation(), ...propagationPipeline.create({})],
  },
  {
    name: 'resharded',
    pipeline: 'shardform-insert-reshards',
    summary: 'every operation has operands of compatible shardings: every change of a sharding is a reshard',
    passes: () => [
      nest(
        'func.func',
        removePropagationBarriers.create(),
        attachPartitionRules.create(),
        insertExplicitReshards.create({
          'enable-full-version': true,
          'exact-reductions': true,
          'even-parts': true,
        }),
        resolveSingleDeviceSharding.create(),
      ),
      resolvePermutationFactors.create(),
      canonicalize.create({ 'enable-patterns': [RESHARD_LABEL] }),
      // Each use was resharded separately; collectives, which are created next, have effects and are not merged.
      cse.create(),
    ],
  },
  {
    name: 'collectives',
    pipeline: 'shardform-reshards-to-collectives',
    summary: 'every reshard is a collective operation, every split size divisible; sizes are global',
    passes: () => [
      nest('func.func', reshardToCollectives.create({ 'whole-uneven-dims': true })),
      nest('func.func', padForDivisibility.create()),
      // After the padding, so that no fused collective changes the size of uneven shards.
      canonicalize.create({ 'enable-patterns': [COLLECTIVE_LABEL] }),
      nest('func.func', dropShardingRules.create()),
    ],
  },
  {
    name: 'local',
    pipeline: 'shardform-to-local',
    summary: 'StableHLO on the sizes that a device has, without shardings',
    passes: () => [
      convertGlobalToLocal.create(),
      dropShardingAndMesh.create(),
      canonicalize.create(),
      cse.create(),
      symbolDce.create(),
    ],
  },
];

/** The pipelines of the stages, by which tools run them one by one. */
export const partitionStagePipelines = /* @__PURE__ */ partitionStages.map(
  ({ pipeline, summary, passes }, i) =>
    definePipeline({
      name: pipeline,
      summary: `Stage ${i + 1} of \`shardform-partition-pipeline\`: ${summary}`,
      options: {},
      build: passes,
    }),
);

/** `shardform-partition-pipeline`: all stages in one. */
export const partitionPipeline = /* @__PURE__ */ definePipeline({
  name: 'shardform-partition-pipeline',
  summary: 'From an annotated program to the StableHLO of local shapes that every device runs',
  options: {},
  build: () => partitionStages.flatMap(({ passes }) => passes()),
});
