import { describe, expect, test } from 'vitest';
import { inFunction, problemsInFunction } from '../../tests/stablehlo-text.ts';

describe('stablehlo.reduce_scatter', () => {
  // Arguments, text, custom form, generic form.
  test.each([
    [
      '%a: tensor<2x4xf32>',
      `%0 = "stablehlo.reduce_scatter"(%a) ({^bb0(%x: tensor<f32>, %y: tensor<f32>): %1 = stablehlo.add %x, %y : tensor<f32>
 stablehlo.return %1 : tensor<f32>}) {scatter_dimension = 1 : i64, replica_groups = dense<[[0,1]]> : tensor<1x2xi64>} : (tensor<2x4xf32>) -> tensor<2x2xf32>`,
      `%0 = "stablehlo.reduce_scatter"(%arg0) <{replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>, scatter_dimension = 1 : i64}> ({
^bb0(%arg1: tensor<f32>, %arg2: tensor<f32>):
  %1 = stablehlo.add %arg1, %arg2 : tensor<f32>
  stablehlo.return %1 : tensor<f32>
}) : (tensor<2x4xf32>) -> tensor<2x2xf32>`,
      `%0 = "stablehlo.reduce_scatter"(%arg0) <{replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>, scatter_dimension = 1 : i64}> ({
^bb0(%arg1: tensor<f32>, %arg2: tensor<f32>):
  %1 = "stablehlo.add"(%arg1, %arg2) : (tensor<f32>, tensor<f32>) -> tensor<f32>
  "stablehlo.return"(%1) : (tensor<f32>) -> ()
}) : (tensor<2x4xf32>) -> tensor<2x2xf32>`,
    ],
    [
      '%a: tensor<2x4xf32>',
      `%0 = "stablehlo.reduce_scatter"(%a) ({^bb0(%x: tensor<f32>, %y: tensor<f32>): %1 = stablehlo.add %x, %y : tensor<f32>
 stablehlo.return %1 : tensor<f32>}) {scatter_dimension = 1 : i64, replica_groups = dense<[[0,1]]> : tensor<1x2xi64>, channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>, use_global_device_ids} : (tensor<2x4xf32>) -> tensor<2x2xf32>`,
      `%0 = "stablehlo.reduce_scatter"(%arg0) <{channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>, replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>, scatter_dimension = 1 : i64, use_global_device_ids}> ({
^bb0(%arg1: tensor<f32>, %arg2: tensor<f32>):
  %1 = stablehlo.add %arg1, %arg2 : tensor<f32>
  stablehlo.return %1 : tensor<f32>
}) : (tensor<2x4xf32>) -> tensor<2x2xf32>`,
      `%0 = "stablehlo.reduce_scatter"(%arg0) <{channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>, replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>, scatter_dimension = 1 : i64, use_global_device_ids}> ({
^bb0(%arg1: tensor<f32>, %arg2: tensor<f32>):
  %1 = "stablehlo.add"(%arg1, %arg2) : (tensor<f32>, tensor<f32>) -> tensor<f32>
  "stablehlo.return"(%1) : (tensor<f32>) -> ()
}) : (tensor<2x4xf32>) -> tensor<2x2xf32>`,
    ],
    [
      '%a: tensor<2x4xf32>',
      `%0 = "stablehlo.reduce_scatter"(%a) ({^bb0(%x: tensor<f32>, %y: tensor<f32>): %1 = stablehlo.add %x, %y : tensor<f32>
 stablehlo.return %1 : tensor<f32>}) {scatter_dimension = 1 : i64, replica_groups = dense<> : tensor<0x2xi64>} : (tensor<2x4xf32>) -> tensor<2x2xf32>`,
      `%0 = "stablehlo.reduce_scatter"(%arg0) <{replica_groups = dense<> : tensor<0x2xi64>, scatter_dimension = 1 : i64}> ({
^bb0(%arg1: tensor<f32>, %arg2: tensor<f32>):
  %1 = stablehlo.add %arg1, %arg2 : tensor<f32>
  stablehlo.return %1 : tensor<f32>
}) : (tensor<2x4xf32>) -> tensor<2x2xf32>`,
      `%0 = "stablehlo.reduce_scatter"(%arg0) <{replica_groups = dense<> : tensor<0x2xi64>, scatter_dimension = 1 : i64}> ({
^bb0(%arg1: tensor<f32>, %arg2: tensor<f32>):
  %1 = "stablehlo.add"(%arg1, %arg2) : (tensor<f32>, tensor<f32>) -> tensor<f32>
  "stablehlo.return"(%1) : (tensor<f32>) -> ()
}) : (tensor<2x4xf32>) -> tensor<2x2xf32>`,
    ],
    [
      '%a: tensor<2x4xf32>',
      `%0 = "stablehlo.reduce_scatter"(%a) ({^bb0(%x: tensor<f32>, %y: tensor<f32>): %1 = stablehlo.add %x, %y : tensor<f32>
 stablehlo.return %1 : tensor<f32>}) {scatter_dimension = 1 : i64, replica_groups = dense<[[0,1]]> : tensor<1x2xi64>} : (tensor<2x4xf32>) -> tensor<2x?xf32>`,
      `%0 = "stablehlo.reduce_scatter"(%arg0) <{replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>, scatter_dimension = 1 : i64}> ({
^bb0(%arg1: tensor<f32>, %arg2: tensor<f32>):
  %1 = stablehlo.add %arg1, %arg2 : tensor<f32>
  stablehlo.return %1 : tensor<f32>
}) : (tensor<2x4xf32>) -> tensor<2x?xf32>`,
      `%0 = "stablehlo.reduce_scatter"(%arg0) <{replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>, scatter_dimension = 1 : i64}> ({
^bb0(%arg1: tensor<f32>, %arg2: tensor<f32>):
  %1 = "stablehlo.add"(%arg1, %arg2) : (tensor<f32>, tensor<f32>) -> tensor<f32>
  "stablehlo.return"(%1) : (tensor<f32>) -> ()
}) : (tensor<2x4xf32>) -> tensor<2x?xf32>`,
    ],
    [
      '%a: tensor<2x4xf32>',
      `%0 = "stablehlo.reduce_scatter"(%a) ({^bb0(%x: tensor<f32>, %y: tensor<f32>): %1 = stablehlo.add %x, %y : tensor<f32>
 stablehlo.return %1 : tensor<f32>}) {scatter_dimension = 1 : i64, replica_groups = dense<[[0, 1], [2, 3]]> : tensor<2x2xi64>, channel_handle = #stablehlo.channel_handle<handle = 1, type = 0>, use_global_device_ids} : (tensor<2x4xf32>) -> tensor<2x2xf32>`,
      `%0 = "stablehlo.reduce_scatter"(%arg0) <{channel_handle = #stablehlo.channel_handle<handle = 1, type = 0>, replica_groups = dense<[[0, 1], [2, 3]]> : tensor<2x2xi64>, scatter_dimension = 1 : i64, use_global_device_ids}> ({
^bb0(%arg1: tensor<f32>, %arg2: tensor<f32>):
  %1 = stablehlo.add %arg1, %arg2 : tensor<f32>
  stablehlo.return %1 : tensor<f32>
}) : (tensor<2x4xf32>) -> tensor<2x2xf32>`,
      `%0 = "stablehlo.reduce_scatter"(%arg0) <{channel_handle = #stablehlo.channel_handle<handle = 1, type = 0>, replica_groups = dense<[[0, 1], [2, 3]]> : tensor<2x2xi64>, scatter_dimension = 1 : i64, use_global_device_ids}> ({
^bb0(%arg1: tensor<f32>, %arg2: tensor<f32>):
  %1 = "stablehlo.add"(%arg1, %arg2) : (tensor<f32>, tensor<f32>) -> tensor<f32>
  "stablehlo.return"(%1) : (tensor<f32>) -> ()
}) : (tensor<2x4xf32>) -> tensor<2x2xf32>`,
    ],
  ])('(%s) %s', (parameters, text, custom, generic) => {
    expect(inFunction(parameters, text)).toEqual({ custom, generic });
  });

  // Arguments, text, what is wrong with it.
  test.each([
    [
      '%a: tensor<2x4xf32>',
      `%0 = "stablehlo.reduce_scatter"(%a) ({^bb0(%x: tensor<f32>, %y: tensor<f32>): %1 = stablehlo.add %x, %y : tensor<f32>
 stablehlo.return %1 : tensor<f32>}) {scatter_dimension = 1 : i64, replica_groups = dense<[[0,1]]> : tensor<1x2xi64>, use_global_device_ids} : (tensor<2x4xf32>) -> tensor<2x2xf32>`,
      ['1:6 channel_id must be positive when useGlobalDeviceIds is set but got: 0'],
    ],
    [
      '%a: tensor<2x4xf32>',
      `%0 = "stablehlo.reduce_scatter"(%a) ({^bb0(%x: tensor<f32>, %y: tensor<f32>): %1 = stablehlo.add %x, %y : tensor<f32>
 stablehlo.return %1 : tensor<f32>}) {scatter_dimension = 1 : i64, replica_groups = dense<[[0,1]]> : tensor<1x2xi64>, channel_handle = #stablehlo.channel_handle<handle = -1, type = 1>, use_global_device_ids} : (tensor<2x4xf32>) -> tensor<2x2xf32>`,
      ['1:6 channel_id must be positive when useGlobalDeviceIds is set but got: -1'],
    ],
    [
      '%a: tensor<2x4xf32>',
      `%0 = "stablehlo.reduce_scatter"(%a) ({^bb0(%x: tensor<f32>, %y: tensor<f32>): %1 = stablehlo.add %x, %y : tensor<f32>
 stablehlo.return %1 : tensor<f32>}) {scatter_dimension = 1 : i64, replica_groups = dense<0> : tensor<1xi64>} : (tensor<2x4xf32>) -> tensor<2x2xf32>`,
      ['1:6 replica groups should be a rank 2 tensor'],
    ],
    [
      '%a: tensor<2x4xf32>',
      `%0 = "stablehlo.reduce_scatter"(%a) ({^bb0(%x: tensor<f32>, %y: tensor<f32>): %1 = stablehlo.add %x, %y : tensor<f32>
 stablehlo.return %1 : tensor<f32>}) {scatter_dimension = 1 : i64, replica_groups = dense<[[0,0]]> : tensor<1x2xi64>} : (tensor<2x4xf32>) -> tensor<2x2xf32>`,
      ['1:6 replica id #0 seen more than once'],
    ],
    [
      '%a: tensor<2x4xf32>',
      `%0 = "stablehlo.reduce_scatter"(%a) ({^bb0(%x: tensor<f32>, %y: tensor<f32>): %1 = stablehlo.add %x, %y : tensor<f32>
 stablehlo.return %1 : tensor<f32>}) {scatter_dimension = 1 : i64, replica_groups = dense<[[0,2]]> : tensor<1x2xi64>} : (tensor<2x4xf32>) -> tensor<2x2xf32>`,
      ['1:6 replica id #1 not seen in replica groups'],
    ],
    [
      '%a: tensor<2x4xf32>',
      `%0 = "stablehlo.reduce_scatter"(%a) ({^bb0(%x: tensor<f32>, %y: tensor<f32>): %1 = stablehlo.add %x, %y : tensor<f32>
 stablehlo.return %1 : tensor<f32>}) {scatter_dimension = 1 : i64, replica_groups = dense<[[0,-1]]> : tensor<1x2xi64>} : (tensor<2x4xf32>) -> tensor<2x2xf32>`,
      ['1:6 Invalid replica id -1'],
    ],
    [
      '%a: tensor<2x4xf32>',
      `%0 = "stablehlo.reduce_scatter"(%a) ({^bb0(%x: tensor<f32>, %y: tensor<f32>): %1 = stablehlo.add %x, %y : tensor<f32>
 stablehlo.return %1 : tensor<f32>}) {scatter_dimension = 1 : i64, replica_groups = dense<> : tensor<0x2xi64>, use_global_device_ids} : (tensor<2x4xf32>) -> tensor<2x2xf32>`,
      ['1:6 if `use_global_device_ids` is set, the replica groups cannot be empty'],
    ],
    [
      '%a: tensor<2x4xf32>',
      `%0 = "stablehlo.reduce_scatter"(%a) ({^bb0(%x: tensor<f32>, %y: tensor<f32>): %1 = stablehlo.add %x, %y : tensor<f32>
 stablehlo.return %1 : tensor<f32>}) {scatter_dimension = 1 : i64, replica_groups = dense<[[0,1]]> : tensor<1x2xi32>} : (tensor<2x4xf32>) -> tensor<2x2xf32>`,
      [
        "1:6 'stablehlo.reduce_scatter' op attribute 'replica_groups' failed to satisfy constraint: 64-bit signless integer elements attribute or mesh and axes based replica groups representation.",
      ],
    ],
    [
      '%a: tensor<2x4xf32>',
      `%0 = "stablehlo.reduce_scatter"(%a) ({^bb0(%x: tensor<f32>, %y: tensor<f32>): %1 = stablehlo.add %x, %y : tensor<f32>
 stablehlo.return %1 : tensor<f32>}) {scatter_dimension = 0 : i64, replica_groups = dense<[[0,1]]> : tensor<1x2xi64>} : (tensor<2x4xf32>) -> tensor<2x2xf32>`,
      ['1:6 non scatter dimensions should be same for operand (4) and result (2)'],
    ],
    [
      '%a: tensor<2x4xf32>',
      `%0 = "stablehlo.reduce_scatter"(%a) ({^bb0(%x: tensor<f32>, %y: tensor<f32>): %1 = stablehlo.add %x, %y : tensor<f32>
 stablehlo.return %1 : tensor<f32>}) {scatter_dimension = 2 : i64, replica_groups = dense<[[0,1]]> : tensor<1x2xi64>} : (tensor<2x4xf32>) -> tensor<2x2xf32>`,
      ['1:6 scatter dim should be less than operand/result rank'],
    ],
    [
      '%a: tensor<2x4xf32>',
      `%0 = "stablehlo.reduce_scatter"(%a) ({^bb0(%x: tensor<f32>, %y: tensor<f32>): %1 = stablehlo.add %x, %y : tensor<f32>
 stablehlo.return %1 : tensor<f32>}) {scatter_dimension = 1 : i64, replica_groups = dense<[[0,1]]> : tensor<1x2xi64>} : (tensor<2x4xf32>) -> tensor<2x3xf32>`,
      [
        '1:6 operand scatter dimension has size 4, expected to be a multiple of result scatter dimension size 3',
      ],
    ],
    [
      '%a: tensor<2x4xf32>',
      `%0 = "stablehlo.reduce_scatter"(%a) ({^bb0(%x: tensor<f32>, %y: tensor<f32>): %1 = stablehlo.add %x, %y : tensor<f32>
 stablehlo.return %1 : tensor<f32>}) {scatter_dimension = 1 : i64, replica_groups = dense<[[0,1]]> : tensor<1x2xi64>} : (tensor<2x4xf32>) -> tensor<2x2x1xf32>`,
      ['1:6 operand and result should have same rank'],
    ],
    [
      '%a: tensor<2x4xf32>',
      `%0 = "stablehlo.reduce_scatter"(%a) ({^bb0(%x: tensor<f32>, %y: tensor<f32>): %1 = stablehlo.add %x, %y : tensor<f32>
 stablehlo.return %1 : tensor<f32>}) {scatter_dimension = 1 : i64, replica_groups = dense<[[0,1]]> : tensor<1x2xi64>} : (tensor<2x4xf32>) -> tensor<2x2xi32>`,
      ["1:6 result element-type is expected to be 'f32', but got 'i32'"],
    ],
    [
      '%a: tensor<2x4xf32>',
      `%0 = "stablehlo.reduce_scatter"(%a) ({^bb0(%x: tensor<f32>, %y: tensor<f32>): %1 = stablehlo.add %x, %y : tensor<f32>
 stablehlo.return %1 : tensor<f32>}) {scatter_dimension = -1 : i64, replica_groups = dense<[[0,1]]> : tensor<1x2xi64>} : (tensor<2x4xf32>) -> tensor<2x2xf32>`,
      [
        "1:6 'stablehlo.reduce_scatter' op attribute 'scatter_dimension' failed to satisfy constraint: 64-bit signless integer attribute whose value is non-negative",
      ],
    ],
    [
      '%a: tensor<2x0xf32>',
      `%0 = "stablehlo.reduce_scatter"(%a) ({^bb0(%x: tensor<f32>, %y: tensor<f32>): %1 = stablehlo.add %x, %y : tensor<f32>
 stablehlo.return %1 : tensor<f32>}) {scatter_dimension = 1 : i64, replica_groups = dense<[[0,1]]> : tensor<1x2xi64>} : (tensor<2x0xf32>) -> tensor<2x0xf32>`,
      ['1:6 result dimension size at scatter_dimension cannot be zero'],
    ],
    [
      '%a: tensor<2x0xf32>',
      `%0 = "stablehlo.reduce_scatter"(%a) ({^bb0(%x: tensor<f32>, %y: tensor<f32>): %1 = stablehlo.add %x, %y : tensor<f32>
 stablehlo.return %1 : tensor<f32>}) {scatter_dimension = 1 : i64, replica_groups = dense<[[0,1]]> : tensor<1x2xi64>} : (tensor<2x0xf32>) -> tensor<2x2xf32>`,
      ['1:6 operand dimension size at scatter_dimension cannot be zero'],
    ],
  ])('(%s) %s is rejected', (parameters, text, expected) => {
    expect(problemsInFunction(parameters, text)).toEqual(expected);
  });
});
