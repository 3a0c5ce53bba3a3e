// RUN: shardform opt %s -shardform-combine-collectives | FileCheck %s

// Two that don't depend on each other become one, at the place of the second; what needs the first comes after it.
// CHECK-LABEL: func @independent
// CHECK-NEXT: %[[B:.*]] = stablehlo.sine %arg1
// CHECK-NEXT: %[[R:.*]]:2 = "stablehlo.all_reduce"(%arg0, %[[B]]) <{channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>
// CHECK: (tensor<4xf32>, tensor<2x3xf32>) -> (tensor<4xf32>, tensor<2x3xf32>)
// CHECK-NEXT: %[[C:.*]] = stablehlo.cosine %[[R]]#0
// CHECK-NEXT: return %[[C]], %[[R]]#1
func.func @independent(%a: tensor<4xf32>, %b: tensor<2x3xf32>) -> (tensor<4xf32>, tensor<2x3xf32>) {
  %0 = "stablehlo.all_reduce"(%a) <{channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>, replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>, use_global_device_ids}> ({
  ^bb0(%x: tensor<f32>, %y: tensor<f32>):
    %s = stablehlo.add %x, %y : tensor<f32>
    stablehlo.return %s : tensor<f32>
  }) : (tensor<4xf32>) -> tensor<4xf32>
  %1 = stablehlo.cosine %0 : tensor<4xf32>
  %2 = stablehlo.sine %b : tensor<2x3xf32>
  %3 = "stablehlo.all_reduce"(%2) <{channel_handle = #stablehlo.channel_handle<handle = 2, type = 1>, replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>, use_global_device_ids}> ({
  ^bb0(%x: tensor<f32>, %y: tensor<f32>):
    %s = stablehlo.add %x, %y : tensor<f32>
    stablehlo.return %s : tensor<f32>
  }) : (tensor<2x3xf32>) -> tensor<2x3xf32>
  return %1, %3 : tensor<4xf32>, tensor<2x3xf32>
}

// CHECK-LABEL: func @one_after_the_other
// CHECK-COUNT-2: "stablehlo.all_reduce"
func.func @one_after_the_other(%a: tensor<4xf32>) -> tensor<4xf32> {
  %0 = "stablehlo.all_reduce"(%a) <{channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>, replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>, use_global_device_ids}> ({
  ^bb0(%x: tensor<f32>, %y: tensor<f32>):
    %s = stablehlo.add %x, %y : tensor<f32>
    stablehlo.return %s : tensor<f32>
  }) : (tensor<4xf32>) -> tensor<4xf32>
  %1 = stablehlo.cosine %0 : tensor<4xf32>
  %2 = "stablehlo.all_reduce"(%1) <{channel_handle = #stablehlo.channel_handle<handle = 2, type = 1>, replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>, use_global_device_ids}> ({
  ^bb0(%x: tensor<f32>, %y: tensor<f32>):
    %s = stablehlo.add %x, %y : tensor<f32>
    stablehlo.return %s : tensor<f32>
  }) : (tensor<4xf32>) -> tensor<4xf32>
  return %2 : tensor<4xf32>
}

// Other reductions, types and groups stay apart; gathers take tensors of any type, along the same dimension.
// CHECK-LABEL: func @of_a_kind
// CHECK: "stablehlo.all_reduce"(%arg0) <{
// CHECK: stablehlo.maximum
// CHECK: "stablehlo.all_reduce"(%arg1) <{
// CHECK: "stablehlo.all_gather"(%arg0, %arg1) <{all_gather_dim = 0
// CHECK: "stablehlo.all_gather"(%arg2) <{all_gather_dim = 1
func.func @of_a_kind(%a: tensor<4xf32>, %b: tensor<4xi32>, %c: tensor<2x3xf32>) -> (tensor<4xf32>, tensor<4xi32>, tensor<8xf32>, tensor<8xi32>, tensor<2x6xf32>) {
  %0 = "stablehlo.all_reduce"(%a) <{channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>, replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>, use_global_device_ids}> ({
  ^bb0(%x: tensor<f32>, %y: tensor<f32>):
    %s = stablehlo.maximum %x, %y : tensor<f32>
    stablehlo.return %s : tensor<f32>
  }) : (tensor<4xf32>) -> tensor<4xf32>
  %1 = "stablehlo.all_reduce"(%b) <{channel_handle = #stablehlo.channel_handle<handle = 2, type = 1>, replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>, use_global_device_ids}> ({
  ^bb0(%x: tensor<i32>, %y: tensor<i32>):
    %s = stablehlo.maximum %x, %y : tensor<i32>
    stablehlo.return %s : tensor<i32>
  }) : (tensor<4xi32>) -> tensor<4xi32>
  %2 = "stablehlo.all_gather"(%a) <{all_gather_dim = 0 : i64, channel_handle = #stablehlo.channel_handle<handle = 3, type = 1>, replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>, use_global_device_ids}> : (tensor<4xf32>) -> tensor<8xf32>
  %3 = "stablehlo.all_gather"(%b) <{all_gather_dim = 0 : i64, channel_handle = #stablehlo.channel_handle<handle = 4, type = 1>, replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>, use_global_device_ids}> : (tensor<4xi32>) -> tensor<8xi32>
  %4 = "stablehlo.all_gather"(%c) <{all_gather_dim = 1 : i64, channel_handle = #stablehlo.channel_handle<handle = 5, type = 1>, replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>, use_global_device_ids}> : (tensor<2x3xf32>) -> tensor<2x6xf32>
  return %0, %1, %2, %3, %4 : tensor<4xf32>, tensor<4xi32>, tensor<8xf32>, tensor<8xi32>, tensor<2x6xf32>
}

// What takes longer to send than its steps waits for nothing; the last one may be as large as it is.
// CHECK-LABEL: func @large
// CHECK: "stablehlo.all_gather"(%arg0) <{
// CHECK: "stablehlo.all_gather"(%arg1, %arg0) <{
func.func @large(%a: tensor<8192xf32>, %b: tensor<4xf32>) -> (tensor<16384xf32>, tensor<8xf32>, tensor<16384xf32>) {
  %0 = "stablehlo.all_gather"(%a) <{all_gather_dim = 0 : i64, channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>, replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>, use_global_device_ids}> : (tensor<8192xf32>) -> tensor<16384xf32>
  %1 = "stablehlo.all_gather"(%b) <{all_gather_dim = 0 : i64, channel_handle = #stablehlo.channel_handle<handle = 2, type = 1>, replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>, use_global_device_ids}> : (tensor<4xf32>) -> tensor<8xf32>
  %2 = "stablehlo.all_gather"(%a) <{all_gather_dim = 0 : i64, channel_handle = #stablehlo.channel_handle<handle = 3, type = 1>, replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>, use_global_device_ids}> : (tensor<8192xf32>) -> tensor<16384xf32>
  return %0, %1, %2 : tensor<16384xf32>, tensor<8xf32>, tensor<16384xf32>
}

// Nothing passes an effect, nor a function that has one; functions that compute are passed.
// CHECK-LABEL: func @effects
// CHECK: "stablehlo.all_gather"(%arg0, %arg0) <{
// CHECK: call @effect
// CHECK: "stablehlo.all_gather"(%arg0) <{
// CHECK: custom_call @print
// CHECK: "stablehlo.all_gather"(%arg0) <{
func.func @effects(%a: tensor<4xf32>) -> (tensor<8xf32>, tensor<8xf32>, tensor<8xf32>, tensor<8xf32>) {
  %0 = "stablehlo.all_gather"(%a) <{all_gather_dim = 0 : i64, channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>, replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>, use_global_device_ids}> : (tensor<4xf32>) -> tensor<8xf32>
  %1 = func.call @pure(%0) : (tensor<8xf32>) -> tensor<8xf32>
  %2 = "stablehlo.all_gather"(%a) <{all_gather_dim = 0 : i64, channel_handle = #stablehlo.channel_handle<handle = 2, type = 1>, replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>, use_global_device_ids}> : (tensor<4xf32>) -> tensor<8xf32>
  func.call @effect(%a) : (tensor<4xf32>) -> ()
  %3 = "stablehlo.all_gather"(%a) <{all_gather_dim = 0 : i64, channel_handle = #stablehlo.channel_handle<handle = 3, type = 1>, replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>, use_global_device_ids}> : (tensor<4xf32>) -> tensor<8xf32>
  stablehlo.custom_call @print(%a) {has_side_effect = true} : (tensor<4xf32>) -> ()
  %4 = "stablehlo.all_gather"(%a) <{all_gather_dim = 0 : i64, channel_handle = #stablehlo.channel_handle<handle = 4, type = 1>, replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>, use_global_device_ids}> : (tensor<4xf32>) -> tensor<8xf32>
  return %1, %2, %3, %4 : tensor<8xf32>, tensor<8xf32>, tensor<8xf32>, tensor<8xf32>
}
func.func private @pure(%a: tensor<8xf32>) -> tensor<8xf32> {
  %0 = stablehlo.cosine %a : tensor<8xf32>
  return %0 : tensor<8xf32>
}
func.func private @effect(%a: tensor<4xf32>) {
  stablehlo.custom_call @print(%a) {has_side_effect = true} : (tensor<4xf32>) -> ()
  return
}

// In a loop, what is in its body and depends on nothing of it.
// CHECK-LABEL: func @loop
// CHECK: stablehlo.while
// CHECK: "stablehlo.all_gather"(%iterArg, %arg0) <{
// CHECK: stablehlo.return
func.func @loop(%a: tensor<4xf32>) -> tensor<4xf32> {
  %0 = stablehlo.while(%iterArg = %a) : tensor<4xf32>
    cond {
    %c = stablehlo.constant dense<true> : tensor<i1>
    stablehlo.return %c : tensor<i1>
  } do {
    %1 = "stablehlo.all_gather"(%iterArg) <{all_gather_dim = 0 : i64, channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>, replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>, use_global_device_ids}> : (tensor<4xf32>) -> tensor<8xf32>
    %2 = stablehlo.cosine %1 : tensor<8xf32>
    %3 = "stablehlo.all_gather"(%a) <{all_gather_dim = 0 : i64, channel_handle = #stablehlo.channel_handle<handle = 2, type = 1>, replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>, use_global_device_ids}> : (tensor<4xf32>) -> tensor<8xf32>
    %4 = stablehlo.add %2, %3 : tensor<8xf32>
    %5 = stablehlo.slice %4 [0:4] : (tensor<8xf32>) -> tensor<4xf32>
    stablehlo.return %5 : tensor<4xf32>
  }
  return %0 : tensor<4xf32>
}
