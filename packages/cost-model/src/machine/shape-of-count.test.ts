import { expect, test } from 'vitest';
import { machineFamilies, machineHint, machinePresets, namedMachine } from './presets.ts';
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
])('%s is meant as %s', (name, shaped) => {
  expect(machineHint(name)).toBe(`did you mean '${shaped}'?`);
  expect(namedMachine(shaped)).not.toBeNull();
});

test.each(['h100x12', 'v5p:48', 'h100', 'h100x0', '8xh100x8'])('no shape is meant by %s', (name) => {
  expect(machineHint(name)).not.toMatch(/did you mean '[^']*:/);
});

test.each(machineFamilies)(
  '%s has a shape for any power of 2 within a node, and for whole nodes',
  (family) => {
    for (const count of [1, 2, 4, 8, 512, 576, 1024]) {
      const [, shaped] = /'(.*)'/.exec(machineHint(`${family}x${count}`)) ?? [];
      if (shaped === undefined || Object.hasOwn(machinePresets, shaped)) continue;
      expect(computingDevices(namedMachine(shaped)!)).toBe(count);
    }
  },
);

test('a shape that is a number names the shape that was meant', () => {
  expect(() => namedMachine('h100:16')).toThrow(
    "machine 'h100:16' has the shape '16' where NODESxDEVICES was expected, such as 2x8; did you mean 'h100:2x8'?",
  );
  expect(() => namedMachine('tpuv5p:64')).toThrow(
    "machine 'tpuv5p:64' has the shape '64' where a slice was expected, such as 4x4x4 or 2@4x4x4; did you mean 'tpuv5p:4x4x4'?",
  );
});
