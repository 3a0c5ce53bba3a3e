import type { PlannedMesh } from '../plan/apply-plan.ts';
import type { Strategy } from '../problem/op-strategies.ts';
import type { PairwiseProblem } from '../problem/pairwise-problem.ts';
import { type Assumptions, pricedProblem } from '../problem/priced-problem.ts';
import type { Item } from '../problem/program-graph.ts';
import type { ShardingProblem } from '../problem/sharding-problem.ts';
import { solvePairwise } from '../solver/solve.ts';

/** Returns those of the ways to divide an item that a plan may use; all of them if there are none. */
export type Restriction = (item: Item, strategies: readonly Strategy[]) => readonly Strategy[];

/**
 * Plans of one program that are restricted in what they may choose: known layouts, and what is best if a choice is
 * forbidden. Of parameters and gradients as much communication is hidden as in the plan that they are compared with. That of
 * activations is exposed: what hides it in the plan, which may have next to none, says nothing about others.
 */
export class RestrictedPlanning {
  readonly problem: ShardingProblem;
  readonly #priced: PairwiseProblem;

  /** @param exposed the part of communication's time that counts in the plan. */
  constructor(problem: ShardingProblem, { mesh }: PlannedMesh, exposed: Assumptions['exposed']) {
    this.problem = problem;
    const axisSizes = mesh.axes.map(({ size }) => size);
    this.#priced = pricedProblem(problem, axisSizes, { exposed: { ...exposed, between: 1 } });
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
}
