import type { Context, ModuleOp } from '@shardform/ir-core';
import type { StrategyName } from '../layouts/strategies.ts';
import { PlanningError } from '../problem/planning-error.ts';
import { gapOf } from './candidate-search.ts';
import { MeshPlan } from './mesh-plan.ts';
import type { MeshPlanning } from './mesh-planning.ts';
import type { ProgramOnMesh } from './program-on-mesh.ts';
import { peakOf, type PlannedProgram, secondsOf } from './simulated-plans.ts';

/** What a plan is made for. */
export interface PlanOptions {
  /** Bytes that a device may hold; any number by default. */
  readonly memory?: number;
  /** Operations that may be partitioned for trials, on each mesh: a program of many has fewer. At least one plan is tried. */
  readonly work?: number;
  /**
   * Whether operands may be constrained where the partitioner would divide an operation in another way than planned; true
   * by default. Without, a plan is the shardings of values alone.
   */
  readonly pinsUses?: boolean;
  /** The family of layouts that a plan for another compiler's partitioner is of; any by default. */
  readonly strategy?: StrategyName | undefined;
  /** Asks whether to be content with the best plan so far; one is always made. */
  readonly isOver?: () => boolean;
}

/** What planning has done so far. */
export interface PlanProgress {
  /** Meshes for which plans were looked for, of all. */
  readonly meshes: number;
  readonly allMeshes: number;
  readonly simulated: number;
  /** Seconds of a step with the best plan that was simulated. */
  readonly best: number | null;
}

/** The result of planning for a mesh. */
export interface Plan {
  readonly program: ProgramOnMesh;
  /** The fastest that fits; the one that takes the least memory if none does. */
  readonly best: PlannedProgram;
  readonly fits: boolean;
  /** All that were simulated, the fastest first. */
  readonly tried: readonly PlannedProgram[];
  /** In which it was made: its models have choices of this problem. */
  readonly planning: MeshPlanning;
}

/** A mesh is given up whose first plans are slower than the best of other meshes by this factor, as estimated. */
const HOPELESS = 1.3;

/** Plans are improved for meshes that are slower than the best one by up to this factor. */
const IMPROVED = 1.05;

/** Plans are as fast as each other that differ by no more of their time. */
const ALIKE = 1e-4;

/** Plans a program for its mesh, as {@link makePlans} does. */
export function makePlan(module: ModuleOp, context: Context, options: OneMeshOptions): Plan {
  const { machine, mesh, ties, freer, partitioner, ...others } = options;
  return makePlans([{ module, context, machine, mesh, ties, freer, partitioner }], others)[0]!;
}

/** What a plan for one mesh is made for. */
export type OneMeshOptions = PlanOptions & Omit<ProgramOnMesh, 'module' | 'context'>;

/**
 * Chooses shardings for all tensors of a program, so that a step takes the least time on a machine. Annotations of the
 * program are kept. Plans are looked for with an estimate; the most promising ones are partitioned and simulated. The
 * program as it is written is a plan, too. Of several meshes, each is planned as if it were the only one, unless it is given up.
 *
 * @param programs the program with each mesh that it may be planned for.
 * @returns the plans of the meshes for which one was simulated, the best first.
 * @throws PlanningError where the program can't be planned.
 * @throws CostError for an operation of unknown cost, MachineError for a machine without the devices of the mesh.
 * @throws Interrupted
 */
export function makePlans(programs: readonly ProgramOnMesh[], options: PlanOptions): Plan[] {
  const steps = planInSteps(programs, options);
  for (;;) {
    const { done, value } = steps.next();
    if (done === true) return value;
  }
}

/** Plans as {@link makePlans} does, and tells after each step of some seconds at most what was done. */
export function planInSteps(
  programs: readonly ProgramOnMesh[],
  options: PlanOptions,
): Generator<PlanProgress, Plan[]> {
  return new Planning(programs, options).run();
}

class Planning {
  readonly #programs: readonly ProgramOnMesh[];
  readonly #options: PlanOptions;
  readonly #meshes: MeshPlan[] = [];
  /** Meshes for which plans were looked for, or that were given up. */
  #searched = 0;

  constructor(programs: readonly ProgramOnMesh[], options: PlanOptions) {
    this.#programs = programs;
    this.#options = options;
  }

  *run(): Generator<PlanProgress, Plan[]> {
    const settled = new Set<MeshPlan>();
    const looked: { readonly mesh: MeshPlan; readonly seconds: number }[] = [];
    for (const program of this.#programs) {
      if (this.#meshes.length > 0 && this.#isOver()) break;
      const mesh = new MeshPlan(program, this.#options);
      this.#meshes.push(mesh);
      if (program.freer === undefined) mesh.look();
      looked.push({ mesh, seconds: mesh.estimated });
      yield this.#progress();
    }
    // The most promising first: the better the best plan, the sooner others are given up.
    looked.sort((a, b) => (a.seconds === b.seconds ? 0 : a.seconds - b.seconds));
    for (const { mesh } of looked) {
      const { freer } = mesh.planning.program;
      const hopeless = HOPELESS * Math.min(...this.#meshes.map(({ estimated }) => estimated));
      if (freer !== undefined && (yield* this.#addFrom(mesh, freer, hopeless))) settled.add(mesh);
      else mesh.find(hopeless);
      this.#searched++;
      yield this.#progress();
    }
    const [first] = this.#meshes;
    const least = Math.min(...this.#meshes.map(({ estimated }) => estimated));
    const promising = this.#meshes
      .filter((mesh) => !settled.has(mesh) && mesh.estimated <= HOPELESS * least)
      .sort((a, b) => a.estimated - b.estimated);
    for (const mesh of promising)
      if (this.#best() === undefined || !this.#isOver()) yield* this.#told(mesh.simulateBest());
    first!.simulateWritten(this.#best() === undefined);
    for (const mesh of this.#meshes) mesh.simulateGiven();
    if (this.#best() === undefined) throw new PlanningError(null, this.#refusal(first!));
    for (const mesh of promising) yield* this.#told(mesh.keepToMemory());
    for (const mesh of this.#meshes)
      if (!promising.includes(mesh) && !this.#meshes.some((own) => own.hasFitting()))
        yield* this.#told(mesh.keepToMemory());
    const limit = IMPROVED * secondsOf(this.#best()!);
    for (const mesh of promising)
      if (mesh.best !== undefined && secondsOf(mesh.best) <= limit) yield* this.#told(mesh.improve());
    this.#bestFirst()[0]?.mesh.improveArguments();
    return this.#plans();
  }

  /**
   * Plans the same program with fewer shardings to keep, as if it were the only one.
   *
   * @returns whether its best plan keeps all: there is no need to look for another one.
   */
  *#addFrom(mesh: MeshPlan, program: ProgramOnMesh, hopeless: number): Generator<PlanProgress, boolean> {
    const freer = new MeshPlan(program, this.#options);
    freer.find(hopeless);
    if (freer.estimated > hopeless) return false;
    yield this.#progress();
    yield* this.#told(freer.simulateBest());
    freer.simulateWritten(freer.best === undefined);
    yield* this.#told(freer.keepToMemory());
    yield* this.#told(freer.improve());
    return mesh.addFrom(freer);
  }

  *#told(steps: Generator<void, void>): Generator<PlanProgress, void> {
    for (;;) {
      if (steps.next().done === true) return;
      yield this.#progress();
    }
  }

  /** The meshes for which a plan was simulated, with the best of each; that of the best of all first. */
  #bestFirst(): { readonly mesh: MeshPlan; readonly found: PlannedProgram; readonly fits: boolean }[] {
    const meshes = this.#meshes.flatMap((mesh) => {
      const { best: found } = mesh;
      return found === undefined ? [] : [{ mesh, found, fits: mesh.fits(found) }];
    });
    const merit = ({ found, fits }: (typeof meshes)[number]): number => (fits ? secondsOf : peakOf)(found);
    return meshes.sort((a, b) => Number(b.fits) - Number(a.fits) || merit(a) - merit(b));
  }

  #plans(): Plan[] {
    return this.#bestFirst().map(({ mesh, found, fits }) => {
      const { planning, tried } = mesh;
      const known = tried.map((own) => ({ ...own, model: mesh.toldModel(own) }));
      const at = tried.indexOf(found);
      const best = (known[at] = withSurestModel(known[at]!, known));
      return { program: planning.program, best, fits, tried: known, planning };
    });
  }

  #best(): PlannedProgram | undefined {
    const found = this.#meshes.flatMap(({ best }) => best ?? []);
    return found.sort((a, b) => secondsOf(a) - secondsOf(b))[0];
  }

  #refusal({ planning, tried }: MeshPlan): string {
    const { strategy } = this.#options;
    return strategy === undefined || tried.length === 0
      ? planning.plans.refusal
      : `it has no layout of the strategy '${strategy}' on a mesh of ${planning.program.mesh.mesh.axes.map(({ size }) => size).join('x')}`;
  }

  #isOver(): boolean {
    return this.#options.isOver?.() === true;
  }

  #progress(): PlanProgress {
    const best = this.#best();
    return {
      ...{ meshes: this.#searched, allMeshes: this.#programs.length },
      simulated: this.#meshes.reduce((sum, { planning }) => sum + planning.plans.all.length, 0),
      best: best === undefined ? null : secondsOf(best),
    };
  }
}

/** What a model says of a plan holds for one that is as fast: of all models of such, the one that leaves the least to others is told. */
function withSurestModel(found: PlannedProgram, plans: readonly PlannedProgram[]): PlannedProgram {
  const { model } = found;
  if (model === null) return found;
  const alike = plans.filter((own) => secondsOf(own) * (1 - ALIKE) <= secondsOf(found));
  const models = alike.flatMap((own) => own.model ?? []);
  const surest = models.reduce((best, own) => (gapOf(own) < gapOf(best) ? own : best), model);
  return { ...found, model: { ...surest, choices: model.choices } };
}
