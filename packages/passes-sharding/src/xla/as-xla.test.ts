import { expect, test } from 'vitest';
import { collectivesAsXla } from '../../tests/collectives-as-xla.ts';
import { runText } from '../../tests/run-text.ts';

const MESH = 'sdy.mesh @mesh = <["x"=4]>';

/** The collectives of a function on a mesh. */
const collectives = (text: string, mesh = MESH): string[] => collectivesAsXla(`${mesh}\n${text}`);

const split = (dims: string): string => `{sdy.sharding = #sdy.sharding<@mesh, [${dims}]>}`;

test('another dimension takes the axes of the one that is concatenated', () => {
  expect(
    collectives(`func.func @main(%a: tensor<8x16xf32> ${split('{}, {"x"}')}, %b: tensor<8x16xf32> ${split('{}, {"x"}')})
    -> (tensor<8x32xf32> ${split('{}, {"x"}')}) {
  %0 = stablehlo.concatenate %a, %b, dim = 1 : (tensor<8x16xf32>, tensor<8x16xf32>) -> tensor<8x32xf32>
  return %0 : tensor<8x32xf32>
}`),
  ).toEqual(['all_to_all tensor<2x16xf32>', 'all_to_all tensor<2x16xf32>', 'all_to_all tensor<8x8xf32>']);
});

test('a rotation is no concatenation: neighbours exchange borders', () => {
  expect(
    collectives(`func.func @main(%a: tensor<16xf32> ${split('{"x"}')}) -> (tensor<16xf32> ${split('{"x"}')}) {
  %0 = stablehlo.slice %a [1:16] : (tensor<16xf32>) -> tensor<15xf32>
  %1 = stablehlo.slice %a [0:1] : (tensor<16xf32>) -> tensor<1xf32>
  %2 = stablehlo.concatenate %0, %1, dim = 0 : (tensor<15xf32>, tensor<1xf32>) -> tensor<16xf32>
  return %2 : tensor<16xf32>
}`),
  ).toEqual(['collective_permute tensor<1xf32>']);
});

test('halves of a fused dimension are sent in parts of one size', () => {
  expect(
    collectives(`func.func @main(%a: tensor<2x32xf32> ${split('{}, {"x"}')}) -> (tensor<2x16xf32> ${split('{}, {"x"}')}) {
  %0 = stablehlo.slice %a [0:2, 0:16] : (tensor<2x32xf32>) -> tensor<2x16xf32>
  return %0 : tensor<2x16xf32>
}`),
  ).toEqual(['collective_permute tensor<2x8xf32>', 'collective_permute tensor<2x4xf32>']);
});

/** Adds updates to rows of zeros, or of an argument. */
const scatter = (updates: number): string =>
  `func.func @main(%i: tensor<${updates}x1xi32> ${split('{"x"}, {}')}, %u: tensor<${updates}x8xf32> ${split('{"x"}, {}')})
    -> (tensor<16x8xf32> ${split('{"x"}, {}')}) {
  %c = stablehlo.constant dense<0.0> : tensor<f32>
  %z = stablehlo.broadcast_in_dim %c, dims = [] : (tensor<f32>) -> tensor<16x8xf32>
  %0 = "stablehlo.scatter"(%z, %i, %u) <{scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [1], inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %s = stablehlo.add %a, %b : tensor<f32>
    stablehlo.return %s : tensor<f32>
  }) : (tensor<16x8xf32>, tensor<${updates}x1xi32>, tensor<${updates}x8xf32>) -> tensor<16x8xf32>
  return %0 : tensor<16x8xf32>
}`;

test('fewer updates than rows are sent to all devices', () => {
  expect(collectives(scatter(8))).toEqual(['all_gather (tensor<8x1xi32>, tensor<8x8xf32>)']);
});

test('partial results of as many updates as rows are combined, and nothing of zeros is sent', () => {
  expect(collectives(scatter(16))).toEqual(['reduce_scatter tensor<4x8xf32>']);
});

test('a sum of which copies have a part is combined along the part first', () => {
  const mesh = 'sdy.mesh @mesh = <["d"=2, "f"=2]>';
  expect(
    collectives(
      `func.func @main(%a: tensor<8x16xf32> ${split('{"d", "f"}, {}')}, %b: tensor<8x4xf32> ${split('{"d", "f"}, {}')})
    -> (tensor<16x4xf32> ${split('{"f"}, {}')}) {
  %0 = stablehlo.dot_general %a, %b, contracting_dims = [0] x [0] : (tensor<8x16xf32>, tensor<8x4xf32>) -> tensor<16x4xf32>
  return %0 : tensor<16x4xf32>
}`,
      mesh,
    ),
  ).toEqual(['reduce_scatter tensor<8x4xf32>', 'all_reduce tensor<8x4xf32>']);
});

test('operands that are split alike are added before the result is moved', () => {
  expect(
    collectives(`func.func @main(%a: tensor<8x8xf32> ${split('{"x"}, {}')}, %b: tensor<8x8xf32> ${split('{"x"}, {}')})
    -> (tensor<8x8xf32> ${split('{}, {"x"}')}) {
  %0 = stablehlo.add %a, %b {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{}, {"x"}]>]>} : tensor<8x8xf32>
  return %0 : tensor<8x8xf32>
}`),
  ).toEqual(['all_to_all tensor<8x2xf32>']);
});

test('a value is gathered once for all its uses, but equal values each for themselves', () => {
  const whole = split('{}, {}');
  expect(
    collectives(`func.func @main(%a: tensor<8x8xf32> ${split('{"x"}, {}')}) -> (tensor<8x8xf32> ${whole}, tensor<8x8xf32> ${whole}, tensor<8x8xf32> ${whole}) {
  %0 = stablehlo.tanh %a {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{"x"}, {}]>]>} : tensor<8x8xf32>
  %1 = stablehlo.tanh %a {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{"x"}, {}]>]>} : tensor<8x8xf32>
  return %0, %0, %1 : tensor<8x8xf32>, tensor<8x8xf32>, tensor<8x8xf32>
}`),
  ).toEqual(['all_gather (tensor<8x8xf32>, tensor<8x8xf32>)']);
});

test('operations come after those of their first operand, as Shardy gets them from XLA', () => {
  const text = runText(
    'func.func(shardform-order-operations)',
    `func.func @main(%a: tensor<f32>, %b: tensor<f32>) -> tensor<f32> {
  %0 = stablehlo.sine %b : tensor<f32>
  %1 = stablehlo.cosine %a : tensor<f32>
  %2 = stablehlo.add %1, %0 : tensor<f32>
  return %2 : tensor<f32>
}`,
  );
  expect(Array.from(text.matchAll(/stablehlo\.(\w+)/g), ([, name]) => name)).toEqual([
    'cosine',
    'sine',
    'add',
  ]);
});

test('a broadcast along dimensions of size 1 is one of fewer dimensions', () => {
  const text = runText(
    'func.func(shardform-lower-broadcasts)',
    `func.func @main(%a: tensor<8x1xf32>, %b: tensor<8xf32>) -> (tensor<8x4xf32>, tensor<8x1xf32>) {
  %0 = stablehlo.broadcast_in_dim %a, dims = [0, 1] : (tensor<8x1xf32>) -> tensor<8x4xf32>
  %1 = stablehlo.broadcast_in_dim %b, dims = [0] : (tensor<8xf32>) -> tensor<8x1xf32>
  return %0, %1 : tensor<8x4xf32>, tensor<8x1xf32>
}`,
  );
  expect(Array.from(text.matchAll(/stablehlo\.\w+ .*/g), ([line]) => line.replace(/%\w+/g, '%'))).toEqual([
    'stablehlo.broadcast_in_dim %, dims = [0, 1] : (tensor<8x1xf32>) -> tensor<8x1xf32>',
    'stablehlo.reshape % : (tensor<8x1xf32>) -> tensor<8xf32>',
    'stablehlo.broadcast_in_dim %, dims = [0] : (tensor<8xf32>) -> tensor<8x4xf32>',
    'stablehlo.reshape % : (tensor<8xf32>) -> tensor<8x1xf32>',
  ]);
});

test('the body of a loop uses what iterations hand on as it is from outside', () => {
  const text = runText(
    'func.func(shardform-capture-invariants)',
    `func.func @main(%w: tensor<f32>, %x: tensor<f32>) -> tensor<f32> {
  %0:2 = stablehlo.while(%v = %w, %y = %x) : tensor<f32>, tensor<f32>
  cond {
    %1 = stablehlo.compare LT, %y, %v : (tensor<f32>, tensor<f32>) -> tensor<i1>
    stablehlo.return %1 : tensor<i1>
  } do {
    %1 = stablehlo.add %y, %v : tensor<f32>
    stablehlo.return %v, %1 : tensor<f32>, tensor<f32>
  }
  return %0#1 : tensor<f32>
}`,
  );
  expect(text).toMatch(/compare LT, %\w+, %arg0[^]*add %\w+, %arg0/);
});
