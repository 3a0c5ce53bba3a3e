import { uniformMachine } from '@shardform/cost-model';
import { funcDialect } from '@shardform/dialect-func';
import { sdyDialect } from '@shardform/dialect-sdy';
import { chloDialect, stablehloDialect } from '@shardform/dialect-stablehlo';
import { builtinPasses, Context, parseModule } from '@shardform/ir-core';
import { shardingPasses } from '@shardform/passes-sharding';
import { expect, test } from 'vitest';
import { Study } from '../study.ts';
import { stepTokens, throughputText } from './throughput.ts';

const EXTENSIONS = [builtinPasses, funcDialect, stablehloDialect, chloDialect, sdyDialect, shardingPasses];

function sizeOf(text: string) {
  const module = parseModule(text, new Context(EXTENSIONS));
  return module === null ? 'invalid' : stepTokens(module);
}

/** Looks rows of 8 floats up. */
const gather = (ids: string, shape: string): string =>
  `%g = "stablehlo.gather"(%w, ${ids}) <{dimension_numbers = #stablehlo.gather<offset_dims = [2], collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 2>, slice_sizes = array<i64: 1, 8>}> : (tensor<100x8xf32>, tensor<${shape}xi32>) -> tensor<${shape}x8xf32>`;

const main = (args: string, body: string, result: string): string =>
  `func.func @main(${args}) -> ${result} {\n${body}\n}`;

test('ids that look up rows of a matrix are the tokens of a step', () => {
  const text = main(
    '%w: tensor<100x8xf32>, %ids: tensor<4x16xi32>',
    `${gather('%ids', '4x16')}\n return %g : tensor<4x16x8xf32>`,
    'tensor<4x16x8xf32>',
  );
  expect(sizeOf(text)).toEqual({ unit: 'tokens', perStep: 64, source: 'argument 1' });
});

test('the last token of a sequence that is cut off does not count, and names of JAX are told', () => {
  const text = main(
    `%w: tensor<100x8xf32>, %ids: tensor<4x17xi32> {jax.arg_info = "batch['tokens']"}`,
    `%s = stablehlo.slice %ids [0:4, 0:16] : (tensor<4x17xi32>) -> tensor<4x16xi32>
     %c = stablehlo.convert %s : tensor<4x16xi32>
     ${gather('%c', '4x16')}
     return %g : tensor<4x16x8xf32>`,
    'tensor<4x16x8xf32>',
  );
  expect(sizeOf(text)).toEqual({ unit: 'tokens', perStep: 64, source: "batch['tokens']" });
});

test('a product with a one-hot matrix looks rows up, too', () => {
  const text = main(
    '%ids: tensor<4x16xi32>, %w: tensor<100x8xf32>',
    `%i = stablehlo.iota dim = 2 : tensor<4x16x100xi32>
     %b = stablehlo.broadcast_in_dim %ids, dims = [0, 1] : (tensor<4x16xi32>) -> tensor<4x16x100xi32>
     %e = stablehlo.compare EQ, %b, %i : (tensor<4x16x100xi32>, tensor<4x16x100xi32>) -> tensor<4x16x100xi1>
     %f = stablehlo.convert %e : (tensor<4x16x100xi1>) -> tensor<4x16x100xf32>
     %d = stablehlo.dot_general %f, %w, contracting_dims = [2] x [0] : (tensor<4x16x100xf32>, tensor<100x8xf32>) -> tensor<4x16x8xf32>
     return %d : tensor<4x16x8xf32>`,
    'tensor<4x16x8xf32>',
  );
  expect(sizeOf(text)).toEqual({ unit: 'tokens', perStep: 64, source: 'argument 0' });
});

test('ids of a step in microbatches are all of its tokens', () => {
  const text = main(
    '%w: tensor<100x8xf32>, %ids: tensor<8x4x16xi32>',
    `%zero = stablehlo.constant dense<0> : tensor<i32>
     %one = stablehlo.constant dense<1> : tensor<i32>
     %end = stablehlo.constant dense<8> : tensor<i32>
     %r:3 = stablehlo.while(%t = %ids, %table = %w, %n = %zero) : tensor<8x4x16xi32>, tensor<100x8xf32>, tensor<i32>
     cond {
       %p = stablehlo.compare LT, %n, %end : (tensor<i32>, tensor<i32>) -> tensor<i1>
       stablehlo.return %p : tensor<i1>
     } do {
       %d = stablehlo.dynamic_slice %t, %n, %zero, %zero, sizes = [1, 4, 16] : (tensor<8x4x16xi32>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<1x4x16xi32>
       %m = stablehlo.reshape %d : (tensor<1x4x16xi32>) -> tensor<4x16xi32>
       ${gather('%m', '4x16').replace('%w', '%table')}
       %a = stablehlo.add %n, %one : tensor<i32>
       stablehlo.return %t, %table, %a : tensor<8x4x16xi32>, tensor<100x8xf32>, tensor<i32>
     }
     return %r#2 : tensor<i32>`,
    'tensor<i32>',
  );
  expect(sizeOf(text)).toEqual({ unit: 'tokens', perStep: 512, source: 'argument 1' });
});

test.each([
  [
    'labels that select one number of each row',
    '%w: tensor<4x16x100xf32>, %ids: tensor<4x16x1xi32>',
    `%g = "stablehlo.gather"(%w, %ids) <{dimension_numbers = #stablehlo.gather<collapsed_slice_dims = [2], operand_batching_dims = [0, 1], start_indices_batching_dims = [0, 1], start_index_map = [2], index_vector_dim = 2>, slice_sizes = array<i64: 1, 1, 1>}> : (tensor<4x16x100xf32>, tensor<4x16x1xi32>) -> tensor<4x16xf32>
     return %g : tensor<4x16xf32>`,
    'tensor<4x16xf32>',
  ],
  [
    'the ends of edges, which are rows of one argument',
    '%w: tensor<100x8xf32>, %ids: tensor<2x16xi32>',
    `%s = stablehlo.slice %ids [0:1, 0:16] : (tensor<2x16xi32>) -> tensor<1x16xi32>
     ${gather('%s', '1x16')}
     return %g : tensor<1x16x8xf32>`,
    'tensor<1x16x8xf32>',
  ],
  [
    'two arguments of different sizes',
    '%w: tensor<100x8xf32>, %ids: tensor<4x16xi32>, %others: tensor<4x8xi32>',
    `${gather('%ids', '4x16')}
     ${gather('%others', '4x8').replace('%g', '%h')}
     return %h : tensor<4x8x8xf32>`,
    'tensor<4x8x8xf32>',
  ],
] as const)('%s are no tokens of a step', (_name, args, body, result) => {
  expect(sizeOf(main(args, body, result))).toBeNull();
});

test('tokens in a second are those of a step by its time', () => {
  const body = `${gather('%ids', '8x16')}\n return %g : tensor<8x16x8xf32>`;
  const split = '{sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}]>}';
  const args = `%w: tensor<100x8xf32>, %ids: tensor<8x16xi32> ${split}`;
  const text = `sdy.mesh @mesh = <["x"=8]>\n${main(args, body, 'tensor<8x16x8xf32>')}`;
  const { facts } = Study.read('ids.mlir', text, new Context(EXTENSIONS)).measured(uniformMachine(8));
  const [tokens] = facts.throughput;
  expect(tokens?.perStep).toBe(128);
  expect(tokens?.perSecond).toBe(tokens!.perStep / facts.time!.seconds);
  expect(tokens?.perSecondOfDevice).toBe(tokens!.perSecond / 8);
  expect(facts.throughput).toHaveLength(1);
});

test('throughput is told with where the size of a step is from', () => {
  const known = { unit: 'tokens', perStep: 8192, source: '--tokens' } as const;
  expect(throughputText({ ...known, perSecond: 131072, perSecondOfDevice: 16384 })).toBe(
    '131,072 tokens/s, 16,384 of each device: 8,192 tokens of a step, from --tokens',
  );
});
