// Shardings that a value cannot have, and those that are none.
// RUN: shardform opt %s -split-input-file -verify-diagnostics

sdy.mesh @m = <["x"=4, "y"=2, "z"=2]>

func.func @f(%a: tensor<8x8xf32>) {
  // expected-error @+1 {{'sdy.sharding_constraint' op unknown mesh: @other}}
  %0 = sdy.sharding_constraint %a <@other, [{}, {}]> : tensor<8x8xf32>
  return
}

// -----

sdy.mesh @m = <["x"=4, "y"=2, "z"=2]>

func.func @f(%a: tensor<8x8xf32>) {
  // expected-error @+1 {{'sdy.sharding_constraint' op sharding doesn't match tensor rank: 1 != 2}}
  %0 = sdy.sharding_constraint %a <@m, [{"x"}]> : tensor<8x8xf32>
  return
}

// -----

sdy.mesh @m = <["x"=4, "y"=2, "z"=2]>

func.func @f(%a: tensor<8x8xf32>) {
  // expected-error @+1 {{'sdy.sharding_constraint' op unknown axis name: "w"}}
  %0 = sdy.sharding_constraint %a <@m, [{"x"}, {"w"}]> : tensor<8x8xf32>
  return
}

// -----

sdy.mesh @m = <["x"=4, "y"=2, "z"=2]>

func.func @f(%a: tensor<8x8xf32>) {
  // expected-error @+1 {{'sdy.sharding_constraint' op duplicate axis ref: "x"}}
  %0 = sdy.sharding_constraint %a <@m, [{"x"}, {"y", "x"}]> : tensor<8x8xf32>
  return
}

// -----

sdy.mesh @m = <["x"=4, "y"=2, "z"=2]>

func.func @f(%a: tensor<8x8xf32>) {
  // expected-error @+1 {{'sdy.sharding_constraint' op duplicate axis ref: "x":(1)2}}
  %0 = sdy.sharding_constraint %a <@m, [{"x":(1)2}, {"x":(1)2}]> : tensor<8x8xf32>
  return
}

// -----

sdy.mesh @m = <["x"=4, "y"=2, "z"=2]>

func.func @f(%a: tensor<8x8xf32>) {
  // expected-error @+1 {{'sdy.sharding_constraint' op duplicate axis ref: "y"}}
  %0 = sdy.sharding_constraint %a <@m, [{"x"}, {"y"}], replicated={"y"}> : tensor<8x8xf32>
  return
}

// -----

sdy.mesh @m = <["x"=4, "y"=2, "z"=2]>

func.func @f(%a: tensor<8x8xf32>) {
  // expected-error @+1 {{'sdy.sharding_constraint' op duplicate axis ref: "y"}}
  %0 = sdy.sharding_constraint %a <@m, [{"x"}, {"y"}], unreduced={"y"}> : tensor<8x8xf32>
  return
}

// -----

sdy.mesh @m = <["x"=4, "y"=2, "z"=2]>

func.func @f(%a: tensor<8x8xf32>) {
  // expected-error @+1 {{'sdy.sharding_constraint' op duplicate axis ref: "y"}}
  %0 = sdy.sharding_constraint %a <@m, [{"x"}, {}], replicated={"y"}, unreduced={"y"}> : tensor<8x8xf32>
  return
}

// -----

sdy.mesh @m = <["x"=4, "y"=2, "z"=2]>

func.func @f(%a: tensor<8x8xf32>) {
  // expected-error @+1 {{'sdy.sharding_constraint' op two consecutive sub-axes can be merged: "x":(1)2, "x":(2)2}}
  %0 = sdy.sharding_constraint %a <@m, [{"x":(1)2, "x":(2)2}, {}]> : tensor<8x8xf32>
  return
}

// -----

sdy.mesh @m = <["x"=4, "y"=2, "z"=2]>

func.func @f(%a: tensor<8x8xf32>) {
  // expected-error @+1 {{'sdy.sharding_constraint' op both sub-axis and full-axis are used for axis name: "x"}}
  %0 = sdy.sharding_constraint %a <@m, [{"x"}, {"x":(2)2}]> : tensor<8x8xf32>
  return
}

// -----

sdy.mesh @m = <["x"=4, "y"=2, "z"=2]>

func.func @f(%a: tensor<8x8xf32>) {
  // expected-error @+1 {{'sdy.sharding_constraint' op sub-axis pre-size must be at least 1: "x":(0)2}}
  %0 = sdy.sharding_constraint %a <@m, [{"x":(0)2}, {}]> : tensor<8x8xf32>
  return
}

// -----

sdy.mesh @m = <["x"=4, "y"=2, "z"=2]>

func.func @f(%a: tensor<8x8xf32>) {
  // expected-error @+1 {{'sdy.sharding_constraint' op sub-axis sizes must be greater than 1: "x":(2)1}}
  %0 = sdy.sharding_constraint %a <@m, [{"x":(2)1}, {}]> : tensor<8x8xf32>
  return
}

// -----

sdy.mesh @m = <["x"=4, "y"=2, "z"=2]>

func.func @f(%a: tensor<8x8xf32>) {
  // expected-error @+1 {{'sdy.sharding_constraint' op sub-axis next pre-size 6 doesn't divide the size of the full axis 4: "x":(2)3}}
  %0 = sdy.sharding_constraint %a <@m, [{"x":(2)3}, {}]> : tensor<8x8xf32>
  return
}

// -----

sdy.mesh @m = <["x"=4, "y"=2, "z"=2]>

func.func @f(%a: tensor<8x8xf32>) {
  // expected-error @+1 {{'sdy.sharding_constraint' op sub-axis size is equal to the full axis size: "x":(1)4}}
  %0 = sdy.sharding_constraint %a <@m, [{"x":(1)4}, {}]> : tensor<8x8xf32>
  return
}

// -----

sdy.mesh @long = <["x"=16]>

func.func @f(%a: tensor<8x8xf32>) {
  // expected-error @+1 {{'sdy.sharding_constraint' op overlapping sub-axes: "x":(1)4, "x":(2)4}}
  %0 = sdy.sharding_constraint %a <@long, [{"x":(1)4}, {"x":(2)4}]> : tensor<8x8xf32>
  return
}

// -----

sdy.mesh @m = <["x"=4, "y"=2, "z"=2]>

func.func @f(%a: tensor<8x8xf32>) {
  // expected-error @+1 {{'sdy.sharding_constraint' op dim 1 is empty and closed but has a priority}}
  %0 = sdy.sharding_constraint %a <@m, [{?}p0, {}p1]> : tensor<8x8xf32>
  return
}

// -----

sdy.mesh @m = <["x"=4, "y"=2, "z"=2]>

func.func @f(%a: tensor<8x8xf32>) {
  // expected-error @+1 {{'sdy.sharding_constraint' op replicated axes are not ordered w.r.t. mesh}}
  %0 = sdy.sharding_constraint %a <@m, [{}, {}], replicated={"y", "x"}> : tensor<8x8xf32>
  return
}

// -----

sdy.mesh @m = <["x"=4, "y"=2, "z"=2]>

func.func @f(%a: tensor<8x8xf32>) {
  // expected-error @+1 {{'sdy.sharding_constraint' op unreduced axes are not ordered w.r.t. mesh}}
  %0 = sdy.sharding_constraint %a <@m, [{}, {}], unreduced={"z", "y"}> : tensor<8x8xf32>
  return
}

// -----

sdy.mesh @m = <["x"=4, "y"=2, "z"=2]>

func.func @f(%a: tensor<*xf32>) {
  // expected-error @+1 {{'sdy.sharding_constraint' op only ranked tensors can have a sharding. type: 'tensor<*xf32>'}}
  %0 = sdy.sharding_constraint %a <@m, []> : tensor<*xf32>
  return
}

// -----

sdy.mesh @m = <["x"=4, "y"=2, "z"=2]>

func.func @f(%a: index) {
  // expected-error @+1 {{'sdy.sharding_constraint' op non-shaped tensors can only have a sharding with rank 0 and no replicated or unreduced axes. type: 'index', sharding: #sdy.sharding<@m, [{"x"}]>}}
  %0 = sdy.sharding_constraint %a <@m, [{"x"}]> : index
  return
}

// -----

sdy.mesh @one = <[], device_ids=[3]>

func.func @f(%a: tensor<8x8xf32>) {
  // expected-error @+1 {{'sdy.sharding_constraint' op a maximal sharding can only have a sharding with rank 0 and no replicated or unreduced axes.}}
  %0 = sdy.sharding_constraint %a <@one, [{}, {}]> : tensor<8x8xf32>
  return
}

// -----

sdy.mesh @m = <["x"=4, "y"=2, "z"=2]>

func.func @f(%a: tensor<8x8xf32>) {
  // expected-error @+2 {{expecting priority in format 'p<number>', got: q1}}
  // expected-error @+1 {{failed to parse Sdy_TensorSharding parameter 'dim_shardings' which is to be a `::llvm::ArrayRef<DimensionShardingAttr>`}}
  %0 = sdy.sharding_constraint %a <@m, [{"x"}q1, {}]> : tensor<8x8xf32>
  return
}

// -----

sdy.mesh @m = <["x"=4, "y"=2, "z"=2]>

func.func @f(%a: tensor<8x8xf32>) {
  // expected-error @+2 {{expecting priority in format 'p<number>', got: p}}
  // expected-error @+1 {{failed to parse Sdy_TensorSharding parameter 'dim_shardings' which is to be a `::llvm::ArrayRef<DimensionShardingAttr>`}}
  %0 = sdy.sharding_constraint %a <@m, [{"x"}p, {}]> : tensor<8x8xf32>
  return
}

// -----

sdy.mesh @m = <["x"=4, "y"=2, "z"=2]>

func.func @f(%a: tensor<8x8xf32>) {
  // expected-error @+2 {{priorities with leading zeros are not allowed, got: p01}}
  // expected-error @+1 {{failed to parse Sdy_TensorSharding parameter 'dim_shardings' which is to be a `::llvm::ArrayRef<DimensionShardingAttr>`}}
  %0 = sdy.sharding_constraint %a <@m, [{"x"}p01, {}]> : tensor<8x8xf32>
  return
}

// -----

sdy.mesh @m = <["x"=4, "y"=2, "z"=2]>

func.func @f(%a: tensor<8x8xf32>) {
  // expected-error @+2 {{expecting integer priority, got: p9223372036854775808}}
  // expected-error @+1 {{failed to parse Sdy_TensorSharding parameter 'dim_shardings' which is to be a `::llvm::ArrayRef<DimensionShardingAttr>`}}
  %0 = sdy.sharding_constraint %a <@m, [{"x"}p9223372036854775808, {}]> : tensor<8x8xf32>
  return
}

// -----

sdy.mesh @m = <["x"=4, "y"=2, "z"=2]>

func.func @f(%a: tensor<8x8xf32>) {
  // expected-error @+1 {{failed to parse Sdy_TensorSharding, expected valid named axis list after comma}}
  %0 = sdy.sharding_constraint %a <@m, [{}, {}], reduced={"x"}> : tensor<8x8xf32>
  return
}

// -----

sdy.mesh @m = <["x"=4, "y"=2, "z"=2]>

func.func @f(%a: tensor<8x8xf32>) {
  // expected-error @+1 {{failed to parse Sdy_TensorSharding, expected valid named axis list after comma}}
  %0 = sdy.sharding_constraint %a <@m, [{}, {}], replicated={"x"}, replicated={"y"}> : tensor<8x8xf32>
  return
}

// -----

sdy.mesh @m = <["x"=4, "y"=2, "z"=2]>

func.func @f(%a: tensor<8x8xf32>) {
  // expected-error @+4 {{expected string}}
  // expected-error @+3 {{failed to parse Sdy_AxisRef parameter 'name' which is to be a `::llvm::StringRef`}}
  // expected-error @+2 {{failed to parse axis list which is expected to be an `ArrayRef<AxisRefAttr>`}}
  // expected-error @+1 {{failed to parse Sdy_TensorSharding parameter 'replicated_axes'}}
  %0 = sdy.sharding_constraint %a <@m, [{}, {}], replicated={}> : tensor<8x8xf32>
  return
}

// -----

sdy.mesh @m = <["x"=4, "y"=2, "z"=2]>

// expected-error @+1 {{'func.func' op arg 1 - unknown axis name: "w"}}
func.func @f(%a: tensor<8xf32>, %b: tensor<8xf32> {sdy.sharding = #sdy.sharding<@m, [{"w"}]>}) {
  return
}

// -----

sdy.mesh @m = <["x"=4, "y"=2, "z"=2]>

// expected-error @+1 {{'func.func' op result 0 - sharding doesn't match tensor rank: 2 != 1}}
func.func @f(%a: tensor<8xf32>) -> (tensor<8xf32> {sdy.sharding = #sdy.sharding<@m, [{}, {}]>}) {
  return %a : tensor<8xf32>
}

// -----

// expected-error @+1 {{'func.func' op arg 0 - should have a sharding attribute of type TensorShardingAttr}}
func.func @f(%a: tensor<8xf32> {sdy.sharding = "x"}) {
  return
}

// -----

func.func @f(%a: tensor<8xf32>) {
  // expected-error @+1 {{'stablehlo.negate' op should have a sharding attribute of type TensorShardingPerValueAttr}}
  %0 = stablehlo.negate %a {sdy.sharding = 1 : i64} : tensor<8xf32>
  return
}

// -----

sdy.mesh @m = <["x"=4, "y"=2, "z"=2]>

func.func @f(%a: tensor<8xf32>) {
  // expected-error @+1 {{'stablehlo.negate' op result shardings don't match number of values: 2 shardings vs 1 values}}
  %0 = stablehlo.negate %a {sdy.sharding = #sdy.sharding_per_value<[<@m, [{}]>, <@m, [{}]>]>} : tensor<8xf32>
  return
}

// -----

sdy.mesh @m = <["x"=4, "y"=2, "z"=2]>

func.func @f(%a: tensor<8xf32>) {
  // One result goes without a number.
  // expected-error @+1 {{'stablehlo.negate' op result - duplicate axis ref: "x"}}
  %0 = stablehlo.negate %a {sdy.sharding = #sdy.sharding_per_value<[<@m, [{"x", "x"}]>]>} : tensor<8xf32>
  return
}

// -----

sdy.mesh @m = <["x"=4, "y"=2, "z"=2]>

func.func private @pair() -> (tensor<8xf32>, tensor<4xf32>)

func.func @f() {
  // expected-error @+1 {{'func.call' op result 1 - unknown axis name: "w"}}
  %0:2 = call @pair() {sdy.sharding = #sdy.sharding_per_value<[<@m, [{"x"}]>, <@m, [{"w"}]>]>} : () -> (tensor<8xf32>, tensor<4xf32>)
  return
}

// -----

sdy.mesh @m = <["x"=4, "y"=2, "z"=2]>

func.func private @nothing()

func.func @f() {
  // expected-error @+1 {{'func.call' op result shardings don't match number of values: 1 shardings vs 0 values}}
  call @nothing() {sdy.sharding = #sdy.sharding_per_value<[<@m, [{"x"}]>]>} : () -> ()
  return
}
