// Every operation is annotated, and a collective stands between them.
// options:
sdy.mesh @mesh = <["_axis_0"=2, "_axis_1"=4]>
func.func @main(%arg0: tensor<f32> {sdy.sharding = #sdy.sharding<@mesh, []>}, %arg1: tensor<8192x784xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"_axis_0"}, {"_axis_1"}]>}) -> (tensor<16384x784xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"_axis_0"}, {"_axis_1"}]>}) {
  %0 = stablehlo.broadcast_in_dim %arg0, dims = [] {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{"_axis_0"}, {"_axis_1"}]>]>} : (tensor<f32>) -> tensor<8192x784xf32>
  %1 = stablehlo.add %arg1, %0 {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{"_axis_0"}, {"_axis_1"}]>]>} : tensor<8192x784xf32>
  %2 = "stablehlo.all_gather"(%1) <{all_gather_dim = 0 : i64, channel_handle = #stablehlo.channel_handle<handle = 1, type = 0>, replica_groups = dense<[[0, 1, 2, 3], [4, 5, 6, 7]]> : tensor<2x4xi64>, use_global_device_ids}> {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{"_axis_0"}, {"_axis_1"}]>]>} : (tensor<8192x784xf32>) -> tensor<16384x784xf32>
  return %2 : tensor<16384x784xf32>
}
// -----
// after apply-argument-shard-status
sdy.mesh @mesh = <["_axis_0"=2, "_axis_1"=4]>
func.func @main(%arg0: tensor<f32> {sdy.sharding = #sdy.sharding<@mesh, []>, ttcore.shard_status = #ttcore.shard_status<sharded>}, %arg1: tensor<8192x784xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"_axis_0"}, {"_axis_1"}]>, ttcore.shard_status = #ttcore.shard_status<sharded>}) -> (tensor<16384x784xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"_axis_0"}, {"_axis_1"}]>}) {
  %0 = stablehlo.broadcast_in_dim %arg0, dims = [] {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{"_axis_0"}, {"_axis_1"}]>]>} : (tensor<f32>) -> tensor<8192x784xf32>
  %1 = stablehlo.add %arg1, %0 {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{"_axis_0"}, {"_axis_1"}]>]>} : tensor<8192x784xf32>
  %2 = "stablehlo.all_gather"(%1) <{all_gather_dim = 0 : i64, channel_handle = #stablehlo.channel_handle<handle = 1, type = 0>, replica_groups = dense<[[0, 1, 2, 3], [4, 5, 6, 7]]> : tensor<2x4xi64>, use_global_device_ids}> {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{"_axis_0"}, {"_axis_1"}]>]>} : (tensor<8192x784xf32>) -> tensor<16384x784xf32>
  return %2 : tensor<16384x784xf32>
}
// -----
// after sdy-insert-explicit-reshards
sdy.mesh @mesh = <["_axis_0"=2, "_axis_1"=4]>
func.func @main(%arg0: tensor<f32> {sdy.sharding = #sdy.sharding<@mesh, []>, ttcore.shard_status = #ttcore.shard_status<sharded>}, %arg1: tensor<8192x784xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"_axis_0"}, {"_axis_1"}]>, ttcore.shard_status = #ttcore.shard_status<sharded>}) -> (tensor<16384x784xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"_axis_0"}, {"_axis_1"}]>}) {
  %0 = stablehlo.broadcast_in_dim %arg0, dims = [] {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{"_axis_0"}, {"_axis_1"}]>]>} : (tensor<f32>) -> tensor<8192x784xf32>
  %1 = stablehlo.add %arg1, %0 {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{"_axis_0"}, {"_axis_1"}]>]>} : tensor<8192x784xf32>
  %2 = sdy.reshard %1 <@mesh, [{}, {"_axis_1"}]> : tensor<8192x784xf32>
  %3 = "stablehlo.all_gather"(%2) <{all_gather_dim = 0 : i64, channel_handle = #stablehlo.channel_handle<handle = 1, type = 0>, replica_groups = dense<[[0, 1, 2, 3], [4, 5, 6, 7]]> : tensor<2x4xi64>, use_global_device_ids}> {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{}, {"_axis_1"}]>]>} : (tensor<8192x784xf32>) -> tensor<16384x784xf32>
  %4 = sdy.reshard %3 <@mesh, [{"_axis_0"}, {"_axis_1"}]> : tensor<16384x784xf32>
  return %4 : tensor<16384x784xf32>
}
// -----
// after wrap-under-manual-computation
sdy.mesh @mesh = <["_axis_0"=2, "_axis_1"=4]>
func.func @main(%arg0: tensor<f32> {sdy.sharding = #sdy.sharding<@mesh, []>, ttcore.shard_status = #ttcore.shard_status<sharded>}, %arg1: tensor<8192x784xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"_axis_0"}, {"_axis_1"}]>, ttcore.shard_status = #ttcore.shard_status<sharded>}) -> (tensor<16384x784xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"_axis_0"}, {"_axis_1"}]>}) {
  %0 = sdy.manual_computation(%arg0, %arg1) in_shardings=[<@mesh, []>, <@mesh, [{"_axis_0"}, {"_axis_1"}]>] out_shardings=[<@mesh, [{"_axis_0"}, {"_axis_1"}]>] manual_axes={} (%arg2: tensor<f32>, %arg3: tensor<8192x784xf32>) {
    %1 = stablehlo.broadcast_in_dim %arg2, dims = [] {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{"_axis_0"}, {"_axis_1"}]>]>} : (tensor<f32>) -> tensor<8192x784xf32>
    %2 = stablehlo.add %arg3, %1 {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{"_axis_0"}, {"_axis_1"}]>]>} : tensor<8192x784xf32>
    %3 = sdy.reshard %2 <@mesh, [{}, {"_axis_1"}]> : tensor<8192x784xf32>
    %4 = "stablehlo.all_gather"(%3) <{all_gather_dim = 0 : i64, channel_handle = #stablehlo.channel_handle<handle = 1, type = 0>, replica_groups = dense<[[0, 1, 2, 3], [4, 5, 6, 7]]> : tensor<2x4xi64>, use_global_device_ids}> {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{}, {"_axis_1"}]>]>} : (tensor<8192x784xf32>) -> tensor<16384x784xf32>
    %5 = sdy.reshard %4 <@mesh, [{"_axis_0"}, {"_axis_1"}]> : tensor<16384x784xf32>
    sdy.return %5 : tensor<16384x784xf32>
  } : (tensor<f32>, tensor<8192x784xf32>) -> tensor<16384x784xf32>
  return %0 : tensor<16384x784xf32>
}
// -----
// after sdy-reshard-to-collectives
sdy.mesh @mesh = <["_axis_0"=2, "_axis_1"=4]>
func.func @main(%arg0: tensor<f32> {sdy.sharding = #sdy.sharding<@mesh, []>, ttcore.shard_status = #ttcore.shard_status<sharded>}, %arg1: tensor<8192x784xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"_axis_0"}, {"_axis_1"}]>, ttcore.shard_status = #ttcore.shard_status<sharded>}) -> (tensor<16384x784xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"_axis_0"}, {"_axis_1"}]>}) {
  %0 = sdy.manual_computation(%arg0, %arg1) in_shardings=[<@mesh, []>, <@mesh, [{"_axis_0"}, {"_axis_1"}]>] out_shardings=[<@mesh, [{"_axis_0"}, {"_axis_1"}]>] manual_axes={} (%arg2: tensor<f32>, %arg3: tensor<8192x784xf32>) {
    %1 = stablehlo.broadcast_in_dim %arg2, dims = [] {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{"_axis_0"}, {"_axis_1"}]>]>} : (tensor<f32>) -> tensor<8192x784xf32>
    %2 = stablehlo.add %arg3, %1 {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{"_axis_0"}, {"_axis_1"}]>]>} : tensor<8192x784xf32>
    %3 = sdy.all_gather [{"_axis_0"}, {}] %2 out_sharding=<@mesh, [{}, {"_axis_1"}]> : tensor<8192x784xf32>
    %4 = "stablehlo.all_gather"(%3) <{all_gather_dim = 0 : i64, channel_handle = #stablehlo.channel_handle<handle = 1, type = 0>, replica_groups = dense<[[0, 1, 2, 3], [4, 5, 6, 7]]> : tensor<2x4xi64>, use_global_device_ids}> {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{}, {"_axis_1"}]>]>} : (tensor<8192x784xf32>) -> tensor<16384x784xf32>
    %5 = sdy.all_slice [{"_axis_0"}, {}] %4 out_sharding=<@mesh, [{"_axis_0"}, {"_axis_1"}]> : tensor<16384x784xf32>
    sdy.return %5 : tensor<16384x784xf32>
  } : (tensor<f32>, tensor<8192x784xf32>) -> tensor<16384x784xf32>
  return %0 : tensor<16384x784xf32>
}
// -----
// after update-global-to-local-shapes
sdy.mesh @mesh = <["_axis_0"=2, "_axis_1"=4]>
func.func @main(%arg0: tensor<f32> {ttcore.shard_status = #ttcore.shard_status<sharded>}, %arg1: tensor<8192x784xf32> {ttcore.shard_status = #ttcore.shard_status<sharded>}) -> tensor<16384x784xf32> {
  %0 = sdy.manual_computation(%arg0, %arg1) in_shardings=[<@mesh, []>, <@mesh, [{"_axis_0"}, {"_axis_1"}]>] out_shardings=[<@mesh, [{"_axis_0"}, {"_axis_1"}]>] manual_axes={"_axis_0", "_axis_1"} (%arg2: tensor<f32>, %arg3: tensor<4096x196xf32>) {
    %1 = stablehlo.broadcast_in_dim %arg2, dims = [] : (tensor<f32>) -> tensor<4096x196xf32>
    %2 = stablehlo.add %arg3, %1 : tensor<4096x196xf32>
    %3 = "stablehlo.all_gather"(%2) <{all_gather_dim = 0 : i64, channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>, replica_groups = dense<[[0, 4], [1, 5], [2, 6], [3, 7]]> : tensor<4x2xi64>}> : (tensor<4096x196xf32>) -> tensor<8192x196xf32>
    %4 = "stablehlo.all_gather"(%3) <{all_gather_dim = 0 : i64, channel_handle = #stablehlo.channel_handle<handle = 1, type = 0>, replica_groups = dense<[[0, 1, 2, 3], [4, 5, 6, 7]]> : tensor<2x4xi64>, use_global_device_ids}> : (tensor<8192x196xf32>) -> tensor<16384x196xf32>
    %5 = stablehlo.reshape %4 : (tensor<16384x196xf32>) -> tensor<2x8192x196xf32>
    %6 = "stablehlo.all_to_all"(%5) <{channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>, concat_dimension = 0 : i64, replica_groups = dense<[[0, 4], [1, 5], [2, 6], [3, 7]]> : tensor<4x2xi64>, split_count = 2 : i64, split_dimension = 0 : i64}> : (tensor<2x8192x196xf32>) -> tensor<2x8192x196xf32>
    %7 = stablehlo.slice %6 [0:1, 0:8192, 0:196] : (tensor<2x8192x196xf32>) -> tensor<1x8192x196xf32>
    %8 = stablehlo.reshape %7 : (tensor<1x8192x196xf32>) -> tensor<8192x196xf32>
    sdy.return %8 : tensor<8192x196xf32>
  } : (tensor<f32>, tensor<8192x784xf32>) -> tensor<16384x784xf32>
  return %0 : tensor<16384x784xf32>
}
