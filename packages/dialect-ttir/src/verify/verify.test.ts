import { Context, parseModule, SourceText, verifyOp } from '@shardform/ir-core';
import { describe, expect, it } from 'vitest';
import { ttirDialect } from '../extension.ts';

/** The first complaint about a function of one operation, whose operands are arguments. */
function complaint(op: string): string | undefined {
  const context = new Context([ttirDialect]);
  const messages: string[] = [];
  context.diagnostics.subscribe(({ message }) => messages.push(message));
  const types = /: \((.*)\) -> /.exec(op)?.[1] ?? '';
  const operands = types.split(', tensor').map((type, i) => `%a${i}: ${i > 0 ? 'tensor' : ''}${type}`);
  const [, results = ''] = op.split(' -> ');
  const count = results.startsWith('(') ? (results.match(/tensor/g)?.length ?? 0) : 1;
  const text = `func.func @main(${types === '' ? '' : operands.join()}) { ${count > 0 ? `%r:${count} = ` : ''}${op} return }`;
  const module = parseModule(new SourceText('test.mlir', text), context);
  if (module !== null) verifyOp(module, context);
  return messages[0];
}

/** Operations of each family, and what tt-mlir says about them. */
const REJECTED: Readonly<Record<string, readonly (readonly [string, string])[]>> = {
  attention: [
    [
      '"ttir.scaled_dot_product_attention"(%a0, %a1, %a2) <{is_causal = true, operandSegmentSizes = array<i32: 1, 1, 1, 0, 0>}> : (tensor<1x8x32x64xf32>, tensor<1x4x32x64xf32>, tensor<1x4x16x64xf32>) -> tensor<1x8x32x64xf32>',
      "'ttir.scaled_dot_product_attention' op Key and value must have the same type",
    ],
    [
      '"ttir.concatenate_heads"(%a0) : (tensor<1x8x32x64xf32>) -> tensor<1x32x256xf32>',
      "'ttir.concatenate_heads' op expected output hidden dimension to be num_heads * head_size = 512, got 256",
    ],
  ],
  cache: [
    [
      '"ttir.fill_cache"(%a0, %a1) <{batch_offset = 0 : i32}> : (tensor<1x8x64x32xf32>, tensor<1x8x128x32xf32>) -> ()',
      "'ttir.fill_cache' op Input tensor requires that dim 2 have a size which is less than or equal to the size of dim 2 of the cache tensor. Got cache dim 2 size = 64, input dim 2 size = 128",
    ],
    [
      '"ttir.update_cache"(%a0, %a1, %a2) <{batch_offset = 0 : i32}> : (tensor<1x8x64x32xf32>, tensor<1x8x1x16xf32>, tensor<1xi32>) -> ()',
      "'ttir.update_cache' op Cache tensor shape must match input tensor shape on dims 1 and 3. Got cache shape (1, 8, 64, 32), input shape ()1x8x1x16)",
    ],
    [
      '"ttir.paged_update_cache"(%a0, %a1, %a2) <{share_cache = false}> : (tensor<8x8x64x32xf32>, tensor<1x8x8x16xf32>, tensor<8xi32>) -> ()',
      "'ttir.paged_update_cache' op Input tensor must have dim 3 be equal to the head dimension (determined by cache shape): 32, got 16",
    ],
  ],
  convolution: [
    [
      '"ttir.conv2d"(%a0, %a1) <{stride = 0 : i32, padding = 0 : i32, dilation = 1 : i32, groups = 1 : i32}> : (tensor<1x32x32x64xbf16>, tensor<64x64x3x3xbf16>) -> tensor<1x30x30x64xbf16>',
      "'ttir.conv2d' op Stride attribute values must be > 0.",
    ],
    [
      '"ttir.conv2d"(%a0, %a1) <{stride = 1 : i32, padding = 0 : i32, dilation = 1 : i32, groups = 1 : i32}> : (tensor<1x32x32x64xbf16>, tensor<64x32x3x3xbf16>) -> tensor<1x30x30x64xbf16>',
      "'ttir.conv2d' op The number of input channels per group (64) must match the number of input channels in the weight tensor (32).",
    ],
    [
      '"ttir.conv2d"(%a0, %a1) <{stride = 1 : i32, padding = 0 : i32, dilation = 1 : i32, groups = 1 : i32}> : (tensor<1x32x32x64xbf16>, tensor<64x64x3x3xbf16>) -> tensor<1x32x32x64xbf16>',
      "'ttir.conv2d' op The output tensor height and width dimension (32, 32) do not match the expected dimensions (30, 30).",
    ],
    [
      '"ttir.conv2d"(%a0, %a1) <{stride = array<i32: 1, 2, 3>, padding = 0 : i32, dilation = 1 : i32, groups = 1 : i32}> : (tensor<1x32x32x64xbf16>, tensor<64x64x3x3xbf16>) -> tensor<1x30x30x64xbf16>',
      "'ttir.conv2d' op Expected integer or pair of integers, got tuple of size 3 for stride",
    ],
    [
      '"ttir.conv3d"(%a0, %a1) <{stride = 1 : i32, padding = 0 : i32, groups = 1 : i32}> : (tensor<1x8x28x28x4xbf16>, tensor<16x8x3x3x3xbf16>) -> tensor<1x6x26x26x16xbf16>',
      "'ttir.conv3d' op The number of input channels per group (4) must match the number of input channels in the weight tensor (8).",
    ],
    [
      '"ttir.conv_transpose2d"(%a0, %a1) <{stride = 1 : i32, padding = 0 : i32, output_padding = 1 : i32, dilation = 1 : i32, groups = 1 : i32}> : (tensor<3x8x8x256xbf16>, tensor<256x256x3x3xbf16>) -> tensor<3x10x10x256xbf16>',
      "'ttir.conv_transpose2d' op Mismatch between expected output size per channel and got output tensor dimensions. Expected: (11 x 11), got: (10 x 10).",
    ],
  ],
  creation: [
    [
      '"ttir.arange"() <{start = 0 : si64, end = 32 : si64, step = 1 : si64, arange_dimension = 1 : i64}> : () -> tensor<1x16xf32>',
      "'ttir.arange' op Output tensor shape must be 32 at dim 1 (since start=0, end=32, step=1), but got 16",
    ],
    [
      '"ttir.rand"() <{size = [4 : i32, 4 : i32], low = 2.0 : f32, high = 1.0 : f32}> : () -> tensor<4x4xf32>',
      "'ttir.rand' op 'low' value must be < 'high' value.",
    ],
    [
      '"ttir.ones"() <{shape = array<i32: 4>}> : () -> tensor<8xf32>',
      "'ttir.ones' op expected shape (8), got (4)",
    ],
  ],
  elementwise: [
    [
      '"ttir.clamp_scalar"(%a0) <{min = 0.0 : f32, max = 1.0 : f32}> : (tensor<8xf32>) -> tensor<4xf32>',
      "'ttir.clamp_scalar' op input and output must have same shape.",
    ],
    [
      '"ttir.logical_left_shift"(%a0, %a1) : (tensor<8xf32>, tensor<8xf32>) -> tensor<8xf32>',
      "'ttir.logical_left_shift' op Left operand element type must be integer, but got 'f32'",
    ],
    [
      '"ttir.right_shift"(%a0, %a1) : (tensor<8xi32>, tensor<8xf32>) -> tensor<8xi32>',
      "'ttir.right_shift' op Right operand element type must be integer, but got 'f32'",
    ],
    [
      '"ttir.bitcast_convert"(%a0) : (tensor<8xf32>) -> tensor<8xbf16>',
      "'ttir.bitcast_convert' op Input and output tensor element types must have the same bit width",
    ],
    [
      '"ttir.gelu_bw"(%a0, %a1) <{approximate = "exact"}> : (tensor<8xf32>, tensor<8xf32>) -> tensor<8xf32>',
      "'ttir.gelu_bw' op approximate attribute must be either 'none' or 'tanh', but got 'exact'",
    ],
  ],
  indexing: [
    [
      '"ttir.embedding"(%a0, %a1) : (tensor<32xi32>, tensor<16x8x4xf32>) -> tensor<32x4xf32>',
      "'ttir.embedding' op weight must be effectively 2D tensor",
    ],
    [
      '"ttir.gather"(%a0, %a1) <{dim = 2 : i32}> : (tensor<4x8xf32>, tensor<4x2xi32>) -> tensor<4x2xf32>',
      "'ttir.gather' op Dimension must be in the range [-2, 2), got dim = 2",
    ],
    [
      '"ttir.topk"(%a0) <{k = 9 : i32, dim = 1 : i32}> : (tensor<4x8xf32>) -> (tensor<4x9xf32>, tensor<4x9xi32>)',
      "'ttir.topk' op K should be between 1 and the size of the specified dimension (1), but got: 9",
    ],
    [
      '"ttir.sort"(%a0) <{dim = 2 : si32, descending = false, stable = false}> : (tensor<4x8xf32>) -> (tensor<4x8xf32>, tensor<4x8xi32>)',
      "'ttir.sort' op Dimension out of range (expected to be in range of [-2, 1], but got 2)",
    ],
    [
      '"ttir.rows_scatter"(%a0, %a1, %a2) <{column = false, reduce = #ttcore.reduce_type<invalid>, sizes = array<i64: 4, 8>, windows = array<i64: 1, 1>}> : (tensor<1x4x8xf32>, tensor<1x1x2xi32>, tensor<1x2x8xf32>) -> tensor<1x4x8xf32>',
      "'ttir.rows_scatter' op Index tensor must have a batch, a number for each size and window, and one for each row.",
    ],
    [
      '"ttir.rows_scatter"(%a0, %a1, %a2) <{column = false, reduce = #ttcore.reduce_type<invalid>, sizes = array<i64: 4>, windows = array<i64: 1>}> : (tensor<1x4x8xf32>, tensor<2x1x2xi32>, tensor<1x2x8xf32>) -> tensor<1x4x8xf32>',
      "'ttir.rows_scatter' op Input tensor, index tensor, and update tensor must have the same batch.",
    ],
    [
      '"ttir.scatter"(%a0, %a1, %a2) <{dim = 0 : i32, scatter_reduce_type = #ttcore.reduce_type<sum>}> : (tensor<4x8xf32>, tensor<4xi32>, tensor<4xf32>) -> tensor<4x8xf32>',
      "'ttir.scatter' op Input tensor, index tensor, and source tensor must have the same rank. Got input rank = 2, index rank = 1, source rank = 1",
    ],
  ],
  matmul: [
    [
      '"ttir.linear"(%a0, %a1, %a2) <{transpose_a = false, transpose_b = false}> : (tensor<4x8xf32>, tensor<8x2xf32>, tensor<3xf32>) -> tensor<4x2xf32>',
      "'ttir.linear' op Bias shape(3) is not broadcast compatible with the matmul output shape(4,2)",
    ],
    [
      '"ttir.matmul"(%a0, %a1) <{transpose_a = false, transpose_b = false}> : (tensor<f32>, tensor<8x2xf32>) -> tensor<2xf32>',
      "'ttir.matmul' op Input A must be at least a 1D tensor",
    ],
    [
      '"ttir.matmul"(%a0, %a1) <{transpose_a = false, transpose_b = false}> : (tensor<2x4x8xf32>, tensor<3x8x2xf32>) -> tensor<2x4x2xf32>',
      "'ttir.matmul' op Batch dimensions of input A(2) and B(3) are not broadcast compatible",
    ],
    [
      '"ttir.matmul"(%a0, %a1) <{transpose_a = false, transpose_b = false}> : (tensor<8xf32>, tensor<8xf32>) -> tensor<2xf32>',
      "'ttir.matmul' op Scalar output must be a 1D tensor of size 1",
    ],
  ],
  normalization: [
    [
      '"ttir.rms_norm"(%a0, %a1) <{normalized_shape = array<i64: 8>, operandSegmentSizes = array<i32: 1, 1, 0>}> : (tensor<4x8xf32>, tensor<4xf32>) -> tensor<4x8xf32>',
      "'ttir.rms_norm' op weight tensor shape must match normalized_shape",
    ],
    [
      '"ttir.layer_norm"(%a0) <{normalized_shape = array<i64: 4>, operandSegmentSizes = array<i32: 1, 0, 0>}> : (tensor<4x8xf32>) -> tensor<4x8xf32>',
      "'ttir.layer_norm' op normalized_shape dimensions must match trailing dimensions of input tensor",
    ],
    [
      '"ttir.softmax"(%a0) <{dimension = 2 : si32, numericStable = true}> : (tensor<4x8xf32>) -> tensor<4x8xf32>',
      "'ttir.softmax' op Dimension attribute must be within the bounds of the input tensor",
    ],
  ],
  pooling: [
    [
      '"ttir.max_pool2d"(%a0) <{kernel = 9 : i32, stride = 1 : i32, dilation = 1 : i32, padding = 0 : i32, ceil_mode = false}> : (tensor<1x8x8x4xf32>) -> tensor<1x1x1x4xf32>',
      "'ttir.max_pool2d' op effective kernel size (9, 9) cannot be greater than the padded input size per channel (8, 8)",
    ],
    [
      '"ttir.avg_pool2d"(%a0) <{kernel = 2 : i32, stride = 2 : i32, dilation = 1 : i32, padding = 0 : i32, ceil_mode = false}> : (tensor<1x8x8x4xf32>) -> tensor<1x4x5x4xf32>',
      "'ttir.avg_pool2d' op output tensor height and width dimension (4, 5) do not match the expected dimensions (4, 4)",
    ],
    [
      '"ttir.upsample2d"(%a0) <{scale_factor = 2 : si32, mode = "cubic"}> : (tensor<1x8x8x4xf32>) -> tensor<1x16x16x4xf32>',
      '\'ttir.upsample2d\' op Expected modes are (nearest, bilinear), got "cubic"',
    ],
    [
      '"ttir.global_avg_pool2d"(%a0) : (tensor<8x8x4xf32>) -> tensor<1x1x4xf32>',
      "'ttir.global_avg_pool2d' op batch dimension must remain the same between input and output",
    ],
  ],
  quantization: [
    [
      '"ttir.quantize"(%a0) : (tensor<8xf32>) -> tensor<8xf32>',
      "'ttir.quantize' op Output element type must be UniformQuantizedType or UniformQuantizedPerAxisType, but got 'f32'",
    ],
    [
      '"ttir.dequantize"(%a0) : (tensor<8xf32>) -> tensor<8xf32>',
      "'ttir.dequantize' op Input element type must be UniformQuantizedType or UniformQuantizedPerAxisType, but got 'f32'",
    ],
  ],
  reduction: [
    [
      '"ttir.argmax"(%a0) <{dim_arg = [3 : i32], keep_dim = false}> : (tensor<4x8xf32>) -> tensor<4xi32>',
      "'ttir.argmax' op Reduce dimension 3 is out of range for input tensor of rank 2",
    ],
    [
      '"ttir.cumsum"(%a0) <{dim = 2 : i64}> : (tensor<4x8xf32>) -> tensor<4x8xf32>',
      "'ttir.cumsum' op specified dimension should be between -2 and 1, but got: 2",
    ],
    [
      '"ttir.cumulative"(%a0) <{dim = 0 : i64, reduction = #ttcore.reduce_type<sum>, reverse = false}> : (tensor<4x8xf32>) -> tensor<4x8xf32>',
      "'ttir.cumulative' op reduction should be max, min or logsumexp, but got: sum",
    ],
    [
      '"ttir.sum"(%a0) <{dim_arg = [1 : i32, 1 : i32], keep_dim = false}> : (tensor<4x8xf32>) -> tensor<4xf32>',
      "'ttir.sum' op Reduce dimensions are not unique",
    ],
  ],
  shapes: [
    [
      '"ttir.pad"(%a0) <{padding = array<i32: 1, 1>, value = 0.0 : f32}> : (tensor<4x8xf32>) -> tensor<6x8xf32>',
      "'ttir.pad' op Padding must have the same number of elements as twice the rank of the input tensor",
    ],
    [
      '"ttir.repeat"(%a0) <{repeat_dimensions = array<i64: 0, 1>}> : (tensor<4x8xf32>) -> tensor<4x8xf32>',
      "'ttir.repeat' op Repeat dimension at index 0 must be greater than 0.",
    ],
    [
      '"ttir.repeat_interleave"(%a0) <{repeats = 2 : ui32, dim = 1 : si32}> : (tensor<4x8xf32>) -> tensor<4x8xf32>',
      "'ttir.repeat_interleave' op Output shape [4,8] does not match the expected shape [4,16]",
    ],
    [
      '"ttir.reverse"(%a0) <{dimensions = array<i64: 2>}> : (tensor<4x8xf32>) -> tensor<4x8xf32>',
      "'ttir.reverse' op all dimensions should be in interval [0, 2). Got dimension: 2",
    ],
    [
      '"ttir.squeeze"(%a0) <{dim = 0 : si32}> : (tensor<4x8xf32>) -> tensor<8xf32>',
      "'ttir.squeeze' op Dimension 0 in the input tensor must be 1.",
    ],
    [
      '"ttir.unsqueeze"(%a0) <{dim = 4 : si32}> : (tensor<4x8xf32>) -> tensor<4x8x1xf32>',
      "'ttir.unsqueeze' op Dimension attribute must be within the bounds of the input tensor",
    ],
    [
      '"ttir.transpose"(%a0) <{dim0 = 0 : si32, dim1 = 2 : si32}> : (tensor<4x8xf32>) -> tensor<8x4xf32>',
      "'ttir.transpose' op Dimension 1 attribute must be within the bounds of the input tensor",
    ],
    [
      '"ttir.rearrange"(%a0) <{pattern = "a b -> a"}> : (tensor<4x8xf32>) -> tensor<4xf32>',
      "'ttir.rearrange' op failed to parse pattern a b -> a.",
    ],
    [
      '"ttir.index"(%a0) <{dim = 2 : i32, begin = 0 : i32, end = 4 : i32, step = 1 : i32}> : (tensor<4x8xf32>) -> tensor<4x4xf32>',
      "'ttir.index' op Invalid dimension index 2. Input tensor rank is 2",
    ],
    [
      '"ttir.index_select"(%a0) <{dim = 1 : si32, begin = 0 : si32, length = 9 : si32, stride = 8 : si32}> : (tensor<4x8xf32>) -> tensor<4x8xf32>',
      "'ttir.index_select' op Invalid length 9 for begin index 0 and stride 8 for dimension 1 with size 8. stride must be greater than or equal to length",
    ],
    [
      '"ttir.slice_dynamic"(%a0, %a1, %a2) : (tensor<4x8xf32>, tensor<2xi32>, tensor<3xi32>) -> tensor<2x4xf32>',
      "'ttir.slice_dynamic' op Begins, ends, and step must have the same number of elements as the input tensor rank",
    ],
  ],
};

describe.each(Object.entries(REJECTED))('ttir operations: %s', (_, cases) => {
  it.each(cases)('rejects %s', (op, message) => {
    expect(complaint(op)).toBe(message);
  });
});
