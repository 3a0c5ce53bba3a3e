import {
  builtinPasses,
  Context,
  parseModule,
  parsePipeline,
  printOp,
  runPasses,
  SourceText,
  verifyOp,
} from '@shardform/ir-core';
import { describe, expect, it } from 'vitest';
import { ttirDialect } from './index.ts';

/** The text printed again after the passes, or the first complaint. */
function run(text: string, passes = ''): string {
  const context = new Context([builtinPasses, ttirDialect]);
  const messages: string[] = [];
  context.diagnostics.subscribe((diagnostic) => messages.push(diagnostic.message));
  const module = parseModule(new SourceText('test.mlir', text), context);
  if (module === null || !verifyOp(module, context)) return messages[0] ?? 'failed silently';
  runPasses(module, parsePipeline(`builtin.module(${passes})`, context), context);
  return messages[0] ?? printOp(module, context).trim();
}

/** A function of two tensors around one operation. */
function around(op: string): string {
  return `func.func @main(%a: tensor<64x128xf32>, %b: tensor<64x64xf32>) { %0 = ${op} return }`;
}

// Messages recorded from tt-mlir in jax-tt-plugin 0.1.3.
const REJECTED: readonly (readonly [string, string])[] = [
  [
    '"ttir.add"(%a, %b) : (tensor<64x128xf32>, tensor<64x64xf32>) -> tensor<64x128xf32>',
    "'ttir.add' op operand shape (64, 64) is not broadcast compatible with inferred operand shapes (64, 128)",
  ],
  [
    '"ttir.add"(%a, %a) : (tensor<64x128xf32>, tensor<64x128xf32>) -> tensor<64x64xf32>',
    "'ttir.add' op result shape (64, 64) doesn't match expected shape after broadcasting (64, 128)",
  ],
  [
    '"ttir.all_gather"(%a) <{all_gather_dim = 2 : si32, cluster_axis = 1 : ui32}> : (tensor<64x128xf32>) -> tensor<64x256xf32>',
    "'ttir.all_gather' op Invalid dimension for all gather op. Gather dimension must be >= to input tensor rank or < -input tensor rank, got gather_dim = 2",
  ],
  [
    '"ttir.all_reduce"(%a) <{cluster_axis = 1 : ui32, reduce_type = #ttcore.reduce_type<std>}> : (tensor<64x128xf32>) -> tensor<64x128xf32>',
    "'ttir.all_reduce' op Invalid reduction type for all reduce op.",
  ],
  [
    '"ttir.all_to_all"(%a) <{concat_dim = 1 : si32, replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>, split_count = 3 : si32, split_dim = 0 : si32}> : (tensor<64x128xf32>) -> tensor<32x256xf32>',
    "'ttir.all_to_all' op splitDim size must be divisible by splitCount",
  ],
  [
    '"ttir.collective_broadcast"(%a) <{replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>}> : (tensor<64x128xf32>) -> tensor<64x64xf32>',
    "'ttir.collective_broadcast' op input and output must have the same type",
  ],
  [
    '"ttir.broadcast"(%a) <{broadcast_dimensions = array<i64: 1, 2>}> : (tensor<64x128xf32>) -> tensor<64x128xf32>',
    "'ttir.broadcast' op Input tensor shape (64,128) index 1 does not broadcast to output (64,128) using broadcast value 2",
  ],
  [
    '"ttir.concat"(%a, %b) <{dim = 0 : si32}> : (tensor<64x128xf32>, tensor<64x64xf32>) -> tensor<128x128xf32>',
    "'ttir.concat' op All input tensors must have the same dimensions, except for dimension 0.",
  ],
  [
    '"ttir.concat"(%a, %a) <{dim = 3 : si32}> : (tensor<64x128xf32>, tensor<64x128xf32>) -> tensor<128x128xf32>',
    "'ttir.concat' op Invalid dimension 3 for concatenation.",
  ],
  [
    '"ttir.constant"() <{value = dense<0.0> : tensor<2xf32>}> : () -> tensor<f32>',
    "'ttir.constant' op failed to verify that all of {value, result} have same shape",
  ],
  [
    '"ttir.collective_permute"(%a) <{source_target_pairs = dense<[[0, 1], [0, 1]]> : tensor<2x2xi64>}> : (tensor<64x128xf32>) -> tensor<64x128xf32>',
    "'ttir.collective_permute' op There are duplicate 'src' or 'dest' devices in source target pairs",
  ],
  [
    '"ttir.collective_permute"(%a) <{source_target_pairs = dense<[0, 1]> : tensor<2xi64>}> : (tensor<64x128xf32>) -> tensor<64x128xf32>',
    "'ttir.collective_permute' op The rank of source target pairs must be 2, got rank = 1",
  ],
  [
    '"ttir.exp"(%a) : (tensor<64x128xf32>) -> tensor<64x64xf32>',
    "'ttir.exp' op result shape (64, 64) doesn't match expected shape after broadcasting (64, 128)",
  ],
  [
    '"ttir.full"() <{fill_value = 1.0 : f32, shape = array<i32: 64>}> : () -> tensor<64x64xf32>',
    "'ttir.full' op expected shape (64, 64), got (64)",
  ],
  [
    '"ttir.matmul"(%a, %a) <{transpose_a = false, transpose_b = false}> : (tensor<64x128xf32>, tensor<64x128xf32>) -> tensor<64x128xf32>',
    "'ttir.matmul' op Input A[-1](128) and B[-2](64) must have matching inner dimensions",
  ],
  [
    '"ttir.matmul"(%a, %a) <{transpose_a = false, transpose_b = true}> : (tensor<64x128xf32>, tensor<64x128xf32>) -> tensor<64x128xf32>',
    "'ttir.matmul' op Output shape dimension[1](128) doesn't match the expected output shape dimension[1](64)",
  ],
  [
    '"ttir.mesh_partition"(%a) <{cluster_axis = 1 : ui32, dim = 4 : si32}> : (tensor<64x128xf32>) -> tensor<64x64xf32>',
    "'ttir.mesh_partition' op Invalid tensor dimension for mesh partition op. Dimension must be >= to input tensor rank or < -input tensor rank, got dim = 4",
  ],
  ['"ttir.sum"(%a) : (tensor<64x128xf32>) -> tensor<64xf32>', "'ttir.sum' op requires attribute 'keep_dim'"],
  [
    '"ttir.permute"(%a) <{permutation = array<i64: 1, 1>}> : (tensor<64x128xf32>) -> tensor<128x64xf32>',
    "'ttir.permute' op Expected a permutation of (0, 1), got (1, 1)",
  ],
  [
    '"ttir.permute"(%a) <{permutation = array<i64: 1, 0>}> : (tensor<64x128xf32>) -> tensor<64x128xf32>',
    "'ttir.permute' op Expected result shape (128, 64), got (64, 128)",
  ],
  [
    '"ttir.reduce_scatter"(%a) <{cluster_axis = 1 : ui32, reduce_type = #ttcore.reduce_type<sum>, scatter_dim = 5 : si32}> : (tensor<64x128xf32>) -> tensor<64x64xf32>',
    "'ttir.reduce_scatter' op Invalid dimension for reduce scatter op. Scatter dimension must be >= to input tensor rank or < -input tensor rank, got scatter_dim = 5",
  ],
  [
    '"ttir.reshape"(%a) <{shape = [64 : i32, 64 : i32]}> : (tensor<64x128xf32>) -> tensor<64x64xf32>',
    "'ttir.reshape' op Input tensor number of elements 8192 and output tensor number of elements 4096 must be the same",
  ],
  [
    '"ttir.reshape"(%a) <{shape = [64 : i32, 128 : i32]}> : (tensor<64x128xf32>) -> tensor<128x64xf32>',
    "'ttir.reshape' op Shape attribute 64 must match the output tensor shape 128 at index 0 for dimension that is not -1",
  ],
  [
    '"ttir.slice_static"(%a) <{begins = [0 : i32, 0 : i32], ends = [65 : i32, 128 : i32], step = [1 : i32, 1 : i32]}> : (tensor<64x128xf32>) -> tensor<65x128xf32>',
    "'ttir.slice_static' op Invalid end index for dimension 0. Expected value in range [-64, 64], got 65. Input shape: (64, 128)",
  ],
  [
    '"ttir.slice_static"(%a) <{begins = [0 : i32, 0 : i32], ends = [32 : i32, 128 : i32], step = [1 : i32, 1 : i32]}> : (tensor<64x128xf32>) -> tensor<64x128xf32>',
    "'ttir.slice_static' op Mismatch in dimension 0 of the output tensor: expected size 32, but got 64",
  ],
  [
    '"ttir.sum"(%a) <{dim_arg = [2 : i32], keep_dim = false}> : (tensor<64x128xf32>) -> tensor<64xf32>',
    "'ttir.sum' op Reduce dimension 2 is out of range for input tensor of rank 2",
  ],
  [
    '"ttir.sum"(%a) <{dim_arg = [1 : i32], keep_dim = true}> : (tensor<64x128xf32>) -> tensor<64xf32>',
    "'ttir.sum' op Expected output shape (64, 1), got (64)",
  ],
  [
    '"ttir.where"(%a, %a, %b) : (tensor<64x128xf32>, tensor<64x128xf32>, tensor<64x64xf32>) -> tensor<64x128xf32>',
    "'ttir.where' op operand shape (64, 64) is not broadcast compatible with inferred operand shapes (64, 128)",
  ],
  [
    '"ttir.broadcast"(%b) <{broadcast_dimensions = array<i64: 1, 1>}> : (tensor<64x64xf32>) -> tensor<64x128xf32>',
    "'ttir.broadcast' op Input tensor shape (64,64) is not broadcastable to output shape (64,128)",
  ],
];

describe('ttir operations', () => {
  it.each(REJECTED)('rejects %s', (op, message) => {
    expect(run(around(op))).toBe(message);
  });

  // Recorded from tt-mlir in jax-tt-plugin 0.1.3.
  it('keeps the text of collectives', () => {
    const text = `module {
  func.func @main(%arg0: tensor<64x128xf32>) -> tensor<32x128xf32> {
    %0 = "ttir.all_gather"(%arg0) <{all_gather_dim = 1 : si32, cluster_axis = 1 : ui32}> : (tensor<64x128xf32>) -> tensor<64x512xf32>
    %1 = "ttir.reduce_scatter"(%0) <{cluster_axis = 1 : ui32, reduce_type = #ttcore.reduce_type<sum>, scatter_dim = 1 : si32}> : (tensor<64x512xf32>) -> tensor<64x128xf32>
    %2 = "ttir.collective_permute"(%1) <{source_target_pairs = dense<[[0, 1], [1, 0]]> : tensor<2x2xi64>}> : (tensor<64x128xf32>) -> tensor<64x128xf32>
    %3 = "ttir.mesh_partition"(%2) <{cluster_axis = 0 : ui32, dim = 0 : si32}> : (tensor<64x128xf32>) -> tensor<32x128xf32>
    %4 = "ttir.mesh_shard"(%3) <{shard_dims = array<i64: -1>, shard_direction = #ttcore.shard_direction<shard_to_full>, shard_shape = array<i64: 1>, shard_type = #ttcore.shard_type<replicate>}> : (tensor<32x128xf32>) -> tensor<32x128xf32>
    return %4 : tensor<32x128xf32>
  }
}`;
    expect(run(text)).toBe(text);
  });
});

describe('ttir canonicalization', () => {
  // Recorded from tt-mlir in jax-tt-plugin 0.1.3.
  it('folds constants through broadcasts and arithmetic and writes them as fills', () => {
    const text = `func.func @main(%a: tensor<16x64xf32>) -> (tensor<16x64xf32>, tensor<16x64xbf16>, tensor<16x64xf32>) {
  %0 = "ttir.constant"() <{value = dense<1.0> : tensor<f32>}> : () -> tensor<f32>
  %1 = "ttir.constant"() <{value = dense<2048.0> : tensor<f32>}> : () -> tensor<f32>
  %2 = "ttir.constant"() <{value = dense<0.0> : tensor<f32>}> : () -> tensor<f32>
  %3 = "ttir.reshape"(%2) <{shape = [1 : i32, 1 : i32]}> : (tensor<f32>) -> tensor<1x1xf32>
  %4 = "ttir.broadcast"(%3) <{broadcast_dimensions = array<i64: 16, 64>}> : (tensor<1x1xf32>) -> tensor<16x64xf32>
  %5 = "ttir.lt"(%a, %4) : (tensor<16x64xf32>, tensor<16x64xf32>) -> tensor<16x64xbf16>
  %6 = "ttir.div"(%0, %1) : (tensor<f32>, tensor<f32>) -> tensor<f32>
  %7 = "ttir.reshape"(%6) <{shape = [1 : i32, 1 : i32]}> : (tensor<f32>) -> tensor<1x1xf32>
  %8 = "ttir.broadcast"(%7) <{broadcast_dimensions = array<i64: 16, 64>}> : (tensor<1x1xf32>) -> tensor<16x64xf32>
  %9 = "ttir.multiply"(%8, %a) : (tensor<16x64xf32>, tensor<16x64xf32>) -> tensor<16x64xf32>
  %10 = "ttir.clamp_tensor"(%a, %2, %0) : (tensor<16x64xf32>, tensor<f32>, tensor<f32>) -> tensor<16x64xf32>
  return %9, %5, %10 : tensor<16x64xf32>, tensor<16x64xbf16>, tensor<16x64xf32>
}`;
    expect(run(text, 'canonicalize')).toBe(`module {
  func.func @main(%arg0: tensor<16x64xf32>) -> (tensor<16x64xf32>, tensor<16x64xbf16>, tensor<16x64xf32>) {
    %0 = "ttir.full"() <{fill_value = 4.8828125E-4 : f32, shape = array<i32: 16, 64>}> : () -> tensor<16x64xf32>
    %1 = "ttir.zeros"() <{shape = array<i32: 16, 64>}> : () -> tensor<16x64xf32>
    %2 = "ttir.gt"(%1, %arg0) : (tensor<16x64xf32>, tensor<16x64xf32>) -> tensor<16x64xbf16>
    %3 = "ttir.multiply"(%0, %arg0) : (tensor<16x64xf32>, tensor<16x64xf32>) -> tensor<16x64xf32>
    %4 = "ttir.clamp_scalar"(%arg0) <{max = 1.000000e+00 : f32, min = 0.000000e+00 : f32}> : (tensor<16x64xf32>) -> tensor<16x64xf32>
    return %3, %2, %4 : tensor<16x64xf32>, tensor<16x64xbf16>, tensor<16x64xf32>
  }
}`);
  });

  it('drops permutations and reshapes that undo each other', () => {
    const text = `func.func @main(%a: tensor<4x2xf32>) -> tensor<4x2xf32> {
  %0 = "ttir.permute"(%a) <{permutation = array<i64: 1, 0>}> : (tensor<4x2xf32>) -> tensor<2x4xf32>
  %1 = "ttir.permute"(%0) <{permutation = array<i64: 1, 0>}> : (tensor<2x4xf32>) -> tensor<4x2xf32>
  %2 = "ttir.reshape"(%1) <{shape = [8 : i32]}> : (tensor<4x2xf32>) -> tensor<8xf32>
  %3 = "ttir.reshape"(%2) <{shape = [4 : i32, 2 : i32]}> : (tensor<8xf32>) -> tensor<4x2xf32>
  return %3 : tensor<4x2xf32>
}`;
    expect(run(text, 'canonicalize')).toContain('return %arg0 : tensor<4x2xf32>');
  });
});
