// sdy as its first design documents wrote it: read when asked for, an error otherwise.
// RUN: shardform opt %s -split-input-file --sdy-legacy-syntax -sdy-propagation-pipeline -verify-diagnostics | FileCheck %s
// RUN: not shardform opt %s -split-input-file 2>&1 | FileCheck --check-prefix=STRICT %s
// STRICT: error: expected operation name in quotes
// STRICT: remark: deprecated syntax of sdy; --sdy-legacy-syntax accepts it

// expected-remark@+1 {{read as 'sdy.mesh @mesh_xy = <["x"=2, "y"=2]>'}}
@mesh_xy = <"x"=2, "y"=2>

// CHECK-LABEL: module @jit_zeros_like
module @"jit_zeros_like" {
  // CHECK: func.func @main(%arg0: tensor<8x2xi64> {{.*}}) -> (tensor<8x2xi64> {sdy.sharding = #sdy.sharding<@mesh_xy, [{"x"}, {"y"}]>})
  // CHECK-NEXT: %0 = sdy.constant {sdy.sharding = #sdy.sharding_per_value<[<@mesh_xy, [{"x"}, {"y"}]>]>} dense<0>
  // CHECK-NEXT: return %0
  // expected-remark@+1 {{left out}}
  func.func @main(%arg0: tensor<8x2xi64> {sdy.sharding = #sdy.sharding<@mesh_xy, [{"x"},{"y"}]>}}) -> (tensor<8x2xi64>) {
    // expected-remark@+1 {{read as 'sdy.sharding_group %arg0 group_id=0'}}
    %0 = sdy.sharding_group %arg0, id=0 : tensor<8x2xi64>
    %1 = stablehlo.constant dense<0> : tensor<8x2xi64>
    // expected-remark@+1 {{read as 'sdy.sharding_group %1 group_id=0'}}
    %2 = sdy.sharding_group %1, id=0 : tensor<8x2xi64>
    return %2 : tensor<8x2xi64>
  }
}

// -----

// expected-remark@+1 {{read as 'sdy.mesh @mesh_name = <["data"=2, "model"=2]>'}}
@mesh_name = <"data"=2, "model"=2>

// CHECK-LABEL: func.func @main(%arg0: tensor<16x32xf32> {sdy.sharding = #sdy.sharding<@mesh_name, [{"data"}, {"model"}]>})
// expected-remark@+1 {{read as 'func.func'}}
func @main(%0: tensor<16x32xf32>) -> tensor<16x32xf32> {
  // CHECK: sdy.manual_computation(%arg0) in_shardings=[<@mesh_name, [{"data"}, {"model"}]>] out_shardings=[<@mesh_name, [{"data"}, {"model"}]>] manual_axes={"data"} (%arg1: tensor<8x32xf32>) {
  // CHECK-NEXT: stablehlo.negate %arg1 {sdy.sharding = #sdy.sharding_per_value<[<@mesh_name, [{}, {"model"}]>]>} : tensor<8x32xf32>
  %1 = sdy.manual_computation(%0)
      in_shardings=[<@mesh_name, [{"data"}, {"model",?}]>]
      out_shardings=[<@mesh_name, [{"data"}, {?}]>]
      manual_axes={"data"}
      (%arg1: tensor<8x32xf32>) {
    %42 = stablehlo.negate %arg1 : tensor<8x32xf32>
    // expected-remark@+1 {{read as 'sdy.return'}}
    return %42 : tensor<8x32xf32>
  } : (tensor<16x32xf32>) -> tensor<16x32xf32>
  return %1 : tensor<16x32xf32>
}
