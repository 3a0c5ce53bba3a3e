import type { Candidate, ModelledCost } from './candidate.ts';
import { distinct } from './candidate-search.ts';
import { firstOfEach } from './first-of-each.ts';
import { mixed } from './mixed-candidates.ts';
import { MOST_CONSTRAINTS } from '../constraints/constraint-search.ts';
import { isOfStrategy } from '../layouts/strategies.ts';
import { LayoutSearch } from './layout-search.ts';
import type { PlanOptions } from './make-plan.ts';
import { MeshPlanning } from './mesh-planning.ts';
import type { ProgramOnMesh } from './program-on-mesh.ts';
import { bytesWithoutScatters, peakOf, type PlannedProgram, secondsOf } from './simulated-plans.ts';
import { type Depth, type ShallowProgram, shallowProgram } from '../repetition/shallow-program.ts';
import { transferredChoices } from './transferred-choices.ts';

/** So many plans of a mesh are simulated at most, and fewer of programs of many operations. */
const [MOST_SIMULATED, FEWEST_SIMULATED, OPERATIONS] = [24, 3, 1500];

/** Plans are simulated that are slower than the fastest by up to this factor, as estimated. */
const PROMISING = 1.08;

/** Of large programs, plans are simulated that are faster than the best so far by this part, as estimated. */
const LEAST_GAIN = 0.002;

/** So many times as many plans are simulated at most to find out how little memory is enough. */
const SMALLEST = 3;

/** Plans are looked for that take so much of the least memory that was found, as estimated. */
const BELOW_LEAST = 0.95;

/** How often a limit of memory is lowered that turned out to be estimated too high. */
const MOST_CORRECTIONS = 4;

/** A plan is replaced by others that are like it so often at most, if they are faster by more than this part. */
const [MOST_IMPROVEMENTS, LEAST_IMPROVEMENT] = [3, 1e-6];

/** Layouts and second best decisions are simulated that promise to be slower than the plan by up to this factor. */
const NEARLY_AS_FAST = 1.05;

/** So many shardings of arguments are tried, with so many operations of programs that are simulated, if there may be enough. */
const [MOST_ARGUMENTS_TRIED, ARGUMENT_WORK, FEWEST_ARGUMENTS_TRIED] = [150, 4000, 20];

/**
 * A known layout is taken that is slower than the fastest plan by up to the first factor: people recognize it. By up to the second, if it sends
 * no more by the third where a compiler makes no reduce-scatters.
 */
const [RECOGNIZED, EVERYWHERE, ALIKE] = [1.03, 1.05, 1.1];

/** Plans of a program with few layers that are simulated with all of them: at least, at most, and in between for this number of operations. */
const [FEWEST_DEEP, MOST_DEEP, DEEP_WORK] = [2, 6, 16_000];

interface ShallowPlan extends ShallowProgram {
  readonly plan: MeshPlan;
}

/** The plan of a program for one mesh, in steps: what is found doesn't depend on plans for other meshes. */
export class MeshPlan {
  readonly planning: MeshPlanning;
  readonly #options: PlanOptions;
  /** The plan of the same program with fewer of its repeated layers, whose plans are tried in this one; `null` for a program without. */
  readonly #shallow: ShallowPlan | null;
  #work: number;

  /** @param depth of the program that plans are for; the program's own by default. */
  constructor(program: ProgramOnMesh, options: PlanOptions, depth: Depth | null = null) {
    this.#options = options;
    this.#work = options.work ?? Infinity;
    const isDeep = depth === null && program.partitioner === 'xla' && program.freer === undefined;
    const shallow = isDeep ? shallowProgram(program) : null;
    this.#shallow = shallow && { ...shallow, plan: new MeshPlan(shallow.program, options, shallow.depth) };
    const { pinsUses = true, memory } = options;
    const models = this.#shallow && {
      planning: this.#shallow.plan.planning,
      counterparts: this.#shallow.counterparts,
    };
    this.planning = new MeshPlanning(program, pinsUses, memory, depth, models);
  }

  /** All that were simulated, the fastest first; of those that are alike, the program as it is written. */
  get tried(): PlannedProgram[] {
    const isPlanned = ({ model }: PlannedProgram): number => (model === null ? 0 : 1);
    return [...this.planning.plans.all].sort(
      (a, b) => secondsOf(a) - secondsOf(b) || peakOf(a) - peakOf(b) || isPlanned(a) - isPlanned(b),
    );
  }

  /** The fastest that fits, or of those that don't the one that takes the least memory; `undefined` for none. */
  get best(): PlannedProgram | undefined {
    const tried = this.tried.filter(({ layout }) => isOfStrategy(layout, this.#options.strategy));
    const fitting = tried.filter((own) => this.fits(own));
    return this.#recognized(fitting) ?? fitting[0] ?? [...tried].sort((a, b) => peakOf(a) - peakOf(b))[0];
  }

  /**
   * Of plans that are nearly as fast as the fastest, a known layout: one that sends as much where a compiler makes no reduce-scatters, and has
   * the fewest constraints. Layouts that use axes otherwise than their names say come last.
   */
  #recognized(fitting: readonly PlannedProgram[]): PlannedProgram | undefined {
    const [fastest] = fitting;
    if (fastest === undefined || fastest.model === null) return fastest;
    const isEverywhere = ({ facts }: PlannedProgram): boolean =>
      bytesWithoutScatters(facts) <= ALIKE * facts.sent.bytes;
    const limitOf = (own: PlannedProgram): number => (isEverywhere(own) ? EVERYWHERE : RECOGNIZED);
    const known = fitting.filter(
      (own) => own.layout?.isChanged === false && secondsOf(own) <= limitOf(own) * secondsOf(fastest),
    );
    const rank = (own: PlannedProgram): number =>
      (own.layout?.isContrary === true ? 2 * (MOST_CONSTRAINTS + 1) : 0) +
      (isEverywhere(own) ? 0 : MOST_CONSTRAINTS + 1) +
      own.constraints.length;
    return known.sort((a, b) => rank(a) - rank(b) || secondsOf(a) - secondsOf(b))[0];
  }

  fits(program: PlannedProgram): boolean {
    return peakOf(program) <= (this.#options.memory ?? Infinity);
  }

  /** Whether a plan was simulated that fits. */
  hasFitting(): boolean {
    return this.planning.plans.all.some((own) => this.fits(own));
  }

  /** Seconds that the fastest plan takes, as estimated; of a program of repeated layers, with few of them. */
  get estimated(): number {
    if (this.#shallow !== null) return this.#shallow.plan.estimated;
    return this.planning.search.found[0]?.estimate.seconds ?? Infinity;
  }

  /**
   * Makes the first plan with an estimate.
   *
   * @throws PlanningError if no shardings comply with all annotations; PlanningError, CostError or MachineError as {@link MeshPlanning} does.
   */
  look(): void {
    if (this.#shallow === null) this.planning.search.look();
    else this.#shallow.plan.look();
  }

  /**
   * Looks for plans with an estimate.
   *
   * @param hopeless seconds: when the first plans are slower, no others are looked for.
   * @throws PlanningError if no shardings comply with all annotations.
   * @throws Interrupted
   */
  find(hopeless: number): void {
    if (this.#shallow !== null) {
      this.#shallow.plan.find(hopeless);
      return;
    }
    const isOver = (): boolean => this.#isOver();
    const { search } = this.planning;
    search.forTime(isOver, hopeless);
    if (this.#isOver() || this.estimated > hopeless) return;
    this.planning.addLayouts(isOver, this.#options.strategy);
    search.improveFastest(isOver);
  }

  /**
   * Adds the fastest plan of the same program with fewer shardings to keep that keeps those of this one, too.
   *
   * @returns whether that is its best plan. Then known layouts are added to be compared with, and nothing else.
   */
  addFrom(freer: MeshPlan): boolean {
    const { planning } = this;
    const { best, tried } = freer;
    for (const own of best === undefined ? [] : [best, ...tried.slice(0, MOST_SIMULATED)]) {
      if (own.model === null) continue;
      const choices = transferredChoices(own.model.choices, freer.planning.problem, planning.problem);
      if (choices === null) continue;
      const candidate = planning.search.addUnder(choices, { exposed: own.model.assumptions.exposed });
      const simulated = planning.plans.of(planning.problem, candidate);
      if (own === best && simulated !== null)
        planning.addLayouts(() => this.#isOver(), this.#options.strategy);
      return own === best && simulated !== null;
    }
    return false;
  }

  /** Simulates the most promising plans. */
  *simulateBest(): Generator<void, void> {
    if (this.#shallow !== null) {
      yield* this.#shallow.plan.simulateBest();
      yield* this.#simulateShallow(this.#shallow);
      return;
    }
    if (this.#isPropagated) {
      const memory = this.#options.memory ?? Infinity;
      const { strategy } = this.#options;
      yield* new LayoutSearch(this.planning, { memory, strategy, isOver: () => this.#isOver() }).run();
      return;
    }
    const limit = PROMISING * this.estimated;
    const promising = distinct(
      this.planning.search.found.filter(({ estimate }) => estimate.seconds <= limit),
    );
    for (const candidate of mixed(promising, this.planning.problem).slice(0, this.#mostAtOnce())) {
      const [best] = this.tried;
      const { seconds } = candidate.estimate;
      const mayWin = best === undefined || seconds < (1 - LEAST_GAIN) * secondsOf(best);
      if (this.planning.isLarge && !mayWin) continue;
      if (best !== undefined && !this.#mayTry()) break;
      this.#simulate(candidate);
      yield;
    }
  }

  /**
   * Simulates the best plans of the program with fewer layers in this one, with the fastest of each known layout. Which is best is decided by
   * their times in the whole program.
   */
  *#simulateShallow({ plan, argumentOf }: ShallowPlan): Generator<void, void> {
    const { plans } = this.planning;
    const { best, tried } = plan;
    if (best === undefined) return;
    const ofNames = firstOfEach(tried, ({ layout }) => layout?.name);
    const order = [...new Set([best, ...tried.slice(0, FEWEST_SIMULATED), ...ofNames])];
    const most = Math.max(FEWEST_DEEP, Math.min(MOST_DEEP, Math.floor(DEEP_WORK / plans.operations)));
    for (const own of order.slice(0, most)) {
      if (this.hasFitting() && this.#isOver()) return;
      const constraints = plans.ownConstraints(own.constraints);
      if (constraints === null || own.argumentSplits === null) continue;
      const splits = argumentOf.map((argument) => own.argumentSplits![argument]!);
      const found = plans.ofArguments(splits, constraints);
      if (found !== null) plans.addVariant({ ...found, model: own.model, layout: own.layout });
      yield;
    }
  }

  /**
   * The program as it is written is a plan, too, unless that would take too long to know: without shardings, every device
   * does the whole of it.
   *
   * @param isAsked whether there is no other plan.
   */
  simulateWritten(isAsked: boolean): void {
    if (!isAsked && this.planning.isLarge && !this.planning.isAnnotated()) return;
    if (!isAsked && !this.#mayTry()) return;
    this.#work -= this.planning.operations;
    this.planning.plans.ofWritten();
  }

  /** Simulates the program with the shardings that were not to be kept, if there are some. */
  simulateGiven(): void {
    const { given } = this.planning.program;
    if (given !== undefined) this.planning.plans.ofGiven(given);
  }

  /**
   * Looks for plans that take less memory until a simulated one fits. What estimates say of memory is corrected by what
   * simulations said.
   */
  *keepToMemory(): Generator<void, void> {
    const limit = this.#options.memory;
    const [fastest] = this.tried;
    if (limit === undefined || (fastest !== undefined && this.fits(fastest))) return;
    if (this.#shallow !== null) {
      yield* this.#shallow.plan.keepToMemory();
      yield* this.#simulateShallow(this.#shallow);
      return;
    }
    const { search, plans } = this.planning;
    // What no plan can take is not looked for, so that the least is the same for all limits below it.
    const [smallestYet] = search.forLeastMemory();
    const floor = BELOW_LEAST * (smallestYet?.estimate.peakBytes ?? 0);
    let corrected = Math.max(floor, limit / this.#memoryRatio());
    for (let trial = 0, isKept = false; trial < MOST_CORRECTIONS && !isKept; trial++) {
      const candidates = distinct(search.forMemory(corrected, () => this.#isOver()));
      let least = Infinity;
      for (const candidate of candidates.filter((own) => !plans.has(own)).slice(0, FEWEST_SIMULATED)) {
        const found = this.#simulate(candidate);
        yield;
        if (found === null) continue;
        least = Math.min(least, peakOf(found));
        isKept ||= this.fits(found);
      }
      if (least === Infinity || this.#isOver()) break;
      corrected = Math.max(floor, corrected * Math.min(0.98, limit / least));
    }
    if (this.hasFitting()) return;
    // Estimates of small peaks are not exact: the least is found among several that are estimated to differ.
    const all = search.forLeastMemory();
    const firsts = distinct(all, ({ estimate }) => estimate.peakBytes.toPrecision(9));
    const smallest = new Set([...firsts.slice(0, this.#mostAtOnce()), ...all]);
    let misses = 0;
    for (const candidate of [...smallest].slice(0, SMALLEST * this.#mostAtOnce())) {
      const found = this.#simulate(candidate);
      yield;
      misses = found !== null && this.fits(found) ? 0 : misses + 1;
      // Those that are estimated to need more are faster.
      if ((this.hasFitting() && misses >= FEWEST_SIMULATED) || this.#isOver()) break;
    }
  }

  /** Replaces the plan by a known layout, or the second best of a decision, while one of these is faster and fits. */
  *improve(): Generator<void, void> {
    const { planning } = this;
    if (this.#isPropagated) return;
    let bounded: ModelledCost | null = null;
    for (let left = MOST_IMPROVEMENTS; left > 0 && !this.#isOver(); left--) {
      const { best } = this;
      if (best === undefined || best.model === null || !this.fits(best)) return;
      const { model } = best;
      const own = planning.search.add(model.choices, model);
      bounded = model;
      // Of programs of many operations, a gain has to pay for its simulation.
      const others = [...planning.layouts, ...(planning.isLarge ? [] : planning.alternativesTo(model))];
      const limit = (planning.isLarge ? 1 - LEAST_GAIN : NEARLY_AS_FAST) * own.estimate.seconds;
      const like = others.map(({ choices }) => planning.search.add(choices, model));
      const near = [...planning.search.around(own), ...like];
      const nearest = distinct(near.filter((other) => other.estimate.seconds <= limit))
        .filter((other) => !planning.plans.has(other))
        .sort((a, b) => a.estimate.seconds - b.estimate.seconds)
        .slice(0, this.#mostAtOnce());
      for (const candidate of nearest) {
        if (this.#isOver()) return;
        planning.plans.of(planning.problem, candidate);
        yield;
      }
      const least = planning.isLarge ? LEAST_GAIN : LEAST_IMPROVEMENT;
      if (this.best === undefined || secondsOf(this.best) > (1 - least) * secondsOf(best)) break;
    }
    this.#boundBest(bounded);
  }

  /** Solves the models that say how much faster than the best plan others may be. @param bounded whose models were solved. */
  #boundBest(bounded: ModelledCost | null): void {
    const { best, planning } = this;
    if (best === undefined || best.model === null || best.model === bounded || this.#isOver()) return;
    planning.search.around(planning.search.add(best.model.choices, best.model));
  }

  /** Of small programs, arguments are tried in simulation: the partitioner may do better than any plan of all values. */
  improveArguments(): void {
    const { best, planning } = this;
    if (this.#isPropagated) return;
    const most = Math.min(MOST_ARGUMENTS_TRIED, Math.floor(ARGUMENT_WORK / planning.operations));
    if (best === undefined || most < FEWEST_ARGUMENTS_TRIED || this.#isOver()) return;
    const model = planning.search.leastGap(best.model, this.fits(best));
    const mayChoose = (own: PlannedProgram): boolean => this.fits(own) && !this.#isOver();
    if (model !== null) planning.improveArguments(best, model, most, mayChoose);
  }

  /** How a plan is modelled in the problem that it was found in; of the models that know it, the one that leaves least to others. */
  toldModel(own: PlannedProgram): ModelledCost | null {
    const { planning } = this.#shallow?.plan ?? this;
    return planning.search.leastGap(own.model, this.fits(own));
  }

  /** Whether another compiler propagates the shardings of a plan. */
  get #isPropagated(): boolean {
    return this.planning.program.partitioner === 'xla';
  }

  #simulate(candidate: Candidate): PlannedProgram | null {
    this.#work -= this.planning.operations;
    return this.planning.plans.of(this.planning.problem, candidate);
  }

  #mayTry(): boolean {
    return !this.#isOver() && this.#work >= this.planning.operations;
  }

  #isOver(): boolean {
    return this.#options.isOver?.() === true;
  }

  /** How many plans are simulated at a time. */
  #mostAtOnce(): number {
    return Math.min(
      MOST_SIMULATED,
      Math.max(FEWEST_SIMULATED, Math.floor(OPERATIONS / this.planning.operations)),
    );
  }

  /** How much more memory simulations needed than estimates said, at least: what turns out to need more is corrected then. */
  #memoryRatio(): number {
    const { search, plans } = this.planning;
    const estimates = new Map(search.found.map(({ model, estimate }) => [model.choices.join(), estimate]));
    const ratios = plans.all.flatMap((own) => {
      const estimate = own.model === null ? undefined : estimates.get(own.model.choices.join());
      return estimate === undefined ? [] : [peakOf(own) / Math.max(1, estimate.peakBytes)];
    });
    return ratios.length === 0 ? 1 : Math.min(...ratios);
  }
}
