// Every operation that isn't a collective one, in its short form and through the generic form.
// RUN: shardform opt %s | FileCheck %s
// RUN: shardform opt %s --mlir-print-op-generic | shardform opt - | FileCheck %s

sdy.mesh @grid = <["rows"=4, "columns"=2]>

// CHECK-LABEL: func.func @constraint_and_reshard
func.func @constraint_and_reshard(%a: tensor<8x6xf32>) -> tensor<8x6xf32> {
  // CHECK-NEXT: %0 = sdy.sharding_constraint %arg0 <@grid, [{"rows"}, {?}]> {sdy.sharding_origin_name = "here"} : tensor<8x6xf32>
  %0 = sdy.sharding_constraint %a <@grid, [{"rows"}, {?}]> {sdy.sharding_origin_name = "here"} : tensor<8x6xf32>
  // CHECK-NEXT: %1 = sdy.reshard %0 <@grid, [{}, {"columns"}]> : tensor<8x6xf32>
  %1 = sdy.reshard %0 <@grid, [{}, {"columns"}]> : tensor<8x6xf32>
  return %1 : tensor<8x6xf32>
}

// CHECK-LABEL: func.func @group_and_barrier
func.func @group_and_barrier(%a: tensor<8xf32>) {
  // CHECK-NEXT: sdy.sharding_group %arg0 group_id=21 : tensor<8xf32>
  sdy.sharding_group %a group_id=21 : tensor<8xf32>
  // CHECK-NEXT: %0 = sdy.propagation_barrier %arg0 allowed_direction=NONE : tensor<8xf32>
  %0 = sdy.propagation_barrier %a allowed_direction=NONE : tensor<8xf32>
  // CHECK-NEXT: %1 = sdy.propagation_barrier %0 allowed_direction=FORWARD : tensor<8xf32>
  %1 = sdy.propagation_barrier %0 allowed_direction=FORWARD : tensor<8xf32>
  // CHECK-NEXT: %2 = sdy.propagation_barrier %1 allowed_direction=BACKWARD : tensor<8xf32>
  %2 = sdy.propagation_barrier %1 allowed_direction=BACKWARD : tensor<8xf32>
  return
}

// CHECK-LABEL: func.func @constants
func.func @constants() {
  // CHECK-NEXT: %0 = sdy.constant dense<1.500000e+00> : tensor<2x3xf32>
  %0 = sdy.constant dense<1.5> : tensor<2x3xf32>
  // CHECK-NEXT: %1 = sdy.constant {tag} dense<[1, 2]> : tensor<2xi32>
  %1 = sdy.constant {tag} dense<[1, 2]> : tensor<2xi32>
  // CHECK-NEXT: %2 = sdy.constant {sdy.sharding = #sdy.sharding_per_value<[<@grid, [{"columns"}]>]>} dense<true> : tensor<4xi1>
  %2 = "sdy.constant"() <{value = dense<true> : tensor<4xi1>}> {sdy.sharding = #sdy.sharding_per_value<[<@grid, [{"columns"}]>]>} : () -> tensor<4xi1>
  return
}

// CHECK-LABEL: func.func @edges
func.func @edges(%a: tensor<8xf32>, %b: tensor<8xf32>) -> tensor<8xf32> {
  // CHECK-NEXT: %0 = sdy.func_data_flow_edge %arg1 {sdy.sharding = #sdy.sharding_per_value<[<@grid, [{"rows"}]>]>} : tensor<8xf32>
  %0 = sdy.func_data_flow_edge %b {sdy.sharding = #sdy.sharding_per_value<[<@grid, [{"rows"}]>]>} : tensor<8xf32>
  %1:2 = sdy.named_computation<"pass on">(%a, %0) (%x: tensor<8xf32>, %y: tensor<8xf32>) {
    sdy.return %x, %y : tensor<8xf32>, tensor<8xf32>
  } : (tensor<8xf32>, tensor<8xf32>) -> (tensor<8xf32>, tensor<8xf32>)
  // CHECK: %2 = sdy.data_flow_edge %1#0 : tensor<8xf32>
  %2 = sdy.data_flow_edge %1#0 : tensor<8xf32>
  // CHECK-NEXT: %3 = sdy.data_flow_edge %1#1 sharding=<@grid, [{"rows", ?}]> : tensor<8xf32>
  %3 = sdy.data_flow_edge %1#1 sharding=<@grid, [{"rows", ?}]> : tensor<8xf32>
  // CHECK-NEXT: %4 = call @callee(%3)
  %4 = func.call @callee(%3) : (tensor<8xf32>) -> tensor<8xf32>
  // CHECK-NEXT: %5 = sdy.func_data_flow_edge %4 : tensor<8xf32>
  %5 = sdy.func_data_flow_edge %4 : tensor<8xf32>
  return %5 : tensor<8xf32>
}

func.func private @callee(tensor<8xf32>) -> tensor<8xf32>

// CHECK-LABEL: func.func @manual
func.func @manual(%a: tensor<8x6xf32>, %b: tensor<8xf32>) -> (tensor<8x6xf32>, tensor<8xf32>) {
  // CHECK-NEXT: %0:2 = sdy.manual_computation(%arg0, %arg1) in_shardings=[<@grid, [{"rows"}, {}]>, <@grid, [{"rows", "columns", ?}]>] out_shardings=[<@grid, [{"rows"}, {?}]>, <@grid, [{}], replicated={"rows"}>] manual_axes={"rows"} (%arg2: tensor<2x6xf32>, %arg3: tensor<2xf32>) {
  // CHECK-NEXT:   %1 = stablehlo.add %arg2, %arg2 : tensor<2x6xf32>
  // CHECK-NEXT:   %2 = stablehlo.concatenate %arg3, %arg3, %arg3, %arg3, dim = 0
  // CHECK-NEXT:   sdy.return %1, %2 : tensor<2x6xf32>, tensor<8xf32>
  // CHECK-NEXT: } {tag = 1 : i64} : (tensor<8x6xf32>, tensor<8xf32>) -> (tensor<8x6xf32>, tensor<8xf32>)
  %0:2 = sdy.manual_computation(%a, %b) in_shardings=[<@grid, [{"rows"}, {}]>, <@grid, [{"rows", "columns", ?}]>] out_shardings=[<@grid, [{"rows"}, {?}]>, <@grid, [{}], replicated={"rows"}>] manual_axes={"rows"} (%x: tensor<2x6xf32>, %y: tensor<2xf32>) {
    %1 = stablehlo.add %x, %x : tensor<2x6xf32>
    %2 = stablehlo.concatenate %y, %y, %y, %y, dim = 0 : (tensor<2xf32>, tensor<2xf32>, tensor<2xf32>, tensor<2xf32>) -> tensor<8xf32>
    sdy.return %1, %2 : tensor<2x6xf32>, tensor<8xf32>
  } {tag = 1} : (tensor<8x6xf32>, tensor<8xf32>) -> (tensor<8x6xf32>, tensor<8xf32>)
  // Nothing in, nothing out.
  // CHECK-NEXT: sdy.manual_computation() in_shardings=[] out_shardings=[] manual_axes={} () {
  // CHECK-NEXT:   sdy.return
  // CHECK-NEXT: } : () -> ()
  sdy.manual_computation() in_shardings=[] out_shardings=[] manual_axes={} () {
    sdy.return
  } : () -> ()
  return %0#0, %0#1 : tensor<8x6xf32>, tensor<8xf32>
}

// One computation inside another: each handles axes of its own.
// CHECK-LABEL: func.func @nested_manual
func.func @nested_manual(%a: tensor<8xf32>) -> tensor<8xf32> {
  // CHECK-NEXT: sdy.manual_computation(%arg0) in_shardings=[<@grid, [{"rows"}]>] out_shardings=[<@grid, [{"rows"}]>] manual_axes={"rows"} (%arg1: tensor<2xf32>) {
  // CHECK-NEXT:   sdy.manual_computation(%arg1) in_shardings=[<@grid, [{"columns"}]>] out_shardings=[<@grid, [{"columns"}]>] manual_axes={"columns"} (%arg2: tensor<1xf32>) {
  // CHECK-NEXT:     sdy.return %arg2 : tensor<1xf32>
  %0 = sdy.manual_computation(%a) in_shardings=[<@grid, [{"rows"}]>] out_shardings=[<@grid, [{"rows"}]>] manual_axes={"rows"} (%x: tensor<2xf32>) {
    %1 = sdy.manual_computation(%x) in_shardings=[<@grid, [{"columns"}]>] out_shardings=[<@grid, [{"columns"}]>] manual_axes={"columns"} (%y: tensor<1xf32>) {
      sdy.return %y : tensor<1xf32>
    } : (tensor<2xf32>) -> tensor<2xf32>
    sdy.return %1 : tensor<2xf32>
  } : (tensor<8xf32>) -> tensor<8xf32>
  return %0 : tensor<8xf32>
}

// CHECK-LABEL: func.func @named
func.func @named(%a: tensor<8xf32>) -> (tensor<8xf32>, tensor<8xf32>) {
  // CHECK-NEXT: %0 = sdy.named_computation<"block 1">(%arg0) in_shardings=[<@grid, [{"rows"}]>] out_shardings=[<@grid, [{?}]>] (%arg1: tensor<8xf32>) {
  // CHECK-NEXT:   %2 = stablehlo.negate %arg1 : tensor<8xf32>
  // CHECK-NEXT:   sdy.return %2 : tensor<8xf32>
  // CHECK-NEXT: } {tag} : (tensor<8xf32>) -> tensor<8xf32>
  %0 = sdy.named_computation<"block 1">(%a) in_shardings=[<@grid, [{"rows"}]>] out_shardings=[<@grid, [{?}]>] (%x: tensor<8xf32>) {
    %2 = stablehlo.negate %x : tensor<8xf32>
    sdy.return %2 : tensor<8xf32>
  } {tag} : (tensor<8xf32>) -> tensor<8xf32>
  // CHECK-NEXT: %1 = sdy.named_computation<"plain">(%0) (%arg1: tensor<8xf32>) {
  // CHECK-NEXT:   sdy.return %arg1 : tensor<8xf32>
  // CHECK-NEXT: } : (tensor<8xf32>) -> tensor<8xf32>
  %1 = sdy.named_computation<"plain">(%0) (%x: tensor<8xf32>) {
    sdy.return %x : tensor<8xf32>
  } : (tensor<8xf32>) -> tensor<8xf32>
  // CHECK-NEXT: sdy.named_computation<"results only">() out_shardings=[] () {
  // CHECK-NEXT:   sdy.return
  sdy.named_computation<"results only">() out_shardings=[] () {
    sdy.return
  } : () -> ()
  return %0, %1 : tensor<8xf32>, tensor<8xf32>
}
