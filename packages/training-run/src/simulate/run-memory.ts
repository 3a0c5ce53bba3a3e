import type { TimedPlan } from '@shardform/passes-dist';
import type { ModelPart } from '../program/task-programs.ts';
import { microbatchesOf, type SizedRun } from '../run/training-run.ts';
import type { RunTasks } from './run-tasks.ts';
import type { TaskMemory } from './task-simulator.ts';

/**
 * Bytes that a device of the fullest stage needs at most: weights, gradients and the state of the optimizer throughout, the values
 * that microbatches in flight keep, and the temporaries of the task that has most of them.
 */
export function memoryOfRun(
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
      forward: tasks.forward(part).memory,
      backward: tasks.backward(part, { accumulates, synchronizes: false }).memory,
    }));
    // Arguments of the update are gradients and the state; its results begin with the weights.
    const state = sum(update.arguments) + weightBytes(update);
    const kept = passes.reduce((all, { forward }) => all + sum(forward.results.slice(1)), 0) / own.length;
    const working = Math.max(
      update.temporaries,
      ...passes.flatMap(({ forward, backward }) => [forward.temporaries, backward.temporaries]),
    );
    return state + kept * count + working;
  });
  return Math.max(...ofStage);
}

/** Of each weight, the update has the gradient, the weight in f32 and two moments; of its four results the first is the weight. */
function weightBytes({ results }: TaskMemory): number {
  return sum(results.filter((_, i) => i % 4 === 0));
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((all, own) => all + own, 0);
}
