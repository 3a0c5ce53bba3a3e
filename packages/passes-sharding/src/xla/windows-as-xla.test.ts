import { expect, test } from 'vitest';
import { collectivesAsXla } from '../../tests/collectives-as-xla.ts';

const MESH = 'sdy.mesh @mesh = <["x"=4]>';
const ARGUMENT = '{sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}]>}';
const VALUE = 'sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{"x"}, {}]>]>';

const region = (op: string): string => `{
  ^bb0(%l: tensor<f32>, %r: tensor<f32>):
    %s = ${op} %l, %r : tensor<f32>
    stablehlo.return %s : tensor<f32>
  }`;

const sumOfTwo = (rows: number): string =>
  `"stablehlo.reduce_window"(%p, %zero) <{window_dimensions = array<i64: 2, 1>}> (${region('stablehlo.add')}) {${VALUE}} : (tensor<${rows}x4xf32>, tensor<f32>) -> tensor<${rows - 1}x4xf32>`;

test('sums over windows of rows that do not divide exchange borders', () => {
  expect(
    collectivesAsXla(`${MESH}
func.func @main(%a: tensor<32x4xf32> ${ARGUMENT}) -> (tensor<32x4xf32> ${ARGUMENT}) {
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  %p = stablehlo.pad %a, %zero, low = [1, 0], high = [0, 0], interior = [0, 0] {${VALUE}} : (tensor<32x4xf32>, tensor<f32>) -> tensor<33x4xf32>
  %w = ${sumOfTwo(33)}
  return %w : tensor<32x4xf32>
}`),
  ).toEqual(['collective_permute tensor<2x4xf32>', 'collective_permute tensor<3x4xf32>']);
});

test('devices may have the holes between their rows at different places', () => {
  expect(
    collectivesAsXla(`${MESH}
func.func @main(%a: tensor<16x4xf32> ${ARGUMENT}) -> (tensor<32x4xf32> ${ARGUMENT}) {
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  %p = stablehlo.pad %a, %zero, low = [1, 0], high = [1, 0], interior = [1, 0] {${VALUE}} : (tensor<16x4xf32>, tensor<f32>) -> tensor<33x4xf32>
  %w = ${sumOfTwo(33)}
  return %w : tensor<32x4xf32>
}`),
  ).toEqual(['collective_permute tensor<1x4xf32>', 'collective_permute tensor<3x4xf32>']);
});

test('neighbours exchange what overlapping windows select from', () => {
  expect(
    collectivesAsXla(`${MESH}
func.func @main(%a: tensor<32x4xf32> ${ARGUMENT}, %d: tensor<16x4xf32> ${ARGUMENT}) -> (tensor<32x4xf32> ${ARGUMENT}) {
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  %least = stablehlo.constant dense<0xFF800000> : tensor<f32>
  %p = stablehlo.pad %a, %least, low = [0, 0], high = [1, 0], interior = [0, 0] {${VALUE}} : (tensor<32x4xf32>, tensor<f32>) -> tensor<33x4xf32>
  %g = "stablehlo.select_and_scatter"(%p, %d, %zero) <{window_dimensions = array<i64: 3, 1>, window_strides = array<i64: 2, 1>}> ({
  ^bb0(%l: tensor<f32>, %r: tensor<f32>):
    %ge = stablehlo.compare GE, %l, %r : (tensor<f32>, tensor<f32>) -> tensor<i1>
    stablehlo.return %ge : tensor<i1>
  }, ${region('stablehlo.add')}) {${VALUE}} : (tensor<33x4xf32>, tensor<16x4xf32>, tensor<f32>) -> tensor<33x4xf32>
  %0 = stablehlo.slice %g [0:32, 0:4] {${VALUE}} : (tensor<33x4xf32>) -> tensor<32x4xf32>
  return %0 : tensor<32x4xf32>
}`),
  ).toEqual([
    'collective_permute tensor<3x4xf32>',
    'collective_permute tensor<2x4xf32>',
    'collective_permute tensor<2x4xf32>',
    'collective_permute tensor<2x4xf32>',
    'collective_permute tensor<3x4xf32>',
  ]);
});

test('windows of what all devices have are cut out of it', () => {
  expect(
    collectivesAsXla(`${MESH}
func.func @main(%a: tensor<30x4xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {}]>}) -> (tensor<32x4xf32> ${ARGUMENT}) {
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  %p = stablehlo.pad %a, %zero, low = [1, 0], high = [2, 0], interior = [0, 0] {${VALUE}} : (tensor<30x4xf32>, tensor<f32>) -> tensor<33x4xf32>
  %w = ${sumOfTwo(33)}
  return %w : tensor<32x4xf32>
}`),
  ).toEqual(['collective_permute tensor<3x4xf32>']);
});
