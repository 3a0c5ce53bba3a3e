import { coordinatesOf } from '@shardform/ir-core';
import { describe, expect, test } from 'vitest';
import { clusterMachine } from '../machine/cluster-machine.ts';
import { deviceModels } from '../machine/device-models.ts';
import { gridMachine, slicedMachine } from '../machine/grid-machine.ts';
import { BYTES_PER_GIGABIT, uniformMachine } from '../machine/machine.ts';
import { CollectiveCosts } from './collective-costs.ts';
import type { DeviceGroup } from './group-link.ts';

/** Bytes that go over a wire in a step of a schedule. */
interface Message {
  readonly wires: readonly string[];
  readonly bytes: number;
}

const BYTES = 7.2e8;
const GBPS = 80;
const LATENCY = 2e-6;
const device = deviceModels.h100;

/** The seconds of steps, one after the other: in each, the latency and the bytes of the busiest wire at its rate. */
function played(steps: readonly (readonly Message[])[], latency: number, rate = GBPS): number {
  let seconds = 0;
  for (const messages of steps) {
    const loads = new Map<string, number>();
    for (const { wires, bytes } of messages)
      for (const wire of wires) loads.set(wire, (loads.get(wire) ?? 0) + bytes);
    seconds += latency + Math.max(0, ...loads.values()) / (rate * BYTES_PER_GIGABIT);
  }
  return seconds;
}

const range = (count: number): number[] => Array.from({ length: count }, (_, i) => i);
const numbers = (count: number, first = 1, stride = 1): number[] =>
  range(count).map((i) => first + i * stride);

/** A ring of all-gather or reduce-scatter: in each step, each member sends a shard to the next one. */
function ringSteps(
  groups: readonly DeviceGroup[],
  bytes: number,
  wires: (from: number, to: number) => string[],
): Message[][] {
  // prettier-ignore
  const size = groups[0]!.length;
  return range(size - 1).map(() =>
    groups.flatMap((group) =>
      group.map((from, i) => ({ wires: wires(from, group[(i + 1) % size]!), bytes: bytes / size })),
    ),
  );
}

/** An all-to-all: in each step, each member sends the part of a member that is so far from it. */
function exchangeSteps(
  groups: readonly DeviceGroup[],
  bytes: number,
  wires: (from: number, to: number) => string[],
): Message[][] {
  // prettier-ignore
  const size = groups[0]!.length;
  return range(size - 1).map((shift) =>
    groups.flatMap((group) =>
      group.map((from, i) => ({ wires: wires(from, group[(i + shift + 1) % size]!), bytes: bytes / size })),
    ),
  );
}

const own = (from: number, to: number): string[] => [`${from}>${to}`];

describe.each([2, 4, 7])('with a wire between each two of %d devices', (count) => {
  const costs = new CollectiveCosts(uniformMachine(count, { gbps: GBPS, latency: LATENCY }));
  const groups = [numbers(count)];
  const ring = played(ringSteps(groups, BYTES, own), LATENCY);

  test('an all-gather and a reduce-scatter are a ring, a large all-reduce both', () => {
    expect(costs.seconds('allgather', groups, BYTES)).toBeCloseTo(ring, 12);
    expect(costs.seconds('reducescatter', groups, BYTES)).toBeCloseTo(ring, 12);
    expect(costs.seconds('allreduce', groups, BYTES)).toBeCloseTo(2 * ring, 12);
  });

  test('a small all-reduce goes up and down a tree', () => {
    // Half of the members that are left send to the other half, until one has the sum.
    let levels = 0;
    for (let left = count; left > 1; left = Math.ceil(left / 2)) levels += 1;
    const whole = range(2 * levels).map(() => [{ wires: [], bytes: 0 }]);
    const tree = played(whole, LATENCY) + (2 * 8) / (GBPS * BYTES_PER_GIGABIT);
    const rings = 2 * played(ringSteps(groups, 8, own), LATENCY);
    expect(costs.seconds('allreduce', groups, 8)).toBeCloseTo(Math.min(tree, rings), 15);
  });

  test('an all-to-all sends each part directly', () => {
    expect(costs.seconds('alltoall', groups, BYTES)).toBeCloseTo(played(exchangeSteps(groups, BYTES, own), LATENCY), 12); // prettier-ignore
  });

  test('a permute is one step', () => {
    const pairs = groups[0]!.map((from) => ({ from, to: (from % count) + 1 }));
    const expected = played([pairs.map(({ from, to }) => ({ wires: own(from, to), bytes: BYTES }))], LATENCY);
    for (const seconds of costs.permute(pairs, BYTES)) expect(seconds).toBeCloseTo(expected, 12);
    for (const seconds of costs.distinctTransfers(pairs)) expect(seconds(BYTES)).toBeCloseTo(expected, 12);
  });
});

/** A ring of data in two halves, one in each direction. */
describe.each([4, 6, 8])('on a ring of %d devices', (count) => {
  const costs = new CollectiveCosts(gridMachine('ring', { sizes: [count], wraps: true, device, gbps: GBPS }));
  const group = numbers(count);
  const bothWays = [group, group.toReversed()];

  test('an all-gather goes both ways, and an all-reduce twice', () => {
    const steps = ringSteps(bothWays, BYTES / 2, own);
    expect(costs.seconds('allgather', [group], BYTES)).toBeCloseTo(played(steps, 0), 12);
    expect(costs.seconds('reducescatter', [group], BYTES)).toBeCloseTo(played(steps, 0), 12);
    expect(costs.seconds('allreduce', [group], BYTES)).toBeCloseTo(2 * played(steps, 0), 12);
  });

  test('an all-to-all takes the shorter ways, half of those to the opposite device each', () => {
    const messages = group.flatMap((from) =>
      range(count - 1).flatMap((i): Message[] => {
        const distance = i + 1;
        const way = (step: number, hops: number): string[] =>
          range(hops).map((hop) => `${from - 1 + step * hop} by ${step}`.replace(/^-?\d+/, (at) => String((Number(at) + count) % count))); // prettier-ignore
        const bytes = BYTES / count;
        if (2 * distance === count)
          return [1, -1].map((step) => ({ wires: way(step, distance), bytes: bytes / 2 }));
        return [{ wires: 2 * distance < count ? way(1, distance) : way(-1, count - distance), bytes }];
      }),
    );
    expect(costs.seconds('alltoall', [group], BYTES)).toBeCloseTo(played([messages], 0), 12);
  });
});

describe.each([
  [8, 2],
  [12, 3],
  [15, 5],
])('on a ring of %d devices, groups of every %d. device', (count, stride) => {
  const costs = new CollectiveCosts(gridMachine('ring', { sizes: [count], wraps: true, device, gbps: GBPS }));
  const groups = range(stride).map((i) => numbers(count / stride, i + 1, stride));
  /** The wires from a device to the next one of its group, in either direction. */
  const way = (from: number, to: number): string[] => {
    const step = (to - from + count) % count === stride ? 1 : -1;
    return range(stride).map((hop) => `${(from - 1 + step * hop + count) % count} by ${step}`);
  };

  test('share the wires between their devices', () => {
    const bothWays = groups.flatMap((group) => [group, group.toReversed()]);
    const together = played(ringSteps(bothWays, BYTES / 2, way), 0);
    expect(costs.seconds('allgather', groups, BYTES)).toBeCloseTo(together, 12);
    expect(costs.seconds('allreduce', groups, BYTES)).toBeCloseTo(2 * together, 12);
    const [first] = groups;
    const alone = played(ringSteps([first!, first!.toReversed()], BYTES / 2, way), 0);
    expect(together).toBeCloseTo(stride * alone, 12);
    expect(costs.secondsAlone('allgather', first!, BYTES)).toBeCloseTo(alone, 12);
  });
});

describe.each([3, 4])('on a torus of %d squared', (size) => {
  const sizes = [size, size];
  const costs = new CollectiveCosts(gridMachine('torus', { sizes, wraps: true, device, gbps: GBPS }));
  const all = numbers(size * size);
  const at = (row: number, column: number): number => ((row + size) % size) * size + ((column + size) % size) + 1; // prettier-ignore
  const rows = range(size).map((row) => range(size).map((column) => at(row, column)));
  const columns = range(size).map((column) => range(size).map((row) => at(row, column)));
  const bothWays = (rings: readonly DeviceGroup[]): DeviceGroup[] => rings.flatMap((ring) => [ring, ring.toReversed()]); // prettier-ignore

  test('an all-gather goes along both dimensions at once, half of it first along each', () => {
    // Along the first dimension, a device has a row of shards of a half after; along the second, all of the half.
    const phase = (bytes: number): Message[][] =>
      ringSteps([...bothWays(rows), ...bothWays(columns)], bytes / 2, own);
    const half = BYTES / 2;
    const steps = [...phase(half / size), ...phase(half)];
    expect(costs.seconds('allgather', [all], BYTES)).toBeCloseTo(played(steps, 0), 12);
    expect(costs.seconds('reducescatter', [all], BYTES)).toBeCloseTo(played(steps, 0), 12);
    expect(costs.seconds('allreduce', [all], BYTES)).toBeCloseTo(2 * played(steps, 0), 12);
  });

  test.each([
    [0, 1],
    [1, 0],
    [1, 1],
  ] as const)('a permute by %d rows and %d columns shares the wires of its ways', (down, right) => {
    // prettier-ignore
    const pairs = all.map((from) => {
      const [row, column] = coordinatesOf(from - 1, sizes) as [number, number];
      return { from, to: at(row + down, column + right) };
    });
    const messages = pairs.map(({ from }) => {
      const [row, column] = coordinatesOf(from - 1, sizes) as [number, number];
      const wires = [
        ...range(down).map((i) => own(at(row + i, column), at(row + i + 1, column))[0]!),
        ...range(right).map((i) => own(at(row + down, column + i), at(row + down, column + i + 1))[0]!),
      ];
      return { wires, bytes: BYTES };
    });
    for (const seconds of costs.permute(pairs, BYTES)) expect(seconds).toBeCloseTo(played([messages], 0), 12);
  });
});

test('a permute along a ring by more than one device shares its wires', () => {
  const costs = new CollectiveCosts(gridMachine('ring', { sizes: [8], wraps: true, device, gbps: GBPS, hopLatency: LATENCY })); // prettier-ignore
  const pairs = numbers(8).map((from) => ({ from, to: ((from + 2) % 8) + 1 }));
  const messages = pairs.map(({ from }) => ({
    wires: range(3).map((i) => `${((from - 1 + i) % 8) + 1}>${((from + i) % 8) + 1}`),
    bytes: BYTES,
  }));
  for (const seconds of costs.permute(pairs, BYTES))
    expect(seconds).toBeCloseTo(played([messages], 3 * LATENCY), 12);
});

describe.each([1, 2, 4])('on three nodes of four devices with %d cards', (cards) => {
  const rates = { insideGbps: 800, betweenGbps: GBPS * cards, betweenLatency: LATENCY };
  const costs = new CollectiveCosts(clusterMachine('nodes', { nodes: 3, perNode: 4, cards, device, ...rates })); // prettier-ignore
  const across = numbers(4).map((first) => numbers(3, first, 4));
  const throughCards = (from: number, to: number): string[] => {
    const cardOf = (id: number): string => `${Math.floor((id - 1) / 4)}.${Math.floor((((id - 1) % 4) * cards) / 4)}`; // prettier-ignore
    return [`out ${cardOf(from)}`, `in ${cardOf(to)}`];
  };

  test('groups of a device of each node share the cards of their node', () => {
    const ring = played(ringSteps(across, BYTES, throughCards), LATENCY);
    expect(costs.seconds('allgather', across, BYTES)).toBeCloseTo(ring, 12);
    expect(costs.seconds('reducescatter', across, BYTES)).toBeCloseTo(ring, 12);
    expect(costs.seconds('allreduce', across, BYTES)).toBeCloseTo(2 * ring, 12);
    const exchange = played(exchangeSteps(across, BYTES, throughCards), LATENCY);
    expect(costs.seconds('alltoall', across, BYTES)).toBeCloseTo(exchange, 12);
  });

  test('one of these groups takes as long as all, and less without the others', () => {
    const together = played(ringSteps(across, BYTES, throughCards), LATENCY);
    const [first] = across;
    const alone = played(ringSteps([first!], BYTES, throughCards), LATENCY);
    for (const i of across.keys())
      expect(costs.secondsOfGroup('allgather', across, i, BYTES)).toBeCloseTo(together, 12);
    expect(costs.secondsAlone('allgather', first!, BYTES)).toBeCloseTo(alone, 12);
    expect(costs.secondsAlone('allreduce', first!, BYTES)).toBeCloseTo(2 * alone, 12);
  });

  test('a pair of a permute has a card for itself without the others', () => {
    const pairs = numbers(12).map((from) => ({ from, to: ((from + 3) % 12) + 1 }));
    const alone = pairs.map(({ from, to }) =>
      played([[{ wires: throughCards(from, to), bytes: BYTES }]], LATENCY),
    );
    costs.permuteAlone(pairs, BYTES).forEach((seconds, i) => {
      expect(seconds).toBeCloseTo(alone[i]!, 12);
    });
  });

  test('pairs of a permute share them, too', () => {
    const pairs = numbers(12).map((from) => ({ from, to: ((from + 3) % 12) + 1 }));
    const step = pairs.map(({ from, to }) => ({ wires: throughCards(from, to), bytes: BYTES }));
    for (const seconds of costs.permute(pairs, BYTES))
      expect(seconds).toBeCloseTo(played([step], LATENCY), 12);
  });
});

describe.each([2, 4, 8])('inside of a node of %d devices', (perNode) => {
  const rates = { insideGbps: 800, betweenGbps: GBPS, insideLatency: LATENCY, betweenLatency: 1e-4 };
  const costs = new CollectiveCosts(clusterMachine('nodes', { nodes: 2, perNode, device, ...rates }));
  const groups = [numbers(perNode), numbers(perNode, perNode + 1)];
  /** A switch has a wire from each device and one to each. */
  const switched = (from: number, to: number): string[] => [`from ${from}`, `to ${to}`];

  test('collectives take steps through its switch', () => {
    const ring = played(ringSteps(groups, BYTES, switched), LATENCY, 800);
    expect(costs.seconds('allgather', groups, BYTES)).toBeCloseTo(ring, 12);
    expect(costs.seconds('reducescatter', groups, BYTES)).toBeCloseTo(ring, 12);
    expect(costs.seconds('allreduce', groups, BYTES)).toBeCloseTo(2 * ring, 12);
    const exchange = played(exchangeSteps(groups, BYTES, switched), LATENCY, 800);
    expect(costs.seconds('alltoall', groups, BYTES)).toBeCloseTo(exchange, 12);
  });
});

describe.each([2, 3, 5])('across %d slices', (slices) => {
  const machine = slicedMachine('slices', {
    ...{ sizes: [2, 2], wraps: false, device, gbps: 800, slices, betweenGbps: GBPS, betweenLatency: LATENCY },
  });
  const costs = new CollectiveCosts(machine);
  const groups = numbers(4).map((first) => numbers(slices, first, 4));
  /** Each device has its own way to the network between slices. */
  const network = (from: number, to: number): string[] => [`out ${from}`, `in ${to}`];

  test('groups of a device of each slice take steps through the network of each', () => {
    const ring = played(ringSteps(groups, BYTES, network), LATENCY);
    expect(costs.seconds('allgather', groups, BYTES)).toBeCloseTo(ring, 12);
    expect(costs.seconds('reducescatter', groups, BYTES)).toBeCloseTo(ring, 12);
    expect(costs.seconds('allreduce', groups, BYTES)).toBeCloseTo(2 * ring, 12);
    const exchange = played(exchangeSteps(groups, BYTES, network), LATENCY);
    expect(costs.seconds('alltoall', groups, BYTES)).toBeCloseTo(exchange, 12);
  });
});

describe.each([
  [[4], true],
  [[7], true],
  [[5], false],
  [[3, 3], true],
  [[2, 3], false],
] as const)('on a grid of %j, which wraps: %s', (sizes, wraps) => {
  const machine = gridMachine('grid', { sizes, wraps, device, gbps: GBPS, hopLatency: LATENCY });
  const costs = new CollectiveCosts(machine);
  const all = numbers(machine.devices.size - 1);
  /** Hops between the devices that are the farthest from each other, as a search in breadth finds them. */
  const hops = (): number => {
    let most = 0;
    for (const start of all) {
      const reached = new Map([[start, 0]]);
      for (const [at, distance] of reached)
        for (const to of all)
          if (!reached.has(to) && machine.route(at, to).length === 1) reached.set(to, distance + 1);
      most = Math.max(most, ...reached.values());
    }
    return most;
  };

  test('a collective of no bytes takes the hops to the farthest device', () => {
    expect(costs.seconds('allgather', [all], 0)).toBeCloseTo(hops() * LATENCY, 12);
    expect(costs.seconds('reducescatter', [all], 0)).toBeCloseTo(hops() * LATENCY, 12);
    expect(costs.seconds('allreduce', [all], 0)).toBeCloseTo(2 * hops() * LATENCY, 12);
    expect(costs.seconds('alltoall', [all], 0)).toBeCloseTo(hops() * LATENCY, 12);
  });
});
