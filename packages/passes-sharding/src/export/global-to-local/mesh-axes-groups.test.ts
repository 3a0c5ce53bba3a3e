import { expect, test } from 'vitest';
import { runText } from '../../../tests/run-text.ts';

test('groups are axes of the mesh if asked for, where these are whole', () => {
  expect(
    runText(
      'sdy-convert-global-to-local{enable-rgv3=true}',
      `sdy.mesh @m = <["x"=2, "y"=4]>
func.func @main(%a: tensor<8xf32> {sdy.sharding = #sdy.sharding<@m, [{"x", "y":(1)2}]>}) -> (tensor<8xf32>) {
  %0 = sdy.all_gather [{"y":(1)2}] %a out_sharding=<@m, [{"x"}]> : tensor<8xf32>
  %1 = sdy.all_gather [{"x"}] %0 out_sharding=<@m, [{}]> : tensor<8xf32>
  return %1 : tensor<8xf32>
}`,
    ),
  ).toBe(`module {
  sdy.mesh @m = <["x"=2, "y"=4]>
  func.func @main(%arg0: tensor<2xf32> {sdy.sharding = #sdy.sharding<@m, [{"x", "y":(1)2}]>}) -> tensor<8xf32> {
    %0 = "stablehlo.all_gather"(%arg0) <{all_gather_dim = 0 : i64, channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>, replica_groups = dense<[[0, 2], [1, 3], [4, 6], [5, 7]]> : tensor<4x2xi64>, use_global_device_ids}> : (tensor<2xf32>) -> tensor<4xf32>
    %1 = "stablehlo.all_gather"(%0) <{all_gather_dim = 0 : i64, channel_handle = #stablehlo.channel_handle<handle = 2, type = 1>, replica_groups = #stablehlo.replica_group_mesh_axes<mesh = @m, axes = [#stablehlo.axis_ref<name = "x">]>, use_global_device_ids}> : (tensor<4xf32>) -> tensor<8xf32>
    return %1 : tensor<8xf32>
  }
}
`);
});
