// Manual computations whose shardings, axes and types do not fit.
// RUN: shardform opt %s -split-input-file -verify-diagnostics

sdy.mesh @m = <["x"=4, "y"=2, "z"=2]>

func.func @f(%a: tensor<8x8xf32>) {
  // expected-error @+1 {{'sdy.manual_computation' op operand shardings don't match number of values: 0 shardings vs 1 values}}
  %0 = sdy.manual_computation(%a) in_shardings=[] out_shardings=[<@m, [{}, {}]>] manual_axes={} (%x: tensor<8x8xf32>) {
    sdy.return %x : tensor<8x8xf32>
  } : (tensor<8x8xf32>) -> tensor<8x8xf32>
  return
}

// -----

sdy.mesh @m = <["x"=4, "y"=2, "z"=2]>

func.func @f(%a: tensor<8x8xf32>) {
  // expected-error @+1 {{'sdy.manual_computation' op result shardings don't match number of values: 2 shardings vs 1 values}}
  %0 = sdy.manual_computation(%a) in_shardings=[<@m, [{}, {}]>] out_shardings=[<@m, [{}, {}]>, <@m, [{}, {}]>] manual_axes={} (%x: tensor<8x8xf32>) {
    sdy.return %x : tensor<8x8xf32>
  } : (tensor<8x8xf32>) -> tensor<8x8xf32>
  return
}

// -----

sdy.mesh @m = <["x"=4, "y"=2, "z"=2]>

func.func @f(%a: tensor<8x8xf32>) {
  // expected-error @+1 {{'sdy.manual_computation' op operand - unknown axis name: "w"}}
  %0 = sdy.manual_computation(%a) in_shardings=[<@m, [{"w"}, {}]>] out_shardings=[<@m, [{}, {}]>] manual_axes={} (%x: tensor<8x8xf32>) {
    sdy.return %x : tensor<8x8xf32>
  } : (tensor<8x8xf32>) -> tensor<8x8xf32>
  return
}

// -----

sdy.mesh @m = <["x"=4, "y"=2, "z"=2]>

func.func @f(%a: tensor<8x8xf32>) {
  // expected-error @+1 {{'sdy.manual_computation' op result - sharding doesn't match tensor rank: 1 != 2}}
  %0 = sdy.manual_computation(%a) in_shardings=[<@m, [{}, {}]>] out_shardings=[<@m, [{}]>] manual_axes={} (%x: tensor<8x8xf32>) {
    sdy.return %x : tensor<8x8xf32>
  } : (tensor<8x8xf32>) -> tensor<8x8xf32>
  return
}

// -----

sdy.mesh @m = <["x"=4, "y"=2, "z"=2]>

func.func @f(%a: tensor<8xf32>) {
  // expected-error @+1 {{'sdy.manual_computation' op number of op operands and region operands must match. Op has 1 op operands and 0 region operands}}
  sdy.manual_computation(%a) in_shardings=[<@m, [{}]>] out_shardings=[] manual_axes={} () {
    sdy.return
  } : (tensor<8xf32>) -> ()
  return
}

// -----

sdy.mesh @m = <["x"=4, "y"=2, "z"=2]>

func.func @f() {
  // expected-error @+1 {{'sdy.manual_computation' op number of op results and region results must match. Op has 1 op results and 0 region results}}
  %0 = sdy.manual_computation() in_shardings=[] out_shardings=[<@m, [{}]>] manual_axes={} () {
    sdy.return
  } : () -> tensor<8xf32>
  return
}

// -----

sdy.mesh @m = <["x"=4, "y"=2, "z"=2]>

func.func @f(%a: tensor<8x8xf32>) {
  // expected-error @+1 {{'sdy.manual_computation' op operand sharding at index 0 must have all manual axes come before free axes in its dimension sharding at index 1. Saw manual axis "y" after free axis "x"}}
  %0 = sdy.manual_computation(%a) in_shardings=[<@m, [{}, {"x", "y"}]>] out_shardings=[<@m, [{}, {}]>] manual_axes={"y"} (%x: tensor<8x4xf32>) {
    sdy.return %x : tensor<8x4xf32>
  } : (tensor<8x8xf32>) -> tensor<8x8xf32>
  return
}

// -----

sdy.mesh @m = <["x"=4, "y"=2, "z"=2]>

func.func @f(%a: tensor<6xf32>) {
  // expected-error @+1 {{'sdy.manual_computation' op operand dimension size 6 is not divisible by the manual axes size 4}}
  %0 = sdy.manual_computation(%a) in_shardings=[<@m, [{"x"}]>] out_shardings=[<@m, [{}]>] manual_axes={"x"} (%x: tensor<2xf32>) {
    sdy.return %x : tensor<2xf32>
  } : (tensor<6xf32>) -> tensor<6xf32>
  return
}

// -----

sdy.mesh @m = <["x"=4, "y"=2, "z"=2]>

func.func @f(%a: tensor<8x8xf32>) {
  // expected-error @+1 {{'sdy.manual_computation' op operand shape, corresponding sharding, and region operand shape at index 0 must match. Expected local shape 'tensor<2x8xf32>', actual local shape 'tensor<4x8xf32>'}}
  %0 = sdy.manual_computation(%a) in_shardings=[<@m, [{"x"}, {"y"}]>] out_shardings=[<@m, [{}, {}]>] manual_axes={"x"} (%x: tensor<4x8xf32>) {
    sdy.return %x : tensor<4x8xf32>
  } : (tensor<8x8xf32>) -> tensor<8x8xf32>
  return
}

// -----

sdy.mesh @m = <["x"=4, "y"=2, "z"=2]>

func.func @f(%a: tensor<8x8xf32>) {
  // expected-error @+1 {{'sdy.manual_computation' op result shape, corresponding sharding, and region result shape at index 0 must match. Expected local shape 'tensor<8x4xf32>', actual local shape 'tensor<2x8xf32>'}}
  %0 = sdy.manual_computation(%a) in_shardings=[<@m, [{"x"}, {}]>] out_shardings=[<@m, [{}, {"y"}]>] manual_axes={"x", "y"} (%x: tensor<2x8xf32>) {
    sdy.return %x : tensor<2x8xf32>
  } : (tensor<8x8xf32>) -> tensor<8x8xf32>
  return
}

// -----

sdy.mesh @m = <["x"=4, "y"=2, "z"=2]>
sdy.mesh @n = <["x"=4]>

func.func @f(%a: tensor<8x8xf32>) {
  // expected-error @+1 {{'sdy.manual_computation' op all in and out shardings must be bound to the same mesh or an empty mesh.}}
  %0 = sdy.manual_computation(%a) in_shardings=[<@m, [{"x"}, {}]>] out_shardings=[<@n, [{"x"}, {}]>] manual_axes={"x"} (%x: tensor<2x8xf32>) {
    sdy.return %x : tensor<2x8xf32>
  } : (tensor<8x8xf32>) -> tensor<8x8xf32>
  return
}

// -----

sdy.mesh @m = <["x"=4, "y"=2, "z"=2]>

func.func @f(%a: tensor<8x8xf32>) {
  // expected-error @+1 {{'sdy.manual_computation' op unknown manual axis: "w"}}
  %0 = sdy.manual_computation(%a) in_shardings=[<@m, [{"x"}, {}]>] out_shardings=[<@m, [{"x"}, {}]>] manual_axes={"x", "w"} (%x: tensor<2x8xf32>) {
    sdy.return %x : tensor<2x8xf32>
  } : (tensor<8x8xf32>) -> tensor<8x8xf32>
  return
}

// -----

sdy.mesh @m = <["x"=4, "y"=2, "z"=2]>

func.func @f(%a: tensor<8xf32>) {
  // expected-note @+1 {{parent bounding this axis as manual}}
  sdy.manual_computation(%a) in_shardings=[<@m, [{"x"}]>] out_shardings=[] manual_axes={"x"} (%x: tensor<2xf32>) {
    // expected-error @+1 {{'sdy.sharding_constraint' op operates on axis "x" which is already bound by a parent sdy.manual_computation op}}
    %0 = sdy.sharding_constraint %x <@m, [{"x"}]> : tensor<2xf32>
    sdy.return
  } : (tensor<8xf32>) -> ()
  return
}

// -----

sdy.mesh @m = <["x"=4, "y"=2, "z"=2]>

func.func @f(%a: tensor<8xf32>) {
  // expected-note @+1 {{parent bounding this axis as manual}}
  sdy.manual_computation(%a) in_shardings=[<@m, [{"x"}]>] out_shardings=[] manual_axes={"x"} (%x: tensor<2xf32>) {
    // expected-error @+1 {{'stablehlo.negate' op result - operates on axis "x" which is already bound by a parent sdy.manual_computation op}}
    %0 = stablehlo.negate %x {sdy.sharding = #sdy.sharding_per_value<[<@m, [{?}], replicated={"x"}>]>} : tensor<2xf32>
    sdy.return
  } : (tensor<8xf32>) -> ()
  return
}

// -----

sdy.mesh @m = <["x"=4, "y"=2, "z"=2]>

func.func @f(%a: tensor<8xf32>) {
  // expected-note @+1 {{parent bounding this axis as manual}}
  sdy.manual_computation(%a) in_shardings=[<@m, [{"x"}]>] out_shardings=[] manual_axes={"x"} (%x: tensor<2xf32>) {
    // expected-error @+1 {{'sdy.manual_computation' op operates on axis "x" which is already bound by a parent sdy.manual_computation op}}
    sdy.manual_computation(%x) in_shardings=[<@m, [{}]>] out_shardings=[] manual_axes={"x"} (%y: tensor<2xf32>) {
      sdy.return
    } : (tensor<2xf32>) -> ()
    sdy.return
  } : (tensor<8xf32>) -> ()
  return
}
