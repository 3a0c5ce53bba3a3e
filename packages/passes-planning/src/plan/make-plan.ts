import { type FuncOp, programEntry } from '@shardform/dialect-func';
import { copyOf, partition } from '@shardform/inspect';
import { type Context, type ModuleOp, parsePipeline, runPasses } from '@shardform/ir-core';
import type { Machine } from '@shardform/runtime-dist';
import { type Facts, measureStages } from '@shardform/study';
import type { Assumptions } from '../problem/communication-prices.ts';
import { PlanningError } from '../problem/planning-error.ts';
import { shardingProblem, type Tie } from '../problem/sharding-problem.ts';
import { solvePairwise } from '../solver/solve.ts';
import { applyPlan, type PlannedMesh } from './apply-plan.ts';

/** What a plan is made for. */
export interface PlanOptions {
  readonly machine: Machine;
  /** The mesh, which the program declares. */
  readonly mesh: PlannedMesh;
  /** Results that must be split as arguments are. */
  readonly ties: readonly Tie[];
  /** Bytes that a device may hold; any number by default. */
  readonly memory?: number;
  /** Operations that may be partitioned for trials: a program of many has fewer. */
  readonly work?: number;
}

/** A program whose shardings are chosen, simulated. */
export interface PlannedProgram {
  readonly module: ModuleOp;
  readonly facts: Facts;
  /** `null` for the program as it is written. */
  readonly model: ModelledCost | null;
}

/** What the choices cost in the model that they were made in, where the costs of all operations and reshards add up. */
export interface ModelledCost {
  readonly seconds: number;
  /** No choices cost less. */
  readonly bound: number;
  readonly assumptions: Assumptions;
  /** What a byte of an argument counted. */
  readonly secondsPerByte: number;
}

/** The result of planning. */
export interface Plan {
  /** The fastest that fits; the one that takes the least memory if none does. */
  readonly best: PlannedProgram;
  readonly fits: boolean;
  /** All that were simulated, the fastest first. */
  readonly tried: readonly PlannedProgram[];
}

/** How much of communication is hidden, and what is fused, is known when a plan is simulated: plans are made for each case. */
const CASES: readonly Assumptions[] = [1, 0.5, 0.25].flatMap((exposed) => [
  { exposed, fusesSlices: true },
  { exposed, fusesSlices: false },
]);

/** How often the price of memory is raised. */
const MOST_PRICES = 8;

/**
 * Chooses shardings for all tensors of a program, so that a step takes the least time on a machine. Annotations of the
 * program are kept. Each plan is partitioned and simulated; the fastest is returned, or the program as it is written
 * if that is faster.
 *
 * @throws PlanningError where the program can't be planned.
 * @throws FlattenError for an operation of unknown cost, MachineError for a machine without the devices of the mesh.
 * @throws Interrupted
 */
export function makePlan(module: ModuleOp, context: Context, options: PlanOptions): Plan {
  return new Planning(module, context, options).run();
}

class Planning {
  readonly #context: Context;
  readonly #options: PlanOptions;
  readonly #inlined: ModuleOp;
  readonly #tried = new Map<string, PlannedProgram>();
  #mayTry: number;
  /** Why the last program that could not be simulated could not. */
  #problem = 'the program cannot be partitioned';

  constructor(module: ModuleOp, context: Context, options: PlanOptions) {
    this.#context = context;
    this.#options = options;
    this.#inlined = copyOf(module);
    runPasses(this.#inlined, parsePipeline('builtin.module(inline,symbol-dce)', context), context);
    let operations = 0;
    module.walk(() => {
      operations++;
    });
    this.#mayTry = Math.max(1, Math.floor((options.work ?? Infinity) / operations));
  }

  run(): Plan {
    this.#measure('given', copyOf(this.#inlined), null);
    for (const assumptions of CASES) if (this.#mayTry-- > 0) this.#try(assumptions, 0);
    // A little less memory costs next to nothing, and may even avoid reshards that the model does not see.
    for (const assumptions of CASES.slice(0, 2))
      if (this.#mayTry-- > 0) this.#try(assumptions, this.#priceOf(1 / 64));
    const fastest = this.#ordered()[0];
    if (fastest === undefined) throw new PlanningError(null, this.#problem);
    if (!this.#fits(fastest)) this.#raisePrices();
    const tried = this.#ordered();
    const fitting = tried.find((own) => this.#fits(own));
    const best = fitting ?? [...tried].sort((a, b) => peakOf(a) - peakOf(b))[0]!;
    return { best, fits: fitting !== undefined, tried };
  }

  /** Makes memory dearer until a plan fits. */
  #raisePrices(): void {
    let share = 1 / 16;
    for (let trial = 0; trial < MOST_PRICES; trial++, share *= 4)
      if (this.#try(CASES[0]!, this.#priceOf(share))) break;
  }

  /** The price of a byte for which all memory of the fastest plan costs a share of its time. */
  #priceOf(share: number): number {
    const fastest = this.#ordered()[0];
    if (fastest === undefined) return 0;
    return (share * secondsOf(fastest)) / Math.max(1, peakOf(fastest));
  }

  /** Returns whether the plan fits. */
  #try(assumptions: Assumptions, secondsPerByte: number): boolean {
    const module = copyOf(this.#inlined);
    const func = entryOf(module);
    const { machine, mesh, ties } = this.#options;
    const own = { mesh: mesh.mesh, machine, ties };
    const problem = shardingProblem(func, this.#context, { ...own, assumptions, secondsPerByte });
    const { choices, cost, bound } = solvePairwise(problem.problem);
    if (cost === Infinity) throw new PlanningError(null, 'no shardings comply with all annotations');
    const key = choices.join();
    const known = this.#tried.get(key);
    if (known !== undefined) return this.#fits(known);
    applyPlan(func, problem, choices, mesh, ties, this.#context);
    const planned = this.#measure(key, module, {
      ...{ seconds: cost, bound },
      ...{ assumptions, secondsPerByte },
    });
    return planned !== null && this.#fits(planned);
  }

  #measure(key: string, module: ModuleOp, model: ModelledCost | null): PlannedProgram | null {
    const context = this.#context;
    const { result: facts } = context.diagnostics.capture(() => {
      const { collectives, local } = partition(module, context);
      if (local === null) return null;
      const measured = measureStages({ module, collectives, local, context }, this.#options.machine).facts;
      if (measured.time === null) this.#problem = measured.problems[0] ?? this.#problem;
      return measured.time === null ? null : measured;
    });
    if (facts === null) return null;
    const planned = { module, facts, model };
    this.#tried.set(key, planned);
    return planned;
  }

  #ordered(): PlannedProgram[] {
    return [...this.#tried.values()].sort((a, b) => secondsOf(a) - secondsOf(b) || peakOf(a) - peakOf(b));
  }

  #fits(planned: PlannedProgram): boolean {
    return peakOf(planned) <= (this.#options.memory ?? Infinity);
  }
}

function entryOf(module: ModuleOp): FuncOp {
  const func = programEntry(module);
  if (func === null) throw new PlanningError(null, 'the program has no function to begin with');
  return func;
}

/** Of a program that was simulated. */
function secondsOf({ facts }: PlannedProgram): number {
  return facts.time?.seconds ?? Infinity;
}

function peakOf({ facts }: PlannedProgram): number {
  return facts.memory?.bytes ?? Infinity;
}
