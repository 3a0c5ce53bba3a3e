import { Context, parseModule } from '@shardform/ir-core';
import { PrepareConv3dWeightsOp, ttnnDialect } from '@shardform/dialect-ttnn';
import { arrayOf } from '@shardform/runtime-sim';
import { expect, test } from 'vitest';
import { preparedConv3dWeights } from './prepared-weights.ts';

function preparation(attributes: string): PrepareConv3dWeightsOp {
  const text = `func.func private @f(%w: tensor<1x3x2x1x1xf32>, %d: !ttnn.device) {
  %0 = "ttnn.prepare_conv3d_weights"(%w, %d) <{${attributes}}> : (tensor<1x3x2x1x1xf32>, !ttnn.device) -> tensor<8x1xf32>
  return
}`;
  const found: PrepareConv3dWeightsOp[] = [];
  parseModule(text, new Context([ttnnDialect]))?.walkOf(PrepareConv3dWeightsOp, (op) => {
    found.push(op);
  });
  return found[0]!;
}

// Channel 1 at places 0 and 1 of the window is 10 and 11.
const weights = arrayOf('f32', [1, 3, 2, 1, 1], [0.5, 1, 10, 11, 20, 21]);
const columns = (attributes: string): number[] => [
  ...(preparedConv3dWeights(preparation(attributes), weights).data as Float32Array),
];

test('channels of a place lie below each other, with zeros up to whole tiles', () => {
  expect(columns('alignment = 4 : i32, c_in_block = 4 : i32, groups = 1 : i32')).toEqual([
    ...[0.5, 10, 20, 0],
    ...[1, 11, 21, 0],
  ]);
});

test('places lie below each other in each block of channels', () => {
  expect(columns('alignment = 4 : i32, c_in_block = 2 : i32, groups = 1 : i32')).toEqual([
    ...[0.5, 10, 1, 11],
    ...[20, 0, 21, 0],
  ]);
});

test('weights in groups are refused', () => {
  expect(() => columns('alignment = 4 : i32, c_in_block = 4 : i32, groups = 2 : i32')).toThrow(
    "'ttnn.prepare_conv3d_weights' op prepares weights in 2 groups, which have no kernel here",
  );
});
