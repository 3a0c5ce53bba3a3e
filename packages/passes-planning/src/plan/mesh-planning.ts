import { type FuncOp, programEntry } from '@shardform/dialect-func';
import { copyOf, partition } from '@shardform/inspect';
import { type Context, type ModuleOp, parsePipeline, runPasses } from '@shardform/ir-core';
import { donatedArguments, type Machine } from '@shardform/runtime-dist';
import { type Facts, measureStages } from '@shardform/study';
import { layoutChoices } from '../layouts/compare-layouts.ts';
import { RestrictedPlanning } from '../layouts/restricted-planning.ts';
import { deviceOf } from '../problem/kernel-prices.ts';
import { PlanningError } from '../problem/planning-error.ts';
import { shardingProblem, type ShardingProblem, type Tie } from '../problem/sharding-problem.ts';
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

/** Of programs of more operations, plans are simulated once, with constrained operands. */
const MOST_TWICE = 3000;

/** Of programs of up to so many operations, all plans are simulated with constrained operands, too. */
const SMALL = 100;

/** Of one that is slower than estimated by this factor the partitioner divides operations in another way. */
const SLOWER = 1.001;

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
  /** Whether constrained operands made the last plan faster that was simulated with them. */
  #mayPin = true;
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

  /**
   * Adds known layouts to the plans that were found: some are faster than a model takes them for that adds up costs.
   *
   * @param isOver asks whether to be content with what there is.
   * @throws Interrupted
   */
  addLayouts(isOver: () => boolean): void {
    const [fastest] = this.search.found;
    if (fastest === undefined) return;
    const { assumptions } = fastest.model;
    const planning = new RestrictedPlanning(this.problem, this.program.context, this.program, assumptions);
    for (const { choices } of layoutChoices(planning, this.program, this.program.context)) {
      this.search.add(choices, fastest.model);
      if (isOver()) return;
    }
  }

  /** Simulates the program as it is written. */
  simulateWritten(): PlannedProgram | null {
    return this.#once('', () => this.#simulate(this.#written, null, false));
  }

  /** Simulates the program with the shardings that were written into it. */
  simulateAsIs(): PlannedProgram | null {
    return this.#simulateAsIs(null);
  }

  /**
   * Partitions and simulates a plan.
   *
   * @param pinsUses whether operands may be constrained, too.
   * @returns `null` where that can't be done.
   * @throws Interrupted
   */
  simulate({ model, estimate }: Candidate, pinsUses: boolean): PlannedProgram | null {
    return this.#once(model.choices.join(), () => {
      const { mesh, ties, context } = this.program;
      applyPlan(this.problem.func, this.problem, model.choices, mesh, ties, context);
      if (!pinsUses) return this.#simulateAsIs(model);
      if (this.operations > MOST_TWICE) return this.#simulatePinned(model) ?? this.#simulateAsIs(model);
      const plain = this.#simulateAsIs(model);
      if (plain !== null && secondsOf(plain) <= SLOWER * estimate.seconds) return plain;
      // Where constraints did not help a plan, they rarely help another one.
      if (plain !== null && !this.#mayPin && this.operations > SMALL) return plain;
      const pinned = this.#simulatePinned(model);
      if (plain === null || pinned === null) return plain ?? pinned;
      this.#mayPin = secondsOf(pinned) * SLOWER < secondsOf(plain);
      return this.#mayPin ? pinned : plain;
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

  #simulateAsIs(model: ModelledCost | null): PlannedProgram | null {
    return this.#simulate(copyOf(this.#module), model, false);
  }

  #simulatePinned(model: ModelledCost): PlannedProgram | null {
    const unpin = pinUses(this.problem, model.choices, this.program.mesh);
    const copy = copyOf(this.#module);
    unpin();
    return this.#simulate(copy, model, true);
  }

  #simulate(module: ModuleOp, model: ModelledCost | null, pinsUses: boolean): PlannedProgram | null {
    const { context, machine } = this.program;
    const { result: facts } = context.diagnostics.capture(() => {
      const { collectives, local } = partition(module, context);
      if (local === null) return null;
      const measured = measureStages({ module, collectives, local, context }, machine).facts;
      if (measured.time === null) this.refusal = measured.problems[0] ?? this.refusal;
      return measured.time === null ? null : measured;
    });
    return facts === null ? null : { module, facts, model, pinsUses };
  }
}

function secondsOf({ facts }: PlannedProgram): number {
  return facts.time?.seconds ?? Infinity;
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
