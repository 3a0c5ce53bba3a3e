// A program for readers of StableHLO 1.0 and one for readers of 1.15.
// RUN: shardform opt %s --stablehlo-compatibility-expander=target=1.0.0 | FileCheck %s --check-prefixes=CHECK,OLD
// RUN: shardform opt %s --stablehlo-compatibility-expander=target=1.15.0 | FileCheck %s --check-prefixes=CHECK,NEW

// CHECK-LABEL: func.func @tangent
func.func @tangent(%a: tensor<4xf32>) -> tensor<4xf32> {
  // OLD: stablehlo.divide
  // NEW: stablehlo.tan %arg0
  %0 = stablehlo.tan %a : tensor<4xf32>
  return %0 : tensor<4xf32>
}

// CHECK-LABEL: func.func @rows
func.func @rows(%a: tensor<3x8xf32>, %i: tensor<3x2x1xi32>) -> tensor<3x2xf32> {
  // OLD: %[[ROW:.*]] = stablehlo.iota dim = 0 : tensor<3x2x1xi32>
  // OLD-NEXT: %[[AT:.*]] = stablehlo.concatenate %[[ROW]], %arg1, dim = 2
  // OLD-NEXT: "stablehlo.gather"(%arg0, %[[AT]]) <{dimension_numbers = #stablehlo.gather<collapsed_slice_dims = [0, 1], start_index_map = [0, 1], index_vector_dim = 2>
  // NEW: "stablehlo.gather"(%arg0, %arg1) <{dimension_numbers = #stablehlo.gather<collapsed_slice_dims = [1], operand_batching_dims = [0], start_indices_batching_dims = [0]
  %0 = "stablehlo.gather"(%a, %i) <{
    dimension_numbers = #stablehlo.gather<collapsed_slice_dims = [1], operand_batching_dims = [0], start_indices_batching_dims = [0], start_index_map = [1], index_vector_dim = 2>,
    slice_sizes = array<i64: 1, 1>
  }> : (tensor<3x8xf32>, tensor<3x2x1xi32>) -> tensor<3x2xf32>
  return %0 : tensor<3x2xf32>
}

// CHECK-LABEL: func.func @columns
func.func @columns(%a: tensor<4xf32>) -> tensor<8xf32> {
  // CHECK{LITERAL}: replica_groups = dense<[[0, 2], [1, 3]]> : tensor<2x2xi64>
  %0 = "stablehlo.all_gather"(%a) <{
    all_gather_dim = 0 : i64,
    replica_groups = #stablehlo.replica_group_mesh_axes<mesh = #stablehlo.mesh<axes=[<name = "x", size = 2>, <name = "y", size = 2>]>, axes = [#stablehlo.axis_ref<name = "x">]>
  }> : (tensor<4xf32>) -> tensor<8xf32>
  return %0 : tensor<8xf32>
}
