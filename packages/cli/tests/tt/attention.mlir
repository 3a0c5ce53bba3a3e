// A row of softmax and the product behind it, with rows split over the machine: the library has one function for each.
// RUN: shardform tt %s -v | FileCheck %s

// CHECK: lowered to ttnn: every stage gives the numbers of the program, executed on 2 simulated devices
// CHECK-NEXT: stablehlo {{.*}} equal within tolerance
// CHECK-NEXT: ttir {{.*}} equal within tolerance
// CHECK-NEXT: ttnn {{.*}} equal within tolerance
// CHECK: ttnn: {{[0-9]+}} passes changed the program
// CHECK: ttir-fusing +1 ttir.softmax, -2 ttir.broadcast, -1 ttir.div, -1 ttir.exp, -1 ttir.max
// CHECK: convert-ttir-to-ttnn {{.*}}+1 ttnn.softmax

sdy.mesh @mesh = <["x"=2]>
func.func @main(%scores: tensor<64x32xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}]>},
                %values: tensor<32x32xf32>) -> tensor<64x32xf32> {
  %lowest = stablehlo.constant dense<0xFF800000> : tensor<f32>
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  %max = stablehlo.reduce(%scores init: %lowest) applies stablehlo.maximum across dimensions = [1] : (tensor<64x32xf32>, tensor<f32>) -> tensor<64xf32>
  %maxs = stablehlo.broadcast_in_dim %max, dims = [0] : (tensor<64xf32>) -> tensor<64x32xf32>
  %difference = stablehlo.subtract %scores, %maxs : tensor<64x32xf32>
  %exp = stablehlo.exponential %difference : tensor<64x32xf32>
  %sum = stablehlo.reduce(%exp init: %zero) applies stablehlo.add across dimensions = [1] : (tensor<64x32xf32>, tensor<f32>) -> tensor<64xf32>
  %sums = stablehlo.broadcast_in_dim %sum, dims = [0] : (tensor<64xf32>) -> tensor<64x32xf32>
  %weights = stablehlo.divide %exp, %sums : tensor<64x32xf32>
  %0 = stablehlo.dot_general %weights, %values, contracting_dims = [1] x [0] : (tensor<64x32xf32>, tensor<32x32xf32>) -> tensor<64x32xf32>
  return %0 : tensor<64x32xf32>
}
