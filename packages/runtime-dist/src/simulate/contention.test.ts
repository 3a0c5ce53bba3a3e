import {
  clusterMachine,
  deviceModels,
  type GroupedCollective,
  gridMachine,
  type Machine,
  makeMachine,
  slicedMachine,
  uniformMachine,
} from '@shardform/cost-model';
import { expect, test } from 'vitest';
import { rooflineCostModel } from '../cost/roofline-cost.ts';
import { FlatBuilder, type FlatProgram } from '../program/flat-program.ts';
import { kindNumber, type OpKind } from '../program/op-kind.ts';
import { simulateEvents } from './event-simulator.ts';
import type { TimedEvent } from './simulation.ts';

/** 1024 x 1024 floats. */
const BYTES = 4 * 1024 * 1024;
const GIGABIT = 1.25e8;
const device = deviceModels.v100;

const KINDS: Readonly<Partial<Record<GroupedCollective, OpKind>>> = {
  allreduce: 'MPIAllreduce',
  allgather: 'MPIAllgather',
};

/** Adds one collective of groups of devices, whose tensors are values of the program by device. */
function collective(
  builder: FlatBuilder,
  values: readonly number[],
  groups: readonly (readonly number[])[],
  kind: GroupedCollective = 'allreduce',
): readonly number[] {
  const type = builder.types.of([1024, 1024], 4);
  const results = [...values];
  const first = builder.opCount;
  for (const [index, members] of groups.entries()) {
    builder.begin(kindNumber(KINDS[kind]!));
    for (const own of members) builder.operand(values[own]!);
    if (groups.length > 1) builder.collective({ groups, index, first });
    for (const own of members) results[own] = builder.result(type, own);
  }
  return results;
}

/** Values of devices 1 to a number. */
function inputs(builder: FlatBuilder, count: number): readonly number[] {
  const type = builder.types.of([1024, 1024], 4);
  return [-1, ...Array.from({ length: count }, (_, i) => builder.input(type, i + 1))];
}

function eventsOf(program: FlatProgram, machine: Machine): readonly TimedEvent[] {
  return simulateEvents(program, rooflineCostModel(machine), machine, { events: true }).events;
}

const numbers = (count: number, first = 1, step = 1): readonly number[] =>
  Array.from({ length: count }, (_, i) => first + i * step);

/** The seconds of an all-reduce without latency by a rate of each device. */
const allReduce = (members: number, gbps: number): number =>
  (2 * BYTES * (members - 1)) / members / (gbps * GIGABIT);

test('8 groups that share the network card of a node are 8 times as long as one, which is contention', () => {
  const machine = clusterMachine('cluster', {
    ...{ nodes: 2, perNode: 8, device, insideGbps: 2400, betweenGbps: 800 },
  });
  const builder = new FlatBuilder();
  collective(
    builder,
    inputs(builder, 16),
    numbers(8).map((own) => [own, own + 8]),
  );
  const events = eventsOf(builder.build(), machine);
  expect(events.map((event) => event.device).sort((a, b) => a - b)).toEqual(numbers(16));
  for (const { duration, shared, queued } of events) {
    expect(duration).toBeCloseTo(allReduce(2, 100), 12);
    expect(shared?.seconds).toBeCloseTo(allReduce(2, 100) - allReduce(2, 800), 12);
    expect(shared?.link).toBe('network between nodes');
    expect(queued).toBeUndefined();
  }
});

test.each([
  ['each device has a card', 8, [numbers(8).map((own) => [own, own + 8])]],
  ['a group is alone', 1, [[[1, 9]]]],
  ['groups are inside of nodes', 1, [[numbers(8), numbers(8, 9)]]],
] as const)('where %s, there is no contention', (_name, cards, [groups]) => {
  const machine = clusterMachine('cluster', {
    ...{ nodes: 2, perNode: 8, cards, device, insideGbps: 2400, betweenGbps: 800 },
  });
  const builder = new FlatBuilder();
  collective(builder, inputs(builder, 16), groups);
  for (const event of eventsOf(builder.build(), machine))
    expect([event.shared, event.queued]).toEqual([undefined, undefined]);
});

test('a collective waits for the links that another one has: in this time, it contends', () => {
  const machine = makeMachine('bus', [...uniformMachine(4).devices.values()], () => 25, {
    route: () => ['1>2'],
  });
  const builder = new FlatBuilder();
  const values = inputs(builder, 4);
  collective(builder, values, [[1, 2]]);
  collective(builder, values, [[3, 4]], 'allgather');
  const [first, , second] = eventsOf(builder.build(), machine);
  expect(first).toMatchObject({ device: 1, start: 0 });
  expect(first?.queued).toBeUndefined();
  expect(second?.device).toBe(3);
  expect(second?.start).toBe(first?.duration);
  expect(second?.queued).toEqual({ seconds: first?.duration, link: 'links between pairs of devices' });
});

test('a device that computes for longer than others is waited for without contention', () => {
  const machine = uniformMachine(2);
  const builder = new FlatBuilder();
  const values = [...inputs(builder, 2)];
  const type = builder.types.of([1024, 1024], 4);
  values[2] = builder.op('MatMul', [values[2]!, values[2]!], type, 2);
  collective(builder, values, [[1, 2]]);
  const events = eventsOf(builder.build(), machine);
  const product = events.find(({ stream }) => stream === 'compute');
  const reduced = events.filter(({ stream }) => stream !== 'compute');
  expect(product?.device).toBe(2);
  expect(reduced.map(({ start }) => start)).toEqual([product?.duration, product?.duration]);
  for (const event of reduced) expect([event.shared, event.queued]).toEqual([undefined, undefined]);
});

test.each([
  ['every second device of a ring', [8], [numbers(4, 1, 2), numbers(4, 2, 2)], 100, 200, 'ring of 8'],
  ['rows of a torus', [4, 4], [0, 1, 2, 3].map((row) => numbers(4, 1 + 4 * row)), 200, 200, undefined],
  ['every second device of a column', [4, 4], strided(), 100, 200, 'dimension 0 of the 4x4 torus'],
] as const)('on a torus, %s', (_name, sizes, groups, gbps, alone, link) => {
  const machine = gridMachine('torus', { sizes, wraps: true, device, gbps: 100 });
  const builder = new FlatBuilder();
  collective(
    builder,
    inputs(
      builder,
      sizes.reduce<number>((a, b) => a * b, 1),
    ),
    groups,
    'allreduce',
  );
  for (const { duration, shared } of eventsOf(builder.build(), machine)) {
    const members = groups[0].length;
    expect(duration).toBeCloseTo(allReduce(members, gbps), 12);
    expect(shared?.seconds ?? 0).toBeCloseTo(allReduce(members, gbps) - allReduce(members, alone), 12);
    expect(shared?.link).toBe(link);
  }
});

/** Pairs of rows 0 and 2, and of rows 1 and 3, of each column of a 4x4 torus: all around, two wires for each step. */
function strided(): readonly (readonly number[])[] {
  return numbers(4).flatMap((column) => [
    [column, column + 8],
    [column + 4, column + 12],
  ]);
}

test('slices of a torus share no wires with each other', () => {
  const machine = slicedMachine('slices', {
    ...{ sizes: [4], wraps: true, device, gbps: 100, slices: 2, betweenGbps: 10 },
  });
  const builder = new FlatBuilder();
  collective(builder, inputs(builder, 8), [numbers(4), numbers(4, 5)]);
  for (const { duration, shared } of eventsOf(builder.build(), machine)) {
    expect(duration).toBeCloseTo(allReduce(4, 200), 12);
    expect(shared).toBeUndefined();
  }
});

test('pairs of a permute that go over the same wires contend', () => {
  const machine = gridMachine('line', { sizes: [4], wraps: false, device, gbps: 100 });
  const builder = new FlatBuilder();
  const values = inputs(builder, 4);
  const type = builder.types.of([1024, 1024], 4);
  builder.begin(kindNumber('CollectivePermute'));
  for (const from of [1, 2]) builder.operand(values[from]!);
  for (const to of [3, 4]) builder.result(type, to);
  for (const { duration, shared } of eventsOf(builder.build(), machine)) {
    expect(duration).toBeCloseTo((2 * BYTES) / (100 * GIGABIT), 12);
    expect(shared?.seconds).toBeCloseTo(BYTES / (100 * GIGABIT), 12);
    expect(shared?.link).toBe('line of 4');
  }
});
