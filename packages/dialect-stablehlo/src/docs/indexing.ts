import type { DialectDocumentation } from '@shardform/ir-core';

const gatherDimensions = `- \`index_vector_dim\` is the dimension of \`start_indices\` that holds the index vectors; if it is the rank, each index is a scalar.
- \`start_index_map[i]\` is the operand dimension that the \`i\`-th number of an index vector indexes.
- \`offset_dims\` are the result dimensions that run within a slice; the others run over the index vectors.
- \`collapsed_slice_dims\` are operand dimensions of slice size 1 that the result does not have.
- \`operand_batching_dims\` and \`start_indices_batching_dims\` pair dimensions of the operand and of the indices: an index vector
  takes slices from its own batch element only.`;

/** The documentation of operations that read or write slices at computed indices. */
export const indexingDocumentation: DialectDocumentation = {
  dynamic_gather: {
    description: `Gathers slices as \`stablehlo.gather\` does, with \`slice_sizes\` given by a one-dimensional integer tensor instead of an
attribute. The result type may have dynamic sizes.`,
    example: `
func.func @main(%x: tensor<4x8xf32>, %i: tensor<2x1xi32>) -> tensor<2x8xf32> {
  %sizes = stablehlo.constant dense<[1, 8]> : tensor<2xi32>
  %0 = "stablehlo.dynamic_gather"(%x, %i, %sizes) <{dimension_numbers = #stablehlo.gather<offset_dims = [1], collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 1>}> : (tensor<4x8xf32>, tensor<2x1xi32>, tensor<2xi32>) -> tensor<2x8xf32>
  return %0 : tensor<2x8xf32>
}`,
  },
  dynamic_slice: {
    description: `Extracts a slice of static \`slice_sizes\` at computed start indices, one scalar integer for each dimension, all of one type.
Starts are clamped so that the slice lies within the operand. The sizes must not exceed those of the operand; the
result has the shape \`slice_sizes\`.`,
    example: `
func.func @main(%x: tensor<4x8xf32>, %i: tensor<i32>, %j: tensor<i32>) -> tensor<2x3xf32> {
  %0 = stablehlo.dynamic_slice %x, %i, %j, sizes = [2, 3] : (tensor<4x8xf32>, tensor<i32>, tensor<i32>) -> tensor<2x3xf32>
  return %0 : tensor<2x3xf32>
}`,
  },
  dynamic_update_slice: {
    description: `Returns \`operand\` with the slice at computed start indices replaced by \`update\`, which has the same element type and rank
and is not larger in any dimension. There is one scalar integer for each dimension, all of one type; starts are clamped
so that the update lies within the operand. The result has the type of \`operand\`.`,
    example: `
func.func @main(%x: tensor<4x8xf32>, %update: tensor<2x3xf32>, %i: tensor<i32>, %j: tensor<i32>) -> tensor<4x8xf32> {
  %0 = stablehlo.dynamic_update_slice %x, %update, %i, %j : (tensor<4x8xf32>, tensor<2x3xf32>, tensor<i32>, tensor<i32>) -> tensor<4x8xf32>
  return %0 : tensor<4x8xf32>
}`,
  },
  gather: {
    description: `Gathers slices of shape \`slice_sizes\` from \`operand\` at the index vectors that \`start_indices\` holds. Starts are clamped so that
each slice lies within the operand. \`dimension_numbers\` says how the dimensions correspond:

${gatherDimensions}

\`indices_are_sorted\` promises that the index vectors are sorted in the order of \`start_index_map\`; if they are not, the result
is undefined. The element type is that of \`operand\`.`,
    example: `
// Takes two rows of a matrix.
func.func @main(%x: tensor<4x8xf32>, %i: tensor<2x1xi32>) -> tensor<2x8xf32> {
  %0 = "stablehlo.gather"(%x, %i) <{dimension_numbers = #stablehlo.gather<offset_dims = [1], collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 1>, slice_sizes = array<i64: 1, 8>}> : (tensor<4x8xf32>, tensor<2x1xi32>) -> tensor<2x8xf32>
  return %0 : tensor<2x8xf32>
}`,
  },
  scatter: {
    description: `Returns \`inputs\` with slices of \`updates\` combined into them at the index vectors that \`scatter_indices\` holds. The region
takes the current and the new element of each input, as scalars, and returns the combined ones: returning the new
one overwrites, their sum accumulates. Elements of updates that fall outside of the input are dropped.

\`scatter_dimension_numbers\` corresponds to that of \`stablehlo.gather\`: \`update_window_dims\` are the dimensions of the updates that
run within a slice, \`inserted_window_dims\` the input dimensions of slice size 1 that updates do not have,
\`scatter_dims_to_operand_dims\` maps the numbers of an index vector to input dimensions, and \`index_vector_dim\` is the
dimension of the indices that holds the vectors. With \`unique_indices\` no element is written twice; otherwise the
order of the combinations is unspecified. The results have the types of the inputs.`,
    example: `
// Adds two rows to rows of a matrix.
func.func @main(%x: tensor<4x8xf32>, %i: tensor<2x1xi32>, %updates: tensor<2x8xf32>) -> tensor<4x8xf32> {
  %0 = "stablehlo.scatter"(%x, %i, %updates) <{scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [1], inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>}> ({
  ^bb0(%old: tensor<f32>, %new: tensor<f32>):
    %1 = stablehlo.add %old, %new : tensor<f32>
    stablehlo.return %1 : tensor<f32>
  }) : (tensor<4x8xf32>, tensor<2x1xi32>, tensor<2x8xf32>) -> tensor<4x8xf32>
  return %0 : tensor<4x8xf32>
}`,
  },
  torch_index_select: {
    description: `Takes the slices of \`operand\` along \`dim\` whose indices \`index\` holds. The first \`batch_dims\` dimensions of both are the same and
pair the indices with their own part of the operand. The shape of the result is that of the operand with dimension
\`dim\` replaced by the remaining dimensions of \`index\`. Deprecated: \`gather\` does the same.`,
    example: `
func.func @main(%x: tensor<4x3xf32>, %i: tensor<2xi32>) -> tensor<2x3xf32> {
  %0 = "stablehlo.torch_index_select"(%x, %i) <{dim = 0 : i64, batch_dims = 0 : i64}> : (tensor<4x3xf32>, tensor<2xi32>) -> tensor<2x3xf32>
  return %0 : tensor<2x3xf32>
}`,
  },
};
