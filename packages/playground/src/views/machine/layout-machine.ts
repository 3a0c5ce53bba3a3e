import { type Topology, type Wraps, wrapsIn } from '@shardform/cost-model';
import type { UsedWire } from '@shardform/study';

/** A place of the drawing. */
export interface Point {
  readonly x: number;
  readonly y: number;
}

/** Where the parts of a machine are drawn. */
export interface MachineLayout {
  /** By position in the machine's order. */
  readonly devices: readonly Point[];
  /** Half of the width of a device. */
  readonly radius: number;
  /** Below the nodes, where their wires to the switch begin; none for machines without nodes. */
  readonly nodes: readonly Point[];
  /** The switch among nodes. */
  readonly hub: Point | null;
  /** Pairs of neighbours, by position, that have a wire; of machines with a wire for each pair, none are listed. */
  readonly neighbours: readonly (readonly [number, number])[];
}

/** Width and height. */
export interface Box {
  readonly width: number;
  readonly height: number;
}

const LARGEST = 16;

/** Lays out a machine of a number of devices in a box. */
export function layoutMachine(topology: Topology, count: number, box: Box): MachineLayout {
  switch (topology.kind) {
    case 'grid':
      return layoutGrid(topology.sizes, topology.wraps, box);
    case 'slices':
      return layoutGrid(
        [topology.slices, ...topology.slice.sizes],
        [false, ...topology.slice.sizes.map((_, dim) => wrapsIn(topology.slice, dim))],
        box,
      );
    case 'nodes':
      return layoutNodes(topology.nodes, topology.perNode, box);
    case 'pairs':
      return layoutNodes(1, count, box);
  }
}

/** The last dimension goes across, the one before it down; blocks of outer dimensions stand side by side. */
function layoutGrid(sizes: readonly number[], wraps: Wraps, box: Box): MachineLayout {
  const [columns = 1, rows = 1, ...outer] = [...sizes].reverse();
  const blocks = outer.reduce((product, size) => product * size, 1);
  // Blocks fill the box as its sides are.
  const across = Math.max(
    1,
    Math.min(
      blocks,
      Math.round(Math.sqrt((blocks * rows * box.width) / (columns * Math.max(1, box.height)))),
    ),
  );
  const down = Math.ceil(blocks / across);
  const pitch = Math.min(90, box.width / (across * (columns + 0.6)), box.height / (down * (rows + 0.6)));
  const [left, top] = [
    (box.width - across * (columns + 0.6) * pitch) / 2,
    (box.height - down * (rows + 0.6) * pitch) / 2,
  ];
  const count = columns * rows * blocks;
  const devices = Array.from({ length: count }, (_, index): Point => {
    const block = Math.floor(index / (columns * rows));
    const [column, row] = [index % columns, Math.floor(index / columns) % rows];
    return {
      x: left + ((block % across) * (columns + 0.6) + column + 0.8) * pitch,
      y: top + (Math.floor(block / across) * (rows + 0.6) + row + 0.8) * pitch,
    };
  });
  return {
    devices,
    radius: Math.max(1, Math.min(LARGEST, pitch * 0.28)),
    nodes: [],
    hub: null,
    neighbours: gridNeighbours(sizes, wraps, count),
  };
}

function gridNeighbours(sizes: readonly number[], wraps: Wraps, count: number): [number, number][] {
  const found: [number, number][] = [];
  let stride = 1;
  for (const [dim, size] of [...sizes.entries()].reverse()) {
    for (let index = 0; index < count; index++) {
      const at = Math.floor(index / stride) % size;
      if (at + 1 < size) found.push([index, index + stride]);
      else if (wrapsIn({ wraps }, dim) && size > 2) found.push([index, index - (size - 1) * stride]);
    }
    stride *= size;
  }
  return found;
}

/** The devices of a node are a circle, as each two have a wire. */
function layoutNodes(nodes: number, perNode: number, box: Box): MachineLayout {
  const hubHeight = nodes > 1 ? 36 : 0;
  const height = box.height - hubHeight;
  const across = Math.max(
    1,
    Math.min(nodes, Math.round(Math.sqrt((nodes * box.width) / Math.max(1, height)))),
  );
  const down = Math.ceil(nodes / across);
  const [width, tall] = [box.width / across, height / down];
  const circle = Math.max(4, Math.min(width, tall) / 2 - 2 * LARGEST);
  const centers = Array.from({ length: nodes }, (_, node): Point => ({
    x: ((node % across) + 0.5) * width,
    y: (Math.floor(node / across) + 0.5) * tall,
  }));
  const devices = centers.flatMap(({ x, y }) =>
    Array.from({ length: perNode }, (_, i): Point => {
      const angle = (2 * Math.PI * i) / perNode - Math.PI / 2;
      return perNode === 1 ? { x, y } : { x: x + circle * Math.cos(angle), y: y + circle * Math.sin(angle) };
    }),
  );
  return {
    devices,
    radius: Math.max(1, Math.min(LARGEST, (Math.PI * circle) / perNode / 1.6)),
    nodes: nodes > 1 ? centers.map(({ x, y }) => ({ x, y: y + circle + LARGEST })) : [],
    hub: nodes > 1 ? { x: box.width / 2, y: box.height - hubHeight / 2 } : null,
    neighbours: [],
  };
}

/** Where a wire is drawn: from, to, and a point between that bends it. */
export type WireCurve = readonly [Point, Point, Point];

/** Room between the two directions of a wire. */
const APART = 3;

/** Returns the curve of a wire: its two directions lie beside each other, and those around a ring go around the devices between. */
export function wireCurve(
  layout: MachineLayout,
  positions: ReadonlyMap<number, number>,
  { from, to }: Pick<UsedWire, 'from' | 'to'>,
): WireCurve | null {
  const place = (end: UsedWire['from']): Point | null => {
    if ('device' in end) return layout.devices[positions.get(end.device) ?? -1] ?? null;
    return end.node < 0 ? layout.hub : (layout.nodes[end.node] ?? null);
  };
  const [a, b] = [place(from), place(to)];
  if (a === null || b === null) return null;
  const [dx, dy] = [b.x - a.x, b.y - a.y];
  const length = Math.max(1e-6, Math.hypot(dx, dy));
  const [nx, ny] = [-dy / length, dx / length];
  const isLong = layout.neighbours.length > 0 && length > 6 * layout.radius;
  const bend = isLong ? Math.min(40, length * 0.12) : 0;
  const shift = ({ x, y }: Point): Point => ({ x: x + nx * APART, y: y + ny * APART });
  const middle = { x: (a.x + b.x) / 2 + nx * (APART + bend), y: (a.y + b.y) / 2 + ny * (APART + bend) };
  return [shift(a), middle, shift(b)];
}

/** Returns a point of a curve. @param t from 0 to 1. */
export function pointOn([a, middle, b]: WireCurve, t: number): Point {
  // The middle is on the curve: its control point is twice as far.
  const [cx, cy] = [2 * middle.x - (a.x + b.x) / 2, 2 * middle.y - (a.y + b.y) / 2];
  const s = 1 - t;
  return { x: s * s * a.x + 2 * s * t * cx + t * t * b.x, y: s * s * a.y + 2 * s * t * cy + t * t * b.y };
}
