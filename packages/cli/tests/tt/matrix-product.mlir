// The contraction is split along "y": its partial sums are added along the second axis of the machine.
// RUN: shardform tt %s -v | FileCheck %s
// RUN: not shardform tt %s --mesh 2by4 2>&1 | FileCheck %s --check-prefix=MESH

// CHECK: lowered to ttnn: every stage gives the numbers of the program, executed on 8 simulated devices
// CHECK-NEXT: stablehlo {{.*}} equal within tolerance
// CHECK-NEXT: ttir {{.*}} equal within tolerance
// CHECK-NEXT: ttnn {{.*}} equal within tolerance
// CHECK: stablehlo: {{[0-9]+}} passes changed the program
// CHECK: wrap-under-manual-computation
// CHECK: ttir: {{[0-9]+}} passes changed the program
// CHECK: convert-stablehlo-to-ttir +1 ttir.all_reduce, +1 ttir.dot_general, +1 ttir.mesh_shard
// CHECK: ttnn: {{[0-9]+}} passes changed the program

// MESH: shardform: error: flag '--mesh' expects the two sizes of a mesh, such as 2x4, got '2by4'

sdy.mesh @mesh = <["x"=2, "y"=4]>
func.func @main(%a: tensor<64x128xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {"y"}]>},
                %b: tensor<128x32xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"y"}, {}]>}) -> tensor<64x32xf32> {
  %0 = stablehlo.dot_general %a, %b, contracting_dims = [1] x [0] : (tensor<64x128xf32>, tensor<128x32xf32>) -> tensor<64x32xf32>
  return %0 : tensor<64x32xf32>
}
