import { describe, expect, test } from 'vitest';
import { inFunction, problemsInFunction } from '../../tests/stablehlo-text.ts';

describe('stablehlo.all_reduce', () => {
  // Arguments, text, custom form, generic form.
  test.each([
    [
      '%a: tensor<2x4xf32>',
      `%0 = "stablehlo.all_reduce"(%a) ({^bb0(%x: tensor<f32>, %y: tensor<f32>): %1 = stablehlo.add %x, %y : tensor<f32>
 stablehlo.return %1 : tensor<f32>}) {replica_groups = dense<[[0,1]]> : tensor<1x2xi64>} : (tensor<2x4xf32>) -> tensor<2x4xf32>`,
      `%0 = "stablehlo.all_reduce"(%arg0) <{replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>}> ({
^bb0(%arg1: tensor<f32>, %arg2: tensor<f32>):
  %1 = stablehlo.add %arg1, %arg2 : tensor<f32>
  stablehlo.return %1 : tensor<f32>
}) : (tensor<2x4xf32>) -> tensor<2x4xf32>`,
      `%0 = "stablehlo.all_reduce"(%arg0) <{replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>}> ({
^bb0(%arg1: tensor<f32>, %arg2: tensor<f32>):
  %1 = "stablehlo.add"(%arg1, %arg2) : (tensor<f32>, tensor<f32>) -> tensor<f32>
  "stablehlo.return"(%1) : (tensor<f32>) -> ()
}) : (tensor<2x4xf32>) -> tensor<2x4xf32>`,
    ],
    [
      '%a: tensor<2x4xf32>',
      `%0 = "stablehlo.all_reduce"(%a) ({^bb0(%x: tensor<f32>, %y: tensor<f32>): %1 = stablehlo.add %x, %y : tensor<f32>
 stablehlo.return %1 : tensor<f32>}) {replica_groups = dense<[[0,1]]> : tensor<1x2xi64>, channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>, use_global_device_ids} : (tensor<2x4xf32>) -> tensor<2x4xf32>`,
      `%0 = "stablehlo.all_reduce"(%arg0) <{channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>, replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>, use_global_device_ids}> ({
^bb0(%arg1: tensor<f32>, %arg2: tensor<f32>):
  %1 = stablehlo.add %arg1, %arg2 : tensor<f32>
  stablehlo.return %1 : tensor<f32>
}) : (tensor<2x4xf32>) -> tensor<2x4xf32>`,
      `%0 = "stablehlo.all_reduce"(%arg0) <{channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>, replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>, use_global_device_ids}> ({
^bb0(%arg1: tensor<f32>, %arg2: tensor<f32>):
  %1 = "stablehlo.add"(%arg1, %arg2) : (tensor<f32>, tensor<f32>) -> tensor<f32>
  "stablehlo.return"(%1) : (tensor<f32>) -> ()
}) : (tensor<2x4xf32>) -> tensor<2x4xf32>`,
    ],
    [
      '%a: tensor<2x4xf32>',
      `%0 = "stablehlo.all_reduce"(%a) ({^bb0(%x: tensor<f32>, %y: tensor<f32>): %1 = stablehlo.add %x, %y : tensor<f32>
 stablehlo.return %1 : tensor<f32>}) {replica_groups = dense<[[0,-1]]> : tensor<1x2xi64>} : (tensor<2x4xf32>) -> tensor<2x4xf32>`,
      `%0 = "stablehlo.all_reduce"(%arg0) <{replica_groups = dense<[[0, -1]]> : tensor<1x2xi64>}> ({
^bb0(%arg1: tensor<f32>, %arg2: tensor<f32>):
  %1 = stablehlo.add %arg1, %arg2 : tensor<f32>
  stablehlo.return %1 : tensor<f32>
}) : (tensor<2x4xf32>) -> tensor<2x4xf32>`,
      `%0 = "stablehlo.all_reduce"(%arg0) <{replica_groups = dense<[[0, -1]]> : tensor<1x2xi64>}> ({
^bb0(%arg1: tensor<f32>, %arg2: tensor<f32>):
  %1 = "stablehlo.add"(%arg1, %arg2) : (tensor<f32>, tensor<f32>) -> tensor<f32>
  "stablehlo.return"(%1) : (tensor<f32>) -> ()
}) : (tensor<2x4xf32>) -> tensor<2x4xf32>`,
    ],
    [
      '%a: tensor<2x4xf32>',
      `%0 = "stablehlo.all_reduce"(%a) ({^bb0(%x: tensor<f32>, %y: tensor<f32>): %1 = stablehlo.add %x, %y : tensor<f32>
 stablehlo.return %1 : tensor<f32>}) {replica_groups = dense<[[0,-1]]> : tensor<1x2xi64>, channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>, use_global_device_ids} : (tensor<2x4xf32>) -> tensor<2x4xf32>`,
      `%0 = "stablehlo.all_reduce"(%arg0) <{channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>, replica_groups = dense<[[0, -1]]> : tensor<1x2xi64>, use_global_device_ids}> ({
^bb0(%arg1: tensor<f32>, %arg2: tensor<f32>):
  %1 = stablehlo.add %arg1, %arg2 : tensor<f32>
  stablehlo.return %1 : tensor<f32>
}) : (tensor<2x4xf32>) -> tensor<2x4xf32>`,
      `%0 = "stablehlo.all_reduce"(%arg0) <{channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>, replica_groups = dense<[[0, -1]]> : tensor<1x2xi64>, use_global_device_ids}> ({
^bb0(%arg1: tensor<f32>, %arg2: tensor<f32>):
  %1 = "stablehlo.add"(%arg1, %arg2) : (tensor<f32>, tensor<f32>) -> tensor<f32>
  "stablehlo.return"(%1) : (tensor<f32>) -> ()
}) : (tensor<2x4xf32>) -> tensor<2x4xf32>`,
    ],
    [
      '%a: tensor<2x4xf32>',
      `%0 = "stablehlo.all_reduce"(%a) ({^bb0(%x: tensor<f32>, %y: tensor<f32>): %1 = stablehlo.add %x, %y : tensor<f32>
 stablehlo.return %1 : tensor<f32>}) {replica_groups = dense<> : tensor<0x2xi64>} : (tensor<2x4xf32>) -> tensor<2x4xf32>`,
      `%0 = "stablehlo.all_reduce"(%arg0) <{replica_groups = dense<> : tensor<0x2xi64>}> ({
^bb0(%arg1: tensor<f32>, %arg2: tensor<f32>):
  %1 = stablehlo.add %arg1, %arg2 : tensor<f32>
  stablehlo.return %1 : tensor<f32>
}) : (tensor<2x4xf32>) -> tensor<2x4xf32>`,
      `%0 = "stablehlo.all_reduce"(%arg0) <{replica_groups = dense<> : tensor<0x2xi64>}> ({
^bb0(%arg1: tensor<f32>, %arg2: tensor<f32>):
  %1 = "stablehlo.add"(%arg1, %arg2) : (tensor<f32>, tensor<f32>) -> tensor<f32>
  "stablehlo.return"(%1) : (tensor<f32>) -> ()
}) : (tensor<2x4xf32>) -> tensor<2x4xf32>`,
    ],
    [
      '%a: tensor<2x4xf32>, %b: tensor<3xf32>',
      `%0:2 = "stablehlo.all_reduce"(%a, %b) ({^bb0(%x: tensor<f32>, %y: tensor<f32>): %1 = stablehlo.add %x, %y : tensor<f32>
 stablehlo.return %1 : tensor<f32>}) {replica_groups = dense<[[0, 1, 2], [3, 4, -1]]> : tensor<2x3xi64>} : (tensor<2x4xf32>, tensor<3xf32>) -> (tensor<2x4xf32>, tensor<3xf32>)`,
      `%0:2 = "stablehlo.all_reduce"(%arg0, %arg1) <{replica_groups = dense<[[0, 1, 2], [3, 4, -1]]> : tensor<2x3xi64>}> ({
^bb0(%arg2: tensor<f32>, %arg3: tensor<f32>):
  %1 = stablehlo.add %arg2, %arg3 : tensor<f32>
  stablehlo.return %1 : tensor<f32>
}) : (tensor<2x4xf32>, tensor<3xf32>) -> (tensor<2x4xf32>, tensor<3xf32>)`,
      `%0:2 = "stablehlo.all_reduce"(%arg0, %arg1) <{replica_groups = dense<[[0, 1, 2], [3, 4, -1]]> : tensor<2x3xi64>}> ({
^bb0(%arg2: tensor<f32>, %arg3: tensor<f32>):
  %1 = "stablehlo.add"(%arg2, %arg3) : (tensor<f32>, tensor<f32>) -> tensor<f32>
  "stablehlo.return"(%1) : (tensor<f32>) -> ()
}) : (tensor<2x4xf32>, tensor<3xf32>) -> (tensor<2x4xf32>, tensor<3xf32>)`,
    ],
  ])('(%s) %s', (parameters, text, custom, generic) => {
    expect(inFunction(parameters, text)).toEqual({ custom, generic });
  });

  // Arguments, text, what is wrong with it.
  test.each([
    [
      '%a: tensor<2x3xf32>, %i: tensor<f32>',
      `%0 = "stablehlo.all_reduce"(%a) ({^bb0(%x: tensor<f32>, %y: tensor<f32>): %1 = stablehlo.add %x, %y : tensor<f32>
 stablehlo.return %1 : tensor<f32>}) {replica_groups = dense<0> : tensor<1x1xi64>} : (tensor<2x3xf32>) -> tensor<2x4xf32>`,
      [
        "1:6 'stablehlo.all_reduce' op inferred type(s) 'tensor<2x3xf32>' are incompatible with return type(s) of operation 'tensor<2x4xf32>'",
        "1:6 'stablehlo.all_reduce' op failed to infer returned types",
      ],
    ],
    [
      '%a: tensor<2x3xf32>, %i: tensor<f32>',
      `%0:2 = "stablehlo.all_reduce"(%a) ({^bb0(%x: tensor<f32>, %y: tensor<f32>): %1 = stablehlo.add %x, %y : tensor<f32>
 stablehlo.return %1 : tensor<f32>}) {replica_groups = dense<0> : tensor<1x1xi64>} : (tensor<2x3xf32>) -> (tensor<2x3xf32>, tensor<2x3xf32>)`,
      [
        "1:8 'stablehlo.all_reduce' op inferred type(s) 'tensor<2x3xf32>' are incompatible with return type(s) of operation 'tensor<2x3xf32>', 'tensor<2x3xf32>'",
        "1:8 'stablehlo.all_reduce' op failed to infer returned types",
      ],
    ],
    [
      '%a: tensor<2x4xf32>',
      `%0 = "stablehlo.all_reduce"(%a) ({^bb0(%x: tensor<f32>, %y: tensor<f32>): %1 = stablehlo.add %x, %y : tensor<f32>
 stablehlo.return %1 : tensor<f32>}) {replica_groups = dense<[[0,1]]> : tensor<1x2xi64>, use_global_device_ids} : (tensor<2x4xf32>) -> tensor<2x4xf32>`,
      ['1:6 channel_id must be positive when useGlobalDeviceIds is set but got: 0'],
    ],
    [
      '%a: tensor<2x4xf32>',
      `%0 = "stablehlo.all_reduce"(%a) ({^bb0(%x: tensor<f32>, %y: tensor<f32>): %1 = stablehlo.add %x, %y : tensor<f32>
 stablehlo.return %1 : tensor<f32>}) {replica_groups = dense<[[0,1]]> : tensor<1x2xi64>, channel_handle = #stablehlo.channel_handle<handle = -1, type = 1>, use_global_device_ids} : (tensor<2x4xf32>) -> tensor<2x4xf32>`,
      ['1:6 channel_id must be positive when useGlobalDeviceIds is set but got: -1'],
    ],
    [
      '%a: tensor<2x4xf32>',
      `%0 = "stablehlo.all_reduce"(%a) ({^bb0(%x: tensor<f32>, %y: tensor<f32>): %1 = stablehlo.add %x, %y : tensor<f32>
 stablehlo.return %1 : tensor<f32>}) {replica_groups = dense<0> : tensor<1xi64>} : (tensor<2x4xf32>) -> tensor<2x4xf32>`,
      ['1:6 replica groups should be a rank 2 tensor'],
    ],
    [
      '%a: tensor<2x4xf32>',
      `%0 = "stablehlo.all_reduce"(%a) ({^bb0(%x: tensor<f32>, %y: tensor<f32>): %1 = stablehlo.add %x, %y : tensor<f32>
 stablehlo.return %1 : tensor<f32>}) {replica_groups = dense<[[0,0]]> : tensor<1x2xi64>} : (tensor<2x4xf32>) -> tensor<2x4xf32>`,
      ['1:6 replica id #0 seen more than once'],
    ],
    [
      '%a: tensor<2x4xf32>',
      `%0 = "stablehlo.all_reduce"(%a) ({^bb0(%x: tensor<f32>, %y: tensor<f32>): %1 = stablehlo.add %x, %y : tensor<f32>
 stablehlo.return %1 : tensor<f32>}) {replica_groups = dense<[[0,2]]> : tensor<1x2xi64>} : (tensor<2x4xf32>) -> tensor<2x4xf32>`,
      ['1:6 replica id #1 not seen in replica groups'],
    ],
    [
      '%a: tensor<2x4xf32>',
      `%0 = "stablehlo.all_reduce"(%a) ({^bb0(%x: tensor<f32>, %y: tensor<f32>): %1 = stablehlo.add %x, %y : tensor<f32>
 stablehlo.return %1 : tensor<f32>}) {replica_groups = dense<> : tensor<0x2xi64>, use_global_device_ids} : (tensor<2x4xf32>) -> tensor<2x4xf32>`,
      ['1:6 if `use_global_device_ids` is set, the replica groups cannot be empty'],
    ],
    [
      '%a: tensor<2x4xf32>',
      `%0 = "stablehlo.all_reduce"(%a) ({^bb0(%x: tensor<f32>, %y: tensor<f32>): %1 = stablehlo.add %x, %y : tensor<f32>
 stablehlo.return %1 : tensor<f32>}) {replica_groups = dense<[[0,1]]> : tensor<1x2xi32>} : (tensor<2x4xf32>) -> tensor<2x4xf32>`,
      [
        "1:6 'stablehlo.all_reduce' op attribute 'replica_groups' failed to satisfy constraint: 64-bit signless integer elements attribute or mesh and axes based replica groups representation.",
      ],
    ],
  ])('(%s) %s is rejected', (parameters, text, expected) => {
    expect(problemsInFunction(parameters, text)).toEqual(expected);
  });
});
