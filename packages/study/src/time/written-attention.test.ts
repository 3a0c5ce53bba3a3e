import { machinePresets, namedMachine } from '@shardform/cost-model';
import { funcDialect } from '@shardform/dialect-func';
import { sdyDialect } from '@shardform/dialect-sdy';
import { chloDialect, stablehloDialect } from '@shardform/dialect-stablehlo';
import { builtinPasses, Context } from '@shardform/ir-core';
import { shardingPasses } from '@shardform/passes-sharding';
import { expect, test } from 'vitest';
import { Study } from '../study.ts';
import { writtenAttention } from './written-attention.ts';

const EXTENSIONS = [builtinPasses, funcDialect, stablehloDialect, chloDialect, sdyDialect, shardingPasses];

/** Softmax of products of queries and keys, times values, of 2048 positions. */
function attention(type: string): string {
  const [heads, scores, rows] = [`2x4x2048x64x${type}`, `2x4x2048x2048x${type}`, `2x4x2048x${type}`];
  return `func.func @main(%q: tensor<${heads}>, %k: tensor<${heads}>, %v: tensor<${heads}>) -> tensor<${heads}> {
  %zero = stablehlo.constant dense<0.0> : tensor<${type}>
  %low = stablehlo.constant dense<-1.0e30> : tensor<${type}>
  %s = stablehlo.dot_general %q, %k, batching_dims = [0, 1] x [0, 1], contracting_dims = [3] x [3] : (tensor<${heads}>, tensor<${heads}>) -> tensor<${scores}>
  %max = stablehlo.reduce(%s init: %low) applies stablehlo.maximum across dimensions = [3] : (tensor<${scores}>, tensor<${type}>) -> tensor<${rows}>
  %maxs = stablehlo.broadcast_in_dim %max, dims = [0, 1, 2] : (tensor<${rows}>) -> tensor<${scores}>
  %d = stablehlo.subtract %s, %maxs : tensor<${scores}>
  %e = stablehlo.exponential %d : tensor<${scores}>
  %sum = stablehlo.reduce(%e init: %zero) applies stablehlo.add across dimensions = [3] : (tensor<${scores}>, tensor<${type}>) -> tensor<${rows}>
  %sums = stablehlo.broadcast_in_dim %sum, dims = [0, 1, 2] : (tensor<${rows}>) -> tensor<${scores}>
  %p = stablehlo.divide %e, %sums : tensor<${scores}>
  %o = stablehlo.dot_general %p, %v, batching_dims = [0, 1] x [0, 1], contracting_dims = [3] x [2] : (tensor<${scores}>, tensor<${heads}>) -> tensor<${heads}>
  return %o : tensor<${heads}>
}`;
}

const study = (text: string): Study => Study.read('attention.mlir', text, new Context(EXTENSIONS));

test('attention is executed as it is written, and a step with a fused kernel is faster', () => {
  const own = study(attention('bf16'));
  const machine = machinePresets.a100x8!();
  const found = writtenAttention(own, own, machine);
  expect(found).toMatchObject({ forward: 1, backward: 0 });
  expect(found!.function).toContain('cudnn');
  expect(found!.seconds).toBeLessThan(own.measured(machine).facts.time!.seconds);
  expect(own.measured({ ...machine, fusedAttention: true }).facts.time!.seconds).toBe(found!.seconds);
});

test.each([
  ['floats of 32 bits', attention('f32'), 'a100x8'],
  ['devices of another kind', attention('bf16'), 't3k'],
  [
    'a program without attention',
    'func.func @main(%x: tensor<8xf32>) -> tensor<8xf32> {\n  return %x : tensor<8xf32>\n}',
    'a100x8',
  ],
])('no kernel is suggested for %s', (_, text, machine) => {
  const own = study(text);
  expect(writtenAttention(own, own, namedMachine(machine)!)).toBeNull();
});
