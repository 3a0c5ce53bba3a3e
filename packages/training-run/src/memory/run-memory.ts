import type { TimedPlan } from '@shardform/passes-dist';
import type { ModelPart } from '../program/task-programs.ts';
import { isTpu } from '../run/hardware.ts';
import { microbatchesOf, type SizedRun } from '../run/training-run.ts';
import type { RunTasks } from '../simulate/run-tasks.ts';
import { partsInStyle, processMemory } from './process-memory.ts';

/** Of the arguments of the update: the weight in f32 and two moments, beside the gradient. */
const STATE = 3 / 4;

/**
 * Bytes that a device of the fullest stage needs at most. Programs for TPUs have the memory that XLA gives them; on GPUs it is that of
 * processes in PyTorch's way.
 */
export function memoryOfRun(
  tasks: RunTasks,
  parts: readonly ModelPart[],
  run: SizedRun,
  plan: TimedPlan,
): number {
  if (isTpu(run)) return compiledMemory(tasks, parts, run, plan);
  const inStyle = partsInStyle(run, parts);
  const ofStage = plan.inFlight.map((inFlight, stage) => {
    const own = inStyle.filter((_, part) => part % run.pipeline === stage);
    return processMemory(run, { parts: own, inFlight }).peak;
  });
  return Math.round(Math.max(...ofStage));
}

/**
 * Weights, gradients and the state of the optimizer throughout, the values that microbatches in flight keep, and the temporaries of
 * the task that has most of them.
 */
function compiledMemory(
  tasks: RunTasks,
  parts: readonly ModelPart[],
  run: SizedRun,
  { inFlight }: TimedPlan,
): number {
  const accumulates = microbatchesOf(run) > 1;
  const ofStage = inFlight.map((count, stage) => {
    const own = parts.filter((_, part) => part % run.pipeline === stage);
    const update = tasks.update(own).memory;
    const passes = own.map((part) => ({
      forward: tasks.forward(part, false).memory,
      backward: tasks.backward(part, { accumulates, synchronizes: false }).memory,
    }));
    const gradients = passes.reduce((all, { backward }) => all + backward.results, 0);
    // Where replicas divide the weights, those of the optimizer are cast for the passes layer by layer.
    const weights = run.fsdp > 1 ? 0 : passes.reduce((all, { forward }) => all + forward.arguments, 0);
    const state = STATE * update.arguments + gradients + weights;
    const kept =
      passes.reduce((all, { forward }) => all + forward.results - forward.firstResult, 0) / own.length;
    const working = Math.max(
      update.temporaries,
      ...passes.flatMap(({ forward, backward }) => [forward.temporaries, backward.temporaries]),
    );
    return state + kept * count + working;
  });
  return Math.round(Math.max(...ofStage));
}
