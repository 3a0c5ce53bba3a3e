import { expect, test } from 'vitest';
import { collectivesAsXla } from '../../tests/collectives-as-xla.ts';

/** The gradient of a product with a split batch, on a mesh of two and four, with another split of the result. */
function gradient(batch: string, result: string): string {
  const split = (dims: string): string => `{sdy.sharding = #sdy.sharding<@mesh, [${dims}]>}`;
  return `sdy.mesh @mesh = <["a"=2, "b"=4]>
func.func @main(%x: tensor<64x32xf32> ${split(`${batch}, {}`)}, %g: tensor<64x48xf32> ${split(`${batch}, {}`)}) -> (tensor<32x48xf32> ${split(result)}) {
  %0 = stablehlo.dot_general %x, %g, contracting_dims = [0] x [0] : (tensor<64x32xf32>, tensor<64x48xf32>) -> tensor<32x48xf32>
  return %0 : tensor<32x48xf32>
}`;
}

test.each([
  ['along one dimension is scattered', '{"a", "b"}', '{"a", "b"}, {}', ['reduce_scatter tensor<4x48xf32>']],
  [
    'along two dimensions is made whole, one dimension after the other',
    '{"a", "b"}',
    '{"a"}, {"b"}',
    ['all_reduce tensor<32x48xf32>', 'all_reduce tensor<32x48xf32>'],
  ],
  ['along more axes is made whole', '{"a"}', '{"a", "b"}, {}', ['all_reduce tensor<32x48xf32>']],
  [
    'along axes that operands are split by is scattered along the others',
    '{"a"}',
    '{"a"}, {"b"}',
    ['reduce_scatter tensor<16x12xf32>'],
  ],
])('a sum of which each device keeps a slice %s', (_, batch, result, collectives) => {
  expect(collectivesAsXla(gradient(batch, result))).toEqual(collectives);
});

test('a sum that is no product is made whole at once', () => {
  const reduction = `sdy.mesh @mesh = <["a"=2, "b"=4]>
func.func @main(%x: tensor<64x32x16xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"a", "b"}, {}, {}]>}) -> (tensor<32x16xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"a"}, {"b"}]>}) {
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  %0 = stablehlo.reduce(%x init: %zero) applies stablehlo.add across dimensions = [0] : (tensor<64x32x16xf32>, tensor<f32>) -> tensor<32x16xf32>
  return %0 : tensor<32x16xf32>
}`;
  expect(collectivesAsXla(reduction)).toEqual(['all_reduce tensor<32x16xf32>']);
});

/** Rows split by a, with the summed dimension split by b, and the rows of the result by both. */
function rowsOfBoth(weight: string, result: string): string {
  const split = (dims: string): string => `{sdy.sharding = #sdy.sharding<@mesh, [${dims}]>}`;
  return `sdy.mesh @mesh = <["a"=2, "b"=4]>
func.func @main(%x: tensor<64x32xf32> ${split('{"a"}, {"b"}')}, %w: tensor<32x48xf32> ${split(weight)}) -> (tensor<64x48xf32> ${split(result)}) {
  %0 = stablehlo.dot_general %x, %w, contracting_dims = [1] x [0] : (tensor<64x32xf32>, tensor<32x48xf32>) -> tensor<64x48xf32>
  return %0 : tensor<64x48xf32>
}`;
}

test.each([
  [
    'after those of an operand is scattered',
    '{"b"}, {}',
    '{"a", "b"}, {}',
    ['reduce_scatter tensor<8x48xf32>'],
  ],
  [
    'before those of an operand is made whole',
    '{"b"}, {}',
    '{"b", "a"}, {}',
    ['all_gather tensor<64x8xf32>', 'all_reduce tensor<64x48xf32>'],
  ],
])('a sum along the axes of the result %s', (_, weight, result, collectives) => {
  expect(collectivesAsXla(rowsOfBoth(weight, result))).toEqual(collectives);
});
