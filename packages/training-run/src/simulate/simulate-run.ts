import { type Machine, peakFlops } from '@shardform/cost-model';
import { memoryRulesOf } from '@shardform/runtime-dist';
import { machineOfKernels } from '../run/kernels.ts';
import { flopsOfStep } from '../run/model-flops.ts';
import { checkSchedule, type RunSchedule, usualSchedule } from '../run/run-schedule.ts';
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
  /** Of the pipeline, if there is one. */
  readonly schedule: RunSchedule;
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
  const schedule = options.schedule ?? usualSchedule(run);
  checkSchedule(run, schedule);
  const step = new TimedStep(run, parts, { tasks, machine, schedule });
  const device = machine.devices.get(1)!;
  const { seconds, hidden, spent } = step;
  const memoryBytes = memoryOfRun(tasks, parts, run, step.plan);
  const fits = device.memory === Infinity ? null : memoryBytes <= device.memory;
  const flops = flopsOfStep(run) / run.devices / seconds;
  return {
    ...{ run, machine, schedule, seconds },
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
