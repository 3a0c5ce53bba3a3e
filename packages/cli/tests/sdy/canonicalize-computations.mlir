// What canonicalization makes of manual computations, constants and what nothing uses.
// RUN: shardform opt %s -canonicalize | FileCheck %s

sdy.mesh @grid = <["rows"=4, "columns"=2, "one"=1]>

// CHECK-LABEL: func.func @unused_input
func.func @unused_input(%a: tensor<8xf32>, %b: tensor<4xf32>, %c: tensor<2xf32>) -> tensor<8xf32> {
  // CHECK-NEXT: %0 = sdy.manual_computation(%arg0) in_shardings=[<@grid, [{"rows"}]>] out_shardings=[<@grid, [{"rows"}]>] manual_axes={"rows"} (%arg3: tensor<2xf32>) {
  // CHECK-NEXT:   sdy.return %arg3 : tensor<2xf32>
  // CHECK-NEXT: } : (tensor<8xf32>) -> tensor<8xf32>
  %0 = sdy.manual_computation(%b, %a, %c) in_shardings=[<@grid, [{}]>, <@grid, [{"rows"}]>, <@grid, [{}]>] out_shardings=[<@grid, [{"rows"}]>] manual_axes={"rows"} (%x: tensor<4xf32>, %y: tensor<2xf32>, %z: tensor<2xf32>) {
    sdy.return %y : tensor<2xf32>
  } : (tensor<4xf32>, tensor<8xf32>, tensor<2xf32>) -> tensor<8xf32>
  return %0 : tensor<8xf32>
}

// One device along all manual axes does what is written.
// CHECK-LABEL: func.func @one_device
func.func @one_device(%a: tensor<8xf32>) -> (tensor<8xf32>, tensor<8xf32>) {
  // CHECK-NEXT: %0 = stablehlo.negate %arg0 : tensor<8xf32>
  // CHECK-NEXT: return %0, %arg0
  %0:2 = sdy.manual_computation(%a) in_shardings=[<@grid, [{"one", "rows"}]>] out_shardings=[<@grid, [{"one"}]>, <@grid, [{}]>] manual_axes={"one"} (%x: tensor<8xf32>) {
    %1 = stablehlo.negate %x : tensor<8xf32>
    sdy.return %1, %x : tensor<8xf32>, tensor<8xf32>
  } : (tensor<8xf32>) -> (tensor<8xf32>, tensor<8xf32>)
  return %0#0, %0#1 : tensor<8xf32>, tensor<8xf32>
}

// CHECK-LABEL: func.func @no_manual_axes
func.func @no_manual_axes(%a: tensor<8xf32>) -> tensor<8xf32> {
  // CHECK-NEXT: %0 = stablehlo.negate %arg0 : tensor<8xf32>
  // CHECK-NEXT: return %0
  %0 = sdy.manual_computation(%a) in_shardings=[<@grid, [{"rows"}]>] out_shardings=[<@grid, [{"rows"}]>] manual_axes={} (%x: tensor<8xf32>) {
    %1 = stablehlo.negate %x : tensor<8xf32>
    sdy.return %1 : tensor<8xf32>
  } : (tensor<8xf32>) -> tensor<8xf32>
  return %0 : tensor<8xf32>
}

// CHECK-LABEL: func.func @no_shardings
func.func @no_shardings() {
  // CHECK-NEXT: call @effect() : () -> ()
  // CHECK-NEXT: return
  sdy.manual_computation() in_shardings=[] out_shardings=[] manual_axes={} () {
    func.call @effect() : () -> ()
    sdy.return
  } : () -> ()
  return
}

func.func private @effect()

// CHECK-LABEL: func.func @nothing_in_it
func.func @nothing_in_it() {
  // CHECK-NEXT: return
  sdy.manual_computation() in_shardings=[] out_shardings=[] manual_axes={"rows"} () {
    sdy.return
  } : () -> ()
  return
}

// Equal constants become one inside the computation and one outside.
// CHECK-LABEL: func.func @constants_inside
func.func @constants_inside(%a: tensor<8xf32>) -> (tensor<2xf32>, tensor<8xf32>) {
  // CHECK-NEXT: %[[OUTSIDE:.*]] = stablehlo.constant dense<2.000000e+00> : tensor<2xf32>
  // CHECK-NEXT: %[[RESULT:.*]] = sdy.manual_computation(%arg0) {{.*}} (%[[X:.*]]: tensor<2xf32>) {
  // CHECK-NEXT:   %[[INSIDE:.*]] = stablehlo.constant dense<2.000000e+00> : tensor<2xf32>
  // CHECK-NEXT:   %[[ONCE:.*]] = stablehlo.add %[[X]], %[[INSIDE]]
  // CHECK-NEXT:   %[[TWICE:.*]] = stablehlo.add %[[ONCE]], %[[INSIDE]]
  // CHECK-NEXT:   sdy.return %[[TWICE]]
  // CHECK:      return %[[OUTSIDE]], %[[RESULT]]
  %outside = stablehlo.constant dense<2.0> : tensor<2xf32>
  %0 = sdy.manual_computation(%a) in_shardings=[<@grid, [{"rows"}]>] out_shardings=[<@grid, [{"rows"}]>] manual_axes={"rows"} (%x: tensor<2xf32>) {
    %inside = stablehlo.constant dense<2.0> : tensor<2xf32>
    %1 = stablehlo.add %x, %inside : tensor<2xf32>
    %again = stablehlo.constant dense<2.0> : tensor<2xf32>
    %2 = stablehlo.add %1, %again : tensor<2xf32>
    sdy.return %2 : tensor<2xf32>
  } : (tensor<8xf32>) -> tensor<8xf32>
  return %outside, %0 : tensor<2xf32>, tensor<8xf32>
}

// CHECK-LABEL: func.func @constants_inside_named
func.func @constants_inside_named() -> (tensor<2xi32>, tensor<2xi32>) {
  // CHECK-NEXT: stablehlo.constant dense<2> : tensor<2xi32>
  // CHECK-NEXT: sdy.named_computation<"two">() () {
  // CHECK-NEXT:   %[[INSIDE:.*]] = stablehlo.constant dense<2> : tensor<2xi32>
  // CHECK-NEXT:   %[[SUM:.*]] = stablehlo.add %[[INSIDE]], %[[INSIDE]]
  // CHECK-NEXT:   sdy.return %[[SUM]]
  %outside = stablehlo.constant dense<2> : tensor<2xi32>
  %0 = sdy.named_computation<"two">() () {
    %inside = stablehlo.constant dense<2> : tensor<2xi32>
    %again = stablehlo.constant dense<2> : tensor<2xi32>
    %1 = stablehlo.add %inside, %again : tensor<2xi32>
    sdy.return %1 : tensor<2xi32>
  } : () -> tensor<2xi32>
  return %outside, %0 : tensor<2xi32>, tensor<2xi32>
}

// Constants of this dialect stay apart from their equals.
// CHECK-LABEL: func.func @equal_constants
func.func @equal_constants() -> (tensor<2xi32>, tensor<2xi32>) {
  // CHECK-NEXT: %0 = sdy.constant dense<1> : tensor<2xi32>
  // CHECK-NEXT: %1 = sdy.constant dense<1> : tensor<2xi32>
  // CHECK-NEXT: return %0, %1
  %0 = sdy.constant dense<1> : tensor<2xi32>
  %1 = sdy.constant dense<1> : tensor<2xi32>
  return %0, %1 : tensor<2xi32>, tensor<2xi32>
}

// What is pure and has no use goes; what says something about shardings stays.
// CHECK-LABEL: func.func @unused
func.func @unused(%a: tensor<8xf32>) {
  // CHECK-NEXT: sdy.sharding_constraint %arg0 <@grid, [{"rows"}]> : tensor<8xf32>
  // CHECK-NEXT: sdy.sharding_group %arg0 group_id=0 : tensor<8xf32>
  // CHECK-NEXT: return
  %0 = sdy.sharding_constraint %a <@grid, [{"rows"}]> : tensor<8xf32>
  sdy.sharding_group %a group_id=0 : tensor<8xf32>
  %1 = sdy.reshard %a <@grid, [{"rows"}]> : tensor<8xf32>
  %2 = sdy.propagation_barrier %a allowed_direction=NONE : tensor<8xf32>
  %3 = sdy.constant dense<1.0> : tensor<8xf32>
  return
}
