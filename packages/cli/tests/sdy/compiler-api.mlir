// What users say about shardings, and what propagation makes of it. Recorded from Shardy in jaxlib 0.10.2.
// RUN: shardform opt %s -split-input-file -sdy-propagation-pipeline | FileCheck %s

sdy.mesh @mesh_xy = <["x"=2, "y"=2]>

// Of inputs and outputs, some may have a sharding.
// CHECK-LABEL: func.func @main(%arg0: tensor<8x8xf32> {sdy.sharding = #sdy.sharding<@mesh_xy, [{"x"}, {}]>}, %arg1: tensor<8x16xf32> {sdy.sharding = #sdy.sharding<@mesh_xy, [{}, {"y"}]>}) -> (tensor<8x16xf32> {sdy.sharding = #sdy.sharding<@mesh_xy, [{}, {"y"}]>})
func.func @main(%arg0: tensor<8x8xf32> {sdy.sharding = #sdy.sharding<@mesh_xy, [{"x"}, {}]>}, %arg1: tensor<8x16xf32>)
    -> (tensor<8x16xf32> {sdy.sharding = #sdy.sharding<@mesh_xy, [{}, {"y"}]>}) {
  %0 = stablehlo.dot %arg0, %arg1 : (tensor<8x8xf32>, tensor<8x16xf32>) -> tensor<8x16xf32>
  return %0 : tensor<8x16xf32>
}

// -----

sdy.mesh @mesh_xy = <["x"=2, "y"=2]>

// A constraint that nothing uses is about the tensor, one that is used about what uses it.
// CHECK-LABEL: func.func @main(
func.func @main(%arg0: tensor<8x8xf32>, %arg1: tensor<8x8xf32>) -> (tensor<8x8xf32>, tensor<8x8xf32>, tensor<8x8xf32>) {
  // CHECK-NEXT: %0 = stablehlo.abs %arg0 {sdy.sharding = #sdy.sharding_per_value<[<@mesh_xy, [{"x"}, {}]>]>}
  // CHECK-NEXT: %1 = stablehlo.negate %0 {sdy.sharding = #sdy.sharding_per_value<[<@mesh_xy, [{"x"}, {}]>]>}
  %0 = stablehlo.abs %arg0 : tensor<8x8xf32>
  %1 = sdy.sharding_constraint %0 <@mesh_xy, [{"x"}, {?}]> : tensor<8x8xf32>
  %2 = stablehlo.negate %0 : tensor<8x8xf32>
  // CHECK-NEXT: %2 = stablehlo.abs %arg1 {sdy.sharding = #sdy.sharding_per_value<[<@mesh_xy, [{"y"}, {}]>]>}
  // CHECK-NEXT: %3 = sdy.reshard %2 <@mesh_xy, [{"y"}, {}]>
  // CHECK-NEXT: %4 = stablehlo.negate %3 {sdy.sharding = #sdy.sharding_per_value<[<@mesh_xy, [{"y"}, {}]>]>}
  // CHECK-NEXT: %5 = stablehlo.sine %2 {sdy.sharding = #sdy.sharding_per_value<[<@mesh_xy, [{"y"}, {}]>]>}
  %3 = stablehlo.abs %arg1 : tensor<8x8xf32>
  %4 = sdy.sharding_constraint %3 <@mesh_xy, [{"y"}, {}]> : tensor<8x8xf32>
  %5 = stablehlo.negate %4 : tensor<8x8xf32>
  %6 = stablehlo.sine %3 : tensor<8x8xf32>
  return %2, %5, %6 : tensor<8x8xf32>, tensor<8x8xf32>, tensor<8x8xf32>
}

// -----

sdy.mesh @mesh_name = <["data"=2, "model"=2]>

// Free axes go in and out of a manual computation, and nested ones have manual axes of their own.
// CHECK-LABEL: func.func @main(%arg0: tensor<16x32xf32> {sdy.sharding = #sdy.sharding<@mesh_name, [{"data"}, {"model"}]>})
func.func @main(%arg0: tensor<16x32xf32>) -> tensor<16x32xf32> {
  // CHECK-NEXT: sdy.manual_computation(%arg0) in_shardings=[<@mesh_name, [{"data"}, {"model"}]>] out_shardings=[<@mesh_name, [{"data"}, {"model"}]>] manual_axes={"data"} (%arg1: tensor<8x32xf32>)
  %0 = sdy.manual_computation(%arg0) in_shardings=[<@mesh_name, [{"data"}, {"model",?}]>] out_shardings=[<@mesh_name, [{"data"}, {?}]>] manual_axes={"data"} (%a: tensor<8x32xf32>) {
    // CHECK-NEXT: stablehlo.negate %arg1 {sdy.sharding = #sdy.sharding_per_value<[<@mesh_name, [{}, {"model"}]>]>}
    %1 = stablehlo.negate %a : tensor<8x32xf32>
    // CHECK-NEXT: sdy.manual_computation(%{{.*}}) in_shardings=[<@mesh_name, [{}, {"model"}]>] out_shardings=[<@mesh_name, [{}, {"model"}]>] manual_axes={"model"} (%arg2: tensor<8x16xf32>)
    %2 = sdy.manual_computation(%1) in_shardings=[<@mesh_name, [{}, {"model"}]>] out_shardings=[<@mesh_name, [{}, {"model"}]>] manual_axes={"model"} (%b: tensor<8x16xf32>) {
      %3 = stablehlo.negate %b : tensor<8x16xf32>
      sdy.return %3 : tensor<8x16xf32>
    } : (tensor<8x32xf32>) -> tensor<8x32xf32>
    sdy.return %2 : tensor<8x32xf32>
  } : (tensor<16x32xf32>) -> tensor<16x32xf32>
  return %0 : tensor<16x32xf32>
}
