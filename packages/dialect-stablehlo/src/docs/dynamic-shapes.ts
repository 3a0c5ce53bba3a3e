import type { DialectDocumentation } from '@shardform/ir-core';

/** The documentation of operations whose shapes are values, and of quantization. */
export const dynamicShapeDocumentation: DialectDocumentation = {
  dynamic_broadcast_in_dim: {
    description: `Broadcasts as \`stablehlo.broadcast_in_dim\` does, to the shape that the one-dimensional integer tensor \`output_dimensions\` holds.
\`known_expanding_dimensions\` and \`known_nonexpanding_dimensions\` tell which dimensions of the operand are known to be
expanded or not; no dimension is in both. The result type may have dynamic sizes.`,
    example: `
func.func @main(%x: tensor<3xf32>) -> tensor<2x3xf32> {
  %shape = stablehlo.constant dense<[2, 3]> : tensor<2xi32>
  %0 = stablehlo.dynamic_broadcast_in_dim %x, %shape, dims = [1] : (tensor<3xf32>, tensor<2xi32>) -> tensor<2x3xf32>
  return %0 : tensor<2x3xf32>
}`,
  },
  dynamic_iota: {
    description: `Counts up along \`iota_dimension\` as \`stablehlo.iota\` does, in a tensor of the shape that the one-dimensional integer tensor
\`output_shape\` holds. The result type may have dynamic sizes.`,
    example: `
func.func @main() -> tensor<?x3xi32> {
  %shape = stablehlo.constant dense<[2, 3]> : tensor<2xi32>
  %0 = stablehlo.dynamic_iota %shape, dim = 1 : (tensor<2xi32>) -> tensor<?x3xi32>
  return %0 : tensor<?x3xi32>
}`,
  },
  dynamic_pad: {
    description: `Pads as \`stablehlo.pad\` does, by the amounts that three one-dimensional integer tensors of the same type hold, with one element for each
dimension. The result type may have dynamic sizes.`,
    example: `
func.func @main(%x: tensor<4xf32>) -> tensor<7xf32> {
  %value = stablehlo.constant dense<0.0> : tensor<f32>
  %low = stablehlo.constant dense<1> : tensor<1xi32>
  %high = stablehlo.constant dense<2> : tensor<1xi32>
  %interior = stablehlo.constant dense<0> : tensor<1xi32>
  %0 = stablehlo.dynamic_pad %x, %value, %low, %high, %interior : (tensor<4xf32>, tensor<f32>, tensor<1xi32>, tensor<1xi32>, tensor<1xi32>) -> tensor<7xf32>
  return %0 : tensor<7xf32>
}`,
  },
  dynamic_reshape: {
    description: `Reshapes as \`stablehlo.reshape\` does, to the shape that the one-dimensional integer tensor \`output_shape\` holds, which must have as many
elements as the operand. The result type may have dynamic sizes.`,
    example: `
func.func @main(%x: tensor<2x6xf32>) -> tensor<?x?xf32> {
  %shape = stablehlo.constant dense<[3, 4]> : tensor<2xi32>
  %0 = stablehlo.dynamic_reshape %x, %shape : (tensor<2x6xf32>, tensor<2xi32>) -> tensor<?x?xf32>
  return %0 : tensor<?x?xf32>
}`,
  },
  get_dimension_size: {
    description:
      'Returns the size of `dimension` of the operand, as a scalar of `i32`, for operands whose sizes may be dynamic.',
    example: `
func.func @main(%x: tensor<2x3xf32>) -> tensor<i32> {
  %0 = stablehlo.get_dimension_size %x, dim = 1 : (tensor<2x3xf32>) -> tensor<i32>
  return %0 : tensor<i32>
}`,
  },
  real_dynamic_slice: {
    description: `Slices as \`stablehlo.slice\` does, between bounds and with strides that one-dimensional integer tensors of the same type hold, with one
element for each dimension. The result type may have dynamic sizes.`,
    example: `
func.func @main(%x: tensor<8xf32>) -> tensor<?xf32> {
  %start = stablehlo.constant dense<1> : tensor<1xi32>
  %limit = stablehlo.constant dense<7> : tensor<1xi32>
  %stride = stablehlo.constant dense<2> : tensor<1xi32>
  %0 = stablehlo.real_dynamic_slice %x, %start, %limit, %stride : (tensor<8xf32>, tensor<1xi32>, tensor<1xi32>, tensor<1xi32>) -> tensor<?xf32>
  return %0 : tensor<?xf32>
}`,
  },
  set_dimension_size: {
    description: `Declares that \`dimension\` of the operand has the size that the scalar \`size\`, an \`i32\`, holds; the elements beyond are no longer part of the
tensor. In the result type the dimension is dynamic, and its bound is the operand's size.`,
    example: `
func.func @main(%x: tensor<4x3xf32>) -> tensor<?x3xf32, #stablehlo.bounds<4, ?>> {
  %size = stablehlo.constant dense<2> : tensor<i32>
  %0 = stablehlo.set_dimension_size %x, %size, dim = 0 : (tensor<4x3xf32>, tensor<i32>) -> tensor<?x3xf32, #stablehlo.bounds<4, ?>>
  return %0 : tensor<?x3xf32, #stablehlo.bounds<4, ?>>
}`,
  },
  uniform_dequantize: {
    description: `Converts quantized elements to the floats that they stand for: \`(stored - zero_point) * scale\`. The result has the shape of the operand
and the expressed type of its quantization.`,
    example: `
func.func @main(%x: tensor<4x!quant.uniform<i8:f32, 0.5:3>>) -> tensor<4xf32> {
  %0 = stablehlo.uniform_dequantize %x : (tensor<4x!quant.uniform<i8:f32, 0.5:3>>) -> tensor<4xf32>
  return %0 : tensor<4xf32>
}`,
  },
  uniform_quantize: {
    description: `Converts floats, or quantized elements with other parameters, to the quantized type of the result: the number is divided by the scale,
rounded to nearest, moved by the zero point, and clamped to the storage range. Operand and result have the same shape and
the same expressed type.`,
    example: `
func.func @main(%x: tensor<4xf32>) -> tensor<4x!quant.uniform<i8:f32, 0.5:3>> {
  %0 = stablehlo.uniform_quantize %x : (tensor<4xf32>) -> tensor<4x!quant.uniform<i8:f32, 0.5:3>>
  return %0 : tensor<4x!quant.uniform<i8:f32, 0.5:3>>
}`,
  },
};
