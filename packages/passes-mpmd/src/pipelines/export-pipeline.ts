import {
  booleanOption,
  cse,
  definePipeline,
  nest,
  type PipelineElement,
  stringOption,
} from '@shardform/ir-core';
import { copyConstants } from '../common/copy-constants.ts';
import { fragmentDce, fragmentDedup } from '../common/fragment-clean-up.ts';
import { mergeTransfers } from '../common/merge-transfers.ts';
import { uniquifyInputsOutputs } from '../common/uniquify.ts';
import {
  delayInferredFragments,
  delayTransfersFromCpu,
  sinkCreateToken,
} from '../export/delay-and-tokens.ts';
import { lowerToFragmentCalls } from '../export/lower-to-fragment-calls.ts';
import { markLayouts } from '../export/mark-layouts.ts';
import { markAliasing, markReservedMemory } from '../export/mark-memory.ts';
import { markOffloaded } from '../export/mark-offloaded.ts';
import {
  PARAM_PATTERN,
  validateNoBackwardDeps,
  validateNoInferredFragments,
  validateNoParamTransfers,
  validateNoReshards,
} from '../export/validate.ts';
import { mergeInferredFragments } from '../merge/merge-passes.ts';
import { plainCanonicalize } from './import-pipeline.ts';

/** Settings of the export. */
export interface ExportSettings {
  readonly failsOnReshards: boolean;
  readonly failsOnBackwardDeps: boolean;
  readonly failsOnInferredFragments: boolean;
  readonly failsOnParamTransfers: boolean;
  readonly paramPattern: string;
  readonly copiesConstants: boolean;
  readonly mergesTransfers: boolean;
  readonly isVerbose: boolean;
}

/** What is set where users say nothing. */
export const defaultExportSettings: ExportSettings = {
  failsOnReshards: false,
  failsOnBackwardDeps: false,
  failsOnInferredFragments: true,
  failsOnParamTransfers: false,
  paramPattern: PARAM_PATTERN,
  copiesConstants: false,
  mergesTransfers: false,
  isVerbose: false,
};

/** Returns the passes that make functions of fragments, and calls of these. */
export function exportPasses(settings: ExportSettings): PipelineElement[] {
  return [
    nest('func.func', cse.create(), ...(settings.copiesConstants ? [copyConstants.create()] : [])),
    plainCanonicalize(),
    nest(
      'func.func',
      fragmentDedup.create(),
      ...(settings.mergesTransfers ? [mergeTransfers.create(), fragmentDedup.create(), cse.create()] : []),
      fragmentDce.create(),
      uniquifyInputsOutputs.create(),
      mergeInferredFragments.create(),
      markOffloaded.create(),
      markLayouts.create(),
      delayInferredFragments.create(),
      delayTransfersFromCpu.create(),
      sinkCreateToken.create(),
      markAliasing.create(),
      markReservedMemory.create(),
      validateNoParamTransfers.create({
        'fail-on-param-transfers': settings.failsOnParamTransfers,
        'param-pattern': settings.paramPattern,
      }),
      validateNoInferredFragments.create({
        'fail-on-inferred-fragments': settings.failsOnInferredFragments,
      }),
    ),
    lowerToFragmentCalls.create({ 'verbose-logging': settings.isVerbose }),
    nest(
      'func.func',
      validateNoReshards.create({ 'fail-on-reshard-only-fragments': settings.failsOnReshards }),
      validateNoBackwardDeps.create({ 'fail-on-backward-deps': settings.failsOnBackwardDeps }),
    ),
  ];
}

/** `mpmd-export-pipeline`. */
export const mpmdExportPipeline = /* @__PURE__ */ definePipeline({
  name: 'mpmd-export-pipeline',
  summary: 'Makes functions of the fragments of an MPMD program, and calls of these.',
  options: {
    'fail-on-reshard-only-fragments': booleanOption('Whether fragments that only reshard are errors.'),
    'fail-on-backward-deps': booleanOption('Whether data that go back to an earlier mesh are errors.'),
    'fail-on-inferred-fragments': booleanOption('Whether inferred fragments are errors.', true),
    'fail-on-param-transfers': booleanOption('Whether transfers of parameters are errors.'),
    'param-transfer-pattern': stringOption('What the names of parameters contain.', PARAM_PATTERN),
  },
  build: (options) =>
    exportPasses({
      ...defaultExportSettings,
      failsOnReshards: options['fail-on-reshard-only-fragments'],
      failsOnBackwardDeps: options['fail-on-backward-deps'],
      failsOnInferredFragments: options['fail-on-inferred-fragments'],
      failsOnParamTransfers: options['fail-on-param-transfers'],
      paramPattern: options['param-transfer-pattern'],
    }),
});
