// What canonicalization makes of collective operations and reshards.
// RUN: shardform opt %s -canonicalize | FileCheck %s

sdy.mesh @grid = <["rows"=4, "columns"=2, "layers"=2]>

// Without axes nothing happens.
// CHECK-LABEL: func.func @no_axes
func.func @no_axes(%a: tensor<8x8xf32> {sdy.sharding = #sdy.sharding<@grid, [{"rows"}, {}]>}) -> (tensor<8x8xf32>, tensor<8x8xf32>, tensor<8x8xf32>, tensor<8x8xf32>) {
  // CHECK-NEXT: return %arg0, %arg0, %arg0, %arg0
  %0 = sdy.all_gather [{}, {}] %a out_sharding=<@grid, [{"rows"}, {}]> : tensor<8x8xf32>
  %1 = sdy.all_slice [{}, {}] %a out_sharding=<@grid, [{"rows"}, {}]> : tensor<8x8xf32>
  %2 = sdy.reduce_scatter [{}, {}] %a out_sharding=<@grid, [{"rows"}, {}]> : tensor<8x8xf32>
  %3 = sdy.all_reduce {} %a out_sharding=<@grid, [{"rows"}, {}]> : tensor<8x8xf32>
  return %0, %1, %2, %3 : tensor<8x8xf32>, tensor<8x8xf32>, tensor<8x8xf32>, tensor<8x8xf32>
}

// CHECK-LABEL: func.func @permutation_to_same_sharding
func.func @permutation_to_same_sharding(%a: tensor<8x8xf32> {sdy.sharding = #sdy.sharding<@grid, [{"rows", ?}, {}]>}) -> (tensor<8x8xf32>, tensor<8x8xf32>) {
  // CHECK-NEXT: %0 = sdy.collective_permute %arg0 out_sharding=<@grid, [{"columns", "layers"}, {}]>
  // CHECK-NEXT: return %arg0, %0
  %0 = sdy.collective_permute %a out_sharding=<@grid, [{"rows"}, {}]> : tensor<8x8xf32>
  %1 = sdy.collective_permute %a out_sharding=<@grid, [{"columns", "layers"}, {}]> : tensor<8x8xf32>
  return %0, %1 : tensor<8x8xf32>, tensor<8x8xf32>
}

// CHECK-LABEL: func.func @gathered_and_sliced
func.func @gathered_and_sliced(%a: tensor<8x8xf32> {sdy.sharding = #sdy.sharding<@grid, [{"rows"}, {"layers"}]>}) -> (tensor<8x8xf32>, tensor<8x8xf32>) {
  // The axes come back in another place.
  // CHECK-NEXT: %0 = sdy.all_gather [{"rows"}, {}] %arg0
  // CHECK-NEXT: %1 = sdy.all_slice [{}, {"rows"}] %0
  // CHECK-NEXT: return %arg0, %1
  %0 = sdy.all_gather [{"rows"}, {}] %a out_sharding=<@grid, [{}, {"layers"}]> : tensor<8x8xf32>
  %1 = sdy.all_slice [{"rows"}, {}] %0 out_sharding=<@grid, [{"rows"}, {"layers"}]> : tensor<8x8xf32>
  %2 = sdy.all_slice [{}, {"rows"}] %0 out_sharding=<@grid, [{}, {"layers", "rows"}]> : tensor<8x8xf32>
  return %1, %2 : tensor<8x8xf32>, tensor<8x8xf32>
}

// What was made unreduced in between stays, without uses.
// CHECK-LABEL: func.func @unreduced_and_reduced
func.func @unreduced_and_reduced(%a: tensor<8x8xf32> {sdy.sharding = #sdy.sharding<@grid, [{"rows"}, {}]>}) -> (tensor<8x8xf32>, tensor<8x8xf32>) {
  // CHECK-NEXT: %0 = sdy.replicated_to_unreduced {"columns"} %arg0
  // CHECK-NEXT: %1 = sdy.sharded_to_unreduced [{"rows"}, {}] %arg0
  // CHECK-NEXT: %2 = sdy.all_gather [{"rows"}, {}] %arg0 out_sharding=<@grid, [{}, {}]> : tensor<8x8xf32>
  // CHECK-NEXT: return %arg0, %2
  %0 = sdy.replicated_to_unreduced {"columns"} %a out_sharding=<@grid, [{"rows"}, {}], unreduced={"columns"}> : tensor<8x8xf32>
  %1 = sdy.all_reduce {"columns"} %0 out_sharding=<@grid, [{"rows"}, {}]> : tensor<8x8xf32>
  %2 = sdy.sharded_to_unreduced [{"rows"}, {}] %a out_sharding=<@grid, [{}, {}], unreduced={"rows"}> : tensor<8x8xf32>
  %3 = sdy.all_reduce {"rows"} %2 out_sharding=<@grid, [{}, {}]> : tensor<8x8xf32>
  return %1, %3 : tensor<8x8xf32>, tensor<8x8xf32>
}

// CHECK-LABEL: func.func @two_all_to_alls
func.func @two_all_to_alls(%a: tensor<8x8x8x8xf32> {sdy.sharding = #sdy.sharding<@grid, [{"rows"}, {}, {"layers"}, {}]>}) -> tensor<8x8x8x8xf32> {
  // CHECK-NEXT: %0 = sdy.all_to_all [{"rows"}: 0->1, {"layers"}: 2->3] %arg0 out_sharding=<@grid, [{}, {"rows"}, {}, {"layers"}]>
  // CHECK-NEXT: return %0
  %0 = sdy.all_to_all [{"layers"}: 2->3] %a out_sharding=<@grid, [{"rows"}, {}, {}, {"layers"}]> : tensor<8x8x8x8xf32>
  %1 = sdy.all_to_all [{"rows"}: 0->1] %0 out_sharding=<@grid, [{}, {"rows"}, {}, {"layers"}]> : tensor<8x8x8x8xf32>
  return %1 : tensor<8x8x8x8xf32>
}

// A dimension that both touch keeps them apart, and so does another use of what lies between.
// CHECK-LABEL: func.func @all_to_alls_apart
func.func @all_to_alls_apart(%a: tensor<8x8x8x8xf32> {sdy.sharding = #sdy.sharding<@grid, [{"rows"}, {}, {"layers"}, {}]>}) -> (tensor<8x8x8x8xf32>, tensor<8x8x8x8xf32>) {
  // CHECK-NEXT: %0 = sdy.all_to_all [{"rows"}: 0->1] %arg0
  // CHECK-NEXT: %1 = sdy.all_to_all [{"rows"}: 1->3] %0
  // CHECK-NEXT: %2 = sdy.all_to_all [{"layers"}: 2->0] %1
  // CHECK-NEXT: return %1, %2
  %0 = sdy.all_to_all [{"rows"}: 0->1] %a out_sharding=<@grid, [{}, {"rows"}, {"layers"}, {}]> : tensor<8x8x8x8xf32>
  %1 = sdy.all_to_all [{"rows"}: 1->3] %0 out_sharding=<@grid, [{}, {}, {"layers"}, {"rows"}]> : tensor<8x8x8x8xf32>
  %2 = sdy.all_to_all [{"layers"}: 2->0] %1 out_sharding=<@grid, [{"layers"}, {}, {}, {"rows"}]> : tensor<8x8x8x8xf32>
  return %1, %2 : tensor<8x8x8x8xf32>, tensor<8x8x8x8xf32>
}

// CHECK-LABEL: func.func @reduce_scatter
func.func @reduce_scatter(%a: tensor<8x8xf32> {sdy.sharding = #sdy.sharding<@grid, [{"rows"}, {}], unreduced={"columns"}>}) -> tensor<8x8xf32> {
  // CHECK-NEXT: %0 = sdy.reduce_scatter [{}, {"columns"}] %arg0 out_sharding=<@grid, [{"rows"}, {"columns"}]>
  // CHECK-NEXT: return %0
  %0 = sdy.all_reduce {"columns"} %a out_sharding=<@grid, [{"rows"}, {}]> : tensor<8x8xf32>
  %1 = sdy.all_slice [{}, {"columns"}] %0 out_sharding=<@grid, [{"rows"}, {"columns"}]> : tensor<8x8xf32>
  return %1 : tensor<8x8xf32>
}

// Axes that are sliced but not reduced are sliced afterwards.
// CHECK-LABEL: func.func @reduce_scatter_and_slice
func.func @reduce_scatter_and_slice(%a: tensor<8x8xf32> {sdy.sharding = #sdy.sharding<@grid, [{}, {}], unreduced={"columns"}>}) -> tensor<8x8xf32> {
  // CHECK-NEXT: %0 = sdy.reduce_scatter [{"columns"}, {}] %arg0 out_sharding=<@grid, [{"columns"}, {}]>
  // CHECK-NEXT: %1 = sdy.all_slice [{"rows"}, {"layers"}] %0 out_sharding=<@grid, [{"columns", "rows"}, {"layers"}]>
  // CHECK-NEXT: return %1
  %0 = sdy.all_reduce {"columns"} %a out_sharding=<@grid, [{}, {}]> : tensor<8x8xf32>
  %1 = sdy.all_slice [{"columns", "rows"}, {"layers"}] %0 out_sharding=<@grid, [{"columns", "rows"}, {"layers"}]> : tensor<8x8xf32>
  return %1 : tensor<8x8xf32>
}

// All slices of the sum are alike.
// CHECK-LABEL: func.func @reduce_scatter_with_two_uses
func.func @reduce_scatter_with_two_uses(%a: tensor<8x8xf32>) -> (tensor<8x8xf32>, tensor<8x8xf32>) {
  // CHECK-NEXT: %0 = sdy.reduce_scatter [{"rows"}, {}] %arg0 out_sharding=<@grid, [{"rows"}, {}]>
  // CHECK-NEXT: return %0, %0
  %0 = sdy.all_reduce {"rows"} %a out_sharding=<@grid, [{}, {}]> : tensor<8x8xf32>
  %1 = sdy.all_slice [{"rows"}, {}] %0 out_sharding=<@grid, [{"rows"}, {}]> : tensor<8x8xf32>
  %2 = sdy.all_slice [{"rows"}, {}] %0 out_sharding=<@grid, [{"rows"}, {}]> : tensor<8x8xf32>
  return %1, %2 : tensor<8x8xf32>, tensor<8x8xf32>
}

// Parts of the reduced axis are no reduced axes.
// CHECK-LABEL: func.func @slices_along_parts
func.func @slices_along_parts(%a: tensor<8x8xf32> {sdy.sharding = #sdy.sharding<@grid, [{}, {}], unreduced={"rows"}>}) -> tensor<8x8xf32> {
  // CHECK-NEXT: %0 = sdy.all_reduce {"rows"} %arg0
  // CHECK-NEXT: %1 = sdy.all_slice [{"rows":(1)2}, {"rows":(2)2}] %0
  // CHECK-NEXT: return %1
  %0 = sdy.all_reduce {"rows"} %a out_sharding=<@grid, [{}, {}]> : tensor<8x8xf32>
  %1 = sdy.all_slice [{"rows":(1)2}, {"rows":(2)2}] %0 out_sharding=<@grid, [{"rows":(1)2}, {"rows":(2)2}]> : tensor<8x8xf32>
  return %1 : tensor<8x8xf32>
}

// Each device needs what the others hold: not all reduced axes are sliced, or some user needs the whole.
// CHECK-LABEL: func.func @no_reduce_scatter
func.func @no_reduce_scatter(%a: tensor<8x8xf32> {sdy.sharding = #sdy.sharding<@grid, [{}, {}], unreduced={"columns", "layers"}>}) -> (tensor<8x8xf32>, tensor<8x8xf32>, tensor<8x8xf32>) {
  // CHECK-NEXT: %0 = sdy.all_reduce {"columns", "layers"} %arg0
  // CHECK-NEXT: %1 = sdy.all_slice [{"columns"}, {}] %0
  // CHECK-NEXT: %2 = sdy.all_reduce {"columns", "layers"} %arg0
  // CHECK-NEXT: %3 = sdy.all_slice [{"columns", "layers"}, {}] %2
  // CHECK-NEXT: return %1, %2, %3
  %0 = sdy.all_reduce {"columns", "layers"} %a out_sharding=<@grid, [{}, {}]> : tensor<8x8xf32>
  %1 = sdy.all_slice [{"columns"}, {}] %0 out_sharding=<@grid, [{"columns"}, {}]> : tensor<8x8xf32>
  %2 = sdy.all_reduce {"columns", "layers"} %a out_sharding=<@grid, [{}, {}]> : tensor<8x8xf32>
  %3 = sdy.all_slice [{"columns", "layers"}, {}] %2 out_sharding=<@grid, [{"columns", "layers"}, {}]> : tensor<8x8xf32>
  return %1, %2, %3 : tensor<8x8xf32>, tensor<8x8xf32>, tensor<8x8xf32>
}

// CHECK-LABEL: func.func @reshard_of_reshard
func.func @reshard_of_reshard(%a: tensor<8x8xf32>) -> (tensor<8x8xf32>, tensor<8x8xf32>, tensor<8x8xf32>) {
  // CHECK-NEXT: %0 = sdy.reshard %arg0 <@grid, [{}, {"columns"}]>
  // CHECK-NEXT: %1 = sdy.reshard %arg0 <@grid, [{"rows"}, {}]>
  // CHECK-NEXT: %2 = sdy.reshard %1 <@grid, [{}, {"layers"}]>
  // CHECK-NEXT: return %0, %1, %2
  %0 = sdy.reshard %a <@grid, [{"columns"}, {}]> : tensor<8x8xf32>
  %1 = sdy.reshard %0 <@grid, [{}, {"columns"}]> : tensor<8x8xf32>
  %2 = sdy.reshard %a <@grid, [{"rows"}, {}]> : tensor<8x8xf32>
  %3 = sdy.reshard %2 <@grid, [{}, {"layers"}]> : tensor<8x8xf32>
  return %1, %2, %3 : tensor<8x8xf32>, tensor<8x8xf32>, tensor<8x8xf32>
}
