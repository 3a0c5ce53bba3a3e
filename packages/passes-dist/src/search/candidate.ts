import {
  type AllReduceFit,
  type CostModel,
  distirCostModel,
  type FlatProgram,
  type Machine,
  rooflineCostModel,
  simulateClocks,
  type SimulateOptions,
  simulateEvents,
  type Simulation,
} from '@shardform/runtime-dist';
import { recomputedModel } from '../model/recompute-model.ts';
import type { SequentialModel } from '../model/sequential-model.ts';
import { type ScheduleName, scheduleNamed } from '../schedule/named-schedules.ts';
import { type Degrees, degreesText } from '../strategy/degrees.ts';
import { flatStrategy, stageGraphOf } from '../strategy/flat-strategy.ts';

/** A way to run a model. */
export interface Candidate {
  readonly degrees: Degrees;
  readonly schedule: ScheduleName;
  /** Whether stages keep only their inputs and compute their activations again. */
  readonly recompute: boolean;
}

/** `2/4/2/8 1f1b recompute`. */
export function candidateText({ degrees, schedule, recompute }: Candidate): string {
  const words = [degreesText(degrees)];
  if (degrees.pipeline > 1) words.push(schedule);
  if (recompute) words.push('recompute');
  return words.join(' ');
}

/** Which costs and which simulator: DistIR's as they are, or rooflines on streams and wires. */
export type CostModelName = 'distir' | 'roofline';

/** What candidates are evaluated for. */
export interface Workload {
  /** The model for a number of pipeline devices. @throws RangeError when it can't be cut into so many stages. */
  readonly model: (pipelineDevices: number) => SequentialModel;
  /** Samples per step. */
  readonly batch: number;
  readonly machine: Machine;
  readonly costModel: CostModelName;
  /** Measured all-reduces for the model `distir`. */
  readonly allReduce?: ReadonlyMap<number, AllReduceFit> | null;
}

/** The outcome of a candidate. */
export interface Evaluation {
  readonly candidate: Candidate;
  /** Seconds. */
  readonly latency: number;
  /** Samples per second. */
  readonly throughput: number;
  readonly peakBytes: number;
}

/** The cost model of a workload. */
export function costModelOf({ machine, costModel, allReduce = null }: Workload): CostModel {
  return costModel === 'distir' ? distirCostModel(machine, allReduce) : rooflineCostModel(machine);
}

/** The model of a candidate, cut into stages. */
export function modelOf({ model }: Workload, { degrees, recompute }: Candidate): SequentialModel {
  const whole = model(degrees.pipeline);
  return recompute ? recomputedModel(whole) : whole;
}

/** The program of a candidate. @throws StrategyError or RangeError when the model can't be divided so. */
export function programOf(workload: Workload, candidate: Candidate): FlatProgram {
  const { degrees, schedule: name } = candidate;
  const model = modelOf(workload, candidate);
  const schedule = scheduleNamed(name, stageGraphOf(model), degrees.microbatches);
  if (schedule === null) throw new RangeError(`there is no schedule '${name}'`);
  return flatStrategy(model, degrees, schedule, { skipAllGathers: true, update: true });
}

/** Simulates a program as the workload asks. */
export function simulateFor(
  workload: Workload,
  program: FlatProgram,
  options: SimulateOptions = {},
): Simulation {
  const costs = costModelOf(workload);
  return workload.costModel === 'distir'
    ? simulateClocks(program, costs, options)
    : simulateEvents(program, costs, workload.machine, options);
}

/** Generates and simulates the program of a candidate. */
export function evaluate(workload: Workload, candidate: Candidate): Evaluation {
  const { latency, peakBytes } = simulateFor(workload, programOf(workload, candidate));
  return { candidate, latency, throughput: workload.batch / latency, peakBytes };
}
