import { assumedMachine, namedMachine, uniformMachine } from '@shardform/cost-model';
import { expect, test } from 'vitest';
import { memoryRulesOf } from './memory-rules.ts';

test.each([
  ['h100:2x8', 'accelerator'],
  ['mi300x8', 'accelerator'],
  ['tpuv5e:4x4', 'accelerator'],
  ['t3k', 'cpu'],
  ['p150', 'cpu'],
])('the memory of %s follows the rules of %s', (name, rules) => {
  expect(memoryRulesOf(namedMachine(name))).toBe(rules);
});

test('devices of the kind cpu follow the rules of CPUs', () => {
  expect(memoryRulesOf(uniformMachine(2, { kind: 'cpu' }))).toBe('cpu');
});

test('without a machine, the rules are those of the machine that is assumed', () => {
  expect(memoryRulesOf(null)).toBe('accelerator');
  expect(memoryRulesOf(assumedMachine(8))).toBe('accelerator');
});
