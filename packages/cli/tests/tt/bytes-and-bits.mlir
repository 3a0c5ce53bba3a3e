// RUN: shardform tt %s | FileCheck %s

// The machine has no bytes and truth values: they come as other types. Bits stay bits.

// CHECK: lowered to ttnn: every stage gives the numbers of the program, executed on 1 simulated device
// CHECK-NEXT: stablehlo {{.*}} equal within tolerance
// CHECK-NEXT: ttir {{.*}} equal within tolerance
// CHECK-NEXT: ttnn {{.*}} equal within tolerance
func.func @main(%bytes: tensor<4x8xi8>, %mask: tensor<4x8xi1>, %x: tensor<4x8xf32>) -> (tensor<4x8xi32>, tensor<4x8xf32>, tensor<4x8xui32>) {
  %zero = stablehlo.constant dense<0.0> : tensor<4x8xf32>
  %0 = stablehlo.convert %bytes : (tensor<4x8xi8>) -> tensor<4x8xi32>
  %1 = stablehlo.select %mask, %x, %zero : tensor<4x8xi1>, tensor<4x8xf32>
  %2 = stablehlo.bitcast_convert %x : (tensor<4x8xf32>) -> tensor<4x8xui32>
  return %0, %1, %2 : tensor<4x8xi32>, tensor<4x8xf32>, tensor<4x8xui32>
}
