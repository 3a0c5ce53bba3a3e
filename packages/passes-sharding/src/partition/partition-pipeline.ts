import type { Machine } from '@shardform/cost-model';
import { FuncOp } from '@shardform/dialect-func';
import {
  canonicalize,
  cloneOp,
  type Context,
  cse,
  definePass,
  definePipeline,
  booleanOption,
  enumOption,
  type ModuleOp,
  nest,
  type OptionValues,
  type PassDefinition,
  type PipelineElement,
  runPasses,
  symbolDce,
  UnitAttr,
} from '@shardform/ir-core';
import { COLLECTIVE_LABEL, RESHARD_LABEL } from '@shardform/dialect-sdy';
import { combineCollectives } from '../export/combine-collectives/combine-collectives.ts';
import { overlapCollectives } from '../export/overlap-collectives/overlap-collectives.ts';
import { dropShardingRules } from '../export/drop-sharding-rules.ts';
import { dropShardingAndMesh } from '../export/drop-sharding-and-mesh.ts';
import { KEEPS_SHARDINGS } from '../export/explicit-reshards/look-ahead.ts';
import { insertExplicitReshards } from '../export/explicit-reshards/insert-explicit-reshards.ts';
import { isMoreOperations } from '../module/more-operations.ts';
import { eraseUnused } from '../export/erase-unused/erase-unused.ts';
import { exchangeBorders } from '../export/exchange-borders/exchange-borders.ts';
import { machineOption, reportMachineErrors } from '../module/machine-option.ts';
import { hoistReshards } from '../export/hoist-reshards/hoist-reshards.ts';
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
import { sumBeforeSlicing } from '../xla/sum-before-slicing.ts';
import { widenCollectives } from '../xla/widen-collectives.ts';
import { captureInvariants } from '../xla/capture-invariants.ts';
import { dropEmptyOperands } from '../xla/drop-empty-operands.ts';
import { lowerBroadcasts } from '../xla/lower-broadcasts.ts';
import { orderOperations } from '../xla/order-operations.ts';
import { repeatBroadcasts } from '../xla/repeat-broadcasts.ts';
import { mergeCollectives } from '../xla/merge-collectives.ts';
import { inlineCalls } from './inline-calls/inline-calls.ts';
import { attachPartitionRules } from './partition-rules.ts';
import { programPrice } from './program-price.ts';

/** Above so many operations, a program for which devices send the least keeps large functions that are called several times. */
const MOST_INLINED = 2000;

/** Whether results may stay as they come. */
const looksAheadOption = enumOption(
  'Let results stay as they come where what uses them sends less then: if that is tried to be better, always, or never.',
  ['tried', 'yes', 'no'],
  'tried',
);

/** Programs with more operations are split without trying another way. */
const MOST_TRIED = 2000;

/** `shardform-keep-shardings`. */
export const tryKeeping = /* @__PURE__ */ definePass({
  name: 'shardform-keep-shardings',
  className: 'KeepShardingsPass',
  summary: 'Lets values keep the shardings of propagation, if devices send less then.',
  description:
    'The insertion of reshards with `least-communication` leaves the result of an operation as it comes, if what uses it sends less than is saved. Prices of a chain are estimates: a program of at most 2,000 operations is partitioned with and without that, and its functions are marked with `shardform.keeps_shardings` unless it sends less.',
  options: { machine: machineOption, 'looks-ahead': looksAheadOption },
  anchor: 'builtin.module',
  run(module, pass) {
    const { context, options } = pass;
    const { machine, 'looks-ahead': looksAhead } = options;
    if (looksAhead === 'no') keepShardings(module);
    if (looksAhead !== 'tried' || isMoreOperations(module, MOST_TRIED)) return;
    reportMachineErrors(module, pass, () => {
      const price = priceOf(cloneOp(module), machine, context);
      if (price === 0) return;
      const keeping = cloneOp(module);
      keepShardings(keeping);
      if (priceOf(keeping, machine, context) <= price) keepShardings(module);
    });
  },
});

function keepShardings(module: ModuleOp): void {
  module.walkOf(FuncOp, (func) => {
    func.setAttr(KEEPS_SHARDINGS, UnitAttr.instance);
  });
}

/** Partitions a propagated program. @returns the bytes that a device sends, or the time on a machine; infinite where that fails. */
function priceOf(module: ModuleOp, machine: Machine | null, context: Context): number {
  const elements = partitionStages
    .slice(1)
    .flatMap(({ passes }) => passes({ ...partitionDefaults, machine }))
    .filter((element) => !('pass' in element && SKIPPED.has(element.pass)));
  const { result } = context.diagnostics.capture(() =>
    runPasses(module, { anchor: 'builtin.module', elements }, context, { verify: false }),
  );
  return result.succeeded ? programPrice(module, machine, context) : Infinity;
}

/** What a comparison does without. */
const SKIPPED: ReadonlySet<PassDefinition> = new Set([tryKeeping, combineCollectives, overlapCollectives]);

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

/** Whose choices are made. */
const partitionerOption = enumOption(
  "Whose choices are made: those by which devices send the least, and neighbours exchange borders; Shardy's; or those of XLA's partitioner.",
  ['best', 'shardy', 'xla'],
  'best',
);

/** Options of pipelines that partition. */
const partitionOptions = {
  partitioner: partitionerOption,
  'widens-narrow-floats': booleanOption(
    "With XLA's partitioner: narrow floating-point numbers are sent as wider ones, as XLA for CPUs does, but not XLA for GPUs and TPUs.",
    false,
  ),
  machine: machineOption,
  'by-bytes': booleanOption('Let bytes decide for a machine, too, whose times only order the operations.'),
  'looks-ahead': looksAheadOption,
};

/** Choices of partitioning. */
export type PartitionSettings = OptionValues<typeof partitionOptions>;

/** What decides where nothing else is asked for: bytes. */
export const partitionDefaults: PartitionSettings = {
  partitioner: 'best',
  'widens-narrow-floats': false,
  machine: null,
  'by-bytes': false,
  'looks-ahead': 'tried',
};

/** The stages from an annotated program to the per-device program. */
export const partitionStages: readonly PartitionStage[] = [
  {
    name: 'propagated',
    pipeline: 'shardform-propagate',
    summary: 'every value has its sharding',
    passes: ({ partitioner } = partitionDefaults) => [
      ...beforePropagation(),
      ...(partitioner === 'xla'
        ? [inlineCalls.create(), symbolDce.create(), nest('func.func', dropEmptyOperands.create())]
        : []),
      ...(partitioner === 'best'
        ? [inlineCalls.create({ 'most-operations': MOST_INLINED, 'constrain-signatures': true })]
        : []),
      ...(partitioner === 'shardy' ? [] : [eraseUnused.create()]),
      ...(partitioner === 'xla'
        ? [nest('func.func', captureInvariants.create(), lowerBroadcasts.create(), orderOperations.create())]
        : []),
      ...propagationPipeline.create({}),
    ],
  },
  {
    name: 'resharded',
    pipeline: 'shardform-insert-reshards',
    summary: 'every operation has operands of compatible shardings: every change of a sharding is a reshard',
    passes: ({
      partitioner,
      machine: own,
      'by-bytes': byBytes,
      'looks-ahead': ahead,
    } = partitionDefaults) => {
      const machine = byBytes ? null : own;
      return [
        ...(partitioner === 'best'
          ? [tryKeeping.create({ machine, 'looks-ahead': ahead }), simplifyMoves.create(), symbolDce.create()]
          : []),
        ...(partitioner === 'xla' ? [inlineCalls.create(), symbolDce.create(), eraseUnused.create()] : []),
        nest(
          'func.func',
          removePropagationBarriers.create(),
          ...(partitioner === 'shardy' ? [] : [splitReductions.create()]),
          attachPartitionRules.create({
            'exchange-borders': partitioner !== 'shardy',
            'as-xla': partitioner === 'xla',
          }),
          insertExplicitReshards.create({
            'enable-full-version': true,
            'exact-reductions': true,
            'even-parts': true,
            'least-communication': partitioner === 'best',
            'as-xla': partitioner === 'xla',
            machine,
          }),
          ...(partitioner === 'best' ? [recomputeReshards.create()] : []),
          ...(partitioner === 'xla' ? [repeatBroadcasts.create()] : []),
          ...(partitioner === 'shardy' ? [] : [hoistReshards.create()]),
          resolveSingleDeviceSharding.create(),
        ),
        ...(partitioner === 'shardy'
          ? []
          : [exchangeBorders.create({ machine, 'as-xla': partitioner === 'xla' })]),
        resolvePermutationFactors.create(),
        ...(partitioner === 'xla' ? [] : [canonicalize.create({ 'enable-patterns': [RESHARD_LABEL] })]),
        // Each use was resharded separately; collectives, which are created next, have effects and are not merged.
        partitioner === 'xla' ? nest('func.func', mergeCollectives.create()) : cse.create(),
      ];
    },
  },
  {
    name: 'collectives',
    pipeline: 'shardform-reshards-to-collectives',
    summary: 'every reshard is a collective operation, every split size divisible; sizes are global',
    passes: ({ partitioner, 'widens-narrow-floats': widens } = partitionDefaults) => [
      nest(
        'func.func',
        reshardToCollectives.create({ 'whole-uneven-dims': true, 'as-xla': partitioner === 'xla' }),
      ),
      ...(partitioner === 'xla' ? [nest('func.func', mergeCollectives.create())] : []),
      nest('func.func', padForDivisibility.create()),
      // After the padding, so that no fused collective changes the size of uneven shards.
      canonicalize.create({ 'enable-patterns': [COLLECTIVE_LABEL] }),
      ...(partitioner === 'xla' ? [nest('func.func', sumBeforeSlicing.create())] : []),
      ...(partitioner === 'xla' && widens ? [nest('func.func', widenCollectives.create())] : []),
      nest('func.func', dropShardingRules.create()),
    ],
  },
  {
    name: 'local',
    pipeline: 'shardform-to-local',
    summary: 'StableHLO on the sizes that a device has, without shardings',
    passes: ({ partitioner, machine } = partitionDefaults) => [
      convertGlobalToLocal.create({ 'combine-multi-dimension-reduce-scatter': true }),
      dropShardingAndMesh.create(),
      canonicalize.create(),
      cse.create(),
      symbolDce.create(),
      ...(partitioner === 'shardy'
        ? []
        : [combineCollectives.create(), overlapCollectives.create({ machine })]),
    ],
  },
];

/** Returns the settings of the first stage: only XLA gives Shardy a program that is another one. */
export function propagationSettings(settings?: PartitionSettings): PartitionSettings {
  return settings?.partitioner === 'xla' ? settings : partitionDefaults;
}

/** Returns the passes of the first stage that come before propagation, and those that come after it. */
export function passesAroundPropagation(
  settings?: PartitionSettings,
): Record<'before' | 'after', readonly PipelineElement[]> {
  const passes = partitionStages[0]!.passes(propagationSettings(settings));
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
