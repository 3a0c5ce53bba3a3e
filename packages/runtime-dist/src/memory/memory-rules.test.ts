import { namedMachine } from '@shardform/cost-model';
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

test('without a machine that somebody named, the rules are those of CPUs', () => {
  expect(memoryRulesOf(null)).toBe('cpu');
  expect(memoryRulesOf({ ...namedMachine('a100x8')!, isAssumed: true })).toBe('cpu');
});
