import { expect, test } from 'vitest';
import { collectivesAsXla } from '../../tests/collectives-as-xla.ts';

const MESH = 'sdy.mesh @mesh = <["data"=4, "model"=2]>';

const split = (dims: string): string => `{sdy.sharding = #sdy.sharding<@mesh, [${dims}]>}`;

/** The collectives between two shardings; those of jaxlib 0.10.2 are the same. */
const resharded = (from: string, to: string): string[] =>
  collectivesAsXla(`${MESH}
func.func @main(%a: tensor<16x16x32xf32> ${split(from)}) -> (tensor<16x16x32xf32> ${split(to)}) {
  %0 = stablehlo.negate %a : tensor<16x16x32xf32>
  return %0 : tensor<16x16x32xf32>
}`);

test('dimensions that exchange their parts are sent one after the other', () => {
  expect(resharded('{"data"}, {"model"}, {}', '{"model"}, {}, {"data"}')).toEqual([
    'all_to_all tensor<16x8x8xf32>',
    'all_to_all tensor<8x16x8xf32>',
  ]);
});

test('a dimension whose parts become those of two others is gathered', () => {
  expect(resharded('{"model", "data"}, {}, {}', '{}, {"data"}, {"model"}')).toEqual([
    'all_gather tensor<16x16x32xf32>',
  ]);
});

test('a dimension of as many parts as there are copies more is gathered before another one is sent', () => {
  expect(resharded('{}, {"model"}, {"data"}', '{}, {"data"}, {}')).toEqual([
    'all_gather tensor<16x16x8xf32>',
    'all_to_all tensor<16x4x32xf32>',
  ]);
});

test('copies are sent along the dimension before them, and cut then', () => {
  expect(resharded('{}, {"data"}, {}', '{"data"}, {}, {"model"}')).toEqual([
    'all_to_all tensor<4x16x32xf32>',
  ]);
});

test('copies split the dimension that takes all of them before another one is sent', () => {
  expect(resharded('{}, {}, {"model"}', '{"model"}, {"data"}, {}')).toEqual([
    'all_to_all tensor<8x4x32xf32>',
  ]);
  expect(resharded('{"model"}, {}, {}', '{}, {"model", "data"}, {}')).toEqual([
    'collective_permute tensor<8x4x32xf32>',
    'all_to_all tensor<16x2x32xf32>',
  ]);
});

test('a sum keeps the result split along a part of the copies, which takes their devices', () => {
  expect(
    collectivesAsXla(`${MESH}
func.func @main(%a: tensor<8x32x16xf32> ${split('{}, {}, {"model"}')}, %b: tensor<16x96xf32> ${split('{"model"}, {}')})
    -> (tensor<8x32x96xf32> ${split('{}, {}, {"model"}')}) {
  %0 = stablehlo.dot_general %a, %b, contracting_dims = [2] x [0] : (tensor<8x32x16xf32>, tensor<16x96xf32>) -> tensor<8x32x96xf32>
  return %0 : tensor<8x32x96xf32>
}`),
  ).toEqual(['all_reduce tensor<8x32x48xf32>', 'collective_permute tensor<8x32x48xf32>']);
});

test('a constraint behind another one is gone by step by step', () => {
  expect(
    collectivesAsXla(`${MESH}
func.func @main(%a: tensor<16x16x16xf32> ${split('{"model"}, {}, {"data"}')}) -> (tensor<16x16x16xf32> ${split('{}, {"data", "model"}, {}')}) {
  %0 = stablehlo.negate %a : tensor<16x16x16xf32>
  %1 = sdy.sharding_constraint %0 <@mesh, [{"model"}, {"data"}, {}]> : tensor<16x16x16xf32>
  %2 = sdy.sharding_constraint %1 <@mesh, [{}, {"data", "model"}, {}]> : tensor<16x16x16xf32>
  %3 = stablehlo.negate %2 : tensor<16x16x16xf32>
  return %3 : tensor<16x16x16xf32>
}`),
  ).toEqual(['all_to_all tensor<8x4x16xf32>', 'all_to_all tensor<16x2x16xf32>']);
});
