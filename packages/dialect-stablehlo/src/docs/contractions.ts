import type { DialectDocumentation } from '@shardform/ir-core';

const precision =
  '`precision_config` trades speed for accuracy: `DEFAULT`, `HIGH` or `HIGHEST` for each side.';

/** The documentation of products, convolutions, linear algebra and random numbers. */
export const contractionDocumentation: DialectDocumentation = {
  cholesky: {
    description: `Computes the Cholesky factor of each matrix in a batch: the lower triangular \`L\` with \`a = L * L^H\` if \`lower\` is set, else
the upper triangular \`U\` with \`a = U^H * U\`. The operand has the shape \`[batch..., n, n]\` and float or complex elements. Only
the triangle that \`lower\` names is read, and what the result holds in the other one is up to the implementation, as is
the result for matrices that are not Hermitian positive definite.`,
    example: `
func.func @main() -> tensor<2x2xf32> {
  %a = stablehlo.constant dense<[[4.0, 2.0], [2.0, 3.0]]> : tensor<2x2xf32>
  %0 = stablehlo.cholesky %a, lower = true : tensor<2x2xf32>
  return %0 : tensor<2x2xf32>
}`,
  },
  convolution: {
    description: `Slides the windows of \`rhs\`, the kernel, over \`lhs\` and contracts each position over the input features. \`dimension_numbers\`
names the dimensions of both operands and of the result: batch (\`b\`), feature (\`f\`), input (\`i\`) and output (\`o\`) features of
the kernel, and the spatial ones by number, as in \`[b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f]\`.

\`window_strides\`, \`padding\` (pairs of low and high amounts, which may be negative), \`lhs_dilation\`, \`rhs_dilation\` and
\`window_reversal\` describe the windows; without them strides and dilations are 1 and nothing is padded or reversed.
\`feature_group_count\` divides the features into groups with kernels of their own; \`batch_group_count\` divides the batch;
at most one of them exceeds 1. ${precision}`,
    example: `
func.func @main(%x: tensor<1x8x8x3xf32>, %kernel: tensor<3x3x3x4xf32>) -> tensor<1x8x8x4xf32> {
  %0 = stablehlo.convolution(%x, %kernel) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {stride = [1, 1], pad = [[1, 1], [1, 1]]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<1x8x8x3xf32>, tensor<3x3x3x4xf32>) -> tensor<1x8x8x4xf32>
  return %0 : tensor<1x8x8x4xf32>
}`,
  },
  dot: {
    description: `Multiplies vectors and matrices: the last dimension of \`lhs\` is contracted with the first one of \`rhs\`. Both have one or two
dimensions; two vectors give a scalar. ${precision} Deprecated: \`dot_general\` does the same.`,
    example: `
func.func @main(%lhs: tensor<2x3xf32>, %rhs: tensor<3x4xf32>) -> tensor<2x4xf32> {
  %0 = stablehlo.dot %lhs, %rhs : (tensor<2x3xf32>, tensor<3x4xf32>) -> tensor<2x4xf32>
  return %0 : tensor<2x4xf32>
}`,
  },
  dot_general: {
    description: `Multiplies two tensors and sums over the contracting dimensions, separately for each index of the batching dimensions. The
dimensions of both sides are listed in pairs of equal sizes; no dimension is listed twice. The shape of the result is that of
the batching dimensions, then the remaining ones of \`lhs\`, then the remaining ones of \`rhs\`.

The element types may differ from that of the result, which then says how products are accumulated. ${precision}
\`algorithm\` fixes the types of the operands and the accumulation instead, and how many products stand for one.`,
    example: `
// Multiplies the matrices of a batch.
func.func @main(%lhs: tensor<8x2x3xf32>, %rhs: tensor<8x3x4xf32>) -> tensor<8x2x4xf32> {
  %0 = stablehlo.dot_general %lhs, %rhs, batching_dims = [0] x [0], contracting_dims = [2] x [1] : (tensor<8x2x3xf32>, tensor<8x3x4xf32>) -> tensor<8x2x4xf32>
  return %0 : tensor<8x2x4xf32>
}`,
  },
  dynamic_conv: {
    description: `Convolves as \`stablehlo.convolution\` does, with \`padding\` given by an integer tensor of shape \`[spatial dimensions, 2]\` instead of
an attribute. The result type may have dynamic sizes.`,
    example: `
func.func @main(%x: tensor<1x8x8x3xf32>, %kernel: tensor<3x3x3x4xf32>) -> tensor<1x8x8x4xf32> {
  %padding = stablehlo.constant dense<1> : tensor<2x2xi32>
  %0 = "stablehlo.dynamic_conv"(%x, %kernel, %padding) <{batch_group_count = 1 : i64, dimension_numbers = #stablehlo.conv<[b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f]>, feature_group_count = 1 : i64}> : (tensor<1x8x8x3xf32>, tensor<3x3x3x4xf32>, tensor<2x2xi32>) -> tensor<1x8x8x4xf32>
  return %0 : tensor<1x8x8x4xf32>
}`,
  },
  einsum: {
    description: `Contracts two tensors by \`einsum_config\`, which names the dimensions of both operands and of the result by letters, such as
\`ab,bc->ac\`: letters that the result lacks are summed over. Deprecated: \`dot_general\` does the same.`,
    example: `
func.func @main(%lhs: tensor<2x3xf32>, %rhs: tensor<3x4xf32>) -> tensor<2x4xf32> {
  %0 = stablehlo.einsum %lhs, %rhs, config = "ab,bc->ac" : (tensor<2x3xf32>, tensor<3x4xf32>) -> tensor<2x4xf32>
  return %0 : tensor<2x4xf32>
}`,
  },
  fft: {
    description: `Computes the discrete Fourier transform along the last one to three dimensions, whose sizes \`fft_length\` gives. \`fft_type\` is
\`FFT\` or its inverse \`IFFT\` between complex tensors, \`RFFT\` from a real tensor to the non-negative half of the spectrum, whose
last dimension has \`length / 2 + 1\` elements, or its inverse \`IRFFT\`. Inverse transforms divide by the number of elements.`,
    example: `
func.func @main(%x: tensor<2x8xf32>) -> tensor<2x5xcomplex<f32>> {
  %0 = stablehlo.fft %x, type = RFFT, length = [8] : (tensor<2x8xf32>) -> tensor<2x5xcomplex<f32>>
  return %0 : tensor<2x5xcomplex<f32>>
}`,
  },
  rng: {
    description: `Produces random numbers of the shape that the one-dimensional tensor \`shape\` gives. With \`rng_distribution = UNIFORM\` they are
uniform from \`a\` up to but without \`b\`, with \`NORMAL\` they have the mean \`a\` and the deviation \`b\`, floats only. The generator
and its seed are the implementation's: \`rng_bit_generator\` gives reproducible numbers.`,
    example: `
func.func @main() -> tensor<2x3xf32> {
  %a = stablehlo.constant dense<0.0> : tensor<f32>
  %b = stablehlo.constant dense<1.0> : tensor<f32>
  %shape = stablehlo.constant dense<[2, 3]> : tensor<2xi64>
  %0 = stablehlo.rng %a, %b, %shape, distribution = UNIFORM : (tensor<f32>, tensor<f32>, tensor<2xi64>) -> tensor<2x3xf32>
  return %0 : tensor<2x3xf32>
}`,
  },
  rng_bit_generator: {
    description: `Produces random bits from a state and returns the next state with them: the same state always gives the same results. \`rng_algorithm\`
is \`THREE_FRY\`, with a state of two 64-bit words, \`PHILOX\`, with two or three, or \`DEFAULT\`, which leaves both the algorithm
and the size of the state to the implementation. The state keeps its type; the second result may have any static shape.`,
    example: `
func.func @main(%state: tensor<2xui64>) -> (tensor<2xui64>, tensor<4xui32>) {
  %next, %bits = stablehlo.rng_bit_generator %state, algorithm = THREE_FRY : (tensor<2xui64>) -> (tensor<2xui64>, tensor<4xui32>)
  return %next, %bits : tensor<2xui64>, tensor<4xui32>
}`,
  },
  triangular_solve: {
    description: `Solves systems of linear equations with triangular matrices \`a\` of shape \`[batch..., n, n]\`: \`op(a) * x = b\` if \`left_side\` is set,
else \`x * op(a) = b\`, where \`op\` transposes or conjugates as \`transpose_a\` says. Only the triangle that \`lower\` names is read; with
\`unit_diagonal\` its diagonal is taken for ones. Both operands have the same batch and the same float or complex element type; the
result has the type of \`b\`.`,
    example: `
func.func @main(%b: tensor<2x3xf32>) -> tensor<2x3xf32> {
  %a = stablehlo.constant dense<[[2.0, 0.0], [1.0, 4.0]]> : tensor<2x2xf32>
  %0 = "stablehlo.triangular_solve"(%a, %b) <{left_side = true, lower = true, transpose_a = #stablehlo<transpose NO_TRANSPOSE>, unit_diagonal = false}> : (tensor<2x2xf32>, tensor<2x3xf32>) -> tensor<2x3xf32>
  return %0 : tensor<2x3xf32>
}`,
  },
  unary_einsum: {
    description: `Transposes and sums a tensor by \`einsum_config\`, which names the dimensions of the operand and of the result by letters, such
as \`ab->b\`. Deprecated: \`reduce\` and \`transpose\` do the same.`,
    example: `
func.func @main(%x: tensor<2x3xf32>) -> tensor<2xf32> {
  %0 = stablehlo.unary_einsum %x, config = "ab->a" : (tensor<2x3xf32>) -> tensor<2xf32>
  return %0 : tensor<2xf32>
}`,
  },
};
