import { expect, test } from 'vitest';
import { machineOfJson } from './described-machine.ts';
import { makeMachine, uniformMachine } from './machine.ts';
import { machineKey } from './machine-key.ts';
import { clusterMachine } from './cluster-machine.ts';
import { deviceModels } from './device-models.ts';
import { gridMachine } from './grid-machine.ts';

const device = deviceModels.v100;
const described = (more: object) => machineOfJson('m.json', { devices: 4, default_gbps: 100, ...more });
const grid = (gbps: number) => gridMachine('g', { sizes: [2, 2], wraps: true, device, gbps, hopLatency: 0 });
const cluster = { nodes: 2, perNode: 2, device, insideGbps: 100, betweenGbps: 25 };

test.each([
  ['uniform', () => uniformMachine(4)],
  ['described', () => described({})],
  ['of a grid', () => grid(100)],
  ['of nodes', () => clusterMachine('c', cluster)],
])('machines that are made alike have one key: %s', (_, make) => {
  expect(machineKey(make())).toBe(machineKey(make()));
});

test('machines of one name that differ in anything have different keys', () => {
  const pairs = (...links: readonly (readonly [number, number, number])[]) => described({ links });
  const machines = [
    described({}),
    described({ devices: 5 }),
    described({ default_gbps: 99 }),
    described({ latency: 1e-6 }),
    pairs([1, 2, 50]),
    pairs([1, 3, 50]),
    described({ device: { flops: 1e12 } }),
    described({ device: { memory: 1e9 } }),
    described({ device: { launch: 1e-6 } }),
    grid(100),
    grid(99),
    clusterMachine('m.json', cluster),
    clusterMachine('m.json', { ...cluster, betweenLatency: 1e-6 }),
    uniformMachine(4, { name: 'm.json', collectives: new Map([['allreduce', new Map()]]) }),
    uniformMachine(4, { name: 'm.json' }),
  ];
  expect(new Set(machines.map(machineKey)).size).toBe(machines.length);
});

test('a machine that does not say what its links are is like no other', () => {
  const make = () => makeMachine('m', [...uniformMachine(2).devices.values()], () => 25);
  const machine = make();
  expect(machineKey(machine)).toBe(machineKey(machine));
  expect(machineKey(machine)).not.toBe(machineKey(make()));
});
