// RUN: shardform opt %s -shardform-erase-unused | FileCheck %s
// RUN: shardform partition %s --emit none | FileCheck %s --check-prefix=SENT

// Neither the sum nor the call is used, nor what they are made of; effects stay.
// CHECK-LABEL: func @main
// CHECK-NEXT: stablehlo.cosine
// CHECK-NEXT: stablehlo.custom_call @print
// CHECK-NEXT: call @prints
// CHECK-NEXT: return

// SENT-NOT: all_reduce
// SENT: in all
sdy.mesh @mesh = <["x"=4]>

func.func @main(%a: tensor<8x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}]>}) -> (tensor<8x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}]>}) {
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  %0 = stablehlo.cosine %a : tensor<8x8xf32>
  %1 = stablehlo.reduce(%0 init: %zero) applies stablehlo.add across dimensions = [0, 1] : (tensor<8x8xf32>, tensor<f32>) -> tensor<f32>
  %2 = stablehlo.sqrt %1 : tensor<f32>
  %3 = func.call @computes(%2) : (tensor<f32>) -> tensor<f32>
  stablehlo.custom_call @print(%0) {has_side_effect = true} : (tensor<8x8xf32>) -> ()
  %4 = func.call @prints(%0) : (tensor<8x8xf32>) -> tensor<8x8xf32>
  return %0 : tensor<8x8xf32>
}
func.func private @computes(%a: tensor<f32>) -> tensor<f32> {
  %0 = stablehlo.sqrt %a : tensor<f32>
  return %0 : tensor<f32>
}
func.func private @prints(%a: tensor<8x8xf32>) -> tensor<8x8xf32> {
  stablehlo.custom_call @print(%a) {has_side_effect = true} : (tensor<8x8xf32>) -> ()
  return %a : tensor<8x8xf32>
}

// Of what a loop carries, iterations hand on what nobody needs; what the result needs, or the condition, is made.
// CHECK-LABEL: func @loop
// CHECK: stablehlo.while(%[[I:.*]] = {{.*}}, %[[S:.*]] = {{.*}}, %[[D:.*]] = {{.*}}, %[[T:.*]] = {{.*}})
// CHECK: do {
// CHECK-NOT: stablehlo.reduce
// CHECK: stablehlo.return %{{.*}}, %[[R:.*]], %[[D]], %{{.*}} :
func.func @loop(%a: tensor<8x8xf32>) -> tensor<8x8xf32> {
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %none = stablehlo.constant dense<0.0> : tensor<f32>
  %0:4 = stablehlo.while(%i = %zero, %s = %a, %dead = %none, %t = %a) : tensor<i32>, tensor<8x8xf32>, tensor<f32>, tensor<8x8xf32>
    cond {
    %n = stablehlo.constant dense<5> : tensor<i32>
    %c = stablehlo.compare LT, %i, %n : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %c : tensor<i1>
  } do {
    %one = stablehlo.constant dense<1> : tensor<i32>
    %1 = stablehlo.add %i, %one : tensor<i32>
    %2 = stablehlo.add %s, %t : tensor<8x8xf32>
    %3 = stablehlo.reduce(%s init: %dead) applies stablehlo.add across dimensions = [0, 1] : (tensor<8x8xf32>, tensor<f32>) -> tensor<f32>
    %4 = stablehlo.cosine %t : tensor<8x8xf32>
    stablehlo.return %1, %2, %3, %4 : tensor<i32>, tensor<8x8xf32>, tensor<f32>, tensor<8x8xf32>
  }
  return %0#1 : tensor<8x8xf32>
}
