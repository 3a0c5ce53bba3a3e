import { describe, expect, test } from 'vitest';
import { inFunction, problemsInFunction } from '../../tests/stablehlo-text.ts';

describe('stablehlo.all_gather', () => {
  // Arguments, text, custom form, generic form.
  test.each([
    [
      '%a: tensor<2x4xf32>',
      '%0 = "stablehlo.all_gather"(%a) {all_gather_dim = 1 : i64, replica_groups = dense<[[0,1]]> : tensor<1x2xi64>} : (tensor<2x4xf32>) -> tensor<2x8xf32>',
      '%0 = "stablehlo.all_gather"(%arg0) <{all_gather_dim = 1 : i64, replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>}> : (tensor<2x4xf32>) -> tensor<2x8xf32>',
      '%0 = "stablehlo.all_gather"(%arg0) <{all_gather_dim = 1 : i64, replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>}> : (tensor<2x4xf32>) -> tensor<2x8xf32>',
    ],
    [
      '%a: tensor<2x4xf32>',
      '%0 = "stablehlo.all_gather"(%a) {all_gather_dim = 1 : i64, replica_groups = dense<[[0,1]]> : tensor<1x2xi64>, use_global_device_ids} : (tensor<2x4xf32>) -> tensor<2x8xf32>',
      '%0 = "stablehlo.all_gather"(%arg0) <{all_gather_dim = 1 : i64, replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>, use_global_device_ids}> : (tensor<2x4xf32>) -> tensor<2x8xf32>',
      '%0 = "stablehlo.all_gather"(%arg0) <{all_gather_dim = 1 : i64, replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>, use_global_device_ids}> : (tensor<2x4xf32>) -> tensor<2x8xf32>',
    ],
    [
      '%a: tensor<2x4xf32>',
      '%0 = "stablehlo.all_gather"(%a) {all_gather_dim = 1 : i64, replica_groups = dense<[[0,1]]> : tensor<1x2xi64>, channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>, use_global_device_ids} : (tensor<2x4xf32>) -> tensor<2x8xf32>',
      '%0 = "stablehlo.all_gather"(%arg0) <{all_gather_dim = 1 : i64, channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>, replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>, use_global_device_ids}> : (tensor<2x4xf32>) -> tensor<2x8xf32>',
      '%0 = "stablehlo.all_gather"(%arg0) <{all_gather_dim = 1 : i64, channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>, replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>, use_global_device_ids}> : (tensor<2x4xf32>) -> tensor<2x8xf32>',
    ],
    [
      '%a: tensor<2x4xf32>',
      '%0 = "stablehlo.all_gather"(%a) {all_gather_dim = 1 : i64, replica_groups = dense<> : tensor<0x2xi64>} : (tensor<2x4xf32>) -> tensor<2x8xf32>',
      '%0 = "stablehlo.all_gather"(%arg0) <{all_gather_dim = 1 : i64, replica_groups = dense<> : tensor<0x2xi64>}> : (tensor<2x4xf32>) -> tensor<2x8xf32>',
      '%0 = "stablehlo.all_gather"(%arg0) <{all_gather_dim = 1 : i64, replica_groups = dense<> : tensor<0x2xi64>}> : (tensor<2x4xf32>) -> tensor<2x8xf32>',
    ],
    [
      '%a: tensor<2x4xf32>',
      '%0 = "stablehlo.all_gather"(%a) {all_gather_dim = 1 : i64, replica_groups = dense<[[0,1]]> : tensor<1x2xi64>} : (tensor<2x4xf32>) -> tensor<2x?xf32>',
      '%0 = "stablehlo.all_gather"(%arg0) <{all_gather_dim = 1 : i64, replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>}> : (tensor<2x4xf32>) -> tensor<2x?xf32>',
      '%0 = "stablehlo.all_gather"(%arg0) <{all_gather_dim = 1 : i64, replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>}> : (tensor<2x4xf32>) -> tensor<2x?xf32>',
    ],
  ])('(%s) %s', (parameters, text, custom, generic) => {
    expect(inFunction(parameters, text)).toEqual({ custom, generic });
  });

  // Arguments, text, what is wrong with it.
  test.each([
    [
      '%a: tensor<2x3xf32>, %i: tensor<f32>',
      '%0 = "stablehlo.all_gather"(%a) {all_gather_dim = 0 : i64, replica_groups = dense<[[0,1]]> : tensor<1x2xi64>} : (tensor<2x3xf32>) -> (tensor<4x3xi32>)',
      ["1:6 'stablehlo.all_gather' op requires the same element type for operand and result at index 0"],
    ],
    [
      '%a: tensor<2x4xf32>',
      '%0 = "stablehlo.all_gather"(%a) {all_gather_dim = 1 : i64, replica_groups = dense<[[0,1]]> : tensor<1x2xi64>, channel_handle = #stablehlo.channel_handle<handle = -1, type = 1>, use_global_device_ids} : (tensor<2x4xf32>) -> tensor<2x8xf32>',
      ['1:6 channel_id cannot be negative when useGlobalDeviceIds is set'],
    ],
    [
      '%a: tensor<2x4xf32>',
      '%0 = "stablehlo.all_gather"(%a) {all_gather_dim = 1 : i64, replica_groups = dense<0> : tensor<1xi64>} : (tensor<2x4xf32>) -> tensor<2x8xf32>',
      ['1:6 replica groups should be a rank 2 tensor'],
    ],
    [
      '%a: tensor<2x4xf32>',
      '%0 = "stablehlo.all_gather"(%a) {all_gather_dim = 1 : i64, replica_groups = dense<[[0,0]]> : tensor<1x2xi64>} : (tensor<2x4xf32>) -> tensor<2x8xf32>',
      ['1:6 replica id #0 seen more than once'],
    ],
    [
      '%a: tensor<2x4xf32>',
      '%0 = "stablehlo.all_gather"(%a) {all_gather_dim = 1 : i64, replica_groups = dense<[[0,2]]> : tensor<1x2xi64>} : (tensor<2x4xf32>) -> tensor<2x8xf32>',
      ['1:6 replica id #1 not seen in replica groups'],
    ],
    [
      '%a: tensor<2x4xf32>',
      '%0 = "stablehlo.all_gather"(%a) {all_gather_dim = 1 : i64, replica_groups = dense<[[0,-1]]> : tensor<1x2xi64>} : (tensor<2x4xf32>) -> tensor<2x8xf32>',
      ['1:6 Invalid replica id -1'],
    ],
    [
      '%a: tensor<2x4xf32>',
      '%0 = "stablehlo.all_gather"(%a) {all_gather_dim = 1 : i64, replica_groups = dense<> : tensor<0x2xi64>, use_global_device_ids} : (tensor<2x4xf32>) -> tensor<2x8xf32>',
      ['1:6 if `use_global_device_ids` is set, the replica groups cannot be empty'],
    ],
    [
      '%a: tensor<2x4xf32>',
      '%0 = "stablehlo.all_gather"(%a) {all_gather_dim = 1 : i64, replica_groups = dense<[[0,1]]> : tensor<1x2xi32>} : (tensor<2x4xf32>) -> tensor<2x8xf32>',
      [
        "1:6 'stablehlo.all_gather' op attribute 'replica_groups' failed to satisfy constraint: 64-bit signless integer elements attribute or mesh and axes based replica groups representation.",
      ],
    ],
    [
      '%a: tensor<2x4xf32>',
      '%0 = "stablehlo.all_gather"(%a) {all_gather_dim = 0 : i64, replica_groups = dense<[[0,1]]> : tensor<1x2xi64>} : (tensor<2x4xf32>) -> tensor<2x8xf32>',
      ["1:6 operand and result should have the same shape except for the dimension size at 'all_gather_dim'"],
    ],
    [
      '%a: tensor<2x4xf32>',
      '%0 = "stablehlo.all_gather"(%a) {all_gather_dim = 2 : i64, replica_groups = dense<[[0,1]]> : tensor<1x2xi64>} : (tensor<2x4xf32>) -> tensor<2x8xf32>',
      ['1:6 all_gather_dim must be a valid index of operand'],
    ],
    [
      '%a: tensor<2x4xf32>',
      '%0 = "stablehlo.all_gather"(%a) {all_gather_dim = 1 : i64, replica_groups = dense<[[0,1]]> : tensor<1x2xi64>} : (tensor<2x4xf32>) -> tensor<2x9xf32>',
      [
        '1:6 result gather dimension has size 9, expected to be a multiple of operand gather dimension size 4',
      ],
    ],
    [
      '%a: tensor<2x4xf32>',
      '%0 = "stablehlo.all_gather"(%a) {all_gather_dim = 1 : i64, replica_groups = dense<[[0,1]]> : tensor<1x2xi64>} : (tensor<2x4xf32>) -> tensor<2x8x1xf32>',
      ['1:6 operand and result must have the same rank'],
    ],
    [
      '%a: tensor<2x4xf32>',
      '%0 = "stablehlo.all_gather"(%a) {all_gather_dim = -1 : i64, replica_groups = dense<[[0,1]]> : tensor<1x2xi64>} : (tensor<2x4xf32>) -> tensor<2x8xf32>',
      [
        "1:6 'stablehlo.all_gather' op attribute 'all_gather_dim' failed to satisfy constraint: 64-bit signless integer attribute whose value is non-negative",
      ],
    ],
    [
      '%a: tensor<2x0xf32>',
      '%0 = "stablehlo.all_gather"(%a) {all_gather_dim = 1 : i64, replica_groups = dense<[[0,1]]> : tensor<1x2xi64>} : (tensor<2x0xf32>) -> tensor<2x0xf32>',
      ["1:6 dimension size of operand at 'all_gather_dim' cannot be zero"],
    ],
  ])('(%s) %s is rejected', (parameters, text, expected) => {
    expect(problemsInFunction(parameters, text)).toEqual(expected);
  });
});
