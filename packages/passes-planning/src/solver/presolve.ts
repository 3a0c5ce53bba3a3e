import { checkInterrupt } from '@shardform/ir-core';
import { ChoiceGraph, type PairTable } from './choice-graph.ts';
import type { PairwiseProblem } from '../problem/pairwise-problem.ts';

/** A smaller problem with the same least cost. */
export interface ReducedProblem {
  readonly problem: PairwiseProblem;
  /** What the nodes cost that were removed: the cost of the problem beside that of the reduced one. */
  readonly removed: number;
  /** Returns choices of all nodes from choices of the reduced problem; the cost is the same. */
  expand(choices: readonly number[]): number[];
}

/**
 * Makes a problem smaller: nodes of up to two neighbours are removed, of which the best choice follows from those of
 * their neighbours, and so are choices that are never better than another one of their node. Repeats while it helps.
 *
 * @throws Interrupted
 */
export function presolve(problem: PairwiseProblem): ReducedProblem {
  return new Presolving(problem).run();
}

/** How the choice of a node that was removed follows from those of its neighbours. */
interface Decision {
  readonly node: number;
  /** With the original numbers of the choices that they had at the time. */
  readonly neighbours: readonly { readonly node: number; readonly kept: readonly number[] }[];
  /** By choices of the neighbours, the later one fastest, the original number of the best choice. */
  readonly best: ArrayLike<number>;
}

/** Tables of so many entries at most are made, so that time is bounded. */
const LARGEST_TABLE = 1 << 24;

class Presolving {
  readonly #graph: ChoiceGraph;
  readonly #decisions: Decision[] = [];
  #removed = 0;
  /** By node, the original numbers of the choices that it still has. */
  readonly #kept: number[][];

  constructor(problem: PairwiseProblem) {
    this.#graph = new ChoiceGraph(problem);
    this.#kept = problem.nodes.map(({ length }) => Array.from({ length }, (_, choice) => choice));
  }

  run(): ReducedProblem {
    this.#dropExcluded();
    do this.#removeNodes();
    while (this.#dropDominated());
    return this.#reduced();
  }

  /** Drops choices of infinite cost, unless all are. */
  #dropExcluded(): void {
    for (const [node, costs] of this.#graph.unary.entries()) {
      const finite = [...costs.keys()].filter((choice) => costs[choice]! < Infinity);
      if (finite.length > 0) this.#keep(node, finite);
    }
  }

  #keep(node: number, choices: readonly number[]): void {
    if (choices.length === this.#kept[node]!.length) return;
    this.#kept[node] = choices.map((choice) => this.#kept[node]![choice]!);
    this.#graph.keep(node, choices);
  }

  #removeNodes(): void {
    const { neighbours } = this.#graph;
    const queue = [...neighbours.keys()];
    for (let node = queue.pop(); node !== undefined; node = queue.pop()) {
      checkInterrupt();
      const own = neighbours[node];
      if (own === null || own === undefined || own.size > 2 || this.#tableSize(node) > LARGEST_TABLE)
        continue;
      const others = [...own.keys()];
      this.#removeNode(node);
      queue.push(...others);
    }
  }

  /** Steps that the removal of a node of up to two neighbours takes. */
  #tableSize(node: number): number {
    const sizes = [node, ...this.#graph.neighbours[node]!.keys()].map(
      (own) => this.#graph.unary[own]!.length,
    );
    return sizes.reduce((product, size) => product * size, 1);
  }

  #removeNode(node: number): void {
    const { unary } = this.#graph;
    const [own, kept] = [unary[node]!, this.#kept[node]!];
    const [first, second] = this.#graph.remove(node);
    const others = [first, second].flatMap((table) => (table === undefined ? [] : [table[0]]));
    const { costs, choices } = leastByOthers(own, first?.[1], second?.[1]);
    if (first !== undefined && second !== undefined) this.#graph.addPair(first[0], second[0], costs);
    else if (first !== undefined) addTo(unary[first[0]]!, costs);
    else this.#removed += costs[0]!;
    this.#decisions.push({
      node,
      neighbours: others.map((other) => ({ node: other, kept: this.#kept[other]! })),
      best: choices.map((choice) => kept[choice]!),
    });
  }

  /** Drops choices that cost at least as much as another one, whatever the neighbours choose. Returns whether there were any. */
  #dropDominated(): boolean {
    let isSmaller = false;
    for (const [node, tables] of this.#graph.neighbours.entries()) {
      if (tables === null) continue;
      checkInterrupt();
      const left = undominated(this.#graph.unary[node]!, [...tables.values()]);
      if (left.length === this.#kept[node]!.length) continue;
      isSmaller = true;
      this.#keep(node, left);
    }
    return isSmaller;
  }

  #reduced(): ReducedProblem {
    const { unary, neighbours } = this.#graph;
    const left = [...neighbours.keys()].filter((node) => neighbours[node] !== null);
    const numberOf = new Map(left.map((node, i) => [node, i]));
    const edges = left.flatMap((a) =>
      Array.from(neighbours[a]!, ([b, { costs }]) => ({
        a: numberOf.get(a)!,
        b: numberOf.get(b)!,
        costs,
      })).filter((edge) => edge.a < edge.b),
    );
    return {
      removed: this.#removed,
      problem: { nodes: left.map((node) => unary[node]!), edges },
      expand: (choices) => {
        const all = new Array<number>(unary.length).fill(0);
        left.forEach((node, i) => (all[node] = this.#kept[node]![choices[i]!]!));
        for (const { node, neighbours: others, best } of [...this.#decisions].reverse()) {
          const at = others.reduce(
            (sum, { node: other, kept }) => sum * kept.length + kept.indexOf(all[other]!),
            0,
          );
          all[node] = best[at]!;
        }
        return all;
      },
    };
  }
}

/** The table of a neighbour that there is not. */
const alone = (rows: number): PairTable => ({ costs: new Float64Array(rows), columns: 1 });

function addTo(sums: Float64Array, costs: Float64Array): void {
  for (let i = 0; i < sums.length; i++) sums[i]! += costs[i]!;
}

/** By choices of two neighbours, the least cost of a node with both, and the choice that has it. */
function leastByOthers(
  own: Float64Array,
  first: PairTable = alone(own.length),
  second: PairTable = alone(own.length),
): { readonly costs: Float64Array; readonly choices: number[] } {
  const size = first.columns * second.columns;
  const costs = new Float64Array(size).fill(Infinity);
  const choices = new Array<number>(size).fill(0);
  for (let choice = 0; choice < own.length; choice++) {
    let at = 0;
    for (let i = choice * first.columns; i < (choice + 1) * first.columns; i++) {
      const base = own[choice]! + first.costs[i]!;
      for (let j = choice * second.columns; j < (choice + 1) * second.columns; j++, at++) {
        const cost = base + second.costs[j]!;
        if (cost >= costs[at]!) continue;
        costs[at] = cost;
        choices[at] = choice;
      }
    }
  }
  return { costs, choices };
}

/** Returns the choices that no other one is at least as good as in all cases; of equal ones, the first. */
function undominated(own: Float64Array, tables: readonly PairTable[]): number[] {
  const left: number[] = [];
  const isDropped = new Uint8Array(own.length);
  const isWorse = (choice: number, other: number): boolean => {
    let least = own[choice]! - own[other]!;
    for (const { costs, columns } of tables) {
      let difference = Infinity;
      for (let column = 0; column < columns; column++) {
        const there = costs[other * columns + column]!;
        const here = costs[choice * columns + column]!;
        // Neither can be chosen with this choice of the neighbour.
        if (here === Infinity) continue;
        if (there === Infinity) return false;
        if (here - there < difference) difference = here - there;
      }
      least += difference;
      if (least === -Infinity) return false;
    }
    return least >= 0;
  };
  for (let choice = 0; choice < own.length; choice++) {
    for (let other = 0; other < own.length && isDropped[choice] === 0; other++)
      if (other !== choice && isDropped[other] === 0 && isWorse(choice, other)) isDropped[choice] = 1;
    if (isDropped[choice] === 0) left.push(choice);
  }
  return left;
}
