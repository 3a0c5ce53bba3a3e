import { readFileSync } from 'node:fs';
import { type Machine, namedMachine, uniformMachine } from '@shardform/cost-model';
import { Study } from '@shardform/study';
import { expect, test } from 'vitest';
import { createContext } from '../src/context.ts';

const MIB = 2 ** 20;

const cpu = uniformMachine(1, { kind: 'cpu' });

/** The peak of a program on a machine, in MiB. */
function peakOf(name: string, machine: string | Machine): number {
  const file = `Inputs/accelerator-memory/${name}.mlir`;
  const text = readFileSync(new URL(file, import.meta.url), 'utf8');
  const own = typeof machine === 'string' ? namedMachine(machine)! : machine;
  const study = Study.read(file, text, createContext(), () => own);
  return study.measured(own).facts.memory!.bytes / MIB;
}

/** Of jaxlib 0.10.2 for an H100, arguments and results included: `tools/real-programs/accelerator_memory.py` prints them. */
test.each([
  ['unrolled', 1107.6],
  ['decode', 465.2],
  ['network', 1216.0],
  ['recurrent', 999.0],
])('the memory of %s is within 15 % of that which XLA assigns on a GPU', (name, assigned) => {
  const peak = peakOf(name, 'h100:1x1');
  expect(peak).toBeGreaterThan(0.85 * assigned);
  expect(peak).toBeLessThan(1.15 * assigned);
});

test('recomputed layers need as much unrolled as in a scan, on GPUs and TPUs', () => {
  for (const machine of ['h100:1x1', 'tpuv5e:1x1']) {
    const [unrolled, scan] = [peakOf('unrolled', machine), peakOf('scan', machine)];
    expect(Math.abs(unrolled / scan - 1)).toBeLessThan(0.15);
  }
});

test('CPUs need more, which run all recomputations at once', () => {
  expect(peakOf('unrolled', cpu)).toBeGreaterThan(4 * peakOf('unrolled', 'h100:1x1'));
});
