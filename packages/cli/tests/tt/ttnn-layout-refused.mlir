// RUN: not shardform opt %s --ttnn-layout 2>&1 | FileCheck %s

// Arguments of a region of another dialect would get layouts that its operation does not have.
func.func @main(%n: tensor<i32>, %a: tensor<4x6xf32>) -> tensor<4x6xf32> {
  // CHECK: error: 'stablehlo.while' op has regions, whose tensors can not be laid out; convert it to TTIR first
  %0:2 = stablehlo.while(%i = %n, %s = %a) : tensor<i32>, tensor<4x6xf32>
  cond {
    %goes = stablehlo.compare LT, %i, %n, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %goes : tensor<i1>
  } do {
    %sum = stablehlo.add %s, %s : tensor<4x6xf32>
    stablehlo.return %i, %sum : tensor<i32>, tensor<4x6xf32>
  }
  return %0#1 : tensor<4x6xf32>
}
