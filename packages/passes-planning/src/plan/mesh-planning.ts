import { type FuncOp, programEntry } from '@shardform/dialect-func';
import { copyOf, partition } from '@shardform/inspect';
import { type Context, type ModuleOp, parsePipeline, runPasses } from '@shardform/ir-core';
import { donatedArguments, type Machine } from '@shardform/runtime-dist';
import { type Facts, measureStages } from '@shardform/study';
import { deviceOf } from '../problem/kernel-prices.ts';
import { PlanningError } from '../problem/planning-error.ts';
import { shardingProblem, type ShardingProblem, type Tie } from '../problem/sharding-problem.ts';
import type { StepEstimate } from '../step/step-estimate.ts';
import { stepOutline } from '../step/step-outline.ts';
import { applyPlan, type PlannedMesh } from './apply-plan.ts';
import { type Candidate, CandidateSearch, type ModelledCost } from './candidate-search.ts';
import { pinUses } from './pin-uses.ts';

/** A program that is planned for one mesh, which it declares. */
export interface ProgramOnMesh {
  readonly module: ModuleOp;
  readonly context: Context;
  readonly mesh: PlannedMesh;
  readonly machine: Machine;
  /** Results that must be split as arguments are. */
  readonly ties: readonly Tie[];
}

/** A program whose shardings are chosen, simulated. */
export interface PlannedProgram {
  readonly module: ModuleOp;
  readonly facts: Facts;
  /** `null` for the program as it is written. */
  readonly model: ModelledCost | null;
  /** Whether operands are constrained, too, because the partitioner would divide operations in other ways. */
  readonly pinsUses: boolean;
}

/** A program with what its collectives take, hidden or not. */
interface SimulatedProgram {
  readonly program: PlannedProgram;
  readonly communication: number;
}

/** Of programs of up to so many operations, plans are always simulated with constrained operands, too. */
const MOST_PINNED = 400;

/** Operands are constrained if a step is faster by this factor at least. */
const LEAST_GAIN = 0.997;

/** The problem of a program on a mesh, with plans that were looked for and programs that were simulated. */
export class MeshPlanning {
  readonly program: ProgramOnMesh;
  readonly problem: ShardingProblem;
  readonly search: CandidateSearch;
  /** Number of operations of the program without calls. */
  readonly operations: number;
  /** Why the last program that could not be simulated could not. */
  refusal = 'the program cannot be partitioned';
  /** Plans are written into it, one after the other. */
  readonly #module: ModuleOp;
  readonly #written: ModuleOp;
  readonly #simulated = new Map<string, PlannedProgram | null>();

  /**
   * @throws PlanningError where the program can't be planned.
   * @throws FlattenError for an operation of unknown cost, MachineError for a machine without the devices of the mesh.
   * @throws Interrupted
   */
  constructor(program: ProgramOnMesh) {
    const { context, machine, mesh, ties } = program;
    this.program = program;
    this.#module = copyOf(program.module);
    runPasses(this.#module, parsePipeline('builtin.module(inline,symbol-dce)', context), context);
    const func = entryOf(this.#module);
    this.#written = copyOf(this.#module);
    this.operations = operationsOf(this.#module);
    this.problem = shardingProblem(func, context, { mesh: mesh.mesh, machine, ties });
    const outline = stepOutline(this.problem, new Set(donatedArguments(func).keys()));
    const axisSizes = mesh.mesh.axes.map(({ size }) => size);
    this.search = new CandidateSearch(this.problem, outline, { axisSizes, device: deviceOf(machine) });
  }

  /** All that were simulated. */
  get simulated(): readonly PlannedProgram[] {
    return [...this.#simulated.values()].flatMap((own) => own ?? []);
  }

  /** Simulates the program as it is written. */
  simulateWritten(): PlannedProgram | null {
    return this.#once('', () => this.#simulate(this.#written, null, false)?.program ?? null);
  }

  /** Simulates the program with the shardings that were written into it. */
  simulateAsIs(): PlannedProgram | null {
    return this.#simulate(copyOf(this.#module), null, false)?.program ?? null;
  }

  /** Partitions and simulates a plan. @returns `null` where that can't be done. @throws Interrupted */
  simulate({ model, estimate }: Candidate): PlannedProgram | null {
    return this.#once(model.choices.join(), () => {
      const { mesh, ties, context } = this.program;
      applyPlan(this.problem.func, this.problem, model.choices, mesh, ties, context);
      const plain = this.#simulate(copyOf(this.#module), model, false);
      const isAsPlanned = plain !== null && isClose(plain.communication, communicationOf(estimate));
      if (isAsPlanned && this.operations > MOST_PINNED) return plain.program;
      const unpin = pinUses(this.problem, model.choices, mesh);
      const copy = copyOf(this.#module);
      unpin();
      const pinned = this.#simulate(copy, model, true);
      if (plain === null || pinned === null) return (plain ?? pinned)?.program ?? null;
      const isFaster = secondsOf(pinned) < LEAST_GAIN * secondsOf(plain);
      return isFaster ? pinned.program : plain.program;
    });
  }

  isSimulated({ model }: Candidate): boolean {
    return this.#simulated.has(model.choices.join());
  }

  #once(key: string, simulate: () => PlannedProgram | null): PlannedProgram | null {
    let known = this.#simulated.get(key);
    if (known === undefined) this.#simulated.set(key, (known = simulate()));
    return known;
  }

  #simulate(module: ModuleOp, model: ModelledCost | null, pinsUses: boolean): SimulatedProgram | null {
    const { context, machine } = this.program;
    const { result } = context.diagnostics.capture(() => {
      const { collectives: resharded, local } = partition(module, context);
      if (local === null) return null;
      const program = { module, collectives: resharded, local, context };
      const { facts, collectives } = measureStages(program, machine);
      if (facts.time === null) this.refusal = facts.problems[0] ?? this.refusal;
      const communication = collectives.reduce((sum, { seconds }) => sum + (seconds ?? 0), 0);
      return facts.time === null ? null : { facts, communication };
    });
    if (result === null) return null;
    return { program: { module, facts: result.facts, model, pinsUses }, communication: result.communication };
  }
}

function secondsOf({ program }: SimulatedProgram): number {
  return program.facts.time?.seconds ?? Infinity;
}

function communicationOf({ communication: { early, between, late } }: StepEstimate): number {
  return early.seconds + between.seconds + late.seconds;
}

function isClose(a: number, b: number): boolean {
  return Math.abs(a - b) <= 0.02 * Math.max(a, b);
}

function entryOf(module: ModuleOp): FuncOp {
  const func = programEntry(module);
  if (func === null) throw new PlanningError(null, 'the program has no function to begin with');
  return func;
}

function operationsOf(module: ModuleOp): number {
  let operations = 0;
  module.walk(() => {
    operations++;
  });
  return operations;
}
