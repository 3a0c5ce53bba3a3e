import { describeMachine, gridMachine, namedMachine, uniformMachine } from '@shardform/cost-model';
import { expect, test } from 'vitest';
import { runText } from '../../tests/run-text.ts';
import { machineOption } from './machine-option.ts';

const fail = (message: string): never => {
  throw new Error(message);
};
const parse = (text: string) => machineOption.parse(text, fail, null as never);

test('a machine is an option by its name, or by its description', () => {
  expect(machineOption.print(null)).toBe('');
  expect(parse('')).toBeNull();
  expect(machineOption.print(namedMachine('h100:2x8'))).toBe('h100:2x8');
  expect(parse('h100:2x8')!.name).toBe('h100:2x8');
  const device = { kind: 'chip', flops: 1e12, dram: 1e11, launch: 1e-6, memory: 1e9 };
  const own = gridMachine('galaxy', { sizes: [2, 2], wraps: false, device, gbps: 100 });
  const text = machineOption.print(own);
  expect(text).toMatch(/^\{\{.*\}\}$/);
  expect(describeMachine(parse(text.slice(1, -1))!)).toEqual(describeMachine(own));
  expect(machineOption.print(uniformMachine(4, { name: 'four' }))).toBe('four');
});

test.each([
  ['galxy', "'galxy' is not a machine; did you mean 'galaxy'?"],
  ['{"nodes": 0}', "machine: 'nodes' is not a whole number above 0"],
  ['{"nodes"', 'JSON'],
])('refuses %j as a machine', (text, message) => {
  expect(() => parse(text)).toThrow(message);
});

test('a mesh of more devices than the machine has is an error', () => {
  const text = `sdy.mesh @mesh = <["x"=4]>
func.func @main(%x: tensor<8x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}]>})
    -> (tensor<8x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {}]>}) {
  %0 = stablehlo.tanh %x : tensor<8x8xf32>
  return %0 : tensor<8x8xf32>
}`;
  expect(runText('shardform-partition-pipeline{machine=n300}', text)).toContain(
    'error: the machine has no device 3\n',
  );
});
