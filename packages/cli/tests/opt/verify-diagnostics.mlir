// RUN: shardform opt %s -split-input-file -verify-diagnostics

func.func @shapes(%a: tensor<2xf32>, %b: tensor<3xf32>) {
  // expected-error @+1 {{requires compatible types for all operands and results}}
  %0 = "stablehlo.maximum"(%a, %b) : (tensor<2xf32>, tensor<3xf32>) -> tensor<2xf32>
  return
}

// -----

func.func @undeclared() {
  %0 = stablehlo.tanh %x : tensor<2xf32> // expected-error {{use of undeclared SSA value name}}
  return
}

// -----

func.func @twice(%a: tensor<f32>) {
  %0 = stablehlo.tanh %a : tensor<f32> // expected-note {{previously defined here}}
  // expected-error @below {{redefinition of SSA value '%0'}}
  %0 = stablehlo.tanh %a : tensor<f32>
  return
}
