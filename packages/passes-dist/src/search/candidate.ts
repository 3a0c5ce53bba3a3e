import type { Machine } from '@shardform/cost-model';
import { checkInterrupt } from '@shardform/ir-core';
import {
  type CostModel,
  distir2021CostModel,
  distirCostModel,
  type FlatProgram,
  fuseOperations,
  rooflineCostModel,
  simulateClocks,
  type SimulateOptions,
  simulateEvents,
  type Simulation,
} from '@shardform/runtime-dist';
import { recomputedModel } from '../model/recompute-model.ts';
import { splitWeightGradients } from '../model/split-weights.ts';
import type { SequentialModel } from '../model/sequential-model.ts';
import { stageGraphOf } from '../model/stage-graph-of.ts';
import { type ScheduleName, scheduleNamed } from '../schedule/named-schedules.ts';
import { type Degrees, degreesText } from '../strategy/degrees.ts';
import { flatStrategy } from '../strategy/flat-strategy.ts';

/** A way to run a model. */
export interface Candidate {
  readonly degrees: Degrees;
  readonly schedule: ScheduleName;
  /** True if stages keep only their inputs and compute their activations again. */
  readonly recompute: boolean;
  /** Chunks of the model on each device of the pipeline, 1 by default; more with `interleaved-1f1b`. */
  readonly chunks?: number;
}

/** `2/4/2/8 1f1b recompute`. */
export function candidateText({ degrees, schedule, recompute, chunks = 1 }: Candidate): string {
  const words = [degreesText(degrees)];
  if (degrees.pipeline > 1) words.push(chunks > 1 ? `${schedule} x${chunks}` : schedule);
  if (recompute) words.push('recompute');
  return words.join(' ');
}

/**
 * Cost model and simulator: DistIR's unchanged, those of its results of March 2021, or rooflines on streams and links.
 */
export const costModelNames = ['distir', 'distir-2021', 'roofline'] as const;

/** A cost model by name; see {@link costModelNames}. */
export type CostModelName = (typeof costModelNames)[number];

/** The setting in which programs are simulated. */
export interface Simulated {
  readonly machine: Machine;
  readonly costModel: CostModelName;
  /** True if operations are fused, with costs of rooflines; they are by default. */
  readonly fuses?: boolean;
}

/** The workload that candidates are evaluated for. */
export interface Workload extends Simulated {
  /** The model for a number of pipeline devices. @throws RangeError when it can't be cut into so many stages. */
  readonly model: (pipelineDevices: number, chunks: number, degrees: Degrees) => SequentialModel;
  /** Samples per step. */
  readonly batch: number;
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

/** Returns the cost model of a workload. */
export function costModelOf({ machine, costModel }: Simulated): CostModel {
  if (costModel === 'distir-2021') return distir2021CostModel(machine);
  return costModel === 'distir' ? distirCostModel(machine) : rooflineCostModel(machine);
}

/** Returns the model of a candidate, cut into stages. */
export function modelOf({ model }: Workload, candidate: Candidate): SequentialModel {
  const { degrees, schedule, recompute, chunks = 1 } = candidate;
  const cut = model(degrees.pipeline, chunks, degrees);
  const whole = recompute ? recomputedModel(cut) : cut;
  return schedule === 'zb-h1' ? splitWeightGradients(whole) : whole;
}

/** Returns the program of a candidate. @throws StrategyError or RangeError when the model can't be divided so. */
export function programOf(workload: Workload, candidate: Candidate): FlatProgram {
  const { degrees, schedule: name } = candidate;
  const model = modelOf(workload, candidate);
  checkInterrupt();
  const schedule = scheduleNamed(name, stageGraphOf(model), degrees.microbatches);
  if (schedule === null) throw new RangeError(`there is no schedule '${name}'`);
  const isOld = workload.costModel === 'distir-2021';
  const program = flatStrategy(model, degrees, schedule, {
    skipAllGathers: true,
    update: !isOld,
    fromHost: isOld,
  });
  return fusedFor(workload, program);
}

/** Returns the program to simulate: with fusions if operations can be fused and the workload enables it. */
export function fusedFor({ costModel, fuses = true }: Simulated, program: FlatProgram): FlatProgram {
  const isFusible = costModel === 'roofline' && fuses && program.opFusion.some((role) => role !== 0);
  return isFusible ? fuseOperations(program) : program;
}

/** Simulates a program with the workload's simulator. */
export function simulateFor(
  workload: Simulated,
  program: FlatProgram,
  options: SimulateOptions = {},
): Simulation {
  const costs = costModelOf(workload);
  return workload.costModel === 'roofline'
    ? simulateEvents(program, costs, workload.machine, options)
    : simulateClocks(program, costs, options);
}

/** Generates and simulates the program of a candidate. */
export function evaluate(workload: Workload, candidate: Candidate): Evaluation {
  const { latency, peakBytes } = simulateFor(workload, programOf(workload, candidate));
  return { candidate, latency, throughput: workload.batch / latency, peakBytes };
}
