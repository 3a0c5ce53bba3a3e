// RUN: shardform opt %s -shardform-overlap-collectives | FileCheck %s
// RUN: shardform opt %s -shardform-overlap-collectives -shardform-synchronize-collectives | FileCheck %s --check-prefix=SYNC

// What does not need the sum comes while devices add up, and what needs it comes last.
// CHECK-LABEL: func @product
// CHECK-NEXT: %[[F:.*]] = "stablehlo.async_start"(%arg0) ({
// CHECK-NEXT: ^bb0(%[[A:.*]]: tensor<64x64xf32>):
// CHECK-NEXT:   %[[R:.*]] = "stablehlo.all_reduce"(%[[A]])
// CHECK: stablehlo.return %[[R]] : tensor<64x64xf32>
// CHECK-NEXT: }) : (tensor<64x64xf32>) -> !stablehlo.future<tensor<64x64xf32>>
// CHECK-NEXT: %[[P:.*]] = stablehlo.dot_general %arg1, %arg1
// CHECK-NEXT: %[[D:.*]] = "stablehlo.async_done"(%[[F]]) : (!stablehlo.future<tensor<64x64xf32>>) -> tensor<64x64xf32>
// CHECK-NEXT: %[[Q:.*]] = stablehlo.dot_general %[[D]], %arg1
// CHECK-NEXT: return %[[P]], %[[Q]]
// SYNC-LABEL: func @product
// SYNC-NEXT: "stablehlo.all_reduce"(%arg0)
// SYNC: stablehlo.dot_general %arg1, %arg1
// SYNC-NEXT: stablehlo.dot_general %0, %arg1
func.func @product(%a: tensor<64x64xf32>, %b: tensor<64x64xf32>) -> (tensor<64x64xf32>, tensor<64x64xf32>) {
  %0 = "stablehlo.all_reduce"(%a) <{channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>, replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>, use_global_device_ids}> ({
  ^bb0(%x: tensor<f32>, %y: tensor<f32>):
    %s = stablehlo.add %x, %y : tensor<f32>
    stablehlo.return %s : tensor<f32>
  }) : (tensor<64x64xf32>) -> tensor<64x64xf32>
  %1 = stablehlo.dot_general %0, %b, contracting_dims = [1] x [0] : (tensor<64x64xf32>, tensor<64x64xf32>) -> tensor<64x64xf32>
  %2 = stablehlo.dot_general %b, %b, contracting_dims = [1] x [0] : (tensor<64x64xf32>, tensor<64x64xf32>) -> tensor<64x64xf32>
  return %2, %1 : tensor<64x64xf32>, tensor<64x64xf32>
}

// Nothing can be computed meanwhile.
// CHECK-LABEL: func @needed_at_once
// CHECK-NOT: async
// CHECK: return
func.func @needed_at_once(%a: tensor<64x64xf32>) -> tensor<64x64xf32> {
  %0 = "stablehlo.collective_permute"(%a) <{channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>, source_target_pairs = dense<[[0, 1], [1, 0]]> : tensor<2x2xi64>}> : (tensor<64x64xf32>) -> tensor<64x64xf32>
  %1 = stablehlo.dot_general %0, %0, contracting_dims = [1] x [0] : (tensor<64x64xf32>, tensor<64x64xf32>) -> tensor<64x64xf32>
  return %1 : tensor<64x64xf32>
}

// A start has one result, and XLA takes no start of an all-to-all: their order is all that changes.
// CHECK-LABEL: func @order_only
// CHECK-NEXT: %[[T:.*]] = "stablehlo.all_to_all"(%arg1)
// CHECK-NEXT: stablehlo.dot_general %arg1, %arg1
// CHECK-NEXT: %[[R:.*]]:2 = "stablehlo.all_gather"(%arg0, %arg1)
// CHECK-NEXT: stablehlo.cosine %[[T]]
// CHECK-NEXT: stablehlo.sine %[[R]]#0
func.func @order_only(%a: tensor<4x64xf32>, %b: tensor<64x64xf32>) -> (tensor<8x64xf32>, tensor<128x64xf32>, tensor<64x64xf32>, tensor<32x128xf32>) {
  %0:2 = "stablehlo.all_gather"(%a, %b) <{all_gather_dim = 0 : i64, channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>, replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>, use_global_device_ids}> : (tensor<4x64xf32>, tensor<64x64xf32>) -> (tensor<8x64xf32>, tensor<128x64xf32>)
  %1 = stablehlo.sine %0#0 : tensor<8x64xf32>
  %2 = stablehlo.dot_general %b, %b, contracting_dims = [1] x [0] : (tensor<64x64xf32>, tensor<64x64xf32>) -> tensor<64x64xf32>
  %3 = "stablehlo.all_to_all"(%b) <{channel_handle = #stablehlo.channel_handle<handle = 2, type = 1>, concat_dimension = 1 : i64, replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>, split_count = 2 : i64, split_dimension = 0 : i64}> : (tensor<64x64xf32>) -> tensor<32x128xf32>
  %4 = stablehlo.cosine %3 : tensor<32x128xf32>
  return %1, %0#1, %2, %4 : tensor<8x64xf32>, tensor<128x64xf32>, tensor<64x64xf32>, tensor<32x128xf32>
}

// Nothing passes another effect.
// CHECK-LABEL: func @effect
// CHECK-NEXT: stablehlo.custom_call @print
// CHECK-NEXT: "stablehlo.async_start"
// CHECK: "stablehlo.async_done"
// CHECK-NEXT: stablehlo.custom_call @print
func.func @effect(%a: tensor<64x64xf32>, %b: tensor<64x64xf32>) -> (tensor<64x64xf32>, tensor<64x64xf32>) {
  stablehlo.custom_call @print(%a) {has_side_effect = true} : (tensor<64x64xf32>) -> ()
  %0 = "stablehlo.all_gather"(%a) <{all_gather_dim = 0 : i64, channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>, replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>, use_global_device_ids}> : (tensor<64x64xf32>) -> tensor<128x64xf32>
  %1 = stablehlo.dot_general %b, %b, contracting_dims = [1] x [0] : (tensor<64x64xf32>, tensor<64x64xf32>) -> tensor<64x64xf32>
  stablehlo.custom_call @print(%0) {has_side_effect = true} : (tensor<128x64xf32>) -> ()
  %2 = stablehlo.dot_general %1, %b, contracting_dims = [1] x [0] : (tensor<64x64xf32>, tensor<64x64xf32>) -> tensor<64x64xf32>
  return %1, %2 : tensor<64x64xf32>, tensor<64x64xf32>
}
