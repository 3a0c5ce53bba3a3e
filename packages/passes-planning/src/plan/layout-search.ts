import { valueAttrs } from '@shardform/dialect-func';
import { SHARDING } from '@shardform/dialect-sdy';
import { bytesOfType } from '@shardform/cost-model';
import { checkInterrupt } from '@shardform/ir-core';
import type { SourceConstraint } from '../constraints/constrain-values.ts';
import { MOST_CONSTRAINTS } from '../constraints/constraint-search.ts';
import { argumentGroups } from '../layouts/argument-groups.ts';
import { isSequence, layoutName, type NamedLayout } from '../layouts/layout-name.ts';
import { type ProgramRoles, programRoles } from '../layouts/program-roles.ts';
import { isOfStrategy, type StrategyName } from '../layouts/strategies.ts';
import { type DimSplits, splitsKey } from '../problem/dim-splits.ts';
import type { Candidate, ModelledCost } from './candidate.ts';
import { byEstimate, distinct } from './candidate-search.ts';
import type { MeshPlanning } from './mesh-planning.ts';
import { argumentSplitsOf, peakOf, type PlannedProgram, secondsOf } from './simulated-plans.ts';

/** What layouts are looked for. */
export interface LayoutSearchOptions {
  /** Bytes that a device may hold. */
  readonly memory: number;
  /** The family of layouts; any by default. */
  readonly strategy?: StrategyName | undefined;
  readonly isOver: () => boolean;
}

/** So many plans of the model are simulated beside the known layouts. */
const MOST_MODELLED = 4;

/**
 * Constraints are simulated on all values of this number of the programs that are fastest as they are, and of those that are fastest as
 * estimated; this number of programs gets some.
 */
const [MOST_PROMISING, MOST_CONSTRAINED] = [4, 3];

/** No more programs get constraints when those of so many in a row save nothing. */
const MOST_FUTILE = 5;

/** Constraints on all values have to save this part of the time, or a few are not looked for. */
const WORTH_CONSTRAINTS = 0.01;

/** So many operations are simulated for a mesh, in so many programs at least and at most. */
const [WORK, FEWEST, MOST] = [40_000, 12, 160];

/** The part of the programs with which constraints are looked for, and that is left for them and what follows. */
const [FOR_CONSTRAINTS, LEFT_FOR_CONSTRAINTS] = [0.5, 0.4];

/** Programs of more operations take long to solve. */
const SMALL = 150;

/** An argument is tried in so many ways. */
const MOST_WAYS = 3;

/** Parameters of less than this part of the bytes of the largest one are whole. */
const NEGLIGIBLE = 1 / 200;

/** A way to split arguments is taken that saves this part of the time. */
const WORTHWHILE = 0.005;

/**
 * Looks for a layout that another compiler is going to propagate and partition: shardings of arguments, and constraints on what a few lines
 * of the source compute. The model of single choices says where to look; simulations of the program as it is going to be partitioned
 * decide.
 */
export class LayoutSearch {
  readonly #planning: MeshPlanning;
  readonly #memory: number;
  readonly #strategy: StrategyName | undefined;
  readonly #isOver: () => boolean;
  readonly #groups: readonly (readonly number[])[];
  readonly #roles: ProgramRoles;
  /** Arguments with a batch, the largest first. */
  readonly #data: readonly number[];
  /** Parameters that are much smaller than the largest one. */
  readonly #small: readonly number[];
  /** How the arguments of simulated plans are split. */
  readonly #simulated = new Set<string>();
  #left: number;

  constructor(planning: MeshPlanning, { memory, strategy, isOver }: LayoutSearchOptions) {
    this.#planning = planning;
    this.#memory = memory;
    this.#strategy = strategy;
    this.#isOver = isOver;
    this.#groups = argumentGroups(planning.problem, planning.plans.likeness);
    const { func } = planning.problem;
    const bytesOf = (index: number): number => bytesOfType(func.entry.getArgument(index).type);
    this.#roles = programRoles(func, planning.program.ties, planning.program.roles);
    this.#data = [...this.#roles.data].sort((a, b) => bytesOf(b) - bytesOf(a));
    const parameters = [...this.#roles.parameters].filter((index) => bytesOf(index) > 0);
    const largest = Math.max(...parameters.map(bytesOf));
    this.#small = parameters.filter((index) => bytesOf(index) < largest * NEGLIGIBLE);
    this.#left = Math.min(MOST, Math.max(FEWEST, Math.floor(WORK / planning.operations)));
  }

  /** Simulates known layouts and plans of the model, and improves the best ones. @throws Interrupted */
  *run(): Generator<void, void> {
    const { search, layouts } = this.#planning;
    const [fastest] = search.found;
    if (fastest === undefined) return;
    const known = layouts.map(({ name, choices, context }) => ({
      ...{ name, context },
      candidate: search.add(choices, fastest.model),
    }));
    const others = distinct([...search.found].sort(byEstimate))
      .slice(0, MOST_MODELLED)
      .map((candidate) => ({ name: null, context: [], candidate }));
    const reserve = Math.floor(LEFT_FOR_CONSTRAINTS * this.#left);
    // Known layouts come first, which are reported by their names.
    const order = [...known.sort((a, b) => byEstimate(a.candidate, b.candidate)), ...others];
    for (const { name, context, candidate } of order) {
      if (name !== null && !isOfStrategy({ name }, this.#strategy)) continue;
      if (this.#left <= reserve || this.#isOver()) break;
      this.#simulate(candidate, name, context);
      yield;
    }
    yield* this.#constrainBest();
    yield* this.#descend();
  }

  /** The programs that were simulated with arguments of their own, the best first. */
  #best(): PlannedProgram[] {
    const planned = this.#planning.plans.all.filter(
      ({ argumentSplits, layout }) => argumentSplits !== null && isOfStrategy(layout, this.#strategy),
    );
    return planned.sort((a, b) => this.#merit(a) - this.#merit(b));
  }

  /** Seconds; of a program that does not fit, more than those of any that does. */
  #merit(own: PlannedProgram): number {
    return peakOf(own) <= this.#memory ? secondsOf(own) : 1e6 * (peakOf(own) / this.#memory);
  }

  /** @param context axes along which sequences of the batch are split. */
  #simulate({ model }: Candidate, name: string | null, context: readonly number[]): void {
    const { plans, problem } = this.#planning;
    const splits = this.#regular(argumentSplitsOf(problem, model.choices), this.#batchOf(model), context);
    const key = splits.map((own) => (own === null ? '' : splitsKey(own))).join(';');
    // Known layouts with constraints of their own come before plans of the model.
    if (name === null && this.#simulated.has(key)) return;
    this.#simulated.add(key);
    this.#left--;
    checkInterrupt();
    const [best] = this.#best();
    if (best !== undefined && peakOf(best) <= this.#memory && plans.isHopeless(splits)) return;
    // Where shardings are given, a known layout may be none.
    const found = this.#nameOf(splits);
    // Where sizes do not divide, parameters of a layout that splits them may all be whole.
    const isWhole = [...this.#roles.parameters].every((index) => splits[index]?.flat().length === 0);
    const isOther = isWhole && found !== null && found.name !== name;
    const isKnown = name !== null && !isOther && !splits.some((_, index) => this.#isGiven(index));
    const isContrary = found?.isContrary ?? false;
    const layout = isKnown ? { name, isChanged: false, isContrary } : found;
    const constraints = isOfStrategy(layout, 'sp') ? this.#streamConstraints(model) : [];
    // Without them, activations are not split along the sequence.
    if (isOfStrategy(layout, 'sp') && constraints.length === 0) return;
    const own = plans.ofArguments(splits, constraints);
    if (own !== null) plans.addVariant({ ...own, model, layout });
  }

  /** Constraints on what layers pass on to each other, as a model splits it. */
  #streamConstraints(model: ModelledCost): SourceConstraint[] {
    const stream = this.#roles.stream?.join();
    return this.#planning
      .constraintsOf(model)
      .filter(({ value: { type, kind } }) => type.shape.join() === stream && kind === 'add')
      .slice(0, MOST_CONSTRAINTS);
  }

  #nameOf(splits: readonly (DimSplits | null)[]): NamedLayout | null {
    const { problem, program } = this.#planning;
    return layoutName(problem.func, splits, this.#roles, program.mesh.mesh);
  }

  /** The name of a program with the constraints of another one. */
  #nameAfter(before: PlannedProgram, { argumentSplits }: PlannedProgram): NamedLayout | null {
    const [own, other] = [argumentSplits, before.argumentSplits].map((splits) => this.#nameOf(splits!));
    const isKept = own?.name === other?.name && before.layout !== null && own != null;
    return isKept ? { ...own, name: before.layout.name } : (own ?? null);
  }

  /** The axes along which a model splits the batch of what layers pass on to each other. */
  #batchOf(model: ModelledCost): readonly number[] {
    return this.#streamConstraints(model)[0]?.splits[0] ?? [];
  }

  /**
   * The same, with the arguments of a group split as the first one is, and those that a host loads by the batch and their sequence alone, but
   * for those that the program itself says how to split.
   *
   * @param inside the axes that split the batch where no argument has it split.
   * @param context the axes that split the sequence.
   */
  #regular(
    splits: readonly (DimSplits | null)[],
    inside: readonly number[],
    context: readonly number[],
  ): (DimSplits | null)[] {
    const { inputs } = this.#planning.problem.func.functionType;
    const isGiven = (index: number): boolean => this.#isGiven(index);
    const regular = [...splits];
    for (const group of this.#groups) {
      const leader = group.find(isGiven) ?? group[0]!;
      for (const index of group) if (!isGiven(index)) regular[index] = splits[leader]!;
    }
    // Vectors, such as the scale of a norm, are whole: what is saved is little, and propagation splits activations by them.
    for (const index of this.#small) if (!isGiven(index)) regular[index] = regular[index]!.map(() => []);
    const outside = this.#data.map((index) => regular[index]?.[0] ?? []).find((axes) => axes.length > 0);
    // Axes in another order are another split.
    const isSame = outside?.length === inside.length && outside.every((axis) => inside.includes(axis));
    const batch = outside === undefined || isSame ? inside : outside;
    if (batch.length + context.length > 0)
      for (const index of this.#data)
        if (!isGiven(index))
          regular[index] = regular[index]!.map((_, dim) =>
            dim === 0 ? batch : dim === 1 && isSequence(inputs[index], this.#roles.stream) ? context : [],
          );
    return regular;
  }

  /** Whether the program says how an argument is split. */
  #isGiven(index: number): boolean {
    return valueAttrs(this.#planning.plans.written, 'arg_attrs', index).get(SHARDING) !== null;
  }

  /** Constraints on all values say what a few of them can save at most; the first plans that promise something get some. */
  *#constrainBest(): Generator<void, void> {
    const planning = this.#planning;
    let [count, futile] = [0, 0];
    for (const unconstrained of this.#promising()) {
      if (count === MOST_CONSTRAINED || futile === MOST_FUTILE || this.#mayEnd()) return;
      futile++;
      const plan = this.#withBatchConstraint(unconstrained);
      yield;
      if (this.#mayEnd()) return;
      this.#left--;
      const all = planning.withAllConstraints(plan);
      yield;
      if (all === null) continue;
      const possible = this.#merit(all);
      if (possible >= this.#merit(plan) * (1 - WORTH_CONSTRAINTS)) continue;
      // What is slower than the best plan even so is not looked into.
      if (possible > this.#merit(this.#best()[0]!) || this.#mayEnd()) continue;
      futile = 0;
      const most = Math.ceil((FOR_CONSTRAINTS * this.#left) / (MOST_CONSTRAINED - count));
      count++;
      const options = { most, possible, memory: this.#memory, isOver: () => this.#mayEnd() };
      this.#left -= planning.addConstraints(plan, options);
      yield;
    }
  }

  /** The plan, or the same with its activations kept split as its batch is, if that is faster. */
  #withBatchConstraint(plan: PlannedProgram): PlannedProgram {
    const { batch } = this.#roles;
    const axes = this.#data
      .map((index) => plan.argumentSplits?.[index]?.[0] ?? [])
      .find((own) => own.length > 0);
    if (batch === null || axes === undefined) return plan;
    let best = plan;
    for (const constraint of this.#planning.batchConstraints(batch, axes)) {
      checkInterrupt();
      this.#left--;
      const other = this.#planning.withConstraints(plan, [constraint]);
      if (other !== null && this.#merit(other) < this.#merit(best)) best = other;
    }
    return best === plan ? plan : this.#planning.plans.addVariant(best);
  }

  /** Propagation alone may make a plan slow that its estimate, which has everything as it is best, finds fast. */
  #promising(): readonly PlannedProgram[] {
    const best = this.#best();
    const estimated = (own: PlannedProgram): number =>
      own.model === null
        ? Infinity
        : this.#planning.search.add(own.model.choices, own.model).estimate.seconds;
    const byModel = best.toSorted((a, b) => estimated(a) - estimated(b)).slice(0, MOST_PROMISING);
    // What estimates promise most comes first: there may be time for few.
    return [...new Set(byModel.flatMap((own, i) => [own, best[i]!]))];
  }

  /** Splits the arguments of the best program in other ways, the largest first. */
  *#descend(): Generator<void, void> {
    const { plans, problem } = this.#planning;
    let [best] = this.#best();
    if (best?.model == null) return;
    const { model } = best;
    const batch = this.#batchOf(model);
    const context = [...new Set(this.#data.flatMap((index) => best!.argumentSplits?.[index]?.[1] ?? []))];
    const bytesOf = (group: readonly number[]): number =>
      group.reduce((sum, index) => sum + bytesOfType(problem.func.entry.getArgument(index).type), 0);
    const groups = this.#groups.toSorted((a, b) => bytesOf(b) - bytesOf(a));
    for (const group of groups) {
      for (const way of this.#ways(group[0]!, model)) {
        if (this.#mayEnd()) return;
        const before = best.argumentSplits!;
        if (before[group[0]!] == null || splitsKey(before[group[0]!]!) === splitsKey(way)) continue;
        const splits = before.map((own, index) => (group.includes(index) ? way : own));
        this.#left--;
        checkInterrupt();
        const found = plans.ofArguments(this.#regular(splits, batch, context), best.constraints);
        if (found === null || this.#merit(found) >= this.#merit(best) * (1 - WORTHWHILE)) continue;
        const layout = this.#nameAfter(best, found);
        if (!isOfStrategy(layout, this.#strategy)) continue;
        best = plans.addVariant({ ...found, model, layout });
        yield;
      }
    }
  }

  /** The ways in which other plans split an argument, the best plans first; of a small program, those that its model finds promising, too. */
  #ways(argument: number, model: ModelledCost): readonly DimSplits[] {
    const value = this.#planning.problem.func.entry.getArgument(argument);
    const others = this.#best()
      .map(({ argumentSplits }) => argumentSplits?.[argument] ?? null)
      .filter((own) => own !== null);
    const own =
      this.#planning.operations > SMALL ? [] : this.#planning.promisingWays(value, model).slice(0, MOST_WAYS);
    const ways = new Map([...own, ...others].map((way) => [splitsKey(way), way]));
    return [...ways.values()].slice(0, own.length + MOST_WAYS);
  }

  #mayEnd(): boolean {
    return this.#left <= 0 || this.#isOver();
  }
}
