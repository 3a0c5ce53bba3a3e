import { describe, expect, test } from 'vitest';
import { clusterMachine } from '../machine/cluster-machine.ts';
import { deviceModels } from '../machine/device-models.ts';
import { gridMachine, slicedMachine } from '../machine/grid-machine.ts';
import { BYTES_PER_GIGABIT, type Machine } from '../machine/machine.ts';
import { CollectiveCosts } from './collective-costs.ts';
import type { DeviceGroup } from './group-link.ts';

const BYTES = 1e9;
const GBPS = 100;
const RATE = GBPS * BYTES_PER_GIGABIT;
const device = deviceModels.h100;

const grid = (sizes: readonly number[], wraps: boolean): Machine =>
  gridMachine('grid', { sizes, wraps, device, gbps: GBPS });

const numbers = (count: number, first = 1, stride = 1): number[] =>
  Array.from({ length: count }, (_, i) => first + i * stride);

/** The links of a grid: pairs of neighbours, in both directions, as the wires of routes between neighbours. */
function linksOf(machine: Machine): readonly (readonly [number, number])[] {
  const ids = [...machine.devices.keys()].filter((id) => id > 0);
  return ids.flatMap((from) =>
    ids.flatMap((to): (readonly [number, number])[] =>
      from !== to && machine.route(from, to).length === 1 ? [[from, to]] : [],
    ),
  );
}

/**
 * The least seconds of a collective of all devices of a grid, by brute force over all ways to cut it in two: bytes that must go across
 * have no more than the links across.
 */
function cutBound(machine: Machine, bytesAcross: (inside: number, outside: number) => number): number {
  const count = machine.devices.size - 1;
  const links = linksOf(machine);
  let bound = 0;
  for (let set = 1; set < 2 ** count - 1; set++) {
    const isInside = (id: number): boolean => (set & (1 << (id - 1))) !== 0;
    const across = links.filter(([from, to]) => isInside(from) && !isInside(to)).length;
    const inside = numbers(count).filter(isInside).length;
    bound = Math.max(bound, bytesAcross(inside, count - inside) / (across * RATE));
  }
  return bound;
}

const grids = [
  [[4], true],
  [[8], true],
  [[8], false],
  [[2], false],
  [[2, 4], false],
  [[2, 4], true],
  [[3, 4], true],
] as const;

describe.each(grids)('on a grid of %j, which wraps: %s', (sizes, wraps) => {
  const machine = grid(sizes, wraps);
  const costs = new CollectiveCosts(machine);
  const count = machine.devices.size - 1;
  const groups = [numbers(count)];

  test('an all-gather is no faster than its cuts allow', () => {
    // Each shard inside of the cut goes across at least once.
    const bound = cutBound(machine, (inside) => (inside * BYTES) / count);
    expect(costs.seconds('allgather', groups, BYTES)).toBeGreaterThanOrEqual(bound * (1 - 1e-12));
  });

  test('an all-to-all is no faster than its cuts allow, nor much slower', () => {
    const bound = cutBound(machine, (inside, outside) => (inside * outside * BYTES) / count);
    const seconds = costs.seconds('alltoall', groups, BYTES);
    expect(seconds).toBeGreaterThanOrEqual(bound * (1 - 1e-12));
    expect(seconds).toBeLessThanOrEqual(1.2 * bound);
  });

  test('an all-reduce takes a reduce-scatter and an all-gather', () => {
    const half = costs.seconds('allgather', groups, BYTES);
    expect(costs.seconds('reducescatter', groups, BYTES)).toBe(half);
    expect(costs.seconds('allreduce', groups, BYTES)).toBe(2 * half);
  });
});

test.each([
  ['a whole ring goes both ways', [8], true, [numbers(8)], 2],
  ['a line goes one way', [8], false, [numbers(8)], 1],
  ['part of a ring is a line', [8], true, [numbers(4), numbers(4, 5)], 1],
  ['a torus uses all of its dimensions', [4, 4], true, [numbers(16)], 4],
  ['rows of a torus are rings', [4, 4], true, [0, 1, 2, 3].map((row) => numbers(4, 1 + 4 * row)), 2],
  ['columns of a torus are rings', [4, 4], true, [0, 1, 2, 3].map((column) => numbers(4, 1 + column, 4)), 2],
  [
    'every second device shares the wires with the others',
    [8],
    true,
    [numbers(4, 1, 2), numbers(4, 2, 2)],
    1,
  ],
] as const)('%s', (_name, sizes, wraps, groups, links) => {
  const costs = new CollectiveCosts(grid(sizes, wraps));
  const members = groups[0].length;
  expect(costs.seconds('allgather', groups, BYTES)).toBeCloseTo(
    (BYTES * (members - 1)) / members / (links * RATE),
    12,
  );
});

const cluster = (cards: number, nodes = 4): Machine =>
  clusterMachine('cluster', {
    ...{ nodes, perNode: 8, cards, device, insideGbps: 2400, betweenGbps: 800 },
    ...{ insideLatency: 1e-6, betweenLatency: 1e-5 },
  });

/** Device `i` of every node. */
const acrossNodes: readonly DeviceGroup[] = numbers(8).map((first) => numbers(4, first, 8));

test.each([
  ['each device has a card of its own', 8, acrossNodes, 100],
  ['all groups share the card of a node', 1, acrossNodes, 100],
  ['a single group has the whole card', 1, acrossNodes.slice(0, 1), 800],
  ['a single group has the card of its device', 8, acrossNodes.slice(0, 1), 100],
  ['a group with two devices in a node has two cards', 8, [[1, 2, 9, 10]], 200],
  ['a group of all devices has all cards', 8, [numbers(32)], 800],
  ['inside of a node there is no card', 8, [numbers(8)], 2400],
] as const)('%s', (_name, cards, groups, gbps) => {
  const costs = new CollectiveCosts(cluster(cards));
  const members = groups[0].length;
  // Nodes have 8 devices: around the ring, a byte leaves a node as often as there are nodes.
  const nodes = new Set(groups[0].map((own) => Math.floor((own - 1) / 8))).size;
  const leaving = nodes === 1 ? 0 : nodes;
  const latency = (leaving * 1e-5 + (members - leaving) * 1e-6) / members;
  expect(costs.seconds('allgather', groups, BYTES)).toBeCloseTo(
    (members - 1) * latency + (BYTES * (members - 1)) / members / (gbps * BYTES_PER_GIGABIT),
    12,
  );
});

test('the bytes of an all-to-all that leave a node go through its cards', () => {
  const costs = new CollectiveCosts(cluster(8));
  // 24 of 31 parts of each of 8 devices leave a node by 800 Gb/s.
  const leaving = (8 * BYTES * 24) / 32 / (800 * BYTES_PER_GIGABIT);
  expect(costs.seconds('alltoall', [numbers(32)], BYTES)).toBeCloseTo(
    (31 * (4 * 1e-5 + 28 * 1e-6)) / 32 + leaving,
    12,
  );
});

test('a small all-reduce takes the steps of a tree, a large one those of a ring', () => {
  const costs = new CollectiveCosts(cluster(8, 1));
  const groups = [numbers(8)];
  expect(costs.seconds('allreduce', groups, 8)).toBeCloseTo(6e-6 + 16 / (2400 * BYTES_PER_GIGABIT), 15);
  expect(costs.seconds('allreduce', groups, BYTES)).toBeCloseTo(
    14e-6 + (2 * BYTES * 7) / 8 / (2400 * BYTES_PER_GIGABIT),
    12,
  );
});

test('slices send as fast as the network of all their devices in a group', () => {
  const machine = slicedMachine('slices', {
    ...{ sizes: [2, 2], wraps: false, device, gbps: GBPS, slices: 3, betweenGbps: 10 },
  });
  const costs = new CollectiveCosts(machine);
  const seconds = (groups: readonly DeviceGroup[]): number => costs.seconds('allgather', groups, BYTES);
  const at = (gbps: number, members: number): number =>
    (BYTES * (members - 1)) / members / (gbps * BYTES_PER_GIGABIT);
  expect(seconds([numbers(12)])).toBeCloseTo(at(40, 12), 12);
  expect(seconds(numbers(4).map((first) => numbers(3, first, 4)))).toBeCloseTo(at(10, 3), 12);
  expect(seconds([numbers(4), numbers(4, 5), numbers(4, 9)])).toBeCloseTo(at(2 * GBPS, 4), 12);
});
