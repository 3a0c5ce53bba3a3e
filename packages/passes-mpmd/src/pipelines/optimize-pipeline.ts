import { booleanOption, definePipeline, enumOption, nest, type PipelineElement } from '@shardform/ir-core';
import { verifyStageMerging } from '../common/verify-stage-merging.ts';
import { mergeForwardWithBackward } from '../merge/merge-passes.ts';
import { ruleBasedMerge } from '../merge/rule-based-merge.ts';
import type { FragmentMergeRule, FragmentScheduleRule } from '../options/fragment-rules.ts';
import { pipelineScheduler, rematFragment, ruleBasedSchedule } from '../optimize/scheduler.ts';
import type { ScheduleName } from '../optimize/schedules.ts';
import { mergeInferredPasses } from './import-pipeline.ts';

/** Settings of the order of fragments. */
export interface OptimizeSettings {
  readonly schedule: ScheduleName;
  /** Rules that order fragments instead of the schedule; none for the schedule. */
  readonly scheduleRules: readonly FragmentScheduleRule[];
  readonly mergeRules: readonly FragmentMergeRule[];
  /** True if forward fragments are computed again for the backward ones. */
  readonly rematerializes: boolean;
  /** True if what is computed again is merged with the backward fragment. */
  readonly mergesRemat: boolean;
  readonly mergesAfterScheduling: boolean;
  readonly absorbsOnEntryPoint: boolean;
  readonly mergesForwardWithBackward: boolean;
}

/** What is set where users say nothing. */
export const defaultOptimizeSettings: OptimizeSettings = {
  schedule: 'GPipe',
  scheduleRules: [],
  mergeRules: [],
  rematerializes: false,
  mergesRemat: false,
  mergesAfterScheduling: false,
  absorbsOnEntryPoint: false,
  mergesForwardWithBackward: false,
};

/** Returns the passes that order the fragments of a pipeline, and merge those that follow each other. */
export function optimizePasses(settings: OptimizeSettings): PipelineElement[] {
  const { mergeRules, scheduleRules } = settings;
  const isLast = mergeRules.length === 0;
  return [
    nest(
      'func.func',
      scheduleRules.length > 0
        ? ruleBasedSchedule.create({ rules: scheduleRules, 'remove-control-dependencies': isLast })
        : pipelineScheduler.create({
            'must-happen-before': settings.schedule,
            'remove-control-dependencies': isLast,
          }),
      ...(isLast ? [] : [ruleBasedMerge.create({ rules: mergeRules })]),
      ...(settings.rematerializes
        ? [rematFragment.create({ 'merge-remat-fragments': settings.mergesRemat })]
        : []),
      verifyStageMerging.create(),
    ),
    ...(settings.mergesAfterScheduling ? mergeInferredPasses(settings.absorbsOnEntryPoint) : []),
    ...(settings.mergesForwardWithBackward ? [nest('func.func', mergeForwardWithBackward.create())] : []),
  ];
}

/** `mpmd-optimize-pipeline`. */
export const mpmdOptimizePipeline = /* @__PURE__ */ definePipeline({
  name: 'mpmd-optimize-pipeline',
  summary: 'Orders the fragments of an MPMD program by the schedule of a pipeline.',
  options: {
    'merge-after-scheduling': booleanOption('Whether to merge inferred fragments after scheduling.'),
    'pipeline-schedule': enumOption('The schedule.', ['none', '1F1B', 'Circular'], '1F1B'),
  },
  build: (options) =>
    optimizePasses({
      ...defaultOptimizeSettings,
      schedule: options['pipeline-schedule'],
      mergesAfterScheduling: options['merge-after-scheduling'],
    }),
});
