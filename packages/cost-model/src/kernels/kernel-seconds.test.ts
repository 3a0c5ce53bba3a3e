import { describe, expect, test } from 'vitest';
import { describeMachine } from '../machine/describe-machine.ts';
import { machineOfJson } from '../machine/described-machine.ts';
import type { MachineDevice } from '../machine/machine.ts';
import { achievedBandwidth, achievedFlops, kernelSeconds, peakFlops } from './kernel-seconds.ts';

const device = (fields: object): MachineDevice =>
  machineOfJson('m.json', { nodes: 1, per_node: 2, device: { flops: 100, ...fields } }).devices.get(1)!;

describe('the rate of attention', () => {
  test('is that of products of the same operands', () => {
    const rated = device({ rates: { f8: 200, tf32: 50, f64: 5 } });
    expect(peakFlops(rated, 'attention')).toBe(100);
    expect(peakFlops(rated, 'attention_f8')).toBe(200);
    expect(peakFlops(rated, 'attention_tf32')).toBe(50);
    expect(peakFlops(rated, 'attention_f64')).toBe(5);
    expect(peakFlops(device({ rates: { attention: 70 } }), 'attention')).toBe(70);
  });

  test('has its own efficiency, that of products by default', () => {
    expect(achievedFlops(device({}), 'attention')).toBe(100);
    expect(achievedFlops(device({ efficiency: { products: 0.5 } }), 'attention')).toBe(50);
    const own = device({ efficiency: { products: 0.5, attention: 0.25 } });
    expect([achievedFlops(own, 'attention'), achievedFlops(own, 'f16')]).toEqual([25, 50]);
  });

  test('is described with its machine', () => {
    const described = { nodes: 1, per_node: 2, device: { efficiency: { attention: 0.25 } } };
    const machine = machineOfJson('m.json', described);
    expect(machineOfJson('m.json', describeMachine(machine)).devices.get(1)?.efficiency).toEqual({
      attention: 0.25,
    });
  });
});

/** 100 operations and 10 bytes a second, and half a second for a launch. */
const slow = device({ dram: 10, launch: 0.5, rates: { f8: 200, vector: 20 } });

describe('a kernel', () => {
  test.each([
    ['f16', 1000, 10],
    ['f8', 1000, 5],
    ['vector', 1000, 50],
  ] as const)(
    'of %s that computes takes %d operations at the rate of their kind',
    (arithmetic, flops, seconds) => {
      expect(kernelSeconds(slow, { launches: 0, flops, arithmetic, bytes: 1 })).toBe(seconds);
    },
  );

  test.each([10, 50, 200])('that waits for memory takes %d bytes at its bandwidth', (bytes) => {
    expect(kernelSeconds(slow, { launches: 0, flops: 1, arithmetic: 'f16', bytes })).toBe(bytes / 10);
  });

  test.each([1, 3, 8])('takes %d launches first', (launches) => {
    expect(kernelSeconds(slow, { launches, flops: 100, arithmetic: 'f16', bytes: 0 })).toBe(launches / 2 + 1);
  });

  test.each([0.25, 0.5, 1])('of elements reaches a fraction %d of bandwidth', (memory) => {
    const own = device({ dram: 10, efficiency: { memory } });
    expect(achievedBandwidth(own, 'vector')).toBe(10 * memory);
    expect(achievedBandwidth(own, 'f16')).toBe(10);
  });
});
