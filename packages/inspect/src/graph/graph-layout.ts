import { type Place, RankLines } from './rank-lines.ts';

/** A node to lay out, in the drawing's units. */
export interface SizedNode {
  readonly width: number;
  readonly height: number;
}

/** An edge between nodes by their positions; it goes forward: `from < to`. */
export interface LayoutEdge {
  readonly from: number;
  readonly to: number;
}

/** A point of a drawing. */
export interface Point {
  readonly x: number;
  readonly y: number;
}

/** Where nodes and edges of a graph are; nothing is left of or above 0. */
export interface GraphLayout {
  /** The upper left corner of each node. */
  readonly positions: readonly Point[];
  /** For each edge the points that it passes, from the side of a node to that of another. */
  readonly routes: readonly (readonly Point[])[];
  /** Edges that pass so many ranks that their route is only where they begin and end. */
  readonly far: ReadonlySet<number>;
  readonly width: number;
  readonly height: number;
}

/** How a graph is laid out. */
export interface LayoutOptions {
  /** Where edges lead. */
  readonly direction: 'down' | 'right';
  /** The space between ranks, and that between nodes of a rank. */
  readonly rankGap: number;
  readonly nodeGap: number;
  /** How many times longer than wide a drawing may be until its ranks go on in another line; without it, any. */
  readonly ratio?: number;
}

/** A place in a rank: that of a node, or one that a long edge passes. */
export interface Slot {
  readonly rank: number;
  /** Along the rank. */
  readonly size: number;
  /** Slots of the neighbouring ranks. */
  readonly before: number[];
  readonly after: number[];
  readonly isPassed: boolean;
}

// More make no visible difference on programs.
const ORDER_SWEEPS = 6;
const PLACE_SWEEPS = 8;
/** Edges that are straight where they pass ranks matter more than nodes in the middle of their neighbours. */
const PASSED_WEIGHT = 8;
/** Sources give way: a chain whose parts have sources beside them would go downhill. */
const SOURCE_WEIGHT = 0.01;
/** Longer edges do not keep a place in every rank: the drawing would consist of them. */
const LONGEST = 40;

/**
 * Lays out a program in ranks: a node is behind all of its operands, and in its rank near the mean of its neighbours
 * (Sugiyama, Tagawa, Toda 1981). Edges of one node share their ways. Program order gives the ranks, so that time is linear
 * except for sorting.
 */
export function layoutGraph(
  nodes: readonly SizedNode[],
  edges: readonly LayoutEdge[],
  options: LayoutOptions,
): GraphLayout {
  const { nodeGap } = options;
  const isDown = options.direction === 'down';
  const along = (node: SizedNode): number => (isDown ? node.width : node.height);
  const across = (node: SizedNode): number => (isDown ? node.height : node.width);
  const ranks = ranksOf(nodes.length, edges);
  const slots: Slot[] = nodes.map((node, i) => ({
    ...{ rank: ranks[i]!, size: along(node), before: [], after: [], isPassed: false },
  }));
  const far = new Set<number>();
  const ways = edges.map((edge, e) => {
    const way = passSlots(edge, ranks, slots);
    if (way === null) far.add(e);
    return [edge.from, ...(way ?? []), edge.to];
  });
  const rows: number[][] = Array.from({ length: nodes.length === 0 ? 0 : maximum(ranks) + 1 }, () => []);
  for (const [i, { rank }] of slots.entries()) rows[rank]!.push(i);
  sortRows(rows, slots);
  const middles = placeRows(rows, slots, nodeGap);
  const depths = rows.map((row) => maximum(row.map((i) => (i < nodes.length ? across(nodes[i]!) : 0))));
  const lines = new RankLines(rows, slots, middles, depths, options);
  const point = ([main, cross]: Place): Point => (isDown ? { x: cross, y: main } : { x: main, y: cross });
  /** In ranks of wide nodes, what has no operands is at the end, and what nobody uses at the beginning. */
  const shiftOf = (i: number): number => {
    const { rank, before, after } = slots[i]!;
    const room = (depths[rank]! - across(nodes[i]!)) / 2;
    return before.length === 0 ? room : after.length === 0 ? -room : 0;
  };
  const sidesOf = (slot: number, side: 1 | -1): Place[] => {
    const [main, cross] = lines.placeOf(slot);
    const edge: Place = [main + (side * depths[slots[slot]!.rank]!) / 2, cross];
    if (slot >= nodes.length) return [edge];
    const own: Place = [main + shiftOf(slot) + (side * across(nodes[slot]!)) / 2, cross];
    if (own[0] === edge[0]) return [own];
    return side === 1 ? [own, edge] : [edge, own];
  };
  const { main, cross } = lines.size;
  return {
    positions: nodes.map((node, i) => {
      const [middle, own] = lines.placeOf(i);
      return point([middle + shiftOf(i) - across(node) / 2, own - along(node) / 2]);
    }),
    routes: ways.map((way, e) =>
      way.slice(1).flatMap((slot, i) => {
        const before = way[i]!;
        const turn = far.has(e) ? [] : lines.turn(before, slot);
        return [...sidesOf(before, 1), ...turn, ...sidesOf(slot, -1)].map(point);
      }),
    ),
    far,
    width: isDown ? cross : main,
    height: isDown ? main : cross,
  };
}

/**
 * The length of the longest way to each node; what depends on nothing but sources, such as constants and arguments, is just
 * before its first user.
 */
function ranksOf(count: number, edges: readonly LayoutEdge[]): number[] {
  const ranks = new Array<number>(count).fill(0);
  const isFree = new Array<boolean>(count).fill(true);
  for (const { from, to } of [...edges].sort((a, b) => a.to - b.to)) {
    ranks[to] = Math.max(ranks[to]!, ranks[from]! + 1);
    isFree[to] &&= isFree[from]!;
  }
  const first = new Array<number>(count).fill(Infinity);
  const byUser = [...edges].sort((a, b) => b.from - a.from);
  for (const [i, { from, to }] of byUser.entries()) {
    first[from] = Math.min(first[from]!, ranks[to]!);
    if (byUser[i + 1]?.from !== from && isFree[from]!) ranks[from] = Math.max(0, first[from] - 1);
  }
  return ranks;
}

/** Connects two nodes, through slots in the ranks between them that edges of the same node share. */
function passSlots({ from, to }: LayoutEdge, ranks: readonly number[], slots: Slot[]): number[] | null {
  const connect = (a: number, b: number): void => {
    slots[a]!.after.push(b);
    slots[b]!.before.push(a);
  };
  if (ranks[to]! - ranks[from]! > LONGEST) return null;
  const way: number[] = [];
  let at = from;
  for (let rank = ranks[from]! + 1; rank < ranks[to]!; rank++) {
    let next = slots[at]!.after.find((slot) => slots[slot]!.isPassed);
    if (next === undefined) {
      next = slots.length;
      slots.push({ rank, size: 2, before: [], after: [], isPassed: true });
      connect(at, next);
    }
    way.push((at = next));
  }
  connect(at, to);
  return way;
}

/** Sorts the slots of each rank by the mean of their neighbours' positions, there and back. */
function sortRows(rows: readonly number[][], slots: readonly Slot[]): void {
  const order = new Float64Array(slots.length);
  const number = (row: readonly number[]): void => {
    for (const [i, slot] of row.entries()) order[slot] = (i + 0.5) / row.length;
  };
  for (const row of rows) number(row);
  const sort = (row: number[], side: 'before' | 'after'): void => {
    const wanted = new Map(row.map((slot) => [slot, mean(slots[slot]![side], order) ?? order[slot]!]));
    row.sort((a, b) => wanted.get(a)! - wanted.get(b)!);
    number(row);
  };
  for (let sweep = 0; sweep < ORDER_SWEEPS; sweep++) {
    for (const row of rows) sort(row, 'before');
    for (const row of rows.toReversed()) sort(row, 'after');
  }
}

/** Gives each slot a middle near those of its neighbours. */
function placeRows(rows: readonly number[][], slots: readonly Slot[], gap: number): Float64Array {
  const middles = new Float64Array(slots.length);
  for (const row of rows)
    spread(
      row,
      row.map(() => 0),
      slots,
      gap,
      middles,
    );
  for (let sweep = 0; sweep < PLACE_SWEEPS; sweep++) {
    const isForward = sweep % 2 === 0;
    for (const row of isForward ? rows : rows.toReversed()) {
      const wanted = row.map((slot) => {
        const { before, after } = slots[slot]!;
        const [near, far] = isForward ? [before, after] : [after, before];
        return mean(near, middles) ?? mean(far, middles) ?? middles[slot]!;
      });
      spread(row, wanted, slots, gap, middles);
    }
  }
  return middles;
}

/**
 * Places the slots of a sorted row as near as possible to where they are wanted, in the sense of least squares, without
 * overlaps: those that would overlap form a block at the mean of their wishes.
 */
function spread(
  row: readonly number[],
  wanted: readonly number[],
  slots: readonly Slot[],
  gap: number,
  middles: Float64Array,
): void {
  const blocks: { from: number; weight: number; sum: number }[] = [];
  const offsets: number[] = [];
  let offset = 0;
  for (const [i, slot] of row.entries()) {
    const { size, isPassed, before } = slots[slot]!;
    if (i > 0) offset += slots[row[i - 1]!]!.size / 2 + gap + size / 2;
    offsets.push(offset);
    const weight = isPassed ? PASSED_WEIGHT : before.length === 0 ? SOURCE_WEIGHT : 1;
    let block = { from: i, weight, sum: weight * (wanted[i]! - offset) };
    for (let last = blocks.at(-1); last !== undefined; last = blocks.at(-1)) {
      if (last.sum / last.weight <= block.sum / block.weight) break;
      blocks.pop();
      block = { from: last.from, weight: last.weight + block.weight, sum: last.sum + block.sum };
    }
    blocks.push(block);
  }
  for (const [b, { from, weight, sum }] of blocks.entries()) {
    const to = blocks[b + 1]?.from ?? row.length;
    for (let i = from; i < to; i++) middles[row[i]!] = sum / weight + offsets[i]!;
  }
}

function mean(slots: readonly number[], of: Float64Array): number | null {
  if (slots.length === 0) return null;
  let sum = 0;
  for (const slot of slots) sum += of[slot]!;
  return sum / slots.length;
}

function maximum(numbers: readonly number[]): number {
  return numbers.reduce((most, own) => Math.max(most, own), 0);
}
