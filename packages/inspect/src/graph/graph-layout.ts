import type { ProgramGraph } from './program-graph.ts';
import { lookUp, zip } from '@shardform/ir-core';

/** The position of a node: the middle of its upper edge. */
export interface NodePosition {
  readonly x: number;
  readonly y: number;
}

/** Positions for each node of a graph, all at least 0, and the size of the whole. */
export interface GraphLayout {
  readonly positions: readonly NodePosition[];
  readonly width: number;
  readonly height: number;
}

/** Sizes in the drawing's units. */
export interface LayoutOptions {
  readonly nodeWidth: number;
  readonly rowHeight: number;
}

// Each sweep goes down and up once; more make no visible difference on programs.
const SWEEPS = 4;

/**
 * Lays out a program from top to bottom: a node is one row below the lowest of its operands, and in its row near the
 * mean of its neighbors (Sugiyama, Tagawa, Toda 1981). Program order gives the rows, so that time is linear except for
 * sorting rows.
 */
export function layoutGraph({ nodes, edges }: ProgramGraph, options: LayoutOptions): GraphLayout {
  const above: number[][] = nodes.map(() => []);
  const below: number[][] = nodes.map(() => []);
  const ranks = new Array<number>(nodes.length).fill(0);
  for (const { from, to } of edges) {
    above[to]!.push(from);
    below[from]!.push(to);
    ranks[to] = Math.max(ranks[to]!, ranks[from]! + 1);
  }
  lowerSources(ranks, above, below);
  const rows: number[][] = Array.from({ length: Math.max(0, ...ranks) + 1 }, () => []);
  ranks.forEach((rank, node) => rows[rank]!.push(node));
  const widest = Math.max(1, ...rows.map((row) => row.length));
  const x = new Float64Array(nodes.length);
  for (const row of rows) place(row, x, widest);
  for (let sweep = 0; sweep < SWEEPS; sweep++) {
    for (const row of rows) arrange(row, above, x, widest);
    for (const row of rows.toReversed()) arrange(row, below, x, widest);
  }
  return {
    positions: zip(nodes, ranks).map(([, rank], i) => ({
      x: (x[i]! + 0.5) * options.nodeWidth,
      y: rank * options.rowHeight,
    })),
    width: widest * options.nodeWidth,
    height: rows.length * options.rowHeight,
  };
}

/** Puts what has no operands, such as constants, just above its first user. */
function lowerSources(
  ranks: number[],
  above: readonly (readonly number[])[],
  below: readonly (readonly number[])[],
): void {
  below.forEach((users, node) => {
    if (above[node]!.length > 0 || users.length === 0) return;
    ranks[node] = Math.max(0, users.reduce((least, user) => Math.min(least, ranks[user]!), Infinity) - 1);
  });
}

/** Sorts a row by the mean position of the neighbors and spreads it. */
function arrange(
  row: number[],
  neighbours: readonly (readonly number[])[],
  x: Float64Array,
  widest: number,
): void {
  const wanted = new Map<number, number>();
  for (const node of row) {
    const near = neighbours[node]!;
    const sum = near.reduce((total, other) => total + x[other]!, 0);
    wanted.set(node, near.length === 0 ? x[node]! : sum / near.length);
  }
  row.sort((a, b) => wanted.get(a)! - lookUp(wanted, b));
  spread(row, wanted, x, widest);
}

/** Gives the nodes of a sorted row columns near the wanted ones, at least one apart. */
function spread(
  row: readonly number[],
  wanted: ReadonlyMap<number, number>,
  x: Float64Array,
  widest: number,
): void {
  let least = 0;
  row.forEach((node, i) => {
    const most = widest - (row.length - i);
    x[node] = Math.min(most, Math.max(least, lookUp(wanted, node)));
    least = x[node] + 1;
  });
}

/** Spreads a row evenly around the middle. */
function place(row: readonly number[], x: Float64Array, widest: number): void {
  const start = (widest - row.length) / 2;
  row.forEach((node, i) => {
    x[node] = start + i;
  });
}
