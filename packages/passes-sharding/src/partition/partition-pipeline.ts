import {
  booleanOption,
  canonicalize,
  cse,
  definePipeline,
  nest,
  type OptionValues,
  type PipelineElement,
  symbolDce,
} from '@shardform/ir-core';
import { COLLECTIVE_LABEL, RESHARD_LABEL } from '@shardform/dialect-sdy';
import { dropShardingRules } from '../export/drop-sharding-rules.ts';
import { dropShardingAndMesh } from '../export/drop-sharding-and-mesh.ts';
import { insertExplicitReshards } from '../export/explicit-reshards/insert-explicit-reshards.ts';
import { exchangeBorders } from '../export/exchange-borders/exchange-borders.ts';
import { simplifyMoves } from '../export/simplify-moves/simplify-moves.ts';
import { convertGlobalToLocal } from '../export/global-to-local/convert-global-to-local.ts';
import { padForDivisibility } from '../export/pad-for-divisibility/pad-for-divisibility.ts';
import { removePropagationBarriers } from '../export/remove-propagation-barriers.ts';
import { resolvePermutationFactors } from '../export/resolve-permutation-factors/resolve-permutation-factors.ts';
import { resolveSingleDeviceSharding } from '../export/resolve-single-device-sharding.ts';
import { splitReductions } from '../export/split-reductions/split-reductions.ts';
import { recomputeReshards } from '../export/recompute/recompute-reshards.ts';
import { reshardToCollectives } from '../export/reshard-to-collectives/reshard-to-collectives.ts';
import { userPriorityPropagate } from '../propagation/propagation-passes.ts';
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
  readonly passes: (settings?: PartitionSettings) => readonly PipelineElement[];
}

/** Options of pipelines that partition. */
const partitionOptions = {
  'least-communication': booleanOption(
    'Split operations so that devices send the least, and let neighbours exchange borders; otherwise what Shardy would do.',
    true,
  ),
};

/** Choices of partitioning. */
export type PartitionSettings = OptionValues<typeof partitionOptions>;

const defaultSettings: PartitionSettings = { 'least-communication': true };

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
    passes: ({ 'least-communication': sendsLeast } = defaultSettings) => [
      ...(sendsLeast ? [simplifyMoves.create(), symbolDce.create()] : []),
      nest(
        'func.func',
        removePropagationBarriers.create(),
        ...(sendsLeast ? [splitReductions.create()] : []),
        attachPartitionRules.create({ 'exchange-borders': sendsLeast }),
        insertExplicitReshards.create({
          'enable-full-version': true,
          'exact-reductions': true,
          'even-parts': true,
          'least-communication': sendsLeast,
        }),
        ...(sendsLeast ? [recomputeReshards.create()] : []),
        resolveSingleDeviceSharding.create(),
      ),
      ...(sendsLeast ? [exchangeBorders.create()] : []),
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
      convertGlobalToLocal.create({ 'combine-multi-dimension-reduce-scatter': true }),
      dropShardingAndMesh.create(),
      canonicalize.create(),
      cse.create(),
      symbolDce.create(),
    ],
  },
];

/** Returns the passes of the first stage that come before propagation, and those that come after it. */
export function passesAroundPropagation(): Record<'before' | 'after', readonly PipelineElement[]> {
  const passes = partitionStages[0]!.passes();
  const at = passes.findIndex((element) => 'pass' in element && element.pass === userPriorityPropagate);
  return { before: passes.slice(0, at), after: passes.slice(at + 1) };
}

/** The pipelines of the stages, by which tools run them one by one. */
export const partitionStagePipelines = /* @__PURE__ */ partitionStages.map(
  ({ pipeline, summary, passes }, i) =>
    definePipeline({
      name: pipeline,
      summary: `Stage ${i + 1} of \`shardform-partition-pipeline\`: ${summary}`,
      options: partitionOptions,
      build: passes,
    }),
);

/** `shardform-partition-pipeline`: all stages in one. */
export const partitionPipeline = /* @__PURE__ */ definePipeline({
  name: 'shardform-partition-pipeline',
  summary: 'From an annotated program to the StableHLO of local shapes that every device runs',
  options: partitionOptions,
  build: (settings) => partitionStages.flatMap(({ passes }) => passes(settings)),
});
