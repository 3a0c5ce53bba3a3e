import { describe, expect, test } from 'vitest';
import { layoutGraph } from './graph-layout.ts';

const RIGHT = { direction: 'right', rankGap: 20, nodeGap: 10 } as const;
const node = { width: 100, height: 30 };

describe('the layout', () => {
  test('puts nodes behind what they use, sources just before their first user', () => {
    // 0 → 1 → 3 ← 2
    const edges = [
      { from: 0, to: 1 },
      { from: 1, to: 3 },
      { from: 2, to: 3 },
    ];
    const { positions, width, height } = layoutGraph([node, node, node, node], edges, RIGHT);
    expect(positions.map(({ x }) => x)).toEqual([0, 120, 120, 240]);
    expect([width, Math.round(height)]).toEqual([340, 70]);
  });

  test('goes down as well', () => {
    const { positions, routes } = layoutGraph([node, node], [{ from: 0, to: 1 }], {
      ...RIGHT,
      direction: 'down',
    });
    expect(positions).toEqual([
      { x: 0, y: 0 },
      { x: 0, y: 50 },
    ]);
    expect(routes).toEqual([
      [
        { x: 50, y: 30 },
        { x: 50, y: 50 },
      ],
    ]);
  });

  test('leads long edges past the nodes between, edges of a node on one way', () => {
    // A chain of four, whose first node the last two use as well.
    const edges = [
      { from: 0, to: 1 },
      { from: 1, to: 2 },
      { from: 2, to: 3 },
      { from: 0, to: 2 },
      { from: 0, to: 3 },
    ];
    const { positions, routes } = layoutGraph([node, node, node, node], edges, RIGHT);
    const [, , , short, long] = routes;
    const passed = short!.slice(1, 3);
    expect(long!.slice(1, 3)).toEqual(passed);
    expect(passed.map(({ x }) => x)).toEqual([120, 220]);
    for (const { y } of passed) {
      const { y: top } = positions[1]!;
      expect(y < top || y > top + node.height).toBe(true);
    }
  });

  test('keeps nodes of a rank apart, whatever their sizes', () => {
    const sizes = Array.from({ length: 40 }, (_, i) => ({ width: 100, height: 10 + (i % 7) * 8 }));
    const edges = sizes.slice(1).map((_, i) => ({ from: 0, to: i + 1 }));
    const { positions, height } = layoutGraph(sizes, edges, RIGHT);
    const boxes = positions.map(({ y }, i) => ({ top: y, bottom: y + sizes[i]!.height })).slice(1);
    boxes.sort((a, b) => a.top - b.top);
    for (const [i, { top }] of boxes.entries())
      if (i > 0) expect(top - boxes[i - 1]!.bottom).toBeGreaterThanOrEqual(10 - 1e-9);
    expect(Math.min(...boxes.map(({ top }) => top))).toBeGreaterThanOrEqual(0);
    expect(Math.max(...boxes.map(({ bottom }) => bottom))).toBeLessThanOrEqual(height + 1e-9);
  });

  test('goes on in another line where it would be too long; edges lead around', () => {
    const nodes = Array.from({ length: 16 }, () => node);
    const edges = nodes.slice(1).map((_, i) => ({ from: i, to: i + 1 }));
    const { positions, routes, width, height } = layoutGraph(nodes, edges, { ...RIGHT, ratio: 4 });
    const lines = [...new Set(positions.map(({ y }) => y))];
    expect(lines).toHaveLength(4);
    expect(positions[4]).toEqual({ x: positions[0]!.x, y: lines[1] });
    const turn = routes[3]!;
    expect(turn).toHaveLength(6);
    for (const [i, { x, y }] of turn.entries()) {
      expect(x >= 0 && x <= width && y >= 0 && y <= height).toBe(true);
      // At right angles.
      if (i > 0) expect(turn[i - 1]!.x === x || turn[i - 1]!.y === y).toBe(true);
    }
  });

  test('puts small nodes beside what they are connected with', () => {
    const wide = { width: 500, height: 30 };
    // 0 → 1 → 3, 2 → 3: the source beside the wide node is near its user.
    const edges = [
      { from: 0, to: 1 },
      { from: 1, to: 3 },
      { from: 2, to: 3 },
    ];
    const { positions } = layoutGraph([node, wide, node, node], edges, RIGHT);
    expect(positions.map(({ x }) => x)).toEqual([0, 120, 520, 640]);
  });

  test('keeps no place for an edge past very many nodes', () => {
    const nodes = Array.from({ length: 60 }, () => node);
    const edges = [...nodes.slice(1).map((_, i) => ({ from: i, to: i + 1 })), { from: 0, to: 59 }];
    const { far, height, routes } = layoutGraph(nodes, edges, RIGHT);
    expect([...far]).toEqual([59]);
    expect(routes[59]).toHaveLength(2);
    expect(height).toBe(30);
  });

  test('of nothing has no size', () => {
    expect(layoutGraph([], [], RIGHT)).toEqual({
      positions: [],
      routes: [],
      far: new Set(),
      width: 0,
      height: 0,
    });
  });
});
