// RUN: shardform opt --stablehlo-to-ttir-pipeline %s | FileCheck %s

// Sums of windows of bf16 are means times their number of elements: divided by this number again, means remain.
// CHECK-LABEL: func.func @means
// CHECK: [[MEANS:%[0-9]+]] = "ttir.avg_pool2d"(%arg0)
// CHECK-NOT: ttir.multiply
// CHECK-NOT: ttir.div
// CHECK: return [[MEANS]]
func.func @means(%a: tensor<1x6x6x8xbf16>) -> tensor<1x2x2x8xbf16> {
  %zero = stablehlo.constant dense<0.0> : tensor<bf16>
  %count = stablehlo.constant dense<9> : tensor<i32>
  %0 = "stablehlo.reduce_window"(%a, %zero) <{window_dimensions = array<i64: 1, 3, 3, 1>, window_strides = array<i64: 1, 3, 3, 1>}> ({
  ^bb0(%x: tensor<bf16>, %y: tensor<bf16>):
    %sum = stablehlo.add %x, %y : tensor<bf16>
    stablehlo.return %sum : tensor<bf16>
  }) : (tensor<1x6x6x8xbf16>, tensor<bf16>) -> tensor<1x2x2x8xbf16>
  %1 = stablehlo.convert %count : (tensor<i32>) -> tensor<bf16>
  %2 = stablehlo.broadcast_in_dim %1, dims = [] : (tensor<bf16>) -> tensor<1x2x2x8xbf16>
  %3 = stablehlo.divide %0, %2 : tensor<1x2x2x8xbf16>
  return %3 : tensor<1x2x2x8xbf16>
}

// CHECK-LABEL: func.func @others
// CHECK: ttir.multiply
// CHECK: ttir.div
func.func @others(%a: tensor<1x6x6x8xbf16>) -> tensor<1x2x2x8xbf16> {
  %zero = stablehlo.constant dense<0.0> : tensor<bf16>
  %other = stablehlo.constant dense<8.0> : tensor<1x2x2x8xbf16>
  %0 = "stablehlo.reduce_window"(%a, %zero) <{window_dimensions = array<i64: 1, 3, 3, 1>, window_strides = array<i64: 1, 3, 3, 1>}> ({
  ^bb0(%x: tensor<bf16>, %y: tensor<bf16>):
    %sum = stablehlo.add %x, %y : tensor<bf16>
    stablehlo.return %sum : tensor<bf16>
  }) : (tensor<1x6x6x8xbf16>, tensor<bf16>) -> tensor<1x2x2x8xbf16>
  %1 = stablehlo.divide %0, %other : tensor<1x2x2x8xbf16>
  return %1 : tensor<1x2x2x8xbf16>
}
