// Propagation by the priorities of users saves the module between them.
// RUN: shardform opt %s --sdy-user-priority-propagate=module-dump-directory=%t -o %t.mlir
// RUN: FileCheck %s --check-prefix=FIRST < %t/00.propagation_after_user_priority_0.mlir
// RUN: FileCheck %s --check-prefix=SECOND < %t/00.propagation_after_user_priority_1.mlir
// RUN: not cat %t/00.propagation_after_user_priority_3.mlir
// RUN: FileCheck %s < %t.mlir

sdy.mesh @mesh = <["x"=2, "y"=2]>

// What waits for its turn is kept from being used for others.
// FIRST: %arg0: tensor<8x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {?}], replicated={"x"}>}
// SECOND: %arg0: tensor<8x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {?}]>}
// SECOND: stablehlo.add %arg0, %arg1 {{.*}}[<@mesh, [{"x", ?}, {?}]>]
// CHECK: stablehlo.add %arg0, %arg1 {{.*}}[<@mesh, [{"x", ?}, {"y", ?}]>]
func.func @main(%arg0: tensor<8x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}p1, {?}]>}, %arg1: tensor<8x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {"y", ?}p3]>}) -> tensor<8x8xf32> {
  %0 = stablehlo.add %arg0, %arg1 : tensor<8x8xf32>
  return %0 : tensor<8x8xf32>
}
