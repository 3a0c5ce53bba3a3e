import { namedMachine } from '@shardform/cost-model';
import { expect, test } from 'vitest';
import { machineOfKernels } from './kernels.ts';

const machine = namedMachine('h100:2x8')!;

test('products of 8 bits without FSDP have the kernels of Transformer Engine, and sends that do not block', () => {
  const used = machineOfKernels(machine, { precision: 'fp8', fsdp: 1 });
  const { efficiency, host } = used.devices.get(1)!;
  expect(efficiency).toMatchObject(machine.devices.get(1)!.efficiency!.fused!);
  expect(host).toBeUndefined();
});

test.each([
  ['bf16', 1],
  ['fp8', 8],
] as const)('%s with %i parts of weights has the machine as it is', (precision, fsdp) => {
  expect(machineOfKernels(machine, { precision, fsdp })).toBe(machine);
});
