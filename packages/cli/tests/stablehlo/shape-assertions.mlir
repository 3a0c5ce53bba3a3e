// An assertion that does not hold after refinement is reported in its own words.
// RUN: shardform opt %s --stablehlo-refine-arguments="types=tensor<7xf32>" --stablehlo-refine-shapes --stablehlo-check-shape-assertions --verify-diagnostics

func.func @main(%x: tensor<?xf32>) {
  %n = stablehlo.get_dimension_size %x, dim = 0 : (tensor<?xf32>) -> tensor<i32>
  %two = stablehlo.constant dense<2> : tensor<i32>
  %odd = stablehlo.remainder %n, %two : tensor<i32>
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %even = stablehlo.compare EQ, %odd, %zero : (tensor<i32>, tensor<i32>) -> tensor<i1>
  // expected-error@+1 {{expected an even number of elements, got 7}}
  stablehlo.custom_call @shape_assertion(%even, %n) {error_message = "expected an even number of elements, got {0}", has_side_effect = true} : (tensor<i1>, tensor<i32>) -> ()
  return
}
