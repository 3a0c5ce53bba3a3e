// Reshards in every direction move parts between devices and change no number.
// RUN: shardform run %s --seed 1 | FileCheck %s

// CHECK:      executed on 4 simulated devices
// CHECK-NEXT: res0 tensor<8x4xf32>: equal within tolerance, largest difference 0.00e+0
// CHECK-NEXT: res1 tensor<8x4xf32>: equal within tolerance, largest difference 0.00e+0
// CHECK-NEXT: res2 tensor<8x4xi32>: equal within tolerance, largest difference 0.00e+0
sdy.mesh @mesh = <["x"=2, "y"=2]>

func.func @main(%a: tensor<8x4xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {"y"}]>},
                %b: tensor<8x4xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {}]>},
                %c: tensor<8x4xi32> {sdy.sharding = #sdy.sharding<@mesh, [{"y", "x"}, {}]>})
    -> (tensor<8x4xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"y"}, {"x"}]>},
        tensor<8x4xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x", "y"}, {}]>},
        tensor<8x4xi32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {"y"}]>}) {
  %0 = stablehlo.negate %a : tensor<8x4xf32>
  %1 = stablehlo.negate %b : tensor<8x4xf32>
  %2 = stablehlo.negate %c : tensor<8x4xi32>
  return %0, %1, %2 : tensor<8x4xf32>, tensor<8x4xf32>, tensor<8x4xi32>
}
