import { expect, test } from 'vitest';
import { isMachineName, largerMachineHint, machineFamilies, machineHint, namedMachine } from './presets.ts';
import { computingDevices } from './machine.ts';

test.each([
  ['h100x16', 'h100:2x8'],
  ['h100:16', 'h100:2x8'],
  ['H100x16', 'h100:2x8'],
  ['16xh100', 'h100:2x8'],
  ['h100-80gbx16', 'h100:2x8'],
  ['a100x32', 'a100:4x8'],
  ['a100-40gbx16', 'a100-40gb:2x8'],
  ['a100x8x4', 'a100:4x8'],
  ['h200x16', 'h200:2x8'],
  ['b200x4', 'b200:1x4'],
  ['gb200x144', 'gb200:2x72'],
  ['v5p:64', 'tpuv5p:4x4x4'],
  ['tpu-v5p:128', 'tpuv5p:4x4x8'],
  ['v5ex8', 'tpuv5e:2x4'],
  ['tpuv6e:1', 'tpuv6e:1x1'],
  ['tpuv5p:64', 'tpuv5p:4x4x4'],
  ['v5e-16', 'tpuv5e:4x4'],
  ['v5litepod-8', 'tpuv5e:2x4'],
  ['tpu-v6e-256', 'tpuv6e:16x16'],
  ['v4-8', 'tpuv4:1x2x2'],
  ['v5p-128', 'tpuv5p:4x4x4'],
])('%s is %s', (name, shaped) => {
  expect(namedMachine(name)?.name).toBe(shaped);
});

test.each(['h100x12', 'h100', 'h100x0', '8xh100x8', 'v5e-12', 'v4-9'])('%s is not a machine', (name) => {
  expect(namedMachine(name)).toBeNull();
});

test.each([
  ['h100x4', 8, "name 8 of them: 'h100x8'"],
  ['h100x8', 16, "name more nodes of it: 'h100:2x8'"],
  ['a100:1x4', 12, "name more nodes of it: 'a100:2x8'"],
  ['mi300xx8', 16, "name more nodes of it: 'mi300x:2x8'"],
  ['v5e-4', 8, "name a larger slice: 'v5e-8'"],
  ['tpuv6e:2x2', 6, "name a larger slice: 'tpuv6e:2x4'"],
  ['v5p-8', 8, "v5p-N counts TensorCores, 2 of each chip, and a chip is one device: 8 devices are 'v5p-16'"],
  [
    'tpu-v4-8',
    6,
    "tpu-v4-N counts TensorCores, 2 of each chip, and a chip is one device: 8 devices are 'tpu-v4-16'",
  ],
  ['n300', 4, null],
  ['m.json', 4, null],
])('of %s that has to have %i devices, more are named', (name, devices, hint) => {
  expect(largerMachineHint(name, devices)).toBe(hint);
});

test('names of machines are told from others', () => {
  expect(['t3k', 'h100x8', 'v5p-8', 'h100:3x3x3'].every(isMachineName)).toBe(true);
  expect(['h100', 'step.mlir', 'x', 'params'].some(isMachineName)).toBe(false);
});

test('a device without a number asks for one', () => {
  expect(machineHint('h100')).toBe("say how many, such as 'h100x8' or 'h100:2x8'");
  expect(machineHint('v5p')).toBe("say how many, such as 'tpuv5px8' or 'tpuv5p:4x4x4'");
});

test.each(machineFamilies)(
  '%s has a shape for any power of 2 within a node, and for whole nodes',
  (family) => {
    for (const count of [1, 2, 4, 8, 512, 576, 1024]) {
      const machine = namedMachine(`${family}x${count}`);
      if (machine !== null) expect(computingDevices(machine)).toBe(count);
    }
  },
);

test.each([
  ['tpuv5e:16x16', [true, true]],
  ['tpuv5e:8x16', [false, true]],
  ['v5e-8', [false, false]],
  ['v5p:64', true],
  ['v5p-32', false],
])('%s has rings along the dimensions %j', (name, wraps) => {
  expect(namedMachine(name)?.topology).toMatchObject({ wraps });
});
