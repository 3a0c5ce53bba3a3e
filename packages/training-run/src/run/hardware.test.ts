import { expect, test } from 'vitest';
import { computingDevices } from '@shardform/cost-model';
import { machineOfRun } from './hardware.ts';

// Hardware, devices, slices, and the machine.
test.each([
  ['h100-80gb', 1, 1, 'h100:1x1'],
  ['h100-80gb', 8, 1, 'h100:1x8'],
  ['a100-40gb', 128, 1, 'a100-40gb:16x8'],
  // Nodes of eight do not divide them.
  ['h100-80gb', 12, 1, 'h100:2x6'],
  ['h100-80gb', 7, 1, 'h100:1x7'],
  ['gb200', 144, 1, 'gb200:2x72'],
  ['gb300', 144, 1, 'gb300:2x72'],
  ['tpu-v4', 64, 1, 'tpuv4:4x4x4'],
  ['tpu-v5p', 32, 1, 'tpuv5p:2x4x4'],
  ['tpu-v5e', 256, 1, 'tpuv5e:16x16'],
  ['tpu-v5e', 512, 2, 'tpuv5e:2@16x16'],
  ['tpu-v6e', 8, 1, 'tpuv6e:2x4'],
])("%s, %i devices in %i slices, are '%s'", (hardware, devices, slices, name) => {
  const machine = machineOfRun({ hardware, devices, slices });
  expect(machine.name).toBe(name);
  expect(computingDevices(machine)).toBe(devices);
});

test('the memory that hardware names is that of its devices', () => {
  const bytes = (hardware: string): number =>
    machineOfRun({ hardware, devices: 8, slices: 1 }).devices.get(1)!.memory;
  expect(bytes('a100-40gb')).toBeLessThan(bytes('a100-80gb'));
  expect(bytes('h100-80gb')).toBe(bytes('h100'));
});

test('unknown hardware is refused with what is alike', () => {
  expect(() => machineOfRun({ hardware: 'tpu-v5x', devices: 8, slices: 1 })).toThrow(
    /^there is no 'hardware' called 'tpu-v5x'; did you mean 'tpuv5\w'\?$/,
  );
  expect(() => machineOfRun({ hardware: 'abacus', devices: 8, slices: 1 })).toThrow(
    "there is no 'hardware' called 'abacus'; known are v100, a100",
  );
});
