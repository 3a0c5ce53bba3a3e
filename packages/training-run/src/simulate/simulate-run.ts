import { type Machine, peakFlops } from '@shardform/cost-model';
import type { PlanName } from '@shardform/passes-dist';
import { memoryRulesOf } from '@shardform/runtime-dist';
import { machineOfKernels } from '../run/kernels.ts';
import { flopsOfStep } from '../run/model-flops.ts';
import { RunError } from '../run/run-error.ts';
import { type SizedRun, stageDevicesOf, type TrainingRun } from '../run/training-run.ts';
import { TransformerShape } from '../program/transformer-shape.ts';
import { memoryOfRun } from '../memory/run-memory.ts';
import { notesOfRun } from './run-notes.ts';
import { partsOfModel } from './stages.ts';
import { RunTasks } from './run-tasks.ts';
import { TimedStep } from './timed-step.ts';
import { secondsOf, type TimeParts } from './time-parts.ts';

/** The outcome of a run. */
export interface RunOutcome {
  readonly run: SizedRun;
  readonly machine: Machine;
  /** Of a step: all microbatches and the update. */
  readonly seconds: number;
  readonly tokensPerSecondPerDevice: number;
  /** Of the model, without recomputation; causal attention counts by half. */
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
  /** Assumptions of the simulation. */
  readonly notes: readonly string[];
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
export function simulateRun(run: SizedRun, given: Machine, options: RunOptions = {}): RunOutcome {
  const machine = machineOfKernels(given, run);
  const shape = new TransformerShape(run);
  const parts = partsOfModel(run);
  const tasks = options.tasks ?? new RunTasks(shape, stageDevicesOf(run), memoryRulesOf(machine));
  const schedule = options.schedule ?? (run.interleave > 1 ? 'interleaved-1f1b' : '1f1b');
  if (run.interleave > 1 && schedule !== 'interleaved-1f1b')
    throw new RunError(
      `'interleave' is ${run.interleave}, and the schedule '${schedule}' has one part of the model on each device; use 'interleaved-1f1b', or set 'interleave' to 1`,
    );
  const step = new TimedStep(run, parts, { tasks, machine, schedule });
  const device = machine.devices.get(1)!;
  const { seconds, hidden, spent } = step;
  const memoryBytes = memoryOfRun(tasks, parts, run, step.plan);
  const fits = device.memory === Infinity ? null : memoryBytes <= device.memory;
  const flops = flopsOfStep(run) / run.devices / seconds;
  return {
    ...{ run, machine, seconds },
    tokensPerSecondPerDevice: (run.batch * run.model.sequence) / seconds / run.devices,
    teraflopsPerDevice: flops / 1e12,
    mfu: flops / peakFlops(device, arithmeticOf(run)),
    memoryBytes,
    ...{ fits, hidden },
    parts: { ...spent, pipeline: run.pipeline === 1 ? 0 : Math.max(0, seconds - secondsOf(spent)) },
    notes: notesOfRun(run, machine, fits),
  };
}

function arithmeticOf({ precision }: TrainingRun): 'f16' | 'f8' | 'tf32' {
  if (precision === 'fp8') return 'f8';
  return precision === 'fp32' ? 'tf32' : 'f16';
}
