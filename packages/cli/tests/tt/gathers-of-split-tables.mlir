// RUN: shardform opt --stablehlo-pipeline %s | FileCheck %s

// Parts of a table are looked up by a single index; by several, a device needs the table whole along all of their dimensions.
// CHECK-LABEL: func.func @two_indices
// CHECK: [[WHOLE:%[0-9]+]] = "stablehlo.all_gather"(%arg2) <{all_gather_dim = 1 : i64
// CHECK-NEXT: "stablehlo.gather"([[WHOLE]], %arg3) {{.*}} : (tensor<2x8x16xf32>, tensor<5x2xi32>) -> tensor<5x16xf32>
// CHECK-NOT: stablehlo.all_reduce
// CHECK: sdy.return
sdy.mesh @mesh = <["x"=2, "y"=4]>
func.func @two_indices(%table: tensor<2x8x16xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {"y"}, {}]>}, %places: tensor<5x2xi32>) -> tensor<5x16xf32> {
  %0 = "stablehlo.gather"(%table, %places) <{dimension_numbers = #stablehlo.gather<offset_dims = [1], collapsed_slice_dims = [0, 1], start_index_map = [0, 1], index_vector_dim = 1>, slice_sizes = array<i64: 1, 1, 16>}> : (tensor<2x8x16xf32>, tensor<5x2xi32>) -> tensor<5x16xf32>
  return %0 : tensor<5x16xf32>
}

// Columns may stay split.
// CHECK-LABEL: func.func @columns
// CHECK-NOT: stablehlo.all_gather
// CHECK: "stablehlo.gather"(%arg2, %arg3) {{.*}} slice_sizes = array<i64: 1, 1, 4>}> : (tensor<2x8x4xf32>, tensor<5x2xi32>) -> tensor<5x4xf32>
func.func @columns(%table: tensor<2x8x16xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {}, {"y"}]>}, %places: tensor<5x2xi32>) -> tensor<5x16xf32> {
  %0 = "stablehlo.gather"(%table, %places) <{dimension_numbers = #stablehlo.gather<offset_dims = [1], collapsed_slice_dims = [0, 1], start_index_map = [0, 1], index_vector_dim = 1>, slice_sizes = array<i64: 1, 1, 16>}> : (tensor<2x8x16xf32>, tensor<5x2xi32>) -> tensor<5x16xf32>
  return %0 : tensor<5x16xf32>
}

// CHECK-LABEL: func.func @strided
// CHECK: [[WHOLE:%[0-9]+]] = "stablehlo.all_gather"(%arg1) <{all_gather_dim = 1 : i64
// CHECK-NEXT: stablehlo.slice [[WHOLE]] [0:2, 0:48:8]
func.func @strided(%a: tensor<2x48xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {"y"}]>}) -> tensor<2x6xf32> {
  %0 = stablehlo.slice %a [0:2, 0:48:8] : (tensor<2x48xf32>) -> tensor<2x6xf32>
  return %0 : tensor<2x6xf32>
}
