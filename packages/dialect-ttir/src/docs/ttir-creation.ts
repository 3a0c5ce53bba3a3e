import type { DialectDocumentation, OpDocumentation } from '@shardform/ir-core';
import { exampleOf } from './example.ts';

function created(
  mnemonic: string,
  description: string,
  properties: string,
  result = '32x64xbf16',
): OpDocumentation {
  return {
    description,
    example: exampleOf({ op: `ttir.${mnemonic}`, operands: {}, properties, results: [result] }),
  };
}

/** The documentation of operations of TTIR that make tensors. */
export const ttirCreationDocumentation: DialectDocumentation = {
  arange: created(
    'arange',
    `Counts from \`start\` up to, but without, \`end\` in steps of \`step\` along the dimension \`arange_dimension\`; the numbers repeat along all
others. The size of that dimension is \`(end - start) / step\`.`,
    'arange_dimension = 1 : i64, end = 64 : si64, start = 0 : si64, step = 1 : si64',
  ),
  constant: created(
    'constant',
    'Makes a constant tensor with the elements `value`, whose type is that of the result.',
    'value = dense<[[1.0, 2.0], [3.0, 4.0]]> : tensor<2x2xbf16>',
    '2x2xbf16',
  ),
  full: created(
    'full',
    'Makes a tensor of the shape `shape` whose elements all are `fill_value`, a 32-bit float or integer that is converted to the element type.',
    'fill_value = 7.000000e+00 : f32, shape = array<i32: 32, 64>',
  ),
  ones: created(
    'ones',
    'Makes a tensor of the shape `shape` whose elements all are one.',
    'shape = array<i32: 32, 64>',
  ),
  rand: created(
    'rand',
    `Makes a tensor of the shape \`size\` of random numbers, uniformly distributed from \`low\` up to, but without, \`high\`. The same \`seed\` gives
the same numbers, but for 0, which stands for a new one in each run.`,
    'high = 1.000000e+00 : f32, low = 0.000000e+00 : f32, seed = 42 : ui32, size = [32 : i32, 64 : i32]',
  ),
  zeros: created(
    'zeros',
    'Makes a tensor of the shape `shape` whose elements all are zero.',
    'shape = array<i32: 32, 64>',
  ),
  empty: {
    description: `Makes a tensor whose elements are not defined: memory for operations that name where their result goes, such as \`ttir.to_layout\`.
Two such tensors are never merged.`,
    example: `
func.func @main() -> tensor<32x64xbf16> {
  %0 = ttir.empty() : tensor<32x64xbf16>
  return %0 : tensor<32x64xbf16>
}`,
  },
};

const ALLOCATED = `
#layout = #ttcore.metal_layout<logical_shape = 32x64, dim_alignments = 32x32, collapsed_intervals = dense<[[0, 1], [1, 2]]> : tensor<2x2xi64>, l1, sharded>
func.func @main() {
  %0 = "ttir.alloc"() <{address = 4096 : i64, memory_space = #ttcore.memory_space<l1>, size = 4096 : i64}> : () -> tensor<1x1x32x64xbf16, #layout>
  "ttir.dealloc"(%0) : (tensor<1x1x32x64xbf16, #layout>) -> ()
  return
}`;

/** The documentation of memory and of calls of kernels. */
export const ttirMemoryDocumentation: DialectDocumentation = {
  alloc: {
    description: `Names the memory of \`size\` bytes at \`address\` in \`memory_space\` (\`l1\`, \`dram\`, \`system\` or \`mmio\`) as a tensor, in the lowering to
TTMetal, which places buffers itself. \`ttir.dealloc\` ends its use.`,
    example: ALLOCATED,
  },
  dealloc: {
    description:
      'Ends the use of the memory of a tensor that `ttir.alloc` made; its bytes may be given to another tensor.',
    example: ALLOCATED,
  },
  to_layout: {
    description: `Copies a tensor into \`output\`, whose type says the target: another memory space, tiling, sharding or element type. The result is the
written tensor. Between buffers (\`memref\`) there is no result. \`layout\` (\`hostInfo\` in the syntax) tells how a tensor of the host is
padded.`,
    example: `
func.func @main(%input: tensor<32x64xf32>) -> tensor<32x64xbf16> {
  %0 = ttir.empty() : tensor<32x64xbf16>
  %1 = ttir.to_layout %input, %0 : tensor<32x64xf32> into tensor<32x64xbf16> -> tensor<32x64xbf16>
  return %1 : tensor<32x64xbf16>
}`,
  },
  tt_lang_op: {
    description: `Calls a kernel that was written in TT-Lang and registered by the model's program; what it computes is not known here. \`arg_roles\` says
for each operand whether it is read (\`in\`) or written (\`out\`), the latter last; each written operand is returned as a result.
\`kernel_id\` names the kernel, \`version_tag\` changes when it must be compiled again, and \`shard_spec\` tells how operands are sharded.`,
    example: `
func.func @main(%a: tensor<32x64xbf16>, %b: tensor<32x64xbf16>) -> tensor<32x64xbf16> {
  %0 = ttir.empty() : tensor<32x64xbf16>
  %1 = ttir.tt_lang_op(%a, %b, %0) {arg_roles = "in,in,out", kernel_id = "model.fused_add::v1", version_tag = "1"} : (tensor<32x64xbf16>, tensor<32x64xbf16>, tensor<32x64xbf16>) -> (tensor<32x64xbf16>)
  return %1 : tensor<32x64xbf16>
}`,
  },
  ttnn_metal_layout_cast: {
    description: `Reinterprets a tensor with a layout of TTNN as one with a layout of TTMetal or a buffer, or back, without moving data. It stands at the
borders of parts of a program that are compiled to kernels of their own.`,
    example: `
#metal = #ttcore.metal_layout<logical_shape = 32x32, dim_alignments = 32x32, collapsed_intervals = dense<[[0, 1], [1, 2]]> : tensor<2x2xi64>, l1, sharded>
#ttnn = #ttnn.ttnn_layout<(d0, d1) -> (d0, d1), <1x1>, memref<1x1x!ttcore.tile<32x32, f32>, #ttnn.buffer_type<l1>>, <block_sharded>, core_ranges = <[#ttnn.core_range<(0,0), (0,0)>]>>
func.func @main(%input: tensor<32x32xf32, #ttnn>) -> tensor<1x1x1x1x!ttcore.tile<32x32, f32>, #metal> {
  %0 = ttir.ttnn_metal_layout_cast %input : tensor<32x32xf32, #ttnn> -> tensor<1x1x1x1x!ttcore.tile<32x32, f32>, #metal>
  return %0 : tensor<1x1x1x1x!ttcore.tile<32x32, f32>, #metal>
}`,
  },
};
