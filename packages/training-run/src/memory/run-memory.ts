import type { TimedPlan, TimedTask } from '@shardform/passes-dist';
import type { ModelPart } from '../program/model-part.ts';
import { isTpu } from '../run/hardware.ts';
import { microbatchesOf, type SizedRun } from '../run/training-run.ts';
import type { RunTasks } from '../simulate/run-tasks.ts';
import type { TaskMemory } from '../simulate/task.ts';
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
  const ofStage = plan.tasks.map((order, stage) => {
    const isOwn = (_: ModelPart, part: number): boolean => part % run.pipeline === stage;
    const held = new StageMemory(tasks, parts.filter(isOwn), run, order);
    if (isTpu(run)) return held.compiled(plan.inFlight[stage]);
    const inFlight = held.inFlight(plan.inFlight[stage]);
    return processMemory(run, { parts: partsInStyle(run, parts).filter(isOwn), inFlight }).peak;
  });
  return Math.round(Math.max(...ofStage));
}

/** Memory of the programs of a stage, as XLA gives it. */
class StageMemory {
  readonly #tasks: RunTasks;
  readonly #parts: readonly ModelPart[];
  readonly #run: SizedRun;
  readonly #order: readonly TimedTask[];
  readonly #passes: readonly PassMemory[];
  readonly #isSplit: boolean;

  constructor(tasks: RunTasks, parts: readonly ModelPart[], run: SizedRun, order: readonly TimedTask[]) {
    this.#tasks = tasks;
    this.#parts = parts;
    this.#run = run;
    this.#order = order;
    this.#isSplit = order.some(({ kind }) => kind === 'W');
    const use = { accumulates: microbatchesOf(run) > 1, isSplit: this.#isSplit };
    this.#passes = parts.map((part) => passesOf(tasks, part, use));
  }

  /**
   * Weights, gradients and the state of the optimizer throughout, the values that microbatches in flight keep, and the temporaries of
   * the task that has most of them.
   */
  compiled(inFlight: number): number {
    const passes = this.#passes;
    const update = this.#tasks.update(this.#parts).memory;
    const gradients = sumOf(passes, (pass) => pass.gradients);
    // Where replicas divide the weights, those of the optimizer are cast for the passes layer by layer.
    const weights = this.#run.fsdp > 1 ? 0 : sumOf(passes, (pass) => pass.weights);
    const state = STATE * update.arguments + gradients + weights;
    const working = Math.max(update.temporaries, ...passes.map((pass) => pass.temporaries));
    return state + this.#held().kept * this.inFlight(inFlight) + working;
  }

  /**
   * Microbatches of which a stage holds what forward passes keep. Where the gradients of weights are tasks of their own, their operands are
   * counted as the part that they are of these values.
   */
  inFlight(inFlight: number): number {
    const held = this.#held();
    return this.#isSplit && held.kept > 0 ? mostLive(this.#order, held) / held.kept : inFlight;
  }

  #held(): Held {
    const meanOf = (bytes: (pass: PassMemory) => number): number =>
      sumOf(this.#passes, bytes) / this.#passes.length;
    return {
      kept: meanOf((pass) => pass.kept),
      saved: meanOf((pass) => pass.saved),
      waiting: meanOf((pass) => pass.waiting),
    };
  }
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
