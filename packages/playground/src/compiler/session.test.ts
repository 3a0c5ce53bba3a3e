import { partitionSteps } from '@shardform/study';
import { expect, test } from 'vitest';
import { sessionOf } from './session.ts';

const gspmd = `module attributes {mhlo.num_partitions = 4 : i32} {
  func.func @main(%a: tensor<8x2xf32> {mhlo.sharding = "{devices=[4,1]<=[4]}"}) -> tensor<8x2xf32> {
    %e = stablehlo.custom_call @mhlo.erf(%a) : (tensor<8x2xf32>) -> tensor<8x2xf32>
    %k = stablehlo.custom_call @Sharding(%e) {mhlo.sharding = "{replicated}"} : (tensor<8x2xf32>) -> tensor<8x2xf32>
    return %k : tensor<8x2xf32>
  }
}`;

test('programs of GSPMD with custom calls are read as the command reads them', async () => {
  const input = { name: 'p.mlir', text: gspmd, steps: partitionSteps, machine: 't3k' };
  const session = await sessionOf(input);
  expect(session.study.model.diagnostics).toEqual([]);
  expect(session.stage(partitionSteps.length)).not.toBeNull();
  // Each device gets the three quarters of 64 bytes that it does not hold.
  expect((await session.facts()).facts.collectives.byKind).toEqual([
    { kind: 'all_gather', count: 1, executions: 1, bytes: 48 },
  ]);
  const [erf] = session.study.names.find('%e');
  expect(erf?.definingOp?.name).toBe('chlo.erf');
  expect(session.study.model.values.get(gspmd.indexOf('%e ='))).toEqual([erf]);
});

test('a program that the command refuses has its problem', async () => {
  const text = gspmd.replace('{replicated}', '{devices=[2,1]<=[2]}');
  const input = { name: 'p.mlir', text, steps: partitionSteps, machine: 't3k' };
  const { study } = await sessionOf(input);
  expect(study.model.isValid).toBe(false);
  expect(study.model.diagnostics.map(({ message }) => message)).toEqual([
    expect.stringContaining('the mhlo.sharding of the module have no mesh in common'),
  ]);
});
