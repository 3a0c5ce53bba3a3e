// Every collective operation, in its short form and through the generic form.
// RUN: shardform opt %s | FileCheck %s
// RUN: shardform opt %s --mlir-print-op-generic | shardform opt - | FileCheck %s

sdy.mesh @grid = <["rows"=4, "columns"=2, "layers"=2]>
sdy.mesh @other_order = <["rows"=4, "columns"=2, "layers"=2], device_ids=[15, 14, 13, 12, 11, 10, 9, 8, 7, 6, 5, 4, 3, 2, 1, 0]>

// CHECK-LABEL: func.func @all_gather
func.func @all_gather(%a: tensor<16x8x4xf32> {sdy.sharding = #sdy.sharding<@grid, [{"columns", "rows"}, {"layers"}, {}]>}) -> tensor<16x8x4xf32> {
  // CHECK-NEXT: %0 = sdy.all_gather [{"rows"}, {"layers"}, {}] %arg0 out_sharding=<@grid, [{"columns"}, {}, {}]> : tensor<16x8x4xf32>
  %0 = sdy.all_gather [{"rows"}, {"layers"}, {}] %a out_sharding=<@grid, [{"columns"}, {}, {}]> : tensor<16x8x4xf32>
  return %0 : tensor<16x8x4xf32>
}

// The major part of an axis stays.
// CHECK-LABEL: func.func @all_gather_of_minor_part
func.func @all_gather_of_minor_part(%a: tensor<16xf32> {sdy.sharding = #sdy.sharding<@grid, [{"rows"}]>}) -> tensor<16xf32> {
  // CHECK-NEXT: sdy.all_gather [{"rows":(2)2}] %arg0 out_sharding=<@grid, [{"rows":(1)2}]> {tag} : tensor<16xf32>
  %0 = sdy.all_gather [{"rows":(2)2}] %a out_sharding=<@grid, [{"rows":(1)2}]> {tag} : tensor<16xf32>
  return %0 : tensor<16xf32>
}

// CHECK-LABEL: func.func @all_slice
func.func @all_slice(%a: tensor<16x8xf32> {sdy.sharding = #sdy.sharding<@grid, [{"rows":(1)2}, {}]>}, %b: tensor<16xf32>) {
  // CHECK-NEXT: sdy.all_slice [{"rows":(2)2, "layers"}, {"columns"}] %arg0 out_sharding=<@grid, [{"rows", "layers"}, {"columns"}]> : tensor<16x8xf32>
  %0 = sdy.all_slice [{"rows":(2)2, "layers"}, {"columns"}] %a out_sharding=<@grid, [{"rows", "layers"}, {"columns"}]> : tensor<16x8xf32>
  // What has no sharding is replicated.
  // CHECK-NEXT: sdy.all_slice [{"rows"}] %arg1 out_sharding=<@grid, [{"rows"}]> : tensor<16xf32>
  %1 = sdy.all_slice [{"rows"}] %b out_sharding=<@grid, [{"rows"}]> : tensor<16xf32>
  return
}

// CHECK-LABEL: func.func @all_to_all
func.func @all_to_all(%a: tensor<16x8x4x4xf32> {sdy.sharding = #sdy.sharding<@grid, [{"columns", "rows"}, {}, {}, {"layers"}]>}) {
  // CHECK-NEXT: %0 = sdy.all_to_all [{"rows"}: 0->1, {"layers"}: 3->2] %arg0 out_sharding=<@grid, [{"columns"}, {"rows"}, {"layers"}, {}]> : tensor<16x8x4x4xf32>
  %0 = sdy.all_to_all [{"rows"}: 0->1, {"layers"}: 3->2] %a out_sharding=<@grid, [{"columns"}, {"rows"}, {"layers"}, {}]> : tensor<16x8x4x4xf32>
  // CHECK-NEXT: sdy.all_to_all [{"rows":(2)2}: 1->0] %0 out_sharding=<@grid, [{"columns", "rows":(2)2}, {"rows":(1)2}, {"layers"}, {}]>
  %1 = sdy.all_to_all [{"rows":(2)2}: 1->0] %0 out_sharding=<@grid, [{"columns", "rows":(2)2}, {"rows":(1)2}, {"layers"}, {}]> : tensor<16x8x4x4xf32>
  return
}

// CHECK-LABEL: func.func @collective_permute
func.func @collective_permute(%a: tensor<16x8xf32> {sdy.sharding = #sdy.sharding<@grid, [{"columns", "layers"}, {}]>}) {
  // CHECK-NEXT: %0 = sdy.collective_permute %arg0 out_sharding=<@grid, [{"rows"}, {}]> : tensor<16x8xf32>
  %0 = sdy.collective_permute %a out_sharding=<@grid, [{"rows"}, {}]> : tensor<16x8xf32>
  // CHECK-NEXT: sdy.collective_permute %0 out_sharding=<@other_order, [{"rows"}, {}]> : tensor<16x8xf32>
  %1 = sdy.collective_permute %0 out_sharding=<@other_order, [{"rows"}, {}]> : tensor<16x8xf32>
  return
}

// CHECK-LABEL: func.func @all_reduce
func.func @all_reduce(%a: tensor<16x8xf32> {sdy.sharding = #sdy.sharding<@grid, [{"rows"}, {}], unreduced={"columns", "layers"}>}, %b: tensor<16xf32>) {
  // CHECK-NEXT: sdy.all_reduce {"columns"} %arg0 out_sharding=<@grid, [{"rows"}, {}], unreduced={"layers"}> : tensor<16x8xf32>
  %0 = sdy.all_reduce {"columns"} %a out_sharding=<@grid, [{"rows"}, {}], unreduced={"layers"}> : tensor<16x8xf32>
  // CHECK-NEXT: sdy.all_reduce {"rows"} %arg1 out_sharding=<@grid, [{}]> : tensor<16xf32>
  %1 = sdy.all_reduce {"rows"} %b out_sharding=<@grid, [{}]> : tensor<16xf32>
  return
}

// CHECK-LABEL: func.func @reduce_scatter
func.func @reduce_scatter(%a: tensor<16x8xf32> {sdy.sharding = #sdy.sharding<@grid, [{"rows"}, {}], unreduced={"columns"}>}, %b: tensor<16xf32>) {
  // CHECK-NEXT: sdy.reduce_scatter [{}, {"columns"}] %arg0 out_sharding=<@grid, [{"rows"}, {"columns"}]> : tensor<16x8xf32>
  %0 = sdy.reduce_scatter [{}, {"columns"}] %a out_sharding=<@grid, [{"rows"}, {"columns"}]> : tensor<16x8xf32>
  // CHECK-NEXT: sdy.reduce_scatter [{"rows"}] %arg1 out_sharding=<@grid, [{"rows"}]> : tensor<16xf32>
  %1 = sdy.reduce_scatter [{"rows"}] %b out_sharding=<@grid, [{"rows"}]> : tensor<16xf32>
  return
}

// CHECK-LABEL: func.func @to_unreduced
func.func @to_unreduced(%a: tensor<16x8xf32> {sdy.sharding = #sdy.sharding<@grid, [{"layers", "rows"}, {}]>}) {
  // CHECK-NEXT: %0 = sdy.sharded_to_unreduced [{"rows"}, {}] %arg0 out_sharding=<@grid, [{"layers"}, {}], unreduced={"rows"}> : tensor<16x8xf32>
  %0 = sdy.sharded_to_unreduced [{"rows"}, {}] %a out_sharding=<@grid, [{"layers"}, {}], unreduced={"rows"}> : tensor<16x8xf32>
  // CHECK-NEXT: sdy.replicated_to_unreduced {"columns"} %0 out_sharding=<@grid, [{"layers"}, {}], unreduced={"rows", "columns"}> : tensor<16x8xf32>
  %1 = sdy.replicated_to_unreduced {"columns"} %0 out_sharding=<@grid, [{"layers"}, {}], unreduced={"rows", "columns"}> : tensor<16x8xf32>
  return
}
