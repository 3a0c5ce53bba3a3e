import type { DialectDocumentation } from '@shardform/ir-core';

const batchNorm = `\`scale\`, \`offset\` and the moments have one element for each index along \`feature_index\`, and the operand's element type, a float.`;

/** The documentation of reductions, windows, sorting and normalization. */
export const reductionDocumentation: DialectDocumentation = {
  batch_norm_grad: {
    description: `Computes the gradients of \`stablehlo.batch_norm_training\` with respect to its operand, scale and offset, from the gradient of
its output and the mean and variance that it returned. The first result has the operand's type, the others one element
for each feature. ${batchNorm}`,
    example: `
func.func @main(%x: tensor<2x4x3xf32>, %scale: tensor<3xf32>, %mean: tensor<3xf32>, %variance: tensor<3xf32>, %grad: tensor<2x4x3xf32>) -> (tensor<2x4x3xf32>, tensor<3xf32>, tensor<3xf32>) {
  %0:3 = "stablehlo.batch_norm_grad"(%x, %scale, %mean, %variance, %grad) <{epsilon = 1.0e-3 : f32, feature_index = 2 : i64}> : (tensor<2x4x3xf32>, tensor<3xf32>, tensor<3xf32>, tensor<3xf32>, tensor<2x4x3xf32>) -> (tensor<2x4x3xf32>, tensor<3xf32>, tensor<3xf32>)
  return %0#0, %0#1, %0#2 : tensor<2x4x3xf32>, tensor<3xf32>, tensor<3xf32>
}`,
  },
  batch_norm_inference: {
    description: `Normalizes the operand with given moments: \`(operand - mean) / sqrt(variance + epsilon) * scale + offset\` for each feature.
The result has the operand's type. ${batchNorm}`,
    example: `
func.func @main(%x: tensor<2x4x3xf32>, %scale: tensor<3xf32>, %offset: tensor<3xf32>, %mean: tensor<3xf32>) -> tensor<2x4x3xf32> {
  %variance = stablehlo.constant dense<1.0> : tensor<3xf32>
  %0 = "stablehlo.batch_norm_inference"(%x, %scale, %offset, %mean, %variance) <{epsilon = 1.0e-3 : f32, feature_index = 2 : i64}> : (tensor<2x4x3xf32>, tensor<3xf32>, tensor<3xf32>, tensor<3xf32>, tensor<3xf32>) -> tensor<2x4x3xf32>
  return %0 : tensor<2x4x3xf32>
}`,
  },
  batch_norm_training: {
    description: `Normalizes the operand with its own mean and (biased) variance over all dimensions but \`feature_index\`, then scales it and
adds the offset. Returns the normalized tensor, the mean and the variance. ${batchNorm}`,
    example: `
func.func @main(%x: tensor<2x4x3xf32>, %scale: tensor<3xf32>, %offset: tensor<3xf32>) -> (tensor<2x4x3xf32>, tensor<3xf32>, tensor<3xf32>) {
  %0:3 = "stablehlo.batch_norm_training"(%x, %scale, %offset) <{epsilon = 1.0e-3 : f32, feature_index = 2 : i64}> : (tensor<2x4x3xf32>, tensor<3xf32>, tensor<3xf32>) -> (tensor<2x4x3xf32>, tensor<3xf32>, tensor<3xf32>)
  return %0#0, %0#1, %0#2 : tensor<2x4x3xf32>, tensor<3xf32>, tensor<3xf32>
}`,
  },
  reduce: {
    description: `Reduces one or more tensors of the same shape along \`dimensions\`. The region combines two elements of each tensor, given as
scalars: first all from the left, then all from the right, and returns the results in order. The scalars \`init_values\`
must be neutral elements of the combination: they may enter it any number of times. The combination should be associative, since
the order of the reduction is unspecified. The results have the shape of the inputs without \`dimensions\`.

A body of one commutative binary operation prints as \`applies\`.`,
    example: `
func.func @main(%x: tensor<2x3xf32>) -> tensor<2xf32> {
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  %0 = stablehlo.reduce(%x init: %zero) applies stablehlo.add across dimensions = [1] : (tensor<2x3xf32>, tensor<f32>) -> tensor<2xf32>
  return %0 : tensor<2xf32>
}`,
  },
  reduce_window: {
    description: `Reduces windows that slide over one or more tensors of the same shape; pooling is of this kind. Each tensor is first
dilated by \`base_dilations\` and padded by \`padding\`, pairs of low and high amounts, with its initial value. Windows have
\`window_dimensions\`, start every \`window_strides\` elements and take elements \`window_dilations\` apart. The region combines
elements as that of \`stablehlo.reduce\` does. A dimension of the result has as many elements as there are windows that
lie within the padded tensor.`,
    example: `
// Takes the maximum of windows of 2x2 elements.
func.func @main(%x: tensor<4x6xf32>) -> tensor<2x3xf32> {
  %init = stablehlo.constant dense<0xFF800000> : tensor<f32>
  %0 = "stablehlo.reduce_window"(%x, %init) <{window_dimensions = array<i64: 2, 2>, window_strides = array<i64: 2, 2>}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %1 = stablehlo.maximum %a, %b : tensor<f32>
    stablehlo.return %1 : tensor<f32>
  }) : (tensor<4x6xf32>, tensor<f32>) -> tensor<2x3xf32>
  return %0 : tensor<2x3xf32>
}`,
  },
  select_and_scatter: {
    description: `Scatters each element of \`source\` to the element of \`operand\` that wins in its window; the gradient of maximum pooling is of
this kind. Windows slide over the operand as in \`stablehlo.reduce_window\`. The region \`select\` compares two elements and
returns whether the first one wins; \`scatter\` combines elements of the source that meet in one place, beginning with
\`init_value\`. Elements that win nowhere become \`init_value\`. \`source\` has one element for each window; the result has the
operand's shape.`,
    example: `
func.func @main(%x: tensor<4x6xf32>, %source: tensor<2x3xf32>) -> tensor<4x6xf32> {
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  %0 = "stablehlo.select_and_scatter"(%x, %source, %zero) <{window_dimensions = array<i64: 2, 2>, window_strides = array<i64: 2, 2>}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %1 = stablehlo.compare GE, %a, %b : (tensor<f32>, tensor<f32>) -> tensor<i1>
    stablehlo.return %1 : tensor<i1>
  }, {
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %1 = stablehlo.add %a, %b : tensor<f32>
    stablehlo.return %1 : tensor<f32>
  }) : (tensor<4x6xf32>, tensor<2x3xf32>, tensor<f32>) -> tensor<4x6xf32>
  return %0 : tensor<4x6xf32>
}`,
  },
  sort: {
    description: `Sorts one or more tensors of the same shape together along \`dimension\`, the last one unless given. The region compares two
positions: it takes the two elements of the first tensor, then those of the second, and so on, as scalars, and returns
whether the first position comes before the second. With \`is_stable\`, positions of which neither comes before the
other keep their order. The results have the types of the inputs.`,
    example: `
// Sorts keys with their values.
func.func @main(%keys: tensor<2x4xf32>, %values: tensor<2x4xi32>) -> (tensor<2x4xf32>, tensor<2x4xi32>) {
  %0:2 = "stablehlo.sort"(%keys, %values) <{dimension = 1 : i64, is_stable = true}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>, %u: tensor<i32>, %v: tensor<i32>):
    %1 = stablehlo.compare LT, %a, %b : (tensor<f32>, tensor<f32>) -> tensor<i1>
    stablehlo.return %1 : tensor<i1>
  }) : (tensor<2x4xf32>, tensor<2x4xi32>) -> (tensor<2x4xf32>, tensor<2x4xi32>)
  return %0#0, %0#1 : tensor<2x4xf32>, tensor<2x4xi32>
}`,
  },
};
