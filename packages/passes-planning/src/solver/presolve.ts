import { checkInterrupt } from '@shardform/ir-core';
import { ChoiceGraph } from './choice-graph.ts';
import { undominated } from './dominance.ts';
import { type PairTable, picked } from './pair-table.ts';
import type { PairwiseProblem } from '../problem/pairwise-problem.ts';
import { withoutExcluded } from './without-excluded.ts';

/** A smaller problem with the same least cost. */
export interface ReducedProblem {
  readonly problem: PairwiseProblem;
  /** What the nodes cost that were removed: the cost of the problem beside that of the reduced one. */
  readonly removed: number;
  /** Returns choices of all nodes from choices of the reduced problem; the cost is the same. */
  expand(choices: readonly number[]): number[];
}

/**
 * Makes a problem smaller: nodes of one choice are removed, and nodes of up to two neighbours, of which the best choice follows
 * from those of their neighbours, and so are choices that are never better than another one of their node. Repeats while it helps.
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

/** Removals of nodes that take more steps are left out: first all but the cheapest ones, while choices are dropped. */
const MOST_STEPS: readonly number[] = [1 << 14, 1 << 18, 1 << 22];

/** A removal may make a table of so many costs, or of twice as many as it removes. */
const SMALL_TABLE = 1 << 12;

class Presolving {
  readonly #graph: ChoiceGraph;
  readonly #decisions: Decision[] = [];
  #removed = 0;
  /** By node, the original numbers of the choices that it still has. */
  readonly #kept: Int32Array[];
  readonly #counts: readonly number[];
  /** Nodes of which choices may be dominated since they were looked at. */
  readonly #changed = new Set<number>();

  constructor(problem: PairwiseProblem) {
    const allowed = withoutExcluded(problem);
    this.#graph = new ChoiceGraph(allowed.problem);
    this.#counts = problem.nodes.map(({ length }) => length);
    this.#kept = [...allowed.kept];
    for (const node of problem.nodes.keys()) this.#changed.add(node);
  }

  run(): ReducedProblem {
    for (const most of MOST_STEPS) {
      do this.#removeNodes(most);
      while (this.#dropDominated());
    }
    return this.#reduced();
  }

  #keep(node: number, choices: readonly number[]): void {
    if (choices.length === this.#kept[node]!.length) return;
    this.#kept[node] = picked(this.#kept[node]!, choices);
    this.#graph.keep(node, choices);
    for (const other of this.#graph.neighbours[node]!.keys()) this.#changed.add(other);
  }

  #removeNodes(most: number): void {
    const { neighbours } = this.#graph;
    const queue = [...neighbours.keys()];
    for (let node = queue.pop(); node !== undefined; node = queue.pop()) {
      checkInterrupt();
      const own = neighbours[node];
      if (own === null || own === undefined) continue;
      const isDecided = this.#kept[node]!.length === 1;
      if (!isDecided && (own.size > 2 || !this.#isCheap(node, most))) continue;
      const others = [...own.keys()];
      if (isDecided) this.#removeDecided(node);
      else this.#removeNode(node);
      queue.push(...others);
    }
  }

  /** Whether the removal of a node of up to two neighbours takes few steps, and makes no large table of small ones. */
  #isCheap(node: number, most: number): boolean {
    const [first, second] = this.#graph.neighbours[node]!.values();
    if (first === undefined || second === undefined) return true;
    const made = first.width * second.width;
    const removed = first.costs.length + second.costs.length;
    return made * first.height <= most && made <= Math.max(SMALL_TABLE, 2 * removed);
  }

  #removeDecided(node: number): void {
    this.#removed += this.#graph.unary[node]![0]!;
    for (const other of this.#graph.removeDecided(node)) this.#changed.add(other);
    this.#decisions.push({ node, neighbours: [], best: Int32Array.of(this.#kept[node]![0]!) });
  }

  #removeNode(node: number): void {
    const [own, kept] = [this.#graph.unary[node]!, this.#kept[node]!];
    const tables = [...this.#graph.remove(node)];
    for (const [other] of tables) this.#changed.add(other);
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
      const left = this.#kept[other]!;
      for (let choice = 0; choice < left.length; choice++) places[left[choice]!] = columns[choice]!;
      return { node: other, places, width };
    });
    this.#decisions.push({ node, neighbours, best: choices.map((choice) => kept[choice]!) });
  }

  /** Drops choices that cost at least as much as another one, whatever the neighbours choose. Returns whether there were any. */
  #dropDominated(): boolean {
    let isSmaller = false;
    for (const node of [...this.#changed].sort((a, b) => a - b)) {
      this.#changed.delete(node);
      const tables = this.#graph.neighbours[node];
      if (tables === null || tables === undefined) continue;
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
