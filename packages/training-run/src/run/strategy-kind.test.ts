import { namedMachine } from '@shardform/cost-model';
import { expect, test } from 'vitest';
import { smallRun } from '../../tests/small-run.ts';
import { machineOfRun } from './hardware.ts';
import { kindOfRun } from './strategy-kind.ts';

test.each([
  [{ devices: 8, fsdp: 8, batch: 8 }, 'data parallelism', false],
  [{ devices: 8, data: 2, tensor: 4, batch: 8 }, 'tensor parallelism', false],
  [{ devices: 16, data: 4, tensor: 4, batch: 8 }, 'tensor parallelism', true],
  [{ devices: 8, context: 2, tensor: 4, batch: 8 }, 'parts of sequences', false],
  [{ devices: 16, data: 4, context: 2, pipeline: 2, batch: 8 }, 'pipelines', true],
  [{ devices: 1, batch: 8 }, 'data parallelism', false],
])('a run with %j is of the kind %s, on several nodes: %s', (fields, strategy, isAcrossNodes) => {
  const run = smallRun(fields);
  expect(kindOfRun(run, machineOfRun(run))).toEqual({ device: 'h100', strategy, isAcrossNodes, bits: 16 });
});

test('stages that take turns on a device are interleaved', () => {
  const run = smallRun({ devices: 2, pipeline: 2, interleave: 2, model: { layers: 4 } });
  expect(kindOfRun(run, machineOfRun(run)).strategy).toBe('interleaved pipelines');
});

test('devices that differ in memory alone are of one kind, and 8-bit floats are told apart', () => {
  const run = smallRun({ precision: 'fp8', devices: 64, fsdp: 64, batch: 64 });
  expect(kindOfRun(run, namedMachine('h100-96gb:8x8')!)).toMatchObject({ device: 'h100', bits: 8 });
  expect(kindOfRun(run, namedMachine('a100-40gb:8x8')!)).toMatchObject({ device: 'a100', bits: 8 });
  expect(kindOfRun(run, namedMachine('tpuv5e:8x8')!)).toMatchObject({
    device: 'tpuv5e',
    isAcrossNodes: false,
  });
});
