import { machineKey, machineOfJson, machinePresets, namedMachine } from '@shardform/cost-model';
import { expect, test } from 'vitest';
import { givenMachine, readMachine } from './given-machine.ts';

const description = { nodes: 2, per_node: 4, device: { flops: 1e14 }, inside_gbps: 800, between_gbps: 100 };

test('a machine is a name, or the description in a file', () => {
  expect(machineKey(givenMachine('h100:2x8'))).toBe(machineKey(namedMachine('h100:2x8')!));
  const { text, messages } = readMachine('own.json', JSON.stringify(description));
  expect(messages).toEqual([]);
  expect(machineKey(givenMachine(text!))).toBe(machineKey(machineOfJson('own.json', description)));
  expect(readMachine('own.json', JSON.stringify({ ...description, name: 'mine' })).text).toContain(
    '"name":"mine"',
  );
});

test('a name that is not known is the default of the page', () => {
  expect(givenMachine('of-another-version').name).toBe(machinePresets.t3k!().name);
});

test.each([
  ['{"nodes": 2', "'own.json' is not JSON: "],
  ['{"nodes": 2, "per_nod": 4}', "own.json has the unknown field 'per_nod'; did you mean 'per_node'?"],
  [
    '{"nodes": 99999, "per_node": 8}',
    'own.json: the machine has 799,992 devices, more than the 65,536 allowed',
  ],
  ['[]', 'own.json is not an object'],
])('%s is refused with the reason', (text, problem) => {
  expect(readMachine('own.json', text)).toEqual({ text: null, messages: [expect.stringContaining(problem)] });
});
