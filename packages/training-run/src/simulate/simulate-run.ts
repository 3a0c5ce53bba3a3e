import { CollectiveCosts, type Machine, peakFlops, type PermutedPair } from '@shardform/cost-model';
import {
  type PipelineTask,
  type PlanName,
  pipelinePlan,
  type TimedPlan,
  timePlan,
} from '@shardform/passes-dist';
import { memoryRulesOf } from '@shardform/runtime-dist';
import { flopsOfStep } from '../run/model-flops.ts';
import { RunError } from '../run/run-error.ts';
import { microbatchesOf, type SizedRun, stageDevicesOf, type TrainingRun } from '../run/training-run.ts';
import { TransformerShape } from '../program/transformer-shape.ts';
import { memoryOfRun } from './run-memory.ts';
import { partsOfModel } from './stages.ts';
import { RunTasks } from './run-tasks.ts';
import type { Task, TaskCosts } from './task.ts';
import { addParts, noTime, secondsOf, type TimeParts } from './time-parts.ts';

/** The outcome of a run. */
export interface RunOutcome {
  readonly run: SizedRun;
  readonly machine: Machine;
  /** Of a step: all microbatches and the update. */
  readonly seconds: number;
  readonly tokensPerSecondPerDevice: number;
  /** Of the model, without what is computed again; causal attention counts by half. */
  readonly teraflopsPerDevice: number;
  /** Of the peak of products in the run's precision. */
  readonly mfu: number;
  /** That a device of the fullest stage needs at most. */
  readonly memoryBytes: number;
  /** Whether that is within the memory of a device; `null` where the machine does not limit it. */
  readonly fits: boolean | null;
  /** Seconds in which that stage communicates while it computes. */
  readonly hidden: number;
  /** Of the stage that is busy for the longest, which add up to the seconds. */
  readonly parts: TimeParts;
}

/** Schedules of a pipeline whose backward passes make the gradients of inputs and weights together. */
export const runSchedules = ['gpipe', '1f1b', 'interleaved-1f1b'] as const satisfies readonly PlanName[];

/** One of {@link runSchedules}. */
export type RunSchedule = (typeof runSchedules)[number];

/** Options of {@link simulateRun}. */
export interface RunOptions {
  /** The schedule of the pipeline: 1F1B, interleaved where devices have several parts, unless given. */
  readonly schedule?: RunSchedule;
  /** Tasks of other runs of the same programs. */
  readonly tasks?: RunTasks;
}

/** Simulates a step of a run on a machine. @throws RunError, CostError */
export function simulateRun(run: SizedRun, machine: Machine, options: RunOptions = {}): RunOutcome {
  const shape = new TransformerShape(run);
  const parts = partsOfModel(run);
  const tasks = options.tasks ?? new RunTasks(shape, stageDevicesOf(run), memoryRulesOf(machine));
  const microbatches = microbatchesOf(run);
  const schedule = options.schedule ?? (run.interleave > 1 ? 'interleaved-1f1b' : '1f1b');
  if (run.interleave > 1 && schedule !== 'interleaved-1f1b')
    throw new RunError(
      `'interleave' is ${run.interleave}, and the schedule '${schedule}' has one part of the model on each device; use 'interleaved-1f1b', or set 'interleave' to 1`,
    );
  const size = { devices: run.pipeline, microbatches, chunks: run.interleave };
  const plan = pipelinePlan(schedule, size);
  const last = microbatches - 1;
  const costs = new Map<Task, TaskCosts>();
  const costsOfTask = (task: Task): TaskCosts => {
    let known = costs.get(task);
    if (known === undefined) costs.set(task, (known = task.costs(machine)));
    return known;
  };
  const costsOf = ({ kind, stage, microbatch }: PipelineTask): TaskCosts =>
    costsOfTask(
      kind === 'F'
        ? tasks.forward(parts[stage], microbatch === 0)
        : tasks.backward(parts[stage], { accumulates: microbatches > 1, synchronizes: microbatch === last }),
    );
  const device = machine.devices.get(1)!;
  const host = device.host ?? { perTask: 0, blocksSends: false };
  const times = timePlan(plan, {
    durationOf: (task) => costsOf(task).seconds + host.perTask,
    transfer: transferSeconds(run, shape, machine),
    blocksSender: host.blocksSends,
  });
  const updates = plan.map((_, stage) =>
    costsOfTask(tasks.update(parts.filter((_, part) => part % run.pipeline === stage))),
  );
  const clocks = clocksOf(times);
  const ends = clocks.map((clock, stage) => clock + updates[stage].seconds);
  const seconds = Math.max(...ends);
  const busiest = busiestStage(times);
  let spent = noTime;
  let hidden = 0;
  for (const task of plan[busiest]) {
    spent = addParts(spent, costsOf(task).parts);
    hidden += costsOf(task).hidden;
  }
  spent = {
    ...spent,
    host: spent.host + host.perTask * plan[busiest].length,
    optimizer: updates[busiest].seconds,
  };
  const memoryBytes = memoryOfRun(tasks, parts, run, times);
  const flops = flopsOfStep(run) / run.devices / seconds;
  return {
    ...{ run, machine, seconds },
    tokensPerSecondPerDevice: (run.batch * run.model.sequence) / seconds / run.devices,
    teraflopsPerDevice: flops / 1e12,
    mfu: flops / peakFlops(device, arithmeticOf(run)),
    memoryBytes,
    fits: device.memory === Infinity ? null : memoryBytes <= device.memory,
    hidden,
    parts: { ...spent, pipeline: run.pipeline === 1 ? 0 : Math.max(0, seconds - secondsOf(spent)) },
  };
}

function arithmeticOf({ precision }: TrainingRun): 'f16' | 'f8' | 'tf32' {
  if (precision === 'fp8') return 'f8';
  return precision === 'fp32' ? 'tf32' : 'f16';
}

function clocksOf({ tasks }: TimedPlan): readonly number[] {
  return tasks.map((own) => own.at(-1)?.end ?? 0);
}

function busiestStage({ tasks }: TimedPlan): number {
  const busy = tasks.map((own) => own.reduce((sum, { start, end }) => sum + end - start, 0));
  return busy.indexOf(Math.max(...busy));
}

/** Seconds in which all devices of a stage send the activations of a microbatch to the next stage. */
function transferSeconds(run: SizedRun, shape: TransformerShape, machine: Machine): number {
  if (run.pipeline === 1) return 0;
  const devices = stageDevicesOf(run);
  const pairs: PermutedPair[] = Array.from({ length: devices }, (_, i) => ({
    ...{ from: i + 1, to: devices + i + 1 },
  }));
  const { hidden } = run.model;
  const divided = run.sequenceParallel ? run.tensor : 1;
  const bytes = (run.microbatch * shape.tokens * hidden * (shape.dtype === 'f32' ? 4 : 2)) / divided;
  return Math.max(...new CollectiveCosts(machine).permute(pairs, bytes));
}
