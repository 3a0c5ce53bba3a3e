// RUN: shardform translate --serialize --target=1.15.0 --allow-other-dialects %s | shardform translate --deserialize | FileCheck %s
// RUN: not shardform translate --serialize %s 2>&1 | FileCheck %s --check-prefix=OTHER

// CHECK: sdy.mesh @mesh = <["x"=2]>
// CHECK: func.func public @main(%arg0: tensor<8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}]>}) -> tensor<8xf32> {
// CHECK:   %0 = stablehlo.abs %arg0 : tensor<8xf32>
// CHECK:   %1 = sdy.sharding_constraint %0 <@mesh, [{"x"}]> : tensor<8xf32>
// CHECK:   return %1 : tensor<8xf32>

// OTHER: failed to legalize operation 'func.func' that was explicitly marked illegal
module {
  sdy.mesh @mesh = <["x"=2]>
  func.func public @main(%arg0: tensor<8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}]>}) -> tensor<8xf32> {
    %0 = stablehlo.abs %arg0 : tensor<8xf32>
    %1 = sdy.sharding_constraint %0 <@mesh, [{"x"}]> : tensor<8xf32>
    return %1 : tensor<8xf32>
  }
}
