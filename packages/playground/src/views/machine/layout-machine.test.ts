import { expect, test } from 'vitest';
import { layoutMachine, wireCurve } from './layout-machine.ts';

const BOX = { width: 900, height: 500 };

const LINKS = { gbps: 400, hopLatency: 0 };

const NODES = {
  ...({ kind: 'nodes', nodes: 512, perNode: 8 } as const),
  ...{ cards: 8, cardGbps: 400, insideGbps: 3600, insideLatency: 0, betweenLatency: 0 },
};

test.each([
  ['a torus of 4,096', { kind: 'grid', sizes: [64, 64], wraps: true, ...LINKS }, 4096],
  ['a torus of three dimensions', { kind: 'grid', sizes: [16, 16, 16], wraps: true, ...LINKS }, 4096],
  ['nodes', NODES, 4096],
  ['pairs', { kind: 'pairs' }, 16],
  ['two devices', { kind: 'grid', sizes: [1, 2], wraps: false, ...LINKS }, 2],
] as const)('%s: each device has a place of its own in the box', (_name, topology, count) => {
  const { devices, radius } = layoutMachine(topology, count, BOX);
  expect(devices).toHaveLength(count);
  expect(new Set(devices.map(({ x, y }) => `${x.toFixed(1)} ${y.toFixed(1)}`)).size).toBe(count);
  expect(devices.every(({ x, y }) => x >= 0 && x <= BOX.width && y >= 0 && y <= BOX.height)).toBe(true);
  expect(radius).toBeGreaterThanOrEqual(1);
});

test('neighbours of a grid have wires, those around a ring where it wraps', () => {
  const grid = (wraps: boolean) =>
    layoutMachine({ kind: 'grid', sizes: [2, 4], wraps, ...LINKS }, 8, BOX).neighbours;
  expect(grid(false)).toHaveLength(6 + 4);
  expect(grid(true)).toHaveLength(8 + 4);
});

test('the two directions of a wire are apart', () => {
  const layout = layoutMachine({ kind: 'grid', sizes: [1, 2], wraps: false, ...LINKS }, 2, BOX);
  const positions = new Map([
    [0, 0],
    [1, 1],
  ]);
  const there = wireCurve(layout, positions, { from: { device: 0 }, to: { device: 1 } })!;
  const back = wireCurve(layout, positions, { from: { device: 1 }, to: { device: 0 } })!;
  expect(Math.abs(there[1].y - back[1].y)).toBeCloseTo(6);
});
