import { copyOf, partition } from '@shardform/inspect';
import { type Context, isInstance, ModuleOp } from '@shardform/ir-core';
import type { Machine } from '@shardform/runtime-dist';
import { type CostedCollective, type Facts, measureStages } from '@shardform/study';
import { applyPlan, type PlannedMesh } from '../plan/apply-plan.ts';
import type { Strategy } from '../problem/op-strategies.ts';
import type { PairwiseProblem } from '../problem/pairwise-problem.ts';
import { type Assumptions, pricedProblem } from '../problem/priced-problem.ts';
import type { Item } from '../problem/program-graph.ts';
import type { ShardingProblem, Tie } from '../problem/sharding-problem.ts';
import { solvePairwise } from '../solver/solve.ts';

/** A program with its collectives and what they cost on a machine. */
export interface MeasuredProgram {
  readonly module: ModuleOp;
  readonly facts: Facts;
  readonly collectives: readonly CostedCollective[];
}

/**
 * Partitions and simulates a program, which is not changed; `null` where that is not possible.
 *
 * @throws Interrupted
 */
export function measureProgram(module: ModuleOp, context: Context, machine: Machine): MeasuredProgram | null {
  const { result } = context.diagnostics.capture(() => {
    const { collectives, local } = partition(module, context);
    if (local === null) return null;
    return measureStages({ module, collectives, local, context }, machine);
  });
  return result?.facts.time === null || result === null
    ? null
    : { module, facts: result.facts, collectives: result.collectives };
}

/** What restricted plans are made for. */
export interface RestrictedOptions {
  readonly machine: Machine;
  readonly mesh: PlannedMesh;
  readonly ties: readonly Tie[];
}

/** Returns those of the ways to divide an item that a plan may use; all of them if there are none. */
export type Restriction = (item: Item, strategies: readonly Strategy[]) => readonly Strategy[];

/**
 * Plans of one program that are restricted in what they may choose: known layouts, and what is best if a choice is
 * forbidden.
 */
export class RestrictedPlanning {
  readonly problem: ShardingProblem;
  readonly #context: Context;
  readonly #options: RestrictedOptions;
  readonly #priced: PairwiseProblem;
  /** By choices. */
  readonly #measured = new Map<string, MeasuredProgram | null>();

  constructor(
    problem: ShardingProblem,
    context: Context,
    options: RestrictedOptions,
    assumptions: Assumptions,
  ) {
    this.problem = problem;
    this.#context = context;
    this.#options = options;
    const axisSizes = options.mesh.mesh.axes.map(({ size }) => size);
    this.#priced = pricedProblem(problem, axisSizes, assumptions);
  }

  /**
   * Returns the choices with the least cost, by class, among those that are allowed; `null` if the annotations of the
   * program exclude all.
   *
   * @throws Interrupted
   */
  solve(restriction: Restriction): readonly number[] | null {
    const nodes = this.#priced.nodes.map((costs, number) => {
      const { members, strategies } = this.problem.classes[number]!;
      const allowed = new Set(members.slice(0, 1).flatMap((item) => restriction(item, strategies)));
      if (allowed.size === 0) return costs;
      return costs.map((cost, choice) => (allowed.has(strategies[choice]!) ? cost : Infinity));
    });
    const { choices, cost } = solvePairwise({ ...this.#priced, nodes });
    return cost === Infinity ? null : choices;
  }

  /** Partitions and simulates the program with choices; `null` where that is not possible. @throws Interrupted */
  measure(choices: readonly number[]): MeasuredProgram | null {
    const key = choices.join();
    const known = this.#measured.get(key);
    if (known !== undefined) return known;
    const { mesh, machine, ties } = this.#options;
    const { func } = this.problem;
    const module = func.parentOp;
    if (!isInstance(ModuleOp, module)) throw new Error('a planned function is in a module');
    applyPlan(func, this.problem, choices, mesh, ties, this.#context);
    const measured = measureProgram(copyOf(module), this.#context, machine);
    this.#measured.set(key, measured);
    return measured;
  }
}
