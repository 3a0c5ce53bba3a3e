import {
  clusterMachine,
  deviceModels,
  gridMachine,
  machinePresets,
  makeMachine,
  uniformMachine,
} from '@shardform/cost-model';
import { expect, test } from 'vitest';
import { distir2021CostModel } from '../cost/distir-2021-cost.ts';
import { distirCostModel } from '../cost/distir-cost.ts';
import { rooflineCostModel } from '../cost/roofline-cost.ts';

import { FlatBuilder, type FlatProgram } from '../program/flat-program.ts';
import { kindNumber } from '../program/op-kind.ts';
import { simulateClocks } from './clock-simulator.ts';
import { simulateEvents } from './event-simulator.ts';

const machine = uniformMachine(4);
const costs = distirCostModel(machine);

/** A product on device 1, and independent transfers. */
function program(
  transfers: readonly (readonly [from: number, to: number])[],
  withProduct = true,
): FlatProgram {
  const builder = new FlatBuilder();
  const type = builder.types.of([1024, 1024], 4);
  const [a, b] = [builder.input(type, 1), builder.input(type, 1)];
  const sources = transfers.map(([from]) => builder.input(type, from));
  if (withProduct) builder.op('MatMul', [a, b], type, 1);
  transfers.forEach(([, to], i) => builder.op('Send', [sources[i]!], type, to));
  return builder.build();
}

const compute = 1e-5 + (8 * 1024 * 1024) / 9e11 + (2 * 1024 ** 3) / 1.4e13;
const transfer = (4 * 1024 * 1024) / 1.25e8 / 25;

test('computation and communication of a device overlap', () => {
  const both = program([[1, 2]]);
  expect(simulateClocks(both, costs).latency).toBeCloseTo(compute + transfer, 15);
  expect(simulateEvents(both, costs, machine).latency).toBeCloseTo(Math.max(compute, transfer), 15);
  expect(simulateEvents(both, costs, machine, { overlap: false }).latency).toBeCloseTo(
    compute + transfer,
    15,
  );
});

test('devices that compute nothing while they communicate do one after the other', () => {
  const blocking = uniformMachine(4, { efficiency: { overlap: 0 } });
  const { latency, events } = simulateEvents(program([[1, 2]]), costs, blocking, { events: true });
  expect(latency).toBeCloseTo(compute + transfer, 9);
  const own = events.filter(({ device }) => device === 1);
  expect(own.map(({ stream, start, slowed }) => [stream, start, slowed])).toEqual([
    ['compute', 0, undefined],
    ['communication', own[0]!.duration, undefined],
  ]);
});

test('transfers over one wire wait for each other', () => {
  const shared = makeMachine('bus', [...machine.devices.values()], () => 25, { route: () => ['bus'] });
  const two = program(
    [
      [1, 2],
      [3, 4],
    ],
    false,
  );
  expect(simulateClocks(two, costs).latency).toBeCloseTo(transfer, 15);
  expect(simulateEvents(two, costs, machine).latency).toBeCloseTo(transfer, 15);
  const onBus = simulateEvents(two, costs, shared);
  expect(onBus.latency).toBeCloseTo(2 * transfer, 15);
  expect(onBus.criticalPath).toEqual([0, 1]);
  expect(simulateEvents(two, costs, shared, { contention: false }).latency).toBeCloseTo(transfer, 15);
});

test('collectives over one wire wait for each other', () => {
  const builder = new FlatBuilder();
  const type = builder.types.of([1024, 1024], 4);
  for (const pair of [
    [1, 2],
    [3, 4],
  ]) {
    for (const device of pair) builder.input(type, device);
  }
  for (const first of [0, 2]) {
    builder.begin(kindNumber('MPIAllreduce'));
    builder.operand(first);
    builder.operand(first + 1);
    builder.result(type, builder.deviceOf(first));
    builder.result(type, builder.deviceOf(first + 1));
  }
  const two = builder.build();
  const shared = makeMachine('bus', [...machine.devices.values()], () => 25, { route: () => ['bus'] });
  const alone = simulateEvents(two, costs, machine).latency;
  expect(simulateEvents(two, costs, shared).latency).toBeCloseTo(2 * alone, 12);
  expect(simulateEvents(two, costs, shared, { contention: false }).latency).toBeCloseTo(alone, 12);
});

test('slower links never make a program faster, and times scale with all rates', () => {
  const latencies = [50, 25, 10, 1].map((gbps) => {
    const slower = uniformMachine(4, { gbps });
    return simulateEvents(program([[1, 2]]), rooflineCostModel(slower), slower).latency;
  });
  expect([...latencies].sort((a, b) => a - b)).toEqual(latencies);
  const [once, twice] = [1, 2].map((factor) => {
    const scaled = uniformMachine(4, {
      gbps: 25 * factor,
      flops: 1e13 * factor,
      dram: 1e12 * factor,
      launch: 1e-5 / factor,
    });
    return simulateEvents(program([[1, 2]]), rooflineCostModel(scaled), scaled).latency;
  });
  expect(twice).toBeCloseTo(once! / 2, 15);
});

test('a product of batches takes its operations or its bytes', () => {
  const builder = new FlatBuilder();
  const [lhs, rhs, result] = [
    [8, 64, 32],
    [8, 32, 16],
    [8, 64, 16],
  ].map((shape) => builder.types.of(shape, 4));
  builder.op('MatMul', [builder.input(lhs!, 1), builder.input(rhs!, 1)], result!, 1);
  const flops = 2 * 8 * 64 * 32 * 16;
  const bytes = 4 * 8 * (64 * 32 + 32 * 16 + 64 * 16);
  for (const [peak, dram] of [
    [1e9, 1e12],
    [1e15, 1e9],
  ] as const) {
    const own = uniformMachine(1, { flops: peak, dram });
    expect(simulateEvents(builder.build(), rooflineCostModel(own), own).latency).toBeCloseTo(
      1e-5 + Math.max(flops / peak, bytes / dram),
      12,
    );
  }
});

test('memory is released when the last use ends, and inputs never', () => {
  const builder = new FlatBuilder();
  const type = builder.types.of([256], 4);
  const input = builder.input(type, 1);
  const a = builder.op('Relu', [input], type, 1);
  const b = builder.op('Relu', [a], type, 1);
  builder.op('Add', [a, b], type, 1);
  for (const { devices } of [
    simulateClocks(builder.build(), costs),
    simulateEvents(builder.build(), costs, machine),
  ]) {
    expect(devices[0]).toMatchObject({ peakBytes: 4 * 1024, finalBytes: 2 * 1024 });
  }
});

test('a freed input gives its memory back', () => {
  const builder = new FlatBuilder();
  const type = builder.types.of([256], 4);
  const input = builder.input(type, 1);
  const a = builder.op('Relu', [input], type, 1);
  builder.op('Free', [input], type, 1);
  builder.op('Relu', [a], type, 1);
  const { devices } = simulateClocks(builder.build(), costs);
  expect(devices[0]!.peakBytes).toBe(3 * 1024);
});

test('machines know their links', () => {
  const grid = gridMachine('torus', {
    sizes: [4, 4],
    wraps: true,
    device: deviceModels.tpuv4,
    gbps: 400,
    hopLatency: 1e-6,
  });
  expect(grid.route(1, 4)).toHaveLength(1);
  expect(grid.latency(1, 11)).toBeCloseTo(4e-6, 12);
  const mesh = gridMachine('mesh', {
    sizes: [4, 4],
    wraps: false,
    device: deviceModels.wormhole,
    gbps: 200,
  });
  expect(mesh.route(1, 4)).toHaveLength(3);
  const nodes = clusterMachine('nodes', {
    nodes: 2,
    perNode: 4,
    device: deviceModels.a100,
    insideGbps: 2400,
    betweenGbps: 200,
  });
  expect([nodes.gbps(1, 4), nodes.gbps(4, 5), nodes.gbps(3, 3)]).toEqual([2400, 200, Infinity]);
  expect(nodes.route(1, 5)).toEqual(nodes.route(2, 6));
  for (const preset of Object.values(machinePresets)) expect(preset().devices.size).toBeGreaterThan(1);
});

/** Each pair sends a tensor of 4 MiB. */
function permute(pairs: readonly (readonly [from: number, to: number])[]): FlatProgram {
  const builder = new FlatBuilder();
  const type = builder.types.of([1024, 1024], 4);
  const sources = pairs.map(([from]) => builder.input(type, from));
  builder.begin(kindNumber('CollectivePermute'));
  for (const source of sources) builder.operand(source);
  for (const [, to] of pairs) builder.result(type, to);
  return builder.build();
}

const ring4 = [
  [1, 2],
  [2, 3],
  [3, 4],
  [4, 1],
] as const;

test.each([
  ['rooflines', rooflineCostModel(machine), transfer],
  ['DistIR', costs, transfer],
  ['DistIR of 2021', distir2021CostModel(machine), transfer / 16],
])('all pairs of a permute go at once, with the costs of %s', (_, model, seconds) => {
  for (const pairs of [ring4, ring4.slice(0, 3), ring4.slice(0, 1)]) {
    const program = permute(pairs);
    const simulation = simulateEvents(program, model, machine, { events: true });
    expect(simulation.latency).toBeCloseTo(seconds, 15);
    expect(simulateClocks(program, model).latency).toBeCloseTo(seconds, 15);
    const devices = new Set(pairs.flat());
    expect(simulation.events.map(({ device }) => device).sort()).toEqual([...devices].sort());
    for (const { communicationSeconds } of simulation.devices)
      expect(communicationSeconds).toBeCloseTo(seconds, 15);
  }
});

test('a permute takes as long as its slowest pair; whose pairs are done goes on', () => {
  const slow = makeMachine('slow', [...machine.devices.values()], (from) => (from === 4 ? 5 : 25));
  const { latency, devices } = simulateEvents(permute(ring4), rooflineCostModel(slow), slow);
  expect(latency).toBeCloseTo(5 * transfer, 15);
  expect(devices.map(({ clock }) => Math.round(clock / transfer))).toEqual([5, 1, 1, 5]);
});

test('pairs of a permute that go over one wire share its bandwidth', () => {
  const line = gridMachine('line', { sizes: [4], wraps: false, device: deviceModels.wormhole, gbps: 25 });
  const seconds = (pairs: readonly (readonly [number, number])[]): number =>
    simulateEvents(permute(pairs), rooflineCostModel(line), line).latency;
  // Back from the end nobody else goes.
  expect(seconds(ring4)).toBeCloseTo(transfer, 15);
  // Both go from 2 to 3.
  const crossing = [
    [1, 3],
    [2, 4],
  ] as const;
  expect(seconds(crossing)).toBeCloseTo(2 * transfer, 15);
});

test('what needs a wire of a permute waits for it', () => {
  const builder = new FlatBuilder();
  const type = builder.types.of([1024, 1024], 4);
  const [first, second] = [builder.input(type, 1), builder.input(type, 3)];
  builder.op('CollectivePermute', [first], type, 2);
  builder.op('Send', [second], type, 4);
  const program = builder.build();
  const shared = makeMachine('bus', [...machine.devices.values()], () => 25, { route: () => ['bus'] });
  expect(simulateEvents(program, costs, shared).latency).toBeCloseTo(2 * transfer, 15);
  expect(simulateEvents(program, costs, machine).latency).toBeCloseTo(transfer, 15);
});
