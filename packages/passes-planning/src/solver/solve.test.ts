import { describe, expect, test } from 'vitest';
import type { PairwiseProblem } from '../problem/pairwise-problem.ts';
import { costOfChoices } from './cost-of-choices.ts';
import { presolve } from './presolve.ts';
import { solvePairwise } from './solve.ts';
import { RandomNumbers } from './random-numbers.ts';

function randomProblem(seed: number): PairwiseProblem {
  const random = new RandomNumbers(seed * 7919 + 1);
  const upTo = (count: number): number => random.below(count);
  const cost = (): number => (random.next() < 0.1 ? Infinity : upTo(20));
  const nodes = Array.from({ length: 1 + upTo(6) }, () => Float64Array.from({ length: 1 + upTo(4) }, cost));
  const edges = Array.from({ length: upTo(3 * nodes.length) }, () => {
    const [a, b] = [upTo(nodes.length), upTo(nodes.length)];
    return { a, b, costs: Float64Array.from({ length: nodes[a]!.length * nodes[b]!.length }, cost) };
  });
  return { nodes, edges };
}

/** @param start choices of the first nodes. */
function leastCost(problem: PairwiseProblem, start: readonly number[] = []): number {
  let least = Infinity;
  const choices = [...start];
  const choose = (): void => {
    const node = problem.nodes[choices.length];
    if (node === undefined) {
      least = Math.min(least, costOfChoices(problem, choices));
      return;
    }
    for (const choice of node.keys()) {
      choices.push(choice);
      choose();
      choices.pop();
    }
  };
  choose();
  return least;
}

describe('pairwise problems', () => {
  const seeds = Array.from({ length: 1000 }, (_, seed) => seed);

  test('the bound is at most the least cost, which is at most the cost of the choices', () => {
    let exact = 0;
    for (const seed of seeds) {
      const problem = randomProblem(seed);
      const { choices, cost, bound } = solvePairwise(problem);
      const least = leastCost(problem);
      expect(cost, `seed ${seed}`).toBe(costOfChoices(problem, choices));
      expect(cost, `seed ${seed}`).toBeGreaterThanOrEqual(least);
      expect(bound - 1e-6, `seed ${seed}`).toBeLessThanOrEqual(least);
      if (cost === least) exact++;
    }
    expect(exact).toBeGreaterThan(990);
  });

  test('nodes that are not asked for choose what costs least with the others', () => {
    for (const seed of seeds) {
      const { nodes, edges } = randomProblem(seed);
      const asked = 1 + Math.floor(nodes.length / 2);
      const allowed = edges.filter(({ a, b }) => a !== b && (a < asked || b < asked));
      const problem = { nodes, edges: allowed };
      const { choices, cost } = solvePairwise({ ...problem, asked });
      expect(choices, `seed ${seed}`).toHaveLength(asked);
      expect(costOfChoices(problem, choices), `seed ${seed}`).toBe(leastCost(problem, choices));
      expect(costOfChoices(problem, choices), `seed ${seed}`).toBe(cost);
    }
  });

  test('presolve keeps the least cost', () => {
    for (const seed of seeds) {
      const problem = randomProblem(seed);
      const reduced = presolve(problem);
      const best = reduced.expand(bestChoices(reduced.problem));
      expect(costOfChoices(problem, best), `seed ${seed}`).toBe(leastCost(problem));
    }
  });
});

function bestChoices(problem: PairwiseProblem): number[] {
  let best = problem.nodes.map(() => 0);
  const choices: number[] = [];
  const choose = (): void => {
    const node = problem.nodes[choices.length];
    if (node === undefined) {
      if (costOfChoices(problem, choices) < costOfChoices(problem, best)) best = [...choices];
      return;
    }
    for (const choice of node.keys()) {
      choices.push(choice);
      choose();
      choices.pop();
    }
  };
  choose();
  return best;
}
