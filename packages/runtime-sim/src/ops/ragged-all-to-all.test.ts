import { Context, parseModule } from '@shardform/ir-core';
import { expect, test } from 'vitest';
import { arrayOf, elementsOf, type NdArray } from '../array/index.ts';
import { simulator } from '../extension.ts';
import { runSpmd } from '../interpreter/run-module.ts';

const context = new Context([simulator]);

// Devices 0 and 2, then 1 and 3, exchange rows of two elements.
const program = `func.func @main(%x: tensor<3x2xf32>, %into: tensor<4x2xf32>, %from: tensor<2xi32>, %sizes: tensor<2xi32>, %to: tensor<2xi32>, %got: tensor<2xi32>) -> tensor<4x2xf32> {
  %0 = stablehlo.custom_call @ragged_all_to_all(%x, %into, %from, %sizes, %to, %got) {api_version = 4 : i32, backend_config = {channel_id = 1 : i64, replica_groups = dense<[[0, 2], [1, 3]]> : tensor<2x2xi64>}} : (tensor<3x2xf32>, tensor<4x2xf32>, tensor<2xi32>, tensor<2xi32>, tensor<2xi32>, tensor<2xi32>) -> tensor<4x2xf32>
  return %0 : tensor<4x2xf32>
}`;

function run(sizesOf: (device: number) => readonly number[]): readonly unknown[][] {
  const i32 = (values: readonly number[]): NdArray => arrayOf('i32', [2], values);
  const results = runSpmd(
    parseModule(program, context)!,
    4,
    (device) => {
      const rows = [0, 1, 2].flatMap((row) => [device * 10 + row, -(device * 10 + row)]);
      return [
        arrayOf('f32', [3, 2], rows),
        arrayOf('f32', [4, 2], new Array<number>(8).fill(99)),
        i32([0, 1]),
        i32(sizesOf(device)),
        // The second of a group writes from row 2.
        i32(device < 2 ? [0, 0] : [2, 2]),
        i32([0, 0]),
      ];
    },
    context,
  );
  return results.map(([own]) => elementsOf(own!));
}

test('each device gets the slices that others of its group have for it, and keeps the rest', () => {
  expect(run((device) => (device < 2 ? [1, 2] : [2, 1]))).toEqual([
    [0, -0, 99, 99, 20, -20, 21, -21],
    [10, -10, 99, 99, 30, -30, 31, -31],
    [1, -1, 2, -2, 21, -21, 99, 99],
    [11, -11, 12, -12, 31, -31, 99, 99],
  ]);
});

test('a slice that is not inside is refused with the devices and the rows', () => {
  expect(() => run((device) => (device === 3 ? [3, 1] : [1, 1]))).toThrow(
    'device 3 sends rows 0 to 3 of 3 to rows 2 to 5 of 4 of device 1, which is outside',
  );
});
