// Meshes, and shardings where functions, operations and modules carry them.
// RUN: shardform opt %s | FileCheck %s
// RUN: shardform opt %s | shardform opt - | FileCheck %s
// RUN: shardform opt %s --mlir-print-op-generic | shardform opt - | FileCheck %s

// CHECK: sdy.mesh @grid = <["rows"=4, "columns"=2]>
sdy.mesh @grid = <["rows"=4, "columns"=2]>
// CHECK-NEXT: sdy.mesh @turned = <["rows"=4, "columns"=2], device_ids=[0, 2, 4, 6, 1, 3, 5, 7]>
sdy.mesh @turned = <["rows"=4, "columns"=2], device_ids=[0, 2, 4, 6, 1, 3, 5, 7]>
// Devices in order need no list.
// CHECK-NEXT: sdy.mesh @in_order = <["only"=3]>
sdy.mesh @in_order = <["only"=3], device_ids=[0, 1, 2]>
// CHECK-NEXT: sdy.mesh @empty = <[]>
sdy.mesh @empty = <[]>
// CHECK-NEXT: sdy.mesh @device_5 = <[], device_ids=[5]>
sdy.mesh @device_5 = <[], device_ids=[5]>
// CHECK-NEXT: sdy.mesh @"two words" = <["left half"=2]>
sdy.mesh @"two words" = <["left half"=2]>
// The full form of the attribute is read as well.
// CHECK-NEXT: sdy.mesh @full = <["one"=1]> {note = "kept"}
sdy.mesh @full = #sdy.mesh<["one"=1]> {note = "kept"}

// CHECK-LABEL: func.func @on_arguments_and_results(
// CHECK-SAME:    %arg0: tensor<8x6xf32> {sdy.sharding = #sdy.sharding<@grid, [{"rows"}, {"columns", ?}]>},
// CHECK-SAME:    %arg1: tensor<8x6xf32> {sdy.sharding = #sdy.sharding<@turned, [{?}, {}]>},
// CHECK-SAME:    %arg2: tensor<f32> {sdy.sharding = #sdy.sharding<@device_5, []>},
// CHECK-SAME:    %arg3: tensor<4xf32> {sdy.sharding = #sdy.sharding<@"two words", [{"left half"}]>})
// CHECK-SAME:    -> (tensor<8x6xf32> {sdy.sharding = #sdy.sharding<@grid, [{}, {}], replicated={"rows"}>}, tensor<f32>)
func.func @on_arguments_and_results(
    %a: tensor<8x6xf32> {sdy.sharding = #sdy.sharding<@grid, [{"rows"}, {"columns", ?}]>},
    %b: tensor<8x6xf32> {sdy.sharding = #sdy.sharding<@turned, [{?}, {}]>},
    %c: tensor<f32> {sdy.sharding = #sdy.sharding<@device_5, []>},
    %d: tensor<4xf32> {sdy.sharding = #sdy.sharding<@"two words", [{"left half"}]>})
    -> (tensor<8x6xf32> {sdy.sharding = #sdy.sharding<@grid, [{}, {}], replicated={"rows"}>}, tensor<f32>) {
  return %a, %c : tensor<8x6xf32>, tensor<f32>
}

// CHECK-LABEL: func.func @parts_of_axes
func.func @parts_of_axes(%a: tensor<8x6xf32>) -> tensor<8x6xf32> {
  // CHECK: <@grid, [{"rows":(1)2}, {"columns", "rows":(2)2}]>
  %0 = sdy.sharding_constraint %a <@grid, [{"rows":(1)2}, {"columns", "rows":(2)2}]> : tensor<8x6xf32>
  return %0 : tensor<8x6xf32>
}

// CHECK-LABEL: func.func @priorities
func.func @priorities(%a: tensor<8x6x2xf32>) {
  // CHECK: <@grid, [{"rows"}p0, {?}p3, {"columns", ?}p12]>
  %0 = sdy.sharding_constraint %a <@grid, [{"rows"}p0, {?}p3, {"columns", ?}p12]> : tensor<8x6x2xf32>
  return
}

// Replicated axes print before unreduced ones, whatever the order of reading.
// CHECK-LABEL: func.func @replicated_and_unreduced
func.func @replicated_and_unreduced(%a: tensor<8xf32>) {
  // CHECK: <@grid, [{"rows":(1)2}], replicated={"rows":(2)2}, unreduced={"columns"}>
  %0 = sdy.sharding_constraint %a <@grid, [{"rows":(1)2}], unreduced={"columns"}, replicated={"rows":(2)2}> : tensor<8xf32>
  return
}

// CHECK-LABEL: func.func @mesh_in_place
func.func @mesh_in_place(%a: tensor<8xf32>) {
  // CHECK: <mesh<["x"=2, "y"=2], device_ids=[3, 2, 1, 0]>, [{"y"}]>
  %0 = sdy.sharding_constraint %a <mesh<["x"=2, "y"=2], device_ids=[3, 2, 1, 0]>, [{"y"}]> : tensor<8xf32>
  return
}

// CHECK-LABEL: func.func @of_several_results
func.func @of_several_results(%a: tensor<8xf32>, %b: tensor<4x4xf32>) {
  // CHECK: {sdy.sharding = #sdy.sharding_per_value<[<@grid, [{"rows"}]>, <@grid, [{}, {"columns"}]>]>}
  %0:2 = call @swap(%b, %a) {sdy.sharding = #sdy.sharding_per_value<[<@grid, [{"rows"}]>, <@grid, [{}, {"columns"}]>]>} : (tensor<4x4xf32>, tensor<8xf32>) -> (tensor<8xf32>, tensor<4x4xf32>)
  return
}

func.func private @swap(tensor<4x4xf32>, tensor<8xf32>) -> (tensor<8xf32>, tensor<4x4xf32>)

// A dynamic size may be split; what isn't a tensor has a sharding without dimensions, and so has an operation without
// results.
// CHECK-LABEL: func.func @of_other_values(
// CHECK-SAME:    %arg0: tensor<?x4xf32>, %arg1: index {sdy.sharding = #sdy.sharding<@grid, []>}
func.func @of_other_values(%a: tensor<?x4xf32>, %i: index {sdy.sharding = #sdy.sharding<@grid, []>}) {
  // CHECK-NEXT: sdy.sharding_constraint %arg0 <@grid, [{"rows"}, {}]> : tensor<?x4xf32>
  %0 = sdy.sharding_constraint %a <@grid, [{"rows"}, {}]> : tensor<?x4xf32>
  // CHECK-NEXT: call @sink(%arg0) {sdy.sharding = #sdy.sharding_per_value<[<@device_5, []>]>} : (tensor<?x4xf32>) -> ()
  call @sink(%a) {sdy.sharding = #sdy.sharding_per_value<[<@device_5, []>]>} : (tensor<?x4xf32>) -> ()
  // CHECK-NEXT: call @sink(%arg0) {sdy.sharding = #sdy.sharding_per_value<[<@grid, []>]>} : (tensor<?x4xf32>) -> ()
  call @sink(%a) {sdy.sharding = #sdy.sharding_per_value<[<@grid, []>]>} : (tensor<?x4xf32>) -> ()
  return
}

func.func private @sink(tensor<?x4xf32>)

// CHECK-LABEL: func.func @attributes_by_themselves() attributes {
// CHECK-SAME:    all_to_all_param = #sdy<all_to_all_param{"rows"}: 0->2>
// CHECK-SAME:    axes = #sdy<manual_axes{"rows", "columns"}>
// CHECK-SAME:    axis = #sdy<axis_ref"rows":(1)2>
// CHECK-SAME:    axis_list = #sdy<axis_ref_list{"rows", "columns"}>
// CHECK-SAME:    axis_lists = #sdy<list_of_axis_ref_lists[{"rows"}, {}]>
// CHECK-SAME:    dim = #sdy<dimension_sharding{"rows", ?}p1>
// CHECK-SAME:    mesh = #sdy.mesh<["rows"=4]>
// CHECK-SAME:    no_axes = #sdy<manual_axes{}>
func.func @attributes_by_themselves() attributes {
    all_to_all_param = #sdy<all_to_all_param{"rows"}: 0->2>,
    axes = #sdy<manual_axes{"rows", "columns"}>,
    axis = #sdy<axis_ref"rows":(1)2>,
    axis_list = #sdy<axis_ref_list{"rows", "columns"}>,
    axis_lists = #sdy<list_of_axis_ref_lists[{"rows"}, {}]>,
    dim = #sdy<dimension_sharding{"rows", ?}p1>,
    mesh = #sdy.mesh<["rows"=4]>,
    no_axes = #sdy<manual_axes{}>} {
  return
}
