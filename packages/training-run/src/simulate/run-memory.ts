import type { TimedPlan, TimedTask } from '@shardform/passes-dist';
import type { ModelPart } from '../program/model-part.ts';
import { microbatchesOf, type SizedRun } from '../run/training-run.ts';
import type { RunTasks } from './run-tasks.ts';
import type { TaskMemory } from './task.ts';

/** Of the arguments of the update: the weight in f32 and two moments, beside the gradient. */
const STATE = 3 / 4;

/**
 * Bytes that a device of the fullest stage needs at most: weights, gradients and the state of the optimizer throughout, the values
 * that microbatches in flight keep, and the temporaries of the task that has most of them.
 */
export function memoryOfRun(
  tasks: RunTasks,
  parts: readonly ModelPart[],
  run: SizedRun,
  plan: TimedPlan,
): number {
  const ofStage = plan.tasks.map((order, stage) => {
    const own = parts.filter((_, part) => part % run.pipeline === stage);
    const update = tasks.update(own).memory;
    const isSplit = order.some(({ kind }) => kind === 'W');
    const passes = own.map((part) =>
      passesOf(tasks, part, { accumulates: microbatchesOf(run) > 1, isSplit }),
    );
    const gradients = sumOf(passes, (pass) => pass.gradients);
    // Where replicas divide the weights, those of the optimizer are cast for the passes layer by layer.
    const weights = run.fsdp > 1 ? 0 : sumOf(passes, (pass) => pass.weights);
    const state = STATE * update.arguments + gradients + weights;
    const [kept, saved, waiting] = (['kept', 'saved', 'waiting'] as const).map(
      (name) => sumOf(passes, (pass) => pass[name]) / own.length,
    );
    const working = Math.max(update.temporaries, ...passes.map((pass) => pass.temporaries));
    const live = isSplit ? mostLive(order, { kept, saved, waiting }) : kept * plan.inFlight[stage];
    return state + live + working;
  });
  return Math.round(Math.max(...ofStage));
}

/** Bytes of a microbatch on a device. */
interface Held {
  /** From the forward pass to the gradient of the input. */
  readonly kept: number;
  /** Results of that gradient, beside the values kept. */
  readonly saved: number;
  /** From there to the gradients of weights: the part of both that these use. */
  readonly waiting: number;
}

/** Bytes of the passes of a part. */
interface PassMemory extends Held {
  readonly weights: number;
  readonly gradients: number;
  readonly temporaries: number;
}

function passesOf(
  tasks: RunTasks,
  part: ModelPart,
  { accumulates, isSplit }: { readonly accumulates: boolean; readonly isSplit: boolean },
): PassMemory {
  const forward = tasks.forward(part, false).memory;
  const common = { kept: forward.results - forward.firstResult, weights: forward.arguments };
  const most = (...others: readonly TaskMemory[]): number =>
    Math.max(forward.temporaries, ...others.map(({ temporaries }) => temporaries));
  const use = { accumulates, synchronizes: false };
  if (!isSplit) {
    const backward = tasks.backward(part, use).memory;
    return { ...common, gradients: backward.results, temporaries: most(backward), saved: 0, waiting: 0 };
  }
  const ofInput = tasks.inputGradients(part).memory;
  const ofWeights = tasks.weightGradients(part, use).memory;
  // The gradient of the embedding waits with the others; those of other inputs are sent.
  const sent = part.hasEmbedding ? 0 : ofInput.firstResult;
  return {
    ...common,
    gradients: ofWeights.results + sent,
    temporaries: most(ofInput, ofWeights),
    saved: ofInput.results - sent,
    // Beside gradients so far, which its results take the place of.
    waiting: ofWeights.arguments - (accumulates ? ofWeights.results : 0),
  };
}

/** The most that microbatches in flight hold at any task of a device. */
function mostLive(order: readonly TimedTask[], { kept, saved, waiting }: Held): number {
  let [now, most] = [0, 0];
  for (const { kind } of order) {
    if (kind === 'F') now += kept;
    most = Math.max(most, now + (kind === 'B' ? saved : 0));
    if (kind === 'B') now += waiting - kept;
    else if (kind === 'W') now -= waiting;
  }
  return most;
}

function sumOf<T>(items: readonly T[], bytes: (item: T) => number): number {
  return items.reduce((all, item) => all + bytes(item), 0);
}
