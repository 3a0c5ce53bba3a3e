import { checkInterrupt } from '@shardform/ir-core';
import type { PairwiseProblem } from '../problem/pairwise-problem.ts';
import { ChoiceGraph } from '../solver/choice-graph.ts';
import { keepRows, type PairTable, picked, turned } from '../solver/pair-table.ts';

/** A node whose choice follows from that of another one. */
interface Follower {
  readonly node: number;
  readonly leader: number;
  /** By original choice of the leader; -1 for one that it does not have any more. */
  readonly choices: Int32Array;
}

/** How the choice of an original node follows from that of one that is left. */
export interface Origin {
  readonly root: number;
  /** By choice that the root has left, the original choice of the node. */
  readonly choices: Int32Array;
}

/**
 * Removes nodes whose choice follows from that of a neighbour, since all other pairs exclude each other, and choices that
 * are excluded whatever the neighbours choose. What nodes use does not matter for either. Most nodes of a program follow another
 * one: what is computed element by element is divided as its operands are.
 */
export class Contraction {
  readonly graph: ChoiceGraph;
  readonly #counts: readonly number[];
  /** By node, the original numbers of the choices that it has left. */
  readonly #kept: Int32Array[];
  readonly #followers: Follower[] = [];
  /** Nodes of which choices may be excluded since they were looked at. */
  readonly #changed = new Set<number>();
  /** Pairs of which one may follow the other. */
  readonly #pairs: [number, number][] = [];

  constructor(problem: PairwiseProblem) {
    this.graph = new ChoiceGraph(problem);
    this.#counts = problem.nodes.map(({ length }) => length);
    this.#kept = problem.nodes.map((costs) => Int32Array.from(costs.keys()));
    for (const [node, tables] of this.graph.neighbours.entries()) {
      this.#changed.add(node);
      for (const other of tables!.keys()) if (node < other) this.#pairs.push([node, other]);
    }
  }

  /** Removes what can be removed. @throws Interrupted */
  run(): void {
    this.#dropExcluded();
    for (let pair = this.#pairs.pop(); pair !== undefined; pair = this.#pairs.pop()) {
      checkInterrupt();
      this.#join(...pair);
    }
    this.#dropExcluded();
  }

  /** Keeps some of the choices that a node has left. What may be removed then is removed by the next run. */
  keep(node: number, choices: readonly number[]): void {
    this.#kept[node] = picked(this.#kept[node]!, choices);
    this.graph.keep(node, choices);
    this.#changed.add(node);
    for (const other of this.graph.neighbours[node]!.keys()) {
      this.#changed.add(other);
      this.#pairs.push([node, other]);
    }
  }

  /** By original node. */
  origins(): Origin[] {
    const origins: Origin[] = this.#kept.map((choices, root) => ({ root, choices }));
    for (const { node, leader, choices } of [...this.#followers].reverse()) {
      const { root, choices: ofLeader } = origins[leader]!;
      origins[node] = { root, choices: ofLeader.map((choice) => choices[choice]!) };
    }
    return origins;
  }

  #dropExcluded(): void {
    for (const node of this.#changed) {
      this.#changed.delete(node);
      const tables = this.graph.neighbours[node];
      if (tables === null || tables === undefined) continue;
      checkInterrupt();
      const allowed = this.#allowed(node, tables);
      if (allowed.length > 0 && allowed.length < this.#kept[node]!.length) this.keep(node, allowed);
      if (this.#kept[node]!.length === 1)
        for (const other of this.graph.removeDecided(node)) this.#changed.add(other);
    }
  }

  #allowed(node: number, tables: ReadonlyMap<number, PairTable>): number[] {
    const { excluded, unary } = this.graph;
    let left = [...this.#kept[node]!.keys()].filter((choice) => unary[node]![choice]! < excluded);
    for (const { costs, rows, height, width } of tables.values()) {
      const has = new Uint8Array(height);
      for (let row = 0; row < height; row++)
        for (let at = row * width, end = at + width; at < end && has[row] === 0; at++)
          if (costs[at]! < excluded) has[row] = 1;
      left = left.filter((choice) => has[rows[choice]!] === 1);
    }
    return left;
  }

  /** Removes one of two neighbours that follows the other. Of two that follow each other, the one of fewer neighbours. */
  #join(a: number, b: number): void {
    const { neighbours, excluded } = this.graph;
    const table = neighbours[a]?.get(b);
    if (table === undefined) return;
    const [ofB, ofA] = [followed(table, excluded), followed(turned(table), excluded)];
    if (ofB !== null && (ofA === null || neighbours[b]!.size <= neighbours[a]!.size)) this.#follow(b, a, ofB);
    else if (ofA !== null) this.#follow(a, b, ofA);
  }

  /** @param choices by choice of the leader. */
  #follow(node: number, leader: number, choices: Int32Array): void {
    const { graph } = this;
    const [own, ofLeader, kept] = [graph.unary[node]!, graph.unary[leader]!, this.#kept[node]!];
    for (const [other, table] of graph.remove(node)) {
      if (other === leader) {
        const { costs, rows, columns, width } = table;
        for (let choice = 0; choice < ofLeader.length; choice++)
          ofLeader[choice]! +=
            own[choices[choice]!]! + costs[rows[choices[choice]!]! * width + columns[choice]!]!;
      } else {
        graph.addPair(leader, other, keepRows(table, choices));
        this.#pairs.push([leader, other]);
        this.#changed.add(other);
      }
    }
    this.#changed.add(leader);
    const original = new Int32Array(this.#counts[leader]!).fill(-1);
    this.#kept[leader]!.forEach((choice, i) => (original[choice] = kept[choices[i]!]!));
    this.#followers.push({ node, leader, choices: original });
  }
}

/** By choice of the node that a table is seen from, the only one of the other node that is not excluded; `null` if one has more. */
function followed({ costs, rows, columns, height, width }: PairTable, excluded: number): Int32Array | null {
  const [counts, choices] = [new Int32Array(width), new Int32Array(width)];
  for (let choice = 0; choice < columns.length; choice++) {
    counts[columns[choice]!]!++;
    choices[columns[choice]!] = choice;
  }
  const found = new Int32Array(height);
  for (let row = 0, at = 0; row < height; row++) {
    let count = 0;
    for (let column = 0; column < width; column++, at++) {
      if (costs[at]! >= excluded) continue;
      count += counts[column]!;
      if (count > 1) return null;
      found[row] = choices[column]!;
    }
  }
  return rows.map((row) => found[row]!);
}
