import { CollectiveCosts, type Machine, machineDevice } from '@shardform/cost-model';
import type { MeshAttr } from '@shardform/dialect-sdy';
import { type Context, type ModuleOp, product } from '@shardform/ir-core';
import { partition } from '@shardform/inspect';
import { type PipelineTask, type PlanName, pipelinePlan, timePlan } from '@shardform/passes-dist';

import { type CostedCollective, type Facts, measureStages } from '@shardform/study';
import { applyPlan } from '../plan/apply-plan.ts';
import { CandidateSearch } from '../plan/candidate-search.ts';
import { PlanningError } from '../problem/planning-error.ts';
import { shardingProblem, type ShardingProblem, type Tie } from '../problem/sharding-problem.ts';
import { stepOutline } from '../step/step-outline.ts';
import { type ChainPositions, chainPositions } from './chain-positions.ts';
import { microbatchProgram, type MicrobatchProgram } from './microbatch-program.ts';
import { batchOf, type MicrobatchText, microbatchText } from './microbatch-text.ts';
import { type PositionCosts, positionCosts } from './position-costs.ts';
import { layersOf, splitLayers } from './split-layers.ts';
import { stageCuts, type StageCuts } from './stage-cuts.ts';
import { stageProgram } from './stage-program.ts';
import { StageWork } from './stage-work.ts';

/** A pipeline that a program may become. */
export interface StageShape {
  readonly stages: number;
  /** Stages on each mesh; more than one for interleaved schedules. */
  readonly chunks: number;
  /** The mesh of each stage. */
  readonly mesh: MeshAttr;
  readonly microbatches: number;
  readonly schedule: PlanName;
}

/** A program as a pipeline, simulated. */
export interface StagedProgram {
  readonly shape: StageShape;
  /** In Shardy's MPMD dialect. */
  readonly module: ModuleOp;
  readonly facts: Facts;
  readonly collectives: readonly CostedCollective[];
  /** Seconds that were expected. */
  readonly estimated: number;
}

/** A program that may become a pipeline. */
export interface StageInput {
  /** Without shardings. */
  readonly module: ModuleOp;
  readonly context: Context;
  readonly machine: Machine;
  readonly ties: readonly Tie[];
}

/** A shape with what it is expected to take. */
export interface StageProspect {
  readonly shape: StageShape;
  readonly cuts: StageCuts;
  /** Whether its shardings are those that take the least memory. */
  readonly isSmall: boolean;
  readonly seconds: number;
}

interface PartText {
  readonly text: MicrobatchText;
  readonly ties: readonly Tie[];
}

/** A program of microbatches on the mesh of a stage, with the fastest shardings. */
interface Sharded {
  readonly ties: readonly Tie[];
  readonly program: MicrobatchProgram;
  readonly chain: ChainPositions;
  readonly problem: ShardingProblem;
  readonly choices: readonly number[];
  readonly costs: PositionCosts;
  /** Seconds of what is done once, on the devices of one stage. */
  readonly once: number;
}

/** The symbol of the mesh of stages. */
const MESH = 'mesh';

/** A program as pipelines of different shapes. Nothing is made twice. */
export class StagePlanning {
  readonly #input: StageInput;
  readonly #texts = new Map<string, PartText>();
  readonly #layers: number | null;
  readonly #sharded = new Map<string, Sharded>();
  readonly #isOver: () => boolean;
  readonly #toBeat: number;

  /** @param toBeat seconds: shardings of shapes that can't be faster are not improved. */
  constructor(input: StageInput, isOver: () => boolean = () => false, toBeat = Infinity) {
    this.#input = input;
    this.#isOver = isOver;
    this.#toBeat = toBeat;
    this.#layers = layersOf(input.module, input.context);
  }

  /** The size of the batch; `null` for a program without. */
  batch(): number | null {
    const { module, context, ties } = this.#input;
    return batchOf(module, ties, context);
  }

  /**
   * Finds the best cuts of a shape.
   *
   * @param memory bytes that a device may hold.
   * @param isSmall whether shardings are those that take the least memory, rather than the least time.
   * @returns `null` if there are none that fit.
   * @throws PlanningError where the program can't be a pipeline.
   * @throws CostError for an operation of unknown cost, MachineError for a machine without the devices.
   */
  prospect(shape: StageShape, memory: number, isSmall = false): StageProspect | null {
    const { machine } = this.#input;
    const { stages, chunks, mesh, microbatches, schedule } = shape;
    const { costs, once, chain } = this.#of(shape, isSmall);
    if (chain.length < stages * chunks) return null;
    const size = mesh.totalSize;
    const prices = new CollectiveCosts(machine);
    const transfer = (bytes: number, stage: number): number => {
      const [from, to] = [stage % stages, (stage + 1) % stages];
      return prices.transfer(1 + from * size, 1 + to * size, bytes);
    };
    const plan = pipelinePlan(schedule, { devices: stages, microbatches, chunks });
    const { inFlight } = timePlan(plan, { forward: 1, backward: 2, weights: 1 });
    const cuts = stageCuts(costs, {
      ...{ stages: stages * chunks, microbatches, transfer, memory },
      inFlight: (stage) => inFlight[stage % stages]! / chunks,
    });
    if (cuts === null) return null;
    const [forward, backward] = [total(costs.forward), total(costs.backward)];
    const share = (part: number): number => (chunks * cuts.longest * part) / (forward + backward);
    const isSplit = schedule === 'zb-h1';
    const times = {
      forward: share(forward),
      backward: share(isSplit ? backward / 2 : backward),
      weights: isSplit ? share(backward / 2) : 0,
      transfer: (cuts.total - forward - backward) / Math.max(1, stages * chunks - 1),
    };
    return { shape, cuts, isSmall, seconds: timePlan(plan, times).makespan + once / stages };
  }

  /** Makes the program of several meshes and simulates it; `null` where that can't be done. @throws Interrupted */
  simulate({ shape, cuts, seconds, isSmall }: StageProspect): StagedProgram | null {
    const { context, machine } = this.#input;
    const { mesh, stages, schedule } = shape;
    const { program, chain } = this.#of(shape, isSmall);
    const weightsApart = schedule === 'zb-h1';
    const work = new StageWork(program, chain, { starts: cuts.starts, meshes: stages, weightsApart });
    const named = { name: MESH, mesh };
    const module = stageProgram({ program, mesh: named, work, tasks: tasksInOrder(shape, work) }, context);
    const { result } = context.diagnostics.capture(() => {
      const { collectives, local } = partition(module, context);
      return local === null ? null : measureStages({ module, collectives, local, context }, machine);
    });
    if (result?.facts.time == null) return null;
    const { facts, collectives } = result;
    return { shape, module, facts, collectives, estimated: seconds };
  }

  /** The program of a microbatch, in which loops over layers are loops over so many parts of them. */
  #textOf(microbatches: number, parts: number): PartText {
    const { module, context, ties } = this.#input;
    const key = `${microbatches} ${parts}`;
    let known = this.#texts.get(key);
    if (known === undefined) {
      const split = splitLayers(module, ties, parts, context);
      known = { text: microbatchText(split.module, microbatches, split.ties, context), ties: split.ties };
      this.#texts.set(key, known);
    }
    return known;
  }

  #of({ mesh, microbatches, stages, chunks }: StageShape, isSmall: boolean): Sharded {
    // Twice as many as there are stages, so that the first and the last one may have fewer layers.
    const parts = this.#layers === null ? 1 : Math.min(this.#layers, 2 * stages * chunks);
    const key = `${String(mesh)} ${microbatches} ${parts} ${isSmall}`;
    let known = this.#sharded.get(key);
    if (known === undefined) {
      // The devices of all stages are never faster than those of one that do nothing but their part.
      const hopeless = (this.#toBeat * stages) / microbatches;
      known = this.#shard(mesh, this.#textOf(microbatches, parts), isSmall, hopeless);
      this.#sharded.set(key, known);
    }
    return known;
  }

  /** Chooses the shardings of a microbatch as if all stages were on one mesh: stages don't differ but in where they are cut. */
  #shard(mesh: MeshAttr, { text, ties }: PartText, isSmall: boolean, hopeless: number): Sharded {
    const { context, machine } = this.#input;
    const program = microbatchProgram(text, MESH, mesh, context);
    const { func } = program;
    const problem = shardingProblem(func, context, { mesh, machine, ties });
    const axisSizes = mesh.axes.map(({ size }) => size);
    const search = new CandidateSearch(problem, stepOutline(problem, new Set()), {
      ...{ axisSizes, device: machineDevice(machine) },
    });
    search.forTime(this.#isOver, hopeless);
    const [fastest] = isSmall ? search.forLeastMemory() : search.found;
    if (fastest === undefined) throw new PlanningError(null, 'no shardings were found for a stage');
    const { choices } = fastest.model;
    const chain = chainPositions(program, ties);
    const costs = positionCosts(program, chain, problem, choices);
    applyPlan(func, problem, choices, { name: MESH, mesh }, ties, context);
    const body = total(costs.forward) + total(costs.backward);
    return {
      program,
      ties,
      chain,
      problem,
      choices,
      costs,
      once: Math.max(0, fastest.estimate.seconds - body),
    };
  }
}

function total(costs: Float64Array): number {
  return costs.reduce((sum, own) => sum + own, 0);
}

/** The tasks of all devices, in the order in which they begin if all stages are alike. */
function tasksInOrder(
  { stages, chunks, microbatches, schedule }: StageShape,
  work: StageWork,
): PipelineTask[] {
  const plan = pipelinePlan(schedule, { devices: stages, microbatches, chunks });
  const own = plan.map((tasks) => tasks.filter((task) => work.hasPass(task.kind)));
  const { tasks } = timePlan(own, { forward: 1, backward: schedule === 'zb-h1' ? 1 : 2, weights: 1 });
  return tasks.flat().sort((a, b) => a.start - b.start || a.stage - b.stage);
}

/** Returns all numbers of microbatches that a batch has, the least first. */
export function microbatchCounts(batch: number): number[] {
  return Array.from({ length: batch }, (_, i) => i + 1).filter((count) => count > 1 && batch % count === 0);
}

/** Number of devices of a shape. */
export function devicesOfShape({ stages, mesh }: StageShape): number {
  return product([stages, mesh.totalSize]);
}
