import { Context, parseModule, SourceText, verifyOp } from '@shardform/ir-core';
import { describe, expect, it } from 'vitest';
import { ttnnDialect } from '../extension.ts';

/** The first complaint about a function of one operation, whose operands are arguments. */
function complaint(op: string): string | undefined {
  const context = new Context([ttnnDialect]);
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
      '"ttnn.scaled_dot_product_attention"(%a0, %a1, %a2) <{is_causal = true, operandSegmentSizes = array<i32: 1, 1, 1, 0, 0>}> : (tensor<1x8x32x64xf32>, tensor<1x4x32x64xf32>, tensor<1x4x16x64xf32>) -> tensor<1x8x32x64xf32>',
      "'ttnn.scaled_dot_product_attention' op Key and value must have the same shape",
    ],
    [
      '"ttnn.concatenate_heads"(%a0) : (tensor<1x8x32x64xf32>) -> tensor<1x32x256xf32>',
      "'ttnn.concatenate_heads' op output hidden dimension must equal num_heads * head_size, got num_heads = 8, head_size = 64, expected hidden size = 512, actual output hidden size = 256",
    ],
    [
      '"ttnn.nlp_concat_heads"(%a0) : (tensor<1x8x32x64xf32>) -> tensor<1x1x32x256xf32>',
      "'ttnn.nlp_concat_heads' op expected output shape (1, 1, 32, 512), got (1, 1, 32, 256)",
    ],
  ],
  cache: [
    [
      '"ttnn.fill_cache"(%a0, %a1) <{batch_offset = 0 : i32}> : (tensor<1x8x64x32xf32>, tensor<1x8x128x32xf32>) -> ()',
      "'ttnn.fill_cache' op Input tensor requires that dim 2 have a size which is less than or equal to the size of dim 2 of the cache tensor. Got cache dim 2 size = 64, input dim 2 size = 128",
    ],
  ],
  collective: [
    [
      '"ttnn.all_gather"(%a0) <{all_gather_dim = 2 : si32, cluster_axis = 1 : ui32}> : (tensor<4x8xf32>) -> tensor<4x16xf32>',
      "'ttnn.all_gather' op Invalid gather dimension for all reduce op. Gather dimension must be >= to input tensor rank or < -input tensor rank, got gather_dim = 2",
    ],
    [
      '"ttnn.reduce_scatter"(%a0) <{cluster_axis = 1 : ui32, reduce_type = #ttcore.reduce_type<std>, scatter_dim = 1 : si32}> : (tensor<4x8xf32>) -> tensor<4x4xf32>',
      "'ttnn.reduce_scatter' op Invalid reduction type for reduce scatter op.",
    ],
  ],
  creation: [
    [
      '"ttnn.arange"() <{start = 0 : si64, end = 32 : si64, step = 1 : si64}> : () -> tensor<16xf32>',
      "'ttnn.arange' op Output tensor type missing layout attribute",
    ],
    [
      '"ttnn.zeros"() <{shape = #ttnn.shape<4>}> : () -> tensor<8xf32>',
      "'ttnn.zeros' op Output tensor type missing layout attribute",
    ],
    [
      '"ttnn.constant"() <{value = dense<0.0> : tensor<4xf32>}> : () -> tensor<8xf32>',
      "'ttnn.constant' op Output tensor type missing layout attribute",
    ],
  ],
  matmul: [
    [
      '"ttnn.matmul"(%a0, %a1) <{transpose_a = false, transpose_b = false}> : (tensor<4x8xf32>, tensor<4x2xf32>) -> tensor<4x2xf32>',
      "'ttnn.matmul' op Input A[-1](8) and B[-2](4) must have matching inner dimensions",
    ],
    [
      '"ttnn.linear"(%a0, %a1) <{transpose_a = false, transpose_b = false}> : (tensor<4x8xf32>, tensor<8x2xf32>) -> tensor<4x3xf32>',
      "'ttnn.linear' op Output shape(4,3) must match the broadcasted shape(4,2)",
    ],
  ],
  normalization: [
    [
      '"ttnn.softmax"(%a0) <{dimension = 2 : si32, numericStable = true}> : (tensor<4x8xf32>) -> tensor<4x8xf32>',
      "'ttnn.softmax' op Dimension attribute must be within the bounds of the input tensor",
    ],
    [
      '"ttnn.rms_norm"(%a0, %a1) <{epsilon = 1.0e-5 : f32, operandSegmentSizes = array<i32: 1, 1, 0>}> : (tensor<4x8xf32>, tensor<4xf32>) -> tensor<4x8xf32>',
      "'ttnn.rms_norm' op weight tensor must be 1D with size matching the last dimension of input",
    ],
  ],
  pooling: [
    [
      '"ttnn.max_pool2d"(%a0) <{batch_size = 1 : si32, input_height = 8 : si32, input_width = 8 : si32, channels = 4 : si32, kernel_size = array<i32: 9, 9>, stride = array<i32: 1, 1>, padding = array<i32: 0, 0>, dilation = array<i32: 1, 1>, ceil_mode = false, config_tensors_in_dram = false, reallocate_halo_output = false}> : (tensor<1x1x64x4xf32>) -> tensor<1x1x1x4xf32>',
      "'ttnn.max_pool2d' op Kernel height 9 is greater than input height 8. This ttnn.max_pool2d configuration is invalid.",
    ],
  ],
  reduction: [
    [
      '"ttnn.sum"(%a0) <{dim_arg = [1 : i32], keep_dim = false}> : (tensor<4x8xf32>) -> tensor<4x1xf32>',
      "'ttnn.sum' op Expected output shape (4), got (4, 1)",
    ],
  ],
  shapes: [
    [
      '"ttnn.concat"(%a0, %a1) <{dim = 2 : si32}> : (tensor<4x8xf32>, tensor<4x8xf32>) -> tensor<8x8xf32>',
      "'ttnn.concat' op Invalid dimension 2 for concatenation.",
    ],
    [
      '"ttnn.permute"(%a0) <{permutation = array<i64: 1, 1>}> : (tensor<4x8xf32>) -> tensor<8x4xf32>',
      "'ttnn.permute' op Expected a permutation of (0, 1), got (1, 1)",
    ],
    [
      '"ttnn.reshape"(%a0) <{shape = [4 : i32, 4 : i32]}> : (tensor<4x8xf32>) -> tensor<4x4xf32>',
      "'ttnn.reshape' op Input tensor number of elements 32 and output tensor number of elements 16 must be the same",
    ],
    [
      '"ttnn.pad"(%a0) <{padding = array<i32: 1, 1>, value = 0.0 : f32, use_multicore = false}> : (tensor<4x8xf32>) -> tensor<6x8xf32>',
      "'ttnn.pad' op Padding must have the same number of elements as twice the rank of the input tensor",
    ],
    [
      '"ttnn.repeat"(%a0) <{repeat_dims = #ttnn.shape<2x1>}> : (tensor<4x8xf32>) -> tensor<4x8xf32>',
      "'ttnn.repeat' op Input tensor shape (4,8) at index 0 does not repeat to output (4,8) using repeat value 2.",
    ],
    [
      '"ttnn.slice_static"(%a0) <{begins = [0 : i32], ends = [4 : i32], step = [1 : i32]}> : (tensor<4x8xf32>) -> tensor<4x8xf32>',
      "'ttnn.slice_static' op Begins, ends, and step attributes must have the same number of elements as the input tensor rank",
    ],
    [
      '"ttnn.transpose"(%a0) <{dim0 = 0 : si32, dim1 = 2 : si32}> : (tensor<4x8xf32>) -> tensor<8x4xf32>',
      "'ttnn.transpose' op Dimension 1 attribute must be within the bounds of the input tensor",
    ],
  ],
  layouts: [
    [
      '"ttnn.to_layout"(%a0) : (tensor<4x8xf32>) -> tensor<4x8xf32>',
      "'ttnn.to_layout' op Output tensor type missing layout attribute",
    ],
    [
      '"ttnn.to_memory_config"(%a0) : (tensor<4x8xf32>) -> tensor<4x8xf32>',
      "'ttnn.to_memory_config' op Input tensor type missing layout attribute",
    ],
    [
      '"ttnn.to_device"(%a0) : (tensor<4x8xf32>) -> tensor<4x8xf32>',
      "'ttnn.to_device' op expected 2 operands, but found 1",
    ],
  ],
  indexing: [
    [
      '"ttnn.topk"(%a0) <{k = 9 : i32, dim = 1 : si32}> : (tensor<4x8xf32>) -> (tensor<4x9xf32>, tensor<4x9xi32>)',
      "'ttnn.topk' op K should be between 1 and the size of the specified dimension (1), but got: 9",
    ],
    [
      '"ttnn.sort"(%a0) <{dim = 2 : si8, descending = false, stable = false}> : (tensor<4x8xf32>) -> (tensor<4x8xf32>, tensor<4x8xi32>)',
      "'ttnn.sort' op Dimension out of range (expected to be in range of [-2, 1], but got 2)",
    ],
    [
      '"ttnn.embedding"(%a0, %a1) : (tensor<32xi32>, tensor<16x8x4xf32>) -> tensor<32x4xf32>',
      "'ttnn.embedding' op weight must be effectively 2D tensor",
    ],
  ],
};

describe.each(Object.entries(REJECTED))('ttnn operations: %s', (_, cases) => {
  it.each(cases)('rejects %s', (op, message) => {
    expect(complaint(op)).toBe(message);
  });
});
