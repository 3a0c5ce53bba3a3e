// RUN: shardform opt %s -shardform-separate-collectives | FileCheck %s

// CHECK-LABEL: func @main
// CHECK: %[[A:.*]] = "stablehlo.all_reduce"(%arg0) <{channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>
// CHECK: stablehlo.add
// CHECK: (tensor<4xf32>) -> tensor<4xf32>
// CHECK: %[[B:.*]] = "stablehlo.all_reduce"(%arg1) <{channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>
// CHECK: stablehlo.add
// CHECK: (tensor<2x3xf32>) -> tensor<2x3xf32>
// CHECK: %[[C:.*]] = "stablehlo.all_gather"(%[[A]]) <{all_gather_dim = 0
// CHECK: %[[D:.*]] = "stablehlo.all_gather"(%arg2) <{all_gather_dim = 0
// CHECK: return %[[B]], %[[C]], %[[D]]
func.func @main(%a: tensor<4xf32>, %b: tensor<2x3xf32>, %c: tensor<4xi32>) -> (tensor<2x3xf32>, tensor<8xf32>, tensor<8xi32>) {
  %0:2 = "stablehlo.all_reduce"(%a, %b) <{channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>, replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>, use_global_device_ids}> ({
  ^bb0(%x: tensor<f32>, %y: tensor<f32>):
    %s = stablehlo.add %x, %y : tensor<f32>
    stablehlo.return %s : tensor<f32>
  }) : (tensor<4xf32>, tensor<2x3xf32>) -> (tensor<4xf32>, tensor<2x3xf32>)
  %1:2 = "stablehlo.all_gather"(%0#0, %c) <{all_gather_dim = 0 : i64, channel_handle = #stablehlo.channel_handle<handle = 2, type = 1>, replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>, use_global_device_ids}> : (tensor<4xf32>, tensor<4xi32>) -> (tensor<8xf32>, tensor<8xi32>)
  return %0#1, %1#0, %1#1 : tensor<2x3xf32>, tensor<8xf32>, tensor<8xi32>
}
