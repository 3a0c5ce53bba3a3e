import { CollectiveCosts, type Machine, type PermutedPair } from '@shardform/cost-model';
import {
  type PipelineTask,
  type PlanName,
  pipelinePlan,
  type TimedPlan,
  type TimedTask,
  timePlan,
} from '@shardform/passes-dist';
import type { ModelPart } from '../program/task-programs.ts';
import { microbatchesOf, type SizedRun, stageDevicesOf } from '../run/training-run.ts';
import type { RunTasks } from './run-tasks.ts';
import type { Task, TaskCosts } from './task.ts';
import { addParts, noTime, type TimeParts } from './time-parts.ts';

/** What a step is simulated with. */
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
  /** Of the stage that is done last: by activity, but for what it waits for others. */
  readonly spent: TimeParts;
  /** Seconds in which that stage communicates while it computes. */
  readonly hidden: number;
  readonly #run: SizedRun;
  readonly #parts: readonly ModelPart[];
  readonly #setting: StepSetting;
  readonly #costs = new Map<Task, TaskCosts>();

  constructor(run: SizedRun, parts: readonly ModelPart[], setting: StepSetting) {
    this.#run = run;
    this.#parts = parts;
    this.#setting = setting;
    const { machine, schedule } = setting;
    const size = { devices: run.pipeline, microbatches: microbatchesOf(run), chunks: run.interleave };
    const host = machine.devices.get(1)?.host ?? { perTask: 0, blocksSends: false };
    this.plan = timePlan(pipelinePlan(schedule, size), {
      durationOf: (task) => this.#costsOf(task).seconds + host.perTask,
      transfer: transferSeconds(run, machine),
      blocksSender: host.blocksSends,
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
    return this.#once(kind === 'F' ? tasks.forward(part, false) : tasks.backward(part, this.#use(false)));
  }

  #use(synchronizes: boolean): { readonly accumulates: boolean; readonly synchronizes: boolean } {
    return { accumulates: microbatchesOf(this.#run) > 1, synchronizes };
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
      if (kind !== 'B' || microbatch !== last) continue;
      const part = this.#parts[stage];
      const { tasks } = this.#setting;
      const all = this.#once(tasks.backward(part, this.#use(true))).seconds;
      const exposed = Math.max(0, all - this.#once(tasks.backward(part, this.#use(false))).seconds);
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

/** Seconds in which all devices of a stage send the activations of a microbatch to the next stage. */
function transferSeconds(run: SizedRun, machine: Machine): number {
  if (run.pipeline === 1) return 0;
  const devices = stageDevicesOf(run);
  const pairs: PermutedPair[] = Array.from({ length: devices }, (_, i) => ({
    ...{ from: i + 1, to: devices + i + 1 },
  }));
  const { microbatch, model, context, sequenceParallel, tensor, precision } = run;
  const tokens = (microbatch * model.sequence) / context / (sequenceParallel ? tensor : 1);
  const bytes = tokens * model.hidden * (precision === 'fp32' ? 4 : 2);
  return Math.max(...new CollectiveCosts(machine).permute(pairs, bytes));
}
