import { checkInterrupt } from '@shardform/ir-core';
import { ChoiceGraph } from './choice-graph.ts';
import type { PairTable } from './pair-table.ts';
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
  /** By original choice of each neighbour, its place in the table below. */
  readonly neighbours: readonly {
    readonly node: number;
    readonly places: Int32Array;
    readonly width: number;
  }[];
  /** By places of the neighbours, the later one fastest, the original number of the best choice. */
  readonly best: Int32Array;
}

/** Removals of nodes and comparisons of choices that take more steps are left out, so that time is bounded. */
const MOST_STEPS = 1 << 26;

class Presolving {
  readonly #graph: ChoiceGraph;
  readonly #decisions: Decision[] = [];
  #removed = 0;
  /** By node, the original numbers of the choices that it still has. */
  readonly #kept: Int32Array[];
  readonly #counts: readonly number[];

  constructor(problem: PairwiseProblem) {
    this.#graph = new ChoiceGraph(problem);
    this.#counts = problem.nodes.map(({ length }) => length);
    this.#kept = this.#counts.map((length) => Int32Array.from({ length }, (_, choice) => choice));
    this.#dropExcluded(problem);
  }

  run(): ReducedProblem {
    do this.#removeNodes();
    while (this.#dropDominated());
    return this.#reduced();
  }

  /** Drops choices of infinite cost, unless all are. */
  #dropExcluded({ nodes }: PairwiseProblem): void {
    for (const [node, costs] of nodes.entries()) {
      const finite = [...costs.keys()].filter((choice) => costs[choice]! < Infinity);
      if (finite.length > 0) this.#keep(node, finite);
    }
  }

  #keep(node: number, choices: readonly number[]): void {
    if (choices.length === this.#kept[node]!.length) return;
    this.#kept[node] = Int32Array.from(choices, (choice) => this.#kept[node]![choice]!);
    this.#graph.keep(node, choices);
  }

  #removeNodes(): void {
    const { neighbours } = this.#graph;
    const queue = [...neighbours.keys()];
    for (let node = queue.pop(); node !== undefined; node = queue.pop()) {
      checkInterrupt();
      const own = neighbours[node];
      if (own === null || own === undefined || own.size > 2 || this.#stepsOf(node) > MOST_STEPS) continue;
      const others = [...own.keys()];
      this.#removeNode(node);
      queue.push(...others);
    }
  }

  /** Steps that the removal of a node of up to two neighbours takes. */
  #stepsOf(node: number): number {
    const tables = [...this.#graph.neighbours[node]!.values()];
    return tables.reduce((steps, { width }) => steps * width, this.#graph.unary[node]!.length);
  }

  #removeNode(node: number): void {
    const [own, kept] = [this.#graph.unary[node]!, this.#kept[node]!];
    const tables = [...this.#graph.remove(node)];
    const [first, second] = tables;
    const { costs, choices } = leastByOthers(
      own,
      first?.[1] ?? alone(own.length),
      second?.[1] ?? alone(own.length),
    );
    if (first !== undefined && second !== undefined) {
      const [height, width] = [first[1].width, second[1].width];
      this.#graph.addPair(first[0], second[0], {
        ...{ costs, height, width },
        ...{ rows: first[1].columns, columns: second[1].columns },
      });
    } else if (first !== undefined) {
      const sums = this.#graph.unary[first[0]]!;
      for (let i = 0; i < sums.length; i++) sums[i]! += costs[first[1].columns[i]!]!;
    } else this.#removed += costs[0]!;
    const neighbours = tables.map(([other, { columns, width }]) => {
      const places = new Int32Array(this.#counts[other]!);
      this.#kept[other]!.forEach((original, choice) => (places[original] = columns[choice]!));
      return { node: other, places, width };
    });
    this.#decisions.push({ node, neighbours, best: choices.map((choice) => kept[choice]!) });
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
    const { problem, left } = this.#graph.rest();
    return {
      ...{ removed: this.#removed, problem },
      expand: (choices) => {
        const all = new Array<number>(this.#counts.length).fill(0);
        left.forEach((node, i) => (all[node] = this.#kept[node]![choices[i]!]!));
        for (const { node, neighbours, best } of [...this.#decisions].reverse()) {
          const at = neighbours.reduce(
            (sum, { node: other, places, width }) => sum * width + places[all[other]!]!,
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
function alone(choices: number): PairTable {
  const rows = new Int32Array(choices);
  return { costs: new Float64Array(1), rows, columns: new Int32Array(1), height: 1, width: 1 };
}

interface LeastByOthers {
  /** Row by column of the first table, column by column of the second. */
  readonly costs: Float64Array;
  readonly choices: Int32Array;
}

/** By choices of two neighbours, the least cost of a node with both, and the choice that has it. */
function leastByOthers(own: Float64Array, first: PairTable, second: PairTable): LeastByOthers {
  const costs = new Float64Array(first.width * second.width).fill(Infinity);
  const choices = new Int32Array(costs.length);
  // The cheapest choice of each pair of rows, then the cheapest row of the first by column and row of the second.
  const cheapest = new Int32Array(first.height * second.height).fill(-1);
  for (let choice = 0; choice < own.length; choice++) {
    const pair = first.rows[choice]! * second.height + second.rows[choice]!;
    if (cheapest[pair]! < 0 || own[choice]! < own[cheapest[pair]!]!) cheapest[pair] = choice;
  }
  const least = new Float64Array(first.width);
  const chosen = new Int32Array(first.width);
  for (let row2 = 0; row2 < second.height; row2++) {
    least.fill(Infinity);
    for (let row = 0; row < first.height; row++) {
      const choice = cheapest[row * second.height + row2]!;
      if (choice < 0) continue;
      for (let column = 0, at = row * first.width; column < first.width; column++, at++) {
        const cost = own[choice]! + first.costs[at]!;
        if (cost >= least[column]!) continue;
        least[column] = cost;
        chosen[column] = choice;
      }
    }
    for (let column = 0, at = 0; column < first.width; column++) {
      for (let from = row2 * second.width, end = from + second.width; from < end; from++, at++) {
        const cost = least[column]! + second.costs[from]!;
        if (cost >= costs[at]!) continue;
        costs[at] = cost;
        choices[at] = chosen[column]!;
      }
    }
  }
  return { costs, choices };
}

/** Returns the choices that no other one is at least as good as in all cases; of equal ones, the first. */
function undominated(own: Float64Array, tables: readonly PairTable[]): number[] {
  const count = own.length;
  const steps = tables.reduce(
    (sum, { height, width }) => sum + height * height * width,
    count * count * tables.length,
  );
  if (steps > MOST_STEPS) return [...own.keys()];
  const differences = tables.map(leastDifferences);
  const left: number[] = [];
  const isDropped = new Uint8Array(count);
  const isWorse = (choice: number, other: number): boolean => {
    let least = own[choice]! - own[other]!;
    for (let i = 0; i < tables.length; i++) {
      const { rows, height } = tables[i]!;
      least += differences[i]![rows[choice]! * height + rows[other]!]!;
    }
    return least >= 0;
  };
  for (let choice = 0; choice < count; choice++) {
    for (let other = 0; other < count && isDropped[choice] === 0; other++)
      if (other !== choice && isDropped[other] === 0 && isWorse(choice, other)) isDropped[choice] = 1;
    if (isDropped[choice] === 0) left.push(choice);
  }
  return left;
}

/** By two rows, how much more the first costs at least than the second. */
function leastDifferences({ costs, height, width }: PairTable): Float64Array {
  const least = new Float64Array(height * height);
  for (let here = 0; here < height; here++) {
    for (let there = 0; there < height; there++) {
      let difference = Infinity;
      for (let column = 0; column < width; column++) {
        const own = costs[here * width + column]! - costs[there * width + column]!;
        if (own < difference) difference = own;
      }
      least[here * height + there] = difference;
    }
  }
  return least;
}
