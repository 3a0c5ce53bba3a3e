import { deviceCount, type PartitionObserver, runPartitionStage } from '@shardform/inspect';
import {
  closestName,
  cloneOp,
  type Context,
  currentBudget,
  type Diagnostic,
  type ModuleOp,
  parsePipeline,
  PipelineError,
  runPasses,
  UnknownLoc,
} from '@shardform/ir-core';
import { type PartitionSettings, partitionStages } from '@shardform/passes-sharding';

/** The pipelines from an annotated program to that of one device, one after the other. */
export const partitionSteps: readonly string[] = partitionStages.map(({ pipeline }) => pipeline);

/** The program that a step is one of. */
export interface StepSetting {
  /** The module before the first step. */
  readonly given: ModuleOp;
  readonly context: Context;
  /** Of its passes; of propagation where it is that of the given module. */
  readonly observer: PartitionObserver;
  /** How shardings are propagated. */
  readonly propagation: PartitionSettings;
  /** How stages after propagation divide the program. */
  readonly settings: () => PartitionSettings;
}

/**
 * Runs a step on a copy of a module.
 *
 * @param step a pass, a pipeline, or the text of one with or without the module around it.
 * @returns the module after it, `null` when it failed, and diagnostics; an invalid pipeline has one, the parser's error.
 */
export function runStep(
  step: string,
  module: ModuleOp,
  { given, context, observer, propagation, settings }: StepSetting,
): { readonly module: ModuleOp | null; readonly diagnostics: readonly Diagnostic[] } {
  const stage = partitionStages.find(({ pipeline }) => pipeline === step);
  const { instrumentations = [] } = observer;
  // What other passes have changed is another program.
  const seen = module === given ? observer : { instrumentations };
  try {
    const { result, diagnostics } = context.diagnostics.capture(() => {
      if (stage?.name === 'local') checkDevices(given);
      if (stage !== undefined) {
        const program = { given, context, settings: stage.name === 'propagated' ? propagation : settings() };
        return runPartitionStage(stage, module, program, seen);
      }
      const copy = cloneOp(module);
      const pipeline = parsePipeline(pipelineText(step, context), context);
      return runPasses(copy, pipeline, context, { instrumentations }).succeeded ? copy : null;
    });
    return { module: result, diagnostics };
  } catch (error) {
    if (!(error instanceof PipelineError)) throw error;
    const close = closestName(step, [...context.passes.keys(), ...context.pipelines.keys()]);
    const message = error.message + (close === null ? '' : `; did you mean '${close}'?`);
    return {
      module: null,
      diagnostics: [{ severity: 'error', message, location: UnknownLoc.instance, notes: [] }],
    };
  }
}

/** @throws LimitError for a mesh of more devices than can be simulated: shards of each are laid out from here on. */
export function checkDevices(module: ModuleOp): void {
  currentBudget().check('devices', 'the mesh has', deviceCount(module));
}

/** The text of a pipeline on a module. */
function pipelineText(step: string, context: Context): string {
  if (step.startsWith('builtin.module')) return step;
  const anchor = context.passes.get(/^[\w-]+/.exec(step)?.[0] ?? '')?.anchor ?? 'builtin.module';
  return anchor === 'builtin.module' ? `builtin.module(${step})` : `builtin.module(${anchor}(${step}))`;
}
