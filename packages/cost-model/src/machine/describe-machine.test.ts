import { expect, test } from 'vitest';
import { machineOfJson } from './described-machine.ts';
import { describeMachine } from './describe-machine.ts';
import { machineKey } from './machine-key.ts';
import { machinePresets, namedMachine } from './presets.ts';

const named = [...Object.keys(machinePresets), 'h100:16x8', 'a100-40gb:1x4', 'tpuv5e:4@16x16', 'tpuv4:2x2x4'];

test.each(named)('the description of %s is the same machine', (name) => {
  const machine = namedMachine(name)!;
  const description: unknown = JSON.parse(JSON.stringify(describeMachine(machine)));
  expect(machineKey(machineOfJson('machine.json', description))).toBe(machineKey(machine));
});

test('efficiencies and the host of a device are read, and are part of the machine', () => {
  const device = {
    efficiency: { products: 0.5, f8: 0.4, overlap: 0, fused: { products: 0.9 } },
    host: { per_task: 1e-3, blocks_sends: true, sends_inside: 3e9, sends_between: 1e9 },
  };
  const machine = machineOfJson('m.json', { nodes: 1, per_node: 2, device });
  expect(machine.devices.get(1)).toMatchObject({
    efficiency: device.efficiency,
    host: { perTask: 1e-3, blocksSends: true, sends: { inside: 3e9, between: 1e9 } },
  });
  const description: unknown = JSON.parse(JSON.stringify(describeMachine(machine)));
  expect(machineKey(machineOfJson('m.json', description))).toBe(machineKey(machine));
  const { host: _, ...withoutHost } = device;
  const other = machineOfJson('m.json', { nodes: 1, per_node: 2, device: withoutHost });
  expect(machineKey(other)).not.toBe(machineKey(machine));
});

test.each([
  [
    { devices: 2, device: { host: { per_tasks: 1 } } },
    "m.json: 'host' of 'device' has the unknown field 'per_tasks'; did you mean 'per_task'?",
  ],
  [
    { devices: 2, device: { efficiency: { fused: { product: 1 } } } },
    "m.json: 'fused' of the efficiency of 'device' has the unknown field 'product'; did you mean 'products'?",
  ],
  [
    { devices: 2, device: { efficiency: { overlap: 2 } } },
    "m.json: 'overlap' of the efficiency of 'device' is more than 1",
  ],
  [
    { nodes: 2, per_node: 8, betwen_gbps: 1 },
    "m.json has the unknown field 'betwen_gbps'; did you mean 'between_gbps'?",
  ],
  [{ nodes: 2 }, "m.json: 'per_node' is not a whole number above 0"],
  [{ nodes: 0, per_node: 8 }, "m.json: 'nodes' is not a whole number above 0"],
  [
    { nodes: 2, per_node: 2, inside_gbps: 0 },
    "m.json: 'inside_gbps' is not above 0; leave it out if it is not known",
  ],
  [
    { devices: 7, per_node: 2 },
    "m.json: 'per_node' is 2, which does not divide 7 'devices'; give the number of 'nodes' and of the devices of each",
  ],
  [
    { devices: 8, per_node: 2 },
    `m.json: 'devices' has no meaning beside 'per_node'; give "nodes": 4 in its place`,
  ],
  [
    { nodes: 1, per_node: 7, cards: 2 },
    "m.json: 'cards' is 2, which does not divide the 7 devices of a node; several cards of one device count as one",
  ],
  [{ per_node: 2 }, "m.json: 'nodes' is not a whole number above 0"],
  [
    { nodes: 1, per_node: 2, device: 'h10' },
    "m.json: 'device' has the unknown model 'h10'; did you mean 'h100'?",
  ],
  [
    { devices: 2, device: { rates: { f16: 1 }, flop: 1 } },
    "m.json: 'device' has the unknown field 'flop'; did you mean 'flops'?",
  ],
  [
    { devices: 2, device: { rates: { bf61: 1 } } },
    "m.json: 'rates' of 'device' has the unknown field 'bf61'; known are f16, f64, f32, tf32, f8, f4, i8, vector",
  ],
  [
    { devices: 2, device: { efficiency: { products: 1.5 } } },
    "m.json: 'products' of the efficiency of 'device' is more than 1",
  ],
  [{ grid: [2, 2], slices: 1.5 }, "m.json: 'slices' is not a whole number above 0"],
  [{ grid: [2], devices: 2 }, "m.json has the unknown field 'devices'; did you mean 'device'?"],
])('%j is refused', (json, problem) => {
  expect(() => machineOfJson('m.json', json)).toThrow(problem);
});

test('a device takes what its model has and its description does not', () => {
  const machine = machineOfJson('m.json', {
    devices: 2,
    device: { model: 'h100', memory: 96e9 },
    default_gbps: 1,
  });
  expect(machine.devices.get(2)).toMatchObject({ id: 2, kind: 'h100', flops: 989e12, memory: 96e9 });
});

test('names of machines have a shape that their devices can have', () => {
  expect(namedMachine('h100:2x8')!.devices.size).toBe(17);
  expect(namedMachine('tpuv5p:4x4x8')!.topology).toMatchObject({ kind: 'grid', sizes: [4, 4, 8] });
  expect(namedMachine('h10:2x8')).toBeNull();
  expect(() => namedMachine('tpuv5p:4x4')).toThrow(
    "machine 'tpuv5p:4x4' has the shape '4x4' where a slice was expected, such as 4x4x4 or 2@4x4x4",
  );
  expect(() => namedMachine('h100:0x8')).toThrow('NODESxDEVICES was expected, such as 2x8');
  expect(() => namedMachine('h100:99999x99')).toThrow('9,899,901 devices, more than the 65,536 allowed');
});
