import { expect, test } from 'vitest';
import { runText } from '../../../tests/run-text.ts';

/** The types of reductions that a reduction of two tensors becomes. */
function reductions(reducer: string, dims = '{}, {"y"}', size = 16): string[] {
  const text = runText(
    'func.func(shardform-split-reductions)',
    `sdy.mesh @m = <["x"=2, "y"=4]>
func.func @main(%a: tensor<8x${size}xf32> {sdy.sharding = #sdy.sharding<@m, [${dims}]>}, %i: tensor<8x${size}xi32>, %p: tensor<f32>, %q: tensor<i32>) -> (tensor<8xf32>, tensor<8xi32>) {
  %0:2 = stablehlo.reduce(%a init: %p), (%i init: %q) across dimensions = [1] : (tensor<8x${size}xf32>, tensor<8x${size}xi32>, tensor<f32>, tensor<i32>) -> (tensor<8xf32>, tensor<8xi32>)
   reducer(%l: tensor<f32>, %r: tensor<f32>) (%m: tensor<i32>, %s: tensor<i32>) {
${reducer}
   }
  return %0#0, %0#1 : tensor<8xf32>, tensor<8xi32>
}`,
  );
  return [...text.matchAll(/stablehlo\.(?:reduce|reshape).*/g)].map(([line]) =>
    line.replaceAll(/%\w+(?:#\d)?/g, '%'),
  );
}

const greatest = `    %c = stablehlo.compare GE, %l, %r : (tensor<f32>, tensor<f32>) -> tensor<i1>
    %v = stablehlo.select %c, %l, %r : tensor<i1>, tensor<f32>
    %w = stablehlo.select %c, %m, %s : tensor<i1>, tensor<i32>
    stablehlo.return %v, %w : tensor<f32>, tensor<i32>`;

test('the place of the greatest element is found within parts, and then among these', () => {
  expect(reductions(greatest)).toEqual([
    'stablehlo.reshape % {sdy.sharding = #sdy.sharding_per_value<[<@m, [{}, {"y"}, {}]>]>} : (tensor<8x16xf32>) -> tensor<8x4x4xf32>',
    'stablehlo.reshape % {sdy.sharding = #sdy.sharding_per_value<[<@m, [{}, {"y"}, {}]>]>} : (tensor<8x16xi32>) -> tensor<8x4x4xi32>',
    'stablehlo.reduce(% init: %), (% init: %) across dimensions = [2] {sdy.sharding = #sdy.sharding_per_value<[<@m, [{}, {"y"}]>, <@m, [{}, {"y"}]>]>} : (tensor<8x4x4xf32>, tensor<8x4x4xi32>, tensor<f32>, tensor<i32>) -> (tensor<8x4xf32>, tensor<8x4xi32>)',
    'stablehlo.reduce(% init: %), (% init: %) across dimensions = [1] : (tensor<8x4xf32>, tensor<8x4xi32>, tensor<f32>, tensor<i32>) -> (tensor<8xf32>, tensor<8xi32>)',
  ]);
});

test.each([
  [
    'whose initial value would take part twice',
    greatest
      .replace('%c, %m, %s', '%c, %n, %s')
      .replace('    %w', '    %n = stablehlo.add %m, %s : tensor<i32>\n    %w'),
    '{}, {"y"}',
    16,
  ],
  ['of a dimension that is whole', greatest, '{"y"}, {}', 16],
  ['of parts of different sizes', greatest, '{}, {"y"}', 18],
  ['of parts of one element', greatest, '{}, {"y"}', 4],
])('a reduction %s stays as it is', (_, reducer, dims, size) => {
  expect(reductions(reducer, dims, size)).toHaveLength(1);
});
