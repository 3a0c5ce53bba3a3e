import { type FuncOp, programEntry } from '@shardform/dialect-func';
import { copyOf, partition } from '@shardform/inspect';
import { type Context, type ModuleOp, parsePipeline, runPasses } from '@shardform/ir-core';
import type { Machine } from '@shardform/runtime-dist';
import { type Facts, measureStages } from '@shardform/study';
import { PlanningError } from '../problem/planning-error.ts';
import type { PairwiseProblem } from '../problem/pairwise-problem.ts';
import { type Assumptions, pricedProblem } from '../problem/priced-problem.ts';
import { shardingProblem, type ShardingProblem, type Tie } from '../problem/sharding-problem.ts';
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
  /** Of each class of the problem, the number of the strategy. */
  readonly choices: readonly number[];
  /** In which they are the choices; its costs are those of the assumptions. */
  readonly priced: PairwiseProblem;
}

/** The result of planning. */
export interface Plan {
  /** The fastest that fits; the one that takes the least memory if none does. */
  readonly best: PlannedProgram;
  readonly fits: boolean;
  /** All that were simulated, the fastest first. */
  readonly tried: readonly PlannedProgram[];
  readonly problem: ShardingProblem;
}

/** How much of communication is hidden, and what is fused, is known when a plan is simulated: plans are made for each case. */
const CASES: readonly Assumptions[] = [1, 0.75, 0.5, 0.25].flatMap((own) => [
  { exposed: { early: own, between: own, late: own } },
  { exposed: { early: own, between: 1, late: own } },
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
  /** Plans are written into it, one after the other. */
  readonly #module: ModuleOp;
  readonly #func: FuncOp;
  readonly #problem: ShardingProblem;
  readonly #tried = new Map<string, PlannedProgram>();
  #mayTry: number;
  /** Why the last program that could not be simulated could not. */
  #refusal = 'the program cannot be partitioned';

  constructor(module: ModuleOp, context: Context, options: PlanOptions) {
    this.#context = context;
    this.#options = options;
    this.#module = copyOf(module);
    runPasses(this.#module, parsePipeline('builtin.module(inline,symbol-dce)', context), context);
    let operations = 0;
    module.walk(() => {
      operations++;
    });
    this.#mayTry = Math.max(1, Math.floor((options.work ?? Infinity) / operations));
    this.#measure('given', copyOf(this.#module), null);
    this.#func = entryOf(this.#module);
    const { machine, mesh, ties } = options;
    this.#problem = shardingProblem(this.#func, context, { mesh: mesh.mesh, machine, ties });
  }

  run(): Plan {
    for (const assumptions of CASES) if (this.#mayTry-- > 0) this.#try(assumptions, 0);
    // A little less memory costs next to nothing, and may even avoid reshards that the model does not see.
    for (const assumptions of CASES.slice(0, 2))
      if (this.#mayTry-- > 0) this.#try(assumptions, this.#priceOf(1 / 64));
    const fastest = this.#ordered()[0];
    if (fastest === undefined) throw new PlanningError(null, this.#refusal);
    if (!this.#fits(fastest)) this.#raisePrices();
    const tried = this.#ordered();
    const fitting = tried.find((own) => this.#fits(own));
    const best = fitting ?? [...tried].sort((a, b) => peakOf(a) - peakOf(b))[0]!;
    return { best, fits: fitting !== undefined, tried, problem: this.#problem };
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
  #try({ exposed }: Assumptions, secondsPerByte: number): boolean {
    const { mesh, ties } = this.#options;
    const problem = this.#problem;
    const memory = new Map<number, readonly number[]>();
    for (const argument of this.#func.entry.arguments) {
      const number = problem.classOf.get(argument);
      if (number !== undefined && secondsPerByte > 0)
        memory.set(number, [(memory.get(number)?.[0] ?? 0) + secondsPerByte]);
    }
    const assumptions = { exposed, memory };
    const axisSizes = mesh.mesh.axes.map(({ size }) => size);
    const priced = pricedProblem(problem, axisSizes, assumptions);
    const { choices, cost, bound } = solvePairwise(priced);
    if (cost === Infinity) throw new PlanningError(null, 'no shardings comply with all annotations');
    const key = choices.join();
    const known = this.#tried.get(key);
    if (known !== undefined) return this.#fits(known);
    applyPlan(this.#func, problem, choices, mesh, ties, this.#context);
    const model = { seconds: cost, bound, assumptions, choices, priced };
    const planned = this.#measure(key, copyOf(this.#module), model);
    return planned !== null && this.#fits(planned);
  }

  #measure(key: string, module: ModuleOp, model: ModelledCost | null): PlannedProgram | null {
    const context = this.#context;
    const { result: facts } = context.diagnostics.capture(() => {
      const { collectives, local } = partition(module, context);
      if (local === null) return null;
      const measured = measureStages({ module, collectives, local, context }, this.#options.machine).facts;
      if (measured.time === null) this.#refusal = measured.problems[0] ?? this.#refusal;
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
