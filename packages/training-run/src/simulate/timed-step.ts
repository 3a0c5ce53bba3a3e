import { CollectiveCosts, type Machine, type PermutedPair } from '@shardform/cost-model';
import {
  type PipelineTask,
  type PlanName,
  pipelinePlan,
  type TimedPlan,
  type TimedTask,
  timePlan,
} from '@shardform/passes-dist';
import type { ModelPart } from '../program/model-part.ts';
import { microbatchesOf, type SizedRun, stageDevicesOf } from '../run/training-run.ts';
import type { RunTasks } from './run-tasks.ts';
import type { Task, TaskCosts } from './task.ts';
import { addParts, noTime, type TimeParts } from './time-parts.ts';

/** The tasks of a step, the machine, and the schedule of its pipeline. */
export interface StepSetting {
  readonly tasks: RunTasks;
  readonly machine: Machine;
  readonly schedule: PlanName;
}

/**
 * A step in the order of a pipeline's schedule, of one stage without one. Replicas gather the weights that they divide while a stage
 * waits for its first microbatch, and add their gradients behind the last one of each part: other stages wait for neither.
 */
export class TimedStep {
  readonly plan: TimedPlan;
  /** Until the last stage has updated its weights. */
  readonly seconds: number;
  /** The time of the stage that finishes last, by activity, without waiting for other stages. */
  readonly spent: TimeParts;
  /** Seconds in which that stage communicates while it computes. */
  readonly hidden: number;
  readonly #run: SizedRun;
  readonly #parts: readonly ModelPart[];
  readonly #setting: StepSetting;
  /** Whether gradients of weights are tasks of their own. */
  readonly #isSplit: boolean;
  readonly #costs = new Map<Task, TaskCosts>();

  constructor(run: SizedRun, parts: readonly ModelPart[], setting: StepSetting) {
    this.#run = run;
    this.#parts = parts;
    this.#setting = setting;
    const { machine, schedule } = setting;
    const size = { devices: run.pipeline, microbatches: microbatchesOf(run), chunks: run.interleave };
    const host = machine.devices.get(1)?.host ?? { perTask: 0, blocksSends: false };
    const order = pipelinePlan(schedule, size);
    this.#isSplit = order.some((own) => own.some(({ kind }) => kind === 'W'));
    this.plan = timePlan(order, {
      durationOf: (task) => this.#costsOf(task).seconds + host.perTask,
      transfer: transferSeconds(run, machine),
      blocksSender: host.blocksSends && run.interleave === 1,
      beginOf: (stage) => this.#gathering(stage),
    });
    const ends = this.plan.tasks.map((own, stage) => this.#endOf(own, stage));
    this.seconds = Math.max(...ends);
    const last = ends.indexOf(this.seconds);
    const own = this.plan.tasks[last];
    let [spent, hidden] = [noTime, 0];
    for (const task of own) {
      const costs = this.#costsOf(task);
      spent = addParts(spent, costs.parts);
      hidden += costs.hidden;
    }
    const adding = this.#addedAfter(own) - own.at(-1)!.end;
    this.hidden = hidden;
    this.spent = {
      ...spent,
      communication: spent.communication + adding + this.#gathering(last),
      host: host.perTask * own.length,
      optimizer: this.#update(last).seconds,
    };
  }

  #costsOf({ kind, stage }: PipelineTask): TaskCosts {
    const part = this.#parts[stage];
    const { tasks } = this.#setting;
    if (kind === 'F') return this.#once(tasks.forward(part, false));
    if (kind === 'B' && this.#isSplit) return this.#once(tasks.inputGradients(part));
    return this.#gradients(part, false);
  }

  /** The pass that adds gradients of weights. @param synchronizes whether replicas add theirs. */
  #gradients(part: ModelPart, synchronizes: boolean): TaskCosts {
    const { tasks } = this.#setting;
    const use = { accumulates: microbatchesOf(this.#run) > 1, synchronizes };
    return this.#once(this.#isSplit ? tasks.weightGradients(part, use) : tasks.backward(part, use));
  }

  /** Seconds until the weights of a stage's first part are there. */
  #gathering(stage: number): number {
    const [part] = this.#partsOf(stage);
    const { tasks } = this.#setting;
    const all = this.#once(tasks.forward(part, true)).seconds;
    return Math.max(0, all - this.#once(tasks.forward(part, false)).seconds);
  }

  /** When gradients are added that replicas have: of each part behind its last task, one after the other. */
  #addedAfter(own: readonly TimedTask[]): number {
    let until = 0;
    const last = microbatchesOf(this.#run) - 1;
    for (const { kind, stage, microbatch, end } of own) {
      if (kind !== (this.#isSplit ? 'W' : 'B') || microbatch !== last) continue;
      const part = this.#parts[stage];
      const all = this.#gradients(part, true).seconds;
      const exposed = Math.max(0, all - this.#gradients(part, false).seconds);
      until = Math.max(until, end) + exposed;
    }
    return Math.max(until, own.at(-1)?.end ?? 0);
  }

  #endOf(own: readonly TimedTask[], stage: number): number {
    return this.#addedAfter(own) + this.#update(stage).seconds;
  }

  #update(stage: number): TaskCosts {
    return this.#once(this.#setting.tasks.update(this.#partsOf(stage)));
  }

  #partsOf(stage: number): readonly ModelPart[] {
    return this.#parts.filter((_, part) => part % this.#run.pipeline === stage);
  }

  /** Microbatches take the same time. */
  #once(task: Task): TaskCosts {
    let costs = this.#costs.get(task);
    if (costs === undefined) this.#costs.set(task, (costs = task.costs(this.#setting.machine)));
    return costs;
  }
}

/** Seconds in which all devices of a stage send the activations of a microbatch to another stage. */
function transferSeconds(run: SizedRun, machine: Machine): (from: number, to: number) => number {
  const { microbatch, model, context, tensor, precision, pipeline } = run;
  const devices = stageDevicesOf(run);
  // Devices that have the same activations send a part each.
  const tokens = (microbatch * model.sequence) / context / tensor;
  const bytes = tokens * model.hidden * (precision === 'fp32' ? 4 : 2);
  const costs = new CollectiveCosts(machine);
  const known = new Map<string, number>();
  return (from, to) => {
    const [source, target] = [from % pipeline, to % pipeline];
    const key = `${source} ${target}`;
    let seconds = known.get(key);
    if (seconds === undefined) {
      const pairs: PermutedPair[] = Array.from({ length: devices }, (_, i) => ({
        ...{ from: source * devices + i + 1, to: target * devices + i + 1 },
      }));
      const rate = run.interleave > 1 ? null : sendRate(machine, pairs);
      seconds = Math.max(...costs.permute(pairs, bytes), rate === null ? 0 : bytes / rate);
      known.set(key, seconds);
    }
    return seconds;
  };
}

/** Bytes per second that sends reach which the host blocks; `null` where they are those of the links. */
function sendRate(machine: Machine, pairs: readonly PermutedPair[]): number | null {
  const sends = machine.devices.get(1)?.host?.sends;
  if (sends === undefined) return null;
  const { topology } = machine;
  const nodeOf = (device: number): number =>
    topology.kind === 'nodes' ? Math.floor((device - 1) / topology.perNode) : 0;
  return pairs.some(({ from, to }) => nodeOf(from) !== nodeOf(to)) ? sends.between : sends.inside;
}
