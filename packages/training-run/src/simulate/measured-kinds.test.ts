import { machineOfJson, namedMachine } from '@shardform/cost-model';
import { expect, test } from 'vitest';
import { smallRun } from '../../tests/small-run.ts';
import { plainMachine } from '../../tests/plain-machine.ts';
import { machineOfRun } from '../run/hardware.ts';
import { accuracyNote } from './measured-kinds.ts';

const noteOf = (fields: Readonly<Record<string, unknown>>): string | null => {
  const run = smallRun({ precision: 'bf16', batch: 64, ...fields });
  return accuracyNote(run, machineOfRun(run));
};

test('tensor parallelism on several nodes of H100 is said to be less accurate, by framework', () => {
  const expected =
    '11 published steps with tensor parallelism on several nodes of h100, in 16-bit floats, are simulated with a mean error of 24 %, less accurately than others: simulated by measured time is 0.49 to 0.77 for nanotron, 0.71 to 1.00 for torchtitan, 1.25 to 1.43 for NeMo';
  expect(noteOf({ devices: 64, data: 16, tensor: 4 })).toBe(expected);
  expect(noteOf({ devices: 64, data: 16, tensor: 4, hardware: 'h100-96gb' })).toBe(expected);
});

test('one published step of a framework is told as one number', () => {
  expect(noteOf({ devices: 8, fsdp: 8, precision: 'fp8' })).toContain('1.55 for Megatron-Bridge');
});

test.each([
  { devices: 64, fsdp: 64 },
  { devices: 64, data: 16, tensor: 4, hardware: 'a100-80gb' },
  { devices: 64, data: 16, tensor: 4, hardware: 'tpu-v5p' },
  { devices: 64, data: 8, tensor: 4, pipeline: 2, model: { layers: 2 } },
])('runs with %j are as accurate as others', (fields) => {
  expect(noteOf(fields)).toBeNull();
});

test('nothing is said of devices with other rates', () => {
  const run = smallRun({ precision: 'bf16', batch: 64, devices: 64, data: 16, tensor: 4 });
  expect(accuracyNote(run, plainMachine({ device: { kind: 'h100' } }))).toBeNull();
  const own = machineOfJson('own.json', {
    nodes: 8,
    per_node: 8,
    device: { kind: 'h100', efficiency: { products: 0.5 } },
  });
  expect(accuracyNote(run, own)).toBeNull();
  expect(accuracyNote(run, namedMachine('h100:8x8')!)).not.toBeNull();
});
