import type { DialectDocumentation } from '@shardform/ir-core';
import { broadcastingDocumentation } from './broadcasting.ts';
import { elementwiseDocumentation } from './elementwise.ts';

/** The documentation of CHLO's operations. */
export const chloDocumentation: DialectDocumentation = {
  ...elementwiseDocumentation,
  ...broadcastingDocumentation,
  constant: {
    description: 'Produces the tensor `value`. The result has the type of the attribute and a static shape.',
    example: `
func.func @main() -> tensor<2xi32> {
  %0 = chlo.constant dense<[1, 2]> : tensor<2xi32>
  return %0 : tensor<2xi32>
}`,
  },
  constant_like: {
    description: `Produces a tensor of the operand's shape, which may be dynamic, in which each element is \`value\`. The element type is that of \`value\`.`,
    example: `
func.func @main(%x: tensor<2x3xi64>) -> tensor<2x3xf32> {
  %0 = "chlo.constant_like"(%x) <{value = 3.0 : f32}> : (tensor<2x3xi64>) -> tensor<2x3xf32>
  return %0 : tensor<2x3xf32>
}`,
  },
  ragged_dot: {
    description: `Multiplies tensors as \`stablehlo.dot_general\` does, where one dimension of \`lhs\`, the ragged one, consists of groups of consecutive indices
whose sizes \`group_sizes\` holds; mixture-of-experts layers are of this kind. What a group means depends on the ragged
dimension:

- A remaining dimension of \`lhs\`: the indices of a group meet the group's own slice of \`rhs\` along \`rhs_group_dimensions\`.
- A contracting dimension: each group is contracted alone, and the first dimension of the result is that of the groups.
- A batching dimension: each batch element belongs to one group, which leaves the product as it is.

\`group_sizes\` has one dimension, or also those of \`lhs\` before the ragged one when groups differ along them.`,
    example: `
// Each row meets the matrix of its group.
func.func @main(%lhs: tensor<6x5xf32>, %rhs: tensor<3x5x7xf32>) -> tensor<6x7xf32> {
  %sizes = stablehlo.constant dense<[1, 2, 3]> : tensor<3xi64>
  %0 = "chlo.ragged_dot"(%lhs, %rhs, %sizes) <{ragged_dot_dimension_numbers = #chlo.ragged_dot<lhs_contracting_dimensions = [1], rhs_contracting_dimensions = [1], lhs_ragged_dimensions = [0], rhs_group_dimensions = [0]>}> : (tensor<6x5xf32>, tensor<3x5x7xf32>, tensor<3xi64>) -> tensor<6x7xf32>
  return %0 : tensor<6x7xf32>
}`,
  },
  scan: {
    description: `Runs the body for each index along \`dimension\` of the inputs, in order, or from the last to the first if \`is_reverse\` is set. The
body takes a slice of each input, which lacks the dimension, and the carried values, \`inits\` at first; it returns a slice
of each output and the next carried values. Returns the outputs, joined along the dimension, and the last carried
values. \`is_associative\` promises that the body may be combined in any grouping.`,
    example: `
// Cumulative sums of columns.
func.func @main(%x: tensor<4x3xf32>, %init: tensor<3xf32>) -> tensor<4x3xf32> {
  %0:2 = chlo.scan(%x) inits (%init) dimension=0 {
  ^bb0(%slice: tensor<3xf32>, %carry: tensor<3xf32>):
    %1 = stablehlo.add %slice, %carry : tensor<3xf32>
    stablehlo.return %1, %1 : tensor<3xf32>, tensor<3xf32>
  } : (tensor<4x3xf32>, tensor<3xf32>) -> (tensor<4x3xf32>, tensor<3xf32>)
  return %0#0 : tensor<4x3xf32>
}`,
  },
  top_k: {
    description: `Returns the \`k\` largest elements along the last dimension, in descending order, and their indices. Unless \`is_stable\` is
\`false\`, the lower index comes first among equal elements. Both results have the operand's shape with \`k\` in the last dimension, which must not be smaller; the indices are
of \`i32\`.`,
    example: `
func.func @main(%x: tensor<4x16xf32>) -> (tensor<4x8xf32>, tensor<4x8xi32>) {
  %values, %indices = chlo.top_k(%x, k = 8) : tensor<4x16xf32> -> (tensor<4x8xf32>, tensor<4x8xi32>)
  return %values, %indices : tensor<4x8xf32>, tensor<4x8xi32>
}`,
  },
};
