import type { DialectDocumentation } from '@shardform/ir-core';

/** The documentation of operations that make tensors and rearrange elements. */
export const shapeDocumentation: DialectDocumentation = {
  bitcast_convert: {
    description: `Reinterprets the bits of the operand as elements of another type. When both types have the same width the shapes are
equal. A narrower result type adds a last dimension, whose size is the ratio of the widths; a wider one removes the
last dimension, whose size must be that ratio. Which bits come first is up to the implementation.`,
    example: `
func.func @main(%x: tensor<4xf32>) -> (tensor<4xi32>, tensor<4x2xi16>) {
  %0 = stablehlo.bitcast_convert %x : (tensor<4xf32>) -> tensor<4xi32>
  %1 = stablehlo.bitcast_convert %x : (tensor<4xf32>) -> tensor<4x2xi16>
  return %0, %1 : tensor<4xi32>, tensor<4x2xi16>
}`,
  },
  broadcast: {
    description: `Repeats the operand along new leading dimensions, whose sizes \`broadcast_sizes\` gives. The shape of the result is
\`broadcast_sizes\` followed by the operand's. Deprecated: \`broadcast_in_dim\` does the same.`,
    example: `
func.func @main(%x: tensor<3xf32>) -> tensor<2x3xf32> {
  %0 = stablehlo.broadcast %x, sizes = [2] : (tensor<3xf32>) -> tensor<2x3xf32>
  return %0 : tensor<2x3xf32>
}`,
  },
  broadcast_in_dim: {
    description: `Broadcasts the operand to the shape of the result. Dimension \`i\` of the operand becomes dimension
\`broadcast_dimensions[i]\` of the result, where its size must be equal or 1; a size of 1 is expanded. The operand is
repeated along all other dimensions of the result. \`broadcast_dimensions\` has an entry for each dimension of the
operand and no duplicates; it need not be sorted.`,
    example: `
func.func @main(%x: tensor<1x3xf32>) -> tensor<2x4x3xf32> {
  %0 = stablehlo.broadcast_in_dim %x, dims = [0, 2] : (tensor<1x3xf32>) -> tensor<2x4x3xf32>
  return %0 : tensor<2x4x3xf32>
}`,
  },
  concatenate: {
    description: `Joins one or more tensors along \`dimension\` in order. They have the same element type and rank, and the same sizes but in
that dimension, where the size of the result is the sum.`,
    example: `
func.func @main(%x: tensor<2x3xf32>, %y: tensor<4x3xf32>) -> tensor<6x3xf32> {
  %0 = stablehlo.concatenate %x, %y, dim = 0 : (tensor<2x3xf32>, tensor<4x3xf32>) -> tensor<6x3xf32>
  return %0 : tensor<6x3xf32>
}`,
  },
  constant: {
    description: 'Produces the tensor `value`. The result has the type of the attribute and a static shape.',
    example: `
func.func @main() -> tensor<2x2xf32> {
  %0 = stablehlo.constant dense<[[1.0, 2.0], [3.0, 4.0]]> : tensor<2x2xf32>
  return %0 : tensor<2x2xf32>
}`,
  },
  iota: {
    description: `Fills a tensor with numbers that count up from zero along \`iota_dimension\`; along the other dimensions they are the same.
The elements are integers, floats or complex numbers; the result has at least one dimension.`,
    example: `
func.func @main() -> tensor<2x3xi32> {
  %0 = stablehlo.iota dim = 1 : tensor<2x3xi32>
  return %0 : tensor<2x3xi32>
}`,
  },
  pad: {
    description: `Pads a tensor with the scalar \`padding_value\`. For each dimension, \`edge_padding_low\` and \`edge_padding_high\` elements are
added before and after, where a negative number removes elements, and \`interior_padding\` elements, at least 0, between any
two neighbours. The size of a dimension becomes \`low + size + max(size - 1, 0) * interior + high\`.`,
    example: `
func.func @main(%x: tensor<2x3xf32>) -> tensor<4x6xf32> {
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  %0 = stablehlo.pad %x, %zero, low = [1, 0], high = [1, 1], interior = [0, 1] : (tensor<2x3xf32>, tensor<f32>) -> tensor<4x6xf32>
  return %0 : tensor<4x6xf32>
}`,
  },
  reshape: {
    description: `Gives a tensor another shape with the same number of elements; the elements keep their row-major order. The result type
must be static; the element type stays.`,
    example: `
func.func @main(%x: tensor<2x6xf32>) -> tensor<3x4xf32> {
  %0 = stablehlo.reshape %x : (tensor<2x6xf32>) -> tensor<3x4xf32>
  return %0 : tensor<3x4xf32>
}`,
  },
  reverse: {
    description: `Reverses the order of the elements along each of \`dimensions\`, which lists existing dimensions without duplicates. The type
stays.`,
    example: `
func.func @main(%x: tensor<2x3xf32>) -> tensor<2x3xf32> {
  %0 = stablehlo.reverse %x, dims = [1] : tensor<2x3xf32>
  return %0 : tensor<2x3xf32>
}`,
  },
  slice: {
    description: `Extracts a rectangular part of a tensor at static bounds. In dimension \`d\` it takes the indices \`start_indices[d]\`,
\`start_indices[d] + strides[d]\`, and so on below \`limit_indices[d]\`. Each \`0 <= start <= limit <= size\`, and strides are
positive. The size of a dimension becomes \`ceil((limit - start) / stride)\`.`,
    example: `
func.func @main(%x: tensor<4x8xf32>) -> tensor<2x4xf32> {
  %0 = stablehlo.slice %x [1:3, 0:8:2] : (tensor<4x8xf32>) -> tensor<2x4xf32>
  return %0 : tensor<2x4xf32>
}`,
  },
  transpose: {
    description: `Permutes the dimensions: dimension \`d\` of the result is dimension \`permutation[d]\` of the operand. \`permutation\` holds each
dimension once.`,
    example: `
func.func @main(%x: tensor<2x3x4xf32>) -> tensor<4x2x3xf32> {
  %0 = stablehlo.transpose %x, dims = [2, 0, 1] : (tensor<2x3x4xf32>) -> tensor<4x2x3xf32>
  return %0 : tensor<4x2x3xf32>
}`,
  },
};
