import type { Context, ModuleOp } from '@shardform/ir-core';
import { byEstimate, type Candidate } from './candidate-search.ts';
import { MeshPlanning, type PlannedProgram, type ProgramOnMesh } from './mesh-planning.ts';
import { PlanningError } from '../problem/planning-error.ts';
import type { ShardingProblem } from '../problem/sharding-problem.ts';

/** What a plan is made for. */
export interface PlanOptions {
  /** Bytes that a device may hold; any number by default. */
  readonly memory?: number;
  /** Operations that may be partitioned for trials: a program of many has fewer. At least one plan is tried. */
  readonly work?: number;
  /**
   * Whether operands may be constrained where the partitioner would divide an operation in another way than planned; true
   * by default. Without, a plan is the shardings of values alone.
   */
  readonly pinsUses?: boolean;
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
  /** Of which models have choices. */
  readonly problem: ShardingProblem;
}

/** Of the plans of all meshes, so many are simulated at most, and fewer of programs of many operations. */
const [MOST_SIMULATED, FEWEST_SIMULATED, OPERATIONS] = [16, 3, 1500];

/** Plans are simulated that are slower than the fastest by up to this factor, as estimated. */
const PROMISING = 1.08;

/** How often a limit of memory is lowered that turned out to be estimated too high. */
const MOST_CORRECTIONS = 4;

/** Plans a program for its mesh, as {@link makePlans} does. */
export function makePlan(module: ModuleOp, context: Context, options: OneMeshOptions): Plan {
  const { machine, mesh, ties, ...others } = options;
  return makePlans([{ module, context, machine, mesh, ties }], others)[0]!;
}

/** What a plan for one mesh is made for. */
export type OneMeshOptions = PlanOptions & Omit<ProgramOnMesh, 'module' | 'context'>;

/**
 * Chooses shardings for all tensors of a program, so that a step takes the least time on a machine. Annotations of the
 * program are kept. Plans are looked for with an estimate; the most promising ones are partitioned and simulated. The
 * program as it is written is a plan, too.
 *
 * @param programs the program with each mesh that it may be planned for.
 * @returns the plans of the meshes for which one was simulated, the best first.
 * @throws PlanningError where the program can't be planned.
 * @throws FlattenError for an operation of unknown cost, MachineError for a machine without the devices of the mesh.
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

/** A plan of one of the meshes. */
interface Proposal {
  readonly planning: MeshPlanning;
  readonly candidate: Candidate;
}

class Planning {
  readonly #programs: readonly ProgramOnMesh[];
  readonly #options: PlanOptions;
  readonly #plannings: MeshPlanning[] = [];
  readonly #pinsUses: boolean;
  #work: number;

  constructor(programs: readonly ProgramOnMesh[], options: PlanOptions) {
    this.#programs = programs;
    this.#options = options;
    this.#pinsUses = options.pinsUses ?? true;
    this.#work = options.work ?? Infinity;
  }

  *run(): Generator<PlanProgress, Plan[]> {
    for (const program of this.#programs) {
      if (this.#plannings.length > 0 && this.#isOver()) break;
      const planning = new MeshPlanning(program);
      this.#plannings.push(planning);
      yield this.#progress();
      planning.search.forTime(() => this.#isOver());
      if (!this.#isOver()) planning.addLayouts(() => this.#isOver());
      yield this.#progress();
    }
    yield* this.#simulateBest(this.#proposals(), mostSimulated(this.#plannings[0]!));
    if (this.#tried().length === 0) this.#simulateWritten();
    if (this.#tried().length === 0) throw new PlanningError(null, this.#plannings[0]!.refusal);
    if (this.#options.memory !== undefined) yield* this.#keepToMemory(this.#options.memory);
    this.#simulateWritten();
    return this.#plans();
  }

  /** The plans of all meshes, the fastest first. */
  #proposals(): Proposal[] {
    return this.#plannings
      .flatMap((planning) => planning.search.found.map((candidate) => ({ planning, candidate })))
      .sort((a, b) => byEstimate(a.candidate, b.candidate));
  }

  *#simulateBest(proposals: readonly Proposal[], most: number): Generator<PlanProgress, void> {
    const limit = PROMISING * (proposals[0]?.candidate.estimate.seconds ?? 0);
    for (const { planning, candidate } of proposals.slice(0, most)) {
      if (candidate.estimate.seconds > limit) break;
      if (this.#tried().length > 0 && (this.#isOver() || this.#work < planning.operations)) break;
      this.#spend(planning);
      planning.simulate(candidate, this.#pinsUses);
      yield this.#progress();
    }
  }

  /** The program as it is written is a plan, too, unless that would take too long to know. */
  #simulateWritten(): void {
    const [planning] = this.#plannings;
    if (planning === undefined) return;
    if (this.#tried().length > 0 && (this.#isOver() || this.#work < planning.operations)) return;
    this.#spend(planning);
    planning.simulateWritten();
  }

  /**
   * Looks for plans that take less memory until a simulated one fits. What estimates say of memory is corrected by what
   * simulations of the same mesh said.
   */
  *#keepToMemory(limit: number): Generator<PlanProgress, void> {
    const fits = (own: PlannedProgram): boolean => peakOf(own) <= limit;
    if (this.#tried().slice(0, 1).every(fits)) return;
    for (const planning of this.#plannings) {
      let corrected = limit / ratioOf(planning);
      for (let trial = 0; trial < MOST_CORRECTIONS; trial++) {
        const candidates = planning.search.forMemory(corrected, () => this.#isOver());
        const [candidate] = candidates.filter((own) => !planning.isSimulated(own));
        if (candidate === undefined) break;
        const found = planning.simulate(candidate, this.#pinsUses);
        yield this.#progress();
        if (found === null || fits(found)) break;
        corrected *= Math.min(0.98, limit / peakOf(found));
      }
      if (planning.simulated.some(fits)) continue;
      // Estimates of small peaks are not exact: the least is found among several.
      for (const candidate of planning.search.forLeastMemory().slice(0, mostSimulated(planning))) {
        const found = planning.simulate(candidate, this.#pinsUses);
        yield this.#progress();
        if (found !== null && fits(found)) break;
      }
    }
  }

  #plans(): Plan[] {
    const plans = this.#plannings.flatMap(({ program, problem, simulated }): Plan[] => {
      const tried = ordered(simulated);
      const fitting = tried.find((own) => peakOf(own) <= (this.#options.memory ?? Infinity));
      const best = fitting ?? [...tried].sort((a, b) => peakOf(a) - peakOf(b))[0];
      return best === undefined ? [] : [{ program, best, fits: fitting !== undefined, tried, problem }];
    });
    const merit = ({ best, fits }: Plan): number => (fits ? secondsOf(best) : peakOf(best));
    return plans.sort((a, b) => Number(b.fits) - Number(a.fits) || merit(a) - merit(b));
  }

  #tried(): PlannedProgram[] {
    return ordered(this.#plannings.flatMap(({ simulated }) => simulated));
  }

  #spend({ operations }: MeshPlanning): void {
    this.#work -= operations;
  }

  #isOver(): boolean {
    return this.#options.isOver?.() === true;
  }

  #progress(): PlanProgress {
    const [best] = this.#tried();
    return {
      ...{ meshes: this.#plannings.length, allMeshes: this.#programs.length },
      ...{ simulated: this.#tried().length, best: best === undefined ? null : secondsOf(best) },
    };
  }
}

/** How many plans are simulated at a time. */
function mostSimulated({ operations }: MeshPlanning): number {
  return Math.min(MOST_SIMULATED, Math.max(FEWEST_SIMULATED, Math.floor(OPERATIONS / operations)));
}

/** How much more memory simulations needed than estimates said, at most. */
function ratioOf({ search, simulated }: MeshPlanning): number {
  const estimates = new Map(search.found.map(({ model, estimate }) => [model.choices.join(), estimate]));
  const ratios = simulated.flatMap((own) => {
    const estimate = own.model === null ? undefined : estimates.get(own.model.choices.join());
    return estimate === undefined ? [] : [peakOf(own) / Math.max(1, estimate.peakBytes)];
  });
  return ratios.length === 0 ? 1 : Math.max(...ratios);
}

/** The fastest first; of those that are alike, the program as it is written. */
function ordered(simulated: readonly PlannedProgram[]): PlannedProgram[] {
  const isPlanned = ({ model }: PlannedProgram): number => (model === null ? 0 : 1);
  return [...simulated].sort(
    (a, b) => secondsOf(a) - secondsOf(b) || peakOf(a) - peakOf(b) || isPlanned(a) - isPlanned(b),
  );
}

/** Of a program that was simulated. */
function secondsOf({ facts }: PlannedProgram): number {
  return facts.time?.seconds ?? Infinity;
}

function peakOf({ facts }: PlannedProgram): number {
  return facts.memory?.bytes ?? Infinity;
}
