import type { FuncOp } from '@shardform/dialect-func';
import { expect, test } from 'vitest';
import { parse } from '../../tests/programs.ts';
import { elementsOf } from '../array/index.ts';
import { entryFunction } from '../interpreter/run-module.ts';
import { drawInputs } from './draw-inputs.ts';
import { recordUses } from './recorded-use.ts';

const ARGUMENTS = '%x: tensor<8x4xf32>, %w: tensor<4x4xf32>, %i: tensor<8xi32>, %t: tensor<32x4xf32>';
const SOURCE = `func.func @main(${ARGUMENTS}) -> (tensor<8x4xf32>, tensor<8x4xf32>) {
  %0 = stablehlo.dot_general %x, %w, contracting_dims = [1] x [0] : (tensor<8x4xf32>, tensor<4x4xf32>) -> tensor<8x4xf32>
  %1 = stablehlo.reshape %i : (tensor<8xi32>) -> tensor<8x1xi32>
  %2 = "stablehlo.gather"(%t, %1) <{dimension_numbers = #stablehlo.gather<offset_dims = [1], collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 1>, slice_sizes = array<i64: 1, 4>}> : (tensor<32x4xf32>, tensor<8x1xi32>) -> tensor<8x4xf32>
  return %0, %2 : tensor<8x4xf32>, tensor<8x4xf32>
}`;

/** A function whose operations show no use, as those of a target may. */
const LOWERED = `func.func @main(${ARGUMENTS}) -> (tensor<8x4xf32>, tensor<8x4xf32>) {
  return %x, %x : tensor<8x4xf32>, tensor<8x4xf32>
}`;

const drawn = (func: FuncOp): unknown[] => drawInputs(func, 0, null).map((array) => elementsOf(array!));

test('a lowered function draws the inputs of its source where it has the uses recorded', () => {
  const [source, lowered] = [SOURCE, LOWERED].map((text) => entryFunction(parse(text))) as [FuncOp, FuncOp];
  expect(drawn(lowered)).not.toEqual(drawn(source));
  recordUses(lowered, source);
  expect(drawn(lowered)).toEqual(drawn(source));
});

test('an attribute that records no use is ignored', () => {
  const odd = LOWERED.replace('%w: tensor<4x4xf32>', '%w: tensor<4x4xf32> {shardform.use = "weight many"}');
  expect(drawn(entryFunction(parse(odd)))).toEqual(drawn(entryFunction(parse(LOWERED))));
});
