import { machineDevice } from '@shardform/cost-model';
import { getSharding, ManualComputationOp } from '@shardform/dialect-sdy';
import type { FuncOp } from '@shardform/dialect-func';
import type { Value } from '@shardform/ir-core';
import { donatedArguments } from '@shardform/runtime-dist';
import { type LayoutChoices, layoutChoices } from '../layouts/layout-choices.ts';
import type { StrategyName } from '../layouts/strategies.ts';
import { RestrictedPlanning } from '../layouts/restricted-planning.ts';
import { type Alternative, alternativesOf } from '../explain/alternatives.ts';
import { batchConstraints } from '../constraints/batch-constraints.ts';
import type { SourceConstraint } from '../constraints/constrain-values.ts';
import { type ConstraintOptions, searchConstraints } from '../constraints/constraint-search.ts';
import { ProgramSplits } from '../constraints/program-splits.ts';
import { numberedValues, type SourceValue } from '../constraints/source-values.ts';
import { type DimSplits, splitsKey } from '../problem/dim-splits.ts';
import { ALL_EXPOSED } from '../problem/priced-problem.ts';
import type { Item } from '../problem/program-graph.ts';
import { shardingProblem, type ShardingProblem } from '../problem/sharding-problem.ts';
import type { Depth } from '../repetition/shallow-program.ts';
import { stepOutline } from '../step/step-outline.ts';
import { costOfChoices } from '../solver/cost-of-choices.ts';
import { solveWithout } from '../solver/solve-without.ts';
import type { ModelledCost, SolvedModel } from './candidate.ts';
import { CandidateSearch } from './candidate-search.ts';
import { descendArguments } from './argument-descent.ts';
import type { ProgramOnMesh } from './program-on-mesh.ts';
import { propagatedChoices } from './propagated-choices.ts';
import { transferredChoices } from './transferred-choices.ts';
import { argumentSplitsOf, type PlannedProgram, secondsOf, SimulatedPlans } from './simulated-plans.ts';

/** A plan is replaced by one that takes less than this part of its time. */
const WORTHWHILE = 0.999;

/** Arguments are tried in ways with which a plan is slower by up to this factor, as estimated. */
const PROMISING = 1.15;

/** Programs of more operations take long to simulate. */
const LARGE = 1000;

/** The models of plans that were found for the same program with fewer layers. */
interface ShallowModels {
  readonly planning: MeshPlanning;
  /** Returns the items of a copy of the program with fewer layers, by those of a copy of the program. */
  readonly counterparts: (deep: FuncOp, shallow: FuncOp) => ReadonlyMap<Item, Item>;
}

/** The problem of a program on a mesh, with plans that were looked for and programs that were simulated. */
export class MeshPlanning {
  readonly program: ProgramOnMesh;
  readonly plans: SimulatedPlans;
  /** Of plans that are modelled in the problem of the same program with fewer layers; `null` for plans of {@link problem}. */
  readonly #shallow: ShallowModels | null;
  #problem: ShardingProblem | null = null;
  #search: CandidateSearch | null = null;
  readonly #layouts: LayoutChoices[] = [];
  /** The numbered values of the problem. */
  #items: readonly Value[] | null = null;
  /** By choices. */
  readonly #alternatives = new Map<string, readonly Alternative[]>();

  /**
   * @param pinsUses whether operands may be constrained, too.
   * @param memory bytes that a device may hold.
   * @param depth of the program that plans are for; the program's own by default.
   * @param shallow where plans come from the same program with fewer layers.
   */
  constructor(
    program: ProgramOnMesh,
    pinsUses: boolean,
    memory = Infinity,
    depth: Depth | null = null,
    shallow: ShallowModels | null = null,
  ) {
    this.program = program;
    this.#shallow = shallow;
    this.plans = new SimulatedPlans(program, pinsUses, memory, depth);
  }

  /**
   * The choices that there are, which are worked out when they are asked for.
   *
   * @throws PlanningError where the program can't be planned.
   * @throws CostError for an operation of unknown cost, MachineError for a machine without the devices of the mesh.
   * @throws Interrupted
   */
  get problem(): ShardingProblem {
    if (this.#problem !== null) return this.#problem;
    const { context, machine, mesh, ties } = this.program;
    return (this.#problem = shardingProblem(this.plans.func, context, { mesh: mesh.mesh, machine, ties }));
  }

  /** @throws as {@link problem} does. */
  get search(): CandidateSearch {
    if (this.#search !== null) return this.#search;
    const { problem } = this;
    const { machine, mesh } = this.program;
    const outline = stepOutline(problem, new Set(donatedArguments(this.plans.func).keys()));
    const axisSizes = mesh.mesh.axes.map(({ size }) => size);
    return (this.#search = new CandidateSearch(problem, outline, {
      axisSizes,
      device: machineDevice(machine),
    }));
  }

  /** Number of operations of the program without calls. */
  get operations(): number {
    return this.plans.operations;
  }

  /** Whether a program has so many operations that few plans are simulated. */
  get isLarge(): boolean {
    return this.operations > LARGE;
  }

  /** Known layouts that were made, with what else is best in them. */
  get layouts(): readonly LayoutChoices[] {
    return this.#layouts;
  }

  /**
   * Adds known layouts to the plans that were found: some are faster than a model takes them for that adds up costs.
   *
   * @param isOver asks whether to be content with what there is.
   * @param strategy the family of layouts that is asked for.
   * @throws Interrupted
   */
  addLayouts(isOver: () => boolean, strategy?: StrategyName): void {
    const [fastest] = this.search.found;
    const { exposed } = fastest?.model.assumptions ?? ALL_EXPOSED;
    const planning = new RestrictedPlanning(this.problem, this.program.mesh, exposed);
    for (const layout of layoutChoices(planning, this.program, this.program.context, strategy)) {
      this.#layouts.push(layout);
      if (fastest !== undefined) this.search.add(layout.choices, fastest.model);
      if (isOver()) return;
    }
  }

  /** Returns the second best of the decisions of a plan, the largest tensors first. @throws Interrupted */
  alternativesTo({ choices, assumptions: { exposed } }: ModelledCost): readonly Alternative[] {
    const key = choices.join();
    let known = this.#alternatives.get(key);
    if (known === undefined) {
      const planning = new RestrictedPlanning(this.problem, this.program.mesh, exposed);
      this.#alternatives.set(key, (known = alternativesOf(planning, choices)));
    }
    return known;
  }

  /** Partitions and simulates other choices of a plan's model; `null` where that can't be done. @throws Interrupted */
  simulateOther(choices: readonly number[], model: SolvedModel): PlannedProgram | null {
    return this.plans.of(this.problem, this.search.add(choices, model));
  }

  /**
   * Improves how the arguments of a plan are split, with everything else left to propagation. The result is a plan, and so is what
   * propagation makes of it. What models say of the result is what they say of the plan, which is slower: they know nothing of what the
   * partitioner does otherwise.
   *
   * @param model of the plan.
   * @param most so many programs are simulated at most.
   * @param allows whether a program may be chosen.
   * @throws Interrupted
   */
  improveArguments(
    plan: PlannedProgram,
    model: ModelledCost,
    most: number,
    allows: (program: PlannedProgram) => boolean,
  ): void {
    const { func } = this.problem;
    const start = argumentSplitsOf(this.problem, model.choices);
    const simulate = (splits: readonly (DimSplits | null)[]): PlannedProgram | null =>
      this.plans.ofArguments(splits);
    const ways = func.entry.arguments.map((argument) => this.promisingWays(argument, model));
    const found = descendArguments(start, { ways, simulate, most, allows });
    if (found === null || secondsOf(found) >= WORTHWHILE * secondsOf(plan)) return;
    const planning = new RestrictedPlanning(this.problem, this.program.mesh, model.assumptions.exposed);
    const choices = propagatedChoices(planning, found, this.program);
    if (choices === null) return;
    const whole = this.simulateOther(choices, model);
    // With more of it written down, a program may be divided otherwise.
    const isWhole = whole !== null && secondsOf(whole) * WORTHWHILE <= secondsOf(found);
    this.plans.add({ ...(isWhole ? whole : found), model: { ...model, choices } });
  }

  /** The ways to split an argument with which the best plan of its model is nearly as fast as a plan, as estimated. */
  promisingWays(argument: Value, model: ModelledCost): DimSplits[] {
    const number = this.problem.classOf.get(argument);
    if (number === undefined) return [];
    const limit = PROMISING * this.search.add(model.choices, model).estimate.seconds;
    return this.problem.classes[number]!.strategies.flatMap(({ results }, own) => {
      const { choices, cost } = solveWithout(model.priced, number, (choice) => choice !== own);
      const isPromising = cost < Infinity && this.search.add(choices, model).estimate.seconds <= limit;
      return isPromising ? [results[0]!] : [];
    });
  }

  /**
   * Adds constraints to a plan that leaves what is inside to propagation, where they make it faster. Values are split as in the plan's
   * model.
   *
   * @returns how many programs were simulated.
   * @throws Interrupted
   */
  addConstraints(
    plan: PlannedProgram,
    options: Pick<ConstraintOptions, 'most' | 'possible' | 'memory' | 'isOver'>,
  ): number {
    const { argumentSplits, model, layout } = plan;
    if (argumentSplits === null || model === null) return 0;
    const { mesh, context } = this.program;
    const items = this.#numbered();
    const known = new WeakMap<PlannedProgram, ProgramSplits>();
    const programSplits = (own: PlannedProgram): ProgramSplits => {
      let splits = known.get(own);
      if (splits === undefined) known.set(own, (splits = new ProgramSplits(own, mesh, context)));
      return splits;
    };
    let simulated = 0;
    const found = searchConstraints(plan, this.plans.sourceValues, {
      ...options,
      ways: (value) => this.#waysOf(value, model),
      splitsIn: (own, { values }) => programSplits(own).of(values.map((number) => items[number]!)),
      simulate: (constraints) => {
        simulated++;
        const other = this.plans.ofArguments(argumentSplits, constraints);
        return other && { ...other, model, layout };
      },
    });
    if (found !== plan) this.plans.addVariant(found);
    return simulated;
  }

  /** Simulates a plan with more constraints; `null` where that can't be done. */
  withConstraints(plan: PlannedProgram, constraints: readonly SourceConstraint[]): PlannedProgram | null {
    const { argumentSplits, model, layout } = plan;
    if (argumentSplits === null) return null;
    const other = this.plans.ofArguments(argumentSplits, [...plan.constraints, ...constraints]);
    return other && { ...other, model, layout };
  }

  /** Returns the {@link batchConstraints} of the program. */
  batchConstraints(batch: number, axes: readonly number[]): SourceConstraint[] {
    return batchConstraints(this.plans.sourceValues, batch, axes);
  }

  /** Simulates a plan with constraints on everything that its model says of lines of the source; `null` where that can't be done. */
  withAllConstraints(plan: PlannedProgram): PlannedProgram | null {
    const { model } = plan;
    return model === null
      ? null
      : this.withConstraints({ ...plan, constraints: [] }, this.constraintsOf(model));
  }

  /** Returns everything that a model says of lines of the source. */
  constraintsOf(model: ModelledCost): SourceConstraint[] {
    return this.plans.sourceValues.flatMap((value) =>
      this.#waysOf(value, model)
        .slice(0, 1)
        .map((splits) => ({ value, splits })),
    );
  }

  #numbered(): readonly Value[] {
    return (this.#items ??= numberedValues(this.problem.func));
  }

  /** The ways in which a plan splits a value of the source. */
  #waysOf({ values, forward }: SourceValue, { choices }: ModelledCost): DimSplits[] {
    const ways = new Map<string, DimSplits>();
    for (const number of values.slice(0, forward)) {
      const splits = splitsIn(this.problem, choices, this.#numbered()[number]!);
      if (splits !== null) ways.set(splitsKey(splits), splits);
    }
    return [...ways.values()];
  }

  /**
   * Returns how a plan is modelled in the {@link problem}, of which it may be a plan of a program with fewer layers; `null` for the program as
   * it is written.
   *
   * @throws Interrupted
   */
  modelOf(plan: PlannedProgram): ModelledCost | null {
    const { model } = plan;
    if (model === null || this.#shallow === null) return model;
    const { exposed } = model.assumptions;
    const { planning, counterparts } = this.#shallow;
    const choices = transferredChoices(
      model.choices,
      planning.problem,
      this.problem,
      counterparts(this.problem.func, planning.problem.func),
    );
    if (choices === null) return null;
    const solved = this.search.modelUnder({ exposed });
    return { ...solved, seconds: costOfChoices(solved.priced, choices), choices };
  }

  /** Whether the program says how something is split. */
  isAnnotated(): boolean {
    const { context } = this.program;
    const func = this.plans.written;
    const isSplit = (value: Value): boolean => getSharding(value, context) !== null;
    if (func.entry.arguments.some(isSplit)) return true;
    let isAnnotated = false;
    func.walk((op) => {
      isAnnotated ||= op instanceof ManualComputationOp || op.results.some(isSplit);
    });
    return isAnnotated;
  }
}

/** How a plan splits a value of its problem; `null` for one that it says nothing about. */
function splitsIn(
  { classes, classOf }: ShardingProblem,
  choices: readonly number[],
  value: Value,
): DimSplits | null {
  const { definingOp } = value;
  const number = classOf.get(value) ?? (definingOp === null ? undefined : classOf.get(definingOp));
  if (number === undefined) return null;
  const { results } = classes[number]!.strategies[choices[number]!]!;
  const index = definingOp?.results.findIndex((own) => own === value) ?? 0;
  return results[classOf.has(value) ? 0 : index] ?? null;
}
