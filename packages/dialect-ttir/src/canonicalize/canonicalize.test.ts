import {
  builtinPasses,
  Context,
  parseModule,
  parsePipeline,
  printOp,
  runPasses,
  SourceText,
} from '@shardform/ir-core';
import { describe, expect, it } from 'vitest';
import { ttirDialect } from '../extension.ts';

/** The operations of a function after canonicalization. */
function canonical(text: string): string {
  const context = new Context([builtinPasses, ttirDialect]);
  const module = parseModule(new SourceText('test.mlir', text), context)!;
  runPasses(module, parsePipeline('builtin.module(canonicalize)', context), context);
  return printOp(module, context).split('\n').slice(2, -3).join('\n');
}

/** What is done, in which function, and the operations that are left. */
const SIMPLIFIED: readonly (readonly [string, string, string])[] = [
  [
    'moves constants',
    `func.func @main() -> (tensor<2x4xi32>, tensor<2x4xi32>) {
  %0 = "ttir.constant"() <{value = dense<[[1, 2, 3], [4, 5, 6]]> : tensor<2x3xi32>}> : () -> tensor<2x3xi32>
  %1 = "ttir.permute"(%0) <{permutation = array<i64: 1, 0>}> : (tensor<2x3xi32>) -> tensor<3x2xi32>
  %2 = "ttir.slice_static"(%1) <{begins = [1 : i32, 0 : i32], ends = [3 : i32, 2 : i32], step = [1 : i32, 1 : i32]}> : (tensor<3x2xi32>) -> tensor<2x2xi32>
  %3 = "ttir.repeat"(%2) <{repeat_dimensions = array<i64: 1, 2>}> : (tensor<2x2xi32>) -> tensor<2x4xi32>
  %4 = "ttir.repeat_interleave"(%2) <{repeats = 2 : ui32, dim = 1 : si32}> : (tensor<2x2xi32>) -> tensor<2x4xi32>
  return %3, %4 : tensor<2x4xi32>, tensor<2x4xi32>
}`,
    `    %0 = "ttir.constant"() <{value = dense<[[2, 5, 2, 5], [3, 6, 3, 6]]> : tensor<2x4xi32>}> : () -> tensor<2x4xi32>
    %1 = "ttir.constant"() <{value = dense<[[2, 2, 5, 5], [3, 3, 6, 6]]> : tensor<2x4xi32>}> : () -> tensor<2x4xi32>
    return %0, %1 : tensor<2x4xi32>, tensor<2x4xi32>`,
  ],
  [
    'computes constants of different shapes',
    `func.func @main() -> (tensor<2x2xf32>, tensor<2x2xf32>) {
  %0 = "ttir.constant"() <{value = dense<[[1.0], [2.0]]> : tensor<2x1xf32>}> : () -> tensor<2x1xf32>
  %1 = "ttir.constant"() <{value = dense<[10.0, 20.0]> : tensor<2xf32>}> : () -> tensor<2xf32>
  %2 = "ttir.add"(%0, %1) : (tensor<2x1xf32>, tensor<2xf32>) -> tensor<2x2xf32>
  %3 = "ttir.neg"(%2) : (tensor<2x2xf32>) -> tensor<2x2xf32>
  return %2, %3 : tensor<2x2xf32>, tensor<2x2xf32>
}`,
    `    %0 = "ttir.constant"() <{value = dense<[[1.100000e+01, 2.100000e+01], [1.200000e+01, 2.200000e+01]]> : tensor<2x2xf32>}> : () -> tensor<2x2xf32>
    %1 = "ttir.constant"() <{value = dense<[[-1.100000e+01, -2.100000e+01], [-1.200000e+01, -2.200000e+01]]> : tensor<2x2xf32>}> : () -> tensor<2x2xf32>
    return %0, %1 : tensor<2x2xf32>, tensor<2x2xf32>`,
  ],
  [
    'rounds quotients to zero and gives remainders the sign of the divisor',
    `func.func @main() -> (tensor<2xi32>, tensor<2xi32>, tensor<2xi32>) {
  %0 = "ttir.constant"() <{value = dense<[-7, 7]> : tensor<2xi32>}> : () -> tensor<2xi32>
  %1 = "ttir.constant"() <{value = dense<[2, -2]> : tensor<2xi32>}> : () -> tensor<2xi32>
  %2 = "ttir.div"(%0, %1) : (tensor<2xi32>, tensor<2xi32>) -> tensor<2xi32>
  %3 = "ttir.remainder"(%0, %1) : (tensor<2xi32>, tensor<2xi32>) -> tensor<2xi32>
  %4 = "ttir.gt"(%0, %1) : (tensor<2xi32>, tensor<2xi32>) -> tensor<2xi32>
  return %2, %3, %4 : tensor<2xi32>, tensor<2xi32>, tensor<2xi32>
}`,
    `    %0 = "ttir.full"() <{fill_value = -3 : i32, shape = array<i32: 2>}> : () -> tensor<2xi32>
    %1 = "ttir.constant"() <{value = dense<[1, -1]> : tensor<2xi32>}> : () -> tensor<2xi32>
    %2 = "ttir.constant"() <{value = dense<[0, 1]> : tensor<2xi32>}> : () -> tensor<2xi32>
    return %0, %1, %2 : tensor<2xi32>, tensor<2xi32>, tensor<2xi32>`,
  ],
  [
    'does not divide by zero',
    `func.func @main() -> (tensor<2xi32>) {
  %0 = "ttir.constant"() <{value = dense<[1, 2]> : tensor<2xi32>}> : () -> tensor<2xi32>
  %1 = "ttir.constant"() <{value = dense<[0, 1]> : tensor<2xi32>}> : () -> tensor<2xi32>
  %2 = "ttir.div"(%0, %1) : (tensor<2xi32>, tensor<2xi32>) -> tensor<2xi32>
  return %2 : tensor<2xi32>
}`,
    `    %0 = "ttir.constant"() <{value = dense<[1, 2]> : tensor<2xi32>}> : () -> tensor<2xi32>
    %1 = "ttir.constant"() <{value = dense<[0, 1]> : tensor<2xi32>}> : () -> tensor<2xi32>
    %2 = "ttir.div"(%0, %1) : (tensor<2xi32>, tensor<2xi32>) -> tensor<2xi32>
    return %2 : tensor<2xi32>`,
  ],
  [
    'casts constants that stay what they are',
    `func.func @main() -> (tensor<2xsi32>, tensor<2xui32>) {
  %0 = "ttir.constant"() <{value = dense<[1.5, -2.5]> : tensor<2xf32>}> : () -> tensor<2xf32>
  %1 = "ttir.typecast"(%0) <{conservative_folding = false}> : (tensor<2xf32>) -> tensor<2xsi32>
  %2 = "ttir.typecast"(%0) <{conservative_folding = false}> : (tensor<2xf32>) -> tensor<2xui32>
  return %1, %2 : tensor<2xsi32>, tensor<2xui32>
}`,
    `    %0 = "ttir.constant"() <{value = dense<[1.500000e+00, -2.500000e+00]> : tensor<2xf32>}> : () -> tensor<2xf32>
    %1 = "ttir.constant"() <{value = dense<[1, -2]> : tensor<2xsi32>}> : () -> tensor<2xsi32>
    %2 = "ttir.typecast"(%0) <{conservative_folding = false}> : (tensor<2xf32>) -> tensor<2xui32>
    return %1, %2 : tensor<2xsi32>, tensor<2xui32>`,
  ],
  [
    'keeps casts over integers that wrap',
    `func.func @main(%a0: tensor<2xui32>) -> (tensor<2xf32>, tensor<2xui16>) {
  %0 = "ttir.typecast"(%a0) <{conservative_folding = true}> : (tensor<2xui32>) -> tensor<2xi32>
  %1 = "ttir.typecast"(%0) <{conservative_folding = true}> : (tensor<2xi32>) -> tensor<2xf32>
  %2 = "ttir.typecast"(%0) <{conservative_folding = true}> : (tensor<2xi32>) -> tensor<2xui16>
  return %1, %2 : tensor<2xf32>, tensor<2xui16>
}`,
    `    %0 = "ttir.typecast"(%arg0) <{conservative_folding = true}> : (tensor<2xui32>) -> tensor<2xi32>
    %1 = "ttir.typecast"(%0) <{conservative_folding = true}> : (tensor<2xi32>) -> tensor<2xf32>
    %2 = "ttir.typecast"(%arg0) <{conservative_folding = true}> : (tensor<2xui32>) -> tensor<2xui16>
    return %1, %2 : tensor<2xf32>, tensor<2xui16>`,
  ],
  [
    'drops what changes nothing',
    `func.func @main(%a0: tensor<4x8xf32>) -> (tensor<4x8xf32>) {
  %0 = "ttir.abs"(%a0) : (tensor<4x8xf32>) -> tensor<4x8xf32>
  %1 = "ttir.abs"(%0) : (tensor<4x8xf32>) -> tensor<4x8xf32>
  %2 = "ttir.neg"(%1) : (tensor<4x8xf32>) -> tensor<4x8xf32>
  %3 = "ttir.neg"(%2) : (tensor<4x8xf32>) -> tensor<4x8xf32>
  %4 = "ttir.minimum"(%3, %3) : (tensor<4x8xf32>, tensor<4x8xf32>) -> tensor<4x8xf32>
  %5 = "ttir.reverse"(%4) <{dimensions = array<i64: 0>}> : (tensor<4x8xf32>) -> tensor<4x8xf32>
  %6 = "ttir.reverse"(%5) <{dimensions = array<i64: 0>}> : (tensor<4x8xf32>) -> tensor<4x8xf32>
  %7 = "ttir.concat"(%6) <{dim = 0 : si32}> : (tensor<4x8xf32>) -> tensor<4x8xf32>
  return %7 : tensor<4x8xf32>
}`,
    `    %0 = "ttir.abs"(%arg0) : (tensor<4x8xf32>) -> tensor<4x8xf32>
    return %0 : tensor<4x8xf32>`,
  ],
  [
    'decides logic by one operand',
    `func.func @main(%a0: tensor<8xi1>) -> (tensor<8xi1>, tensor<8xi1>, tensor<8xi1>) {
  %0 = "ttir.ones"() <{shape = array<i32: 8>}> : () -> tensor<8xi1>
  %1 = "ttir.zeros"() <{shape = array<i32: 8>}> : () -> tensor<8xi1>
  %2 = "ttir.logical_and"(%a0, %0) : (tensor<8xi1>, tensor<8xi1>) -> tensor<8xi1>
  %3 = "ttir.logical_and"(%a0, %1) : (tensor<8xi1>, tensor<8xi1>) -> tensor<8xi1>
  %4 = "ttir.where"(%1, %2, %a0) : (tensor<8xi1>, tensor<8xi1>, tensor<8xi1>) -> tensor<8xi1>
  return %2, %3, %4 : tensor<8xi1>, tensor<8xi1>, tensor<8xi1>
}`,
    `    %0 = "ttir.zeros"() <{shape = array<i32: 8>}> : () -> tensor<8xi1>
    return %arg0, %0, %arg0 : tensor<8xi1>, tensor<8xi1>, tensor<8xi1>`,
  ],
  [
    'bounds once',
    `func.func @main(%a0: tensor<8xf32>) -> (tensor<8xf32>) {
  %0 = "ttir.clamp_scalar"(%a0) <{min = 0.0 : f32, max = 9.0 : f32}> : (tensor<8xf32>) -> tensor<8xf32>
  %1 = "ttir.clamp_scalar"(%0) <{min = -1.0 : f32, max = 6.0 : f32}> : (tensor<8xf32>) -> tensor<8xf32>
  return %1 : tensor<8xf32>
}`,
    `    %0 = "ttir.relu6"(%arg0) : (tensor<8xf32>) -> tensor<8xf32>
    return %0 : tensor<8xf32>`,
  ],
  [
    'writes the product without bias',
    `func.func @main(%a0: tensor<4x8xf32>, %a1: tensor<8x2xf32>) -> (tensor<2x4xf32>) {
  %0 = "ttir.linear"(%a0, %a1) <{transpose_a = false, transpose_b = false}> : (tensor<4x8xf32>, tensor<8x2xf32>) -> tensor<4x2xf32>
  %1 = "ttir.transpose"(%0) <{dim0 = -2 : si32, dim1 = 1 : si32}> : (tensor<4x2xf32>) -> tensor<2x4xf32>
  return %1 : tensor<2x4xf32>
}`,
    `    %0 = "ttir.matmul"(%arg0, %arg1) <{transpose_a = false, transpose_b = false}> : (tensor<4x8xf32>, tensor<8x2xf32>) -> tensor<4x2xf32>
    %1 = "ttir.permute"(%0) <{permutation = array<i64: 1, 0>}> : (tensor<4x2xf32>) -> tensor<2x4xf32>
    return %1 : tensor<2x4xf32>`,
  ],
  [
    'multiplies rows and columns that only look like batches as they are',
    `func.func @main(%a0: tensor<2x4x8xf32>, %a1: tensor<2x4x8xf32>) -> (tensor<2x4x8xf32>) {
  %0 = "ttir.reshape"(%a0) <{shape = [8 : i32, 8 : i32]}> : (tensor<2x4x8xf32>) -> tensor<8x8xf32>
  %1 = "ttir.reshape"(%a1) <{shape = [8 : i32, 8 : i32]}> : (tensor<2x4x8xf32>) -> tensor<8x8xf32>
  %2 = "ttir.matmul"(%0, %1) <{transpose_a = false, transpose_b = false}> : (tensor<8x8xf32>, tensor<8x8xf32>) -> tensor<8x8xf32>
  %3 = "ttir.reshape"(%2) <{shape = [2 : i32, 4 : i32, 8 : i32]}> : (tensor<8x8xf32>) -> tensor<2x4x8xf32>
  return %3 : tensor<2x4x8xf32>
}`,
    `    %0 = "ttir.reshape"(%arg0) <{shape = [8 : i32, 8 : i32]}> : (tensor<2x4x8xf32>) -> tensor<8x8xf32>
    %1 = "ttir.reshape"(%arg1) <{shape = [8 : i32, 8 : i32]}> : (tensor<2x4x8xf32>) -> tensor<8x8xf32>
    %2 = "ttir.matmul"(%0, %1) <{transpose_a = false, transpose_b = false}> : (tensor<8x8xf32>, tensor<8x8xf32>) -> tensor<8x8xf32>
    %3 = "ttir.reshape"(%2) <{shape = [2 : i32, 4 : i32, 8 : i32]}> : (tensor<8x8xf32>) -> tensor<2x4x8xf32>
    return %3 : tensor<2x4x8xf32>`,
  ],
  [
    'writes convolutions at points as products',
    `func.func @main(%a0: tensor<1x2x4x4x8xbf16>, %a1: tensor<16x8x1x1x1xbf16>) -> (tensor<1x2x4x4x16xbf16>) {
  %0 = "ttir.conv3d"(%a0, %a1) <{stride = 1 : i32, padding = 0 : i32, groups = 1 : i32}> : (tensor<1x2x4x4x8xbf16>, tensor<16x8x1x1x1xbf16>) -> tensor<1x2x4x4x16xbf16>
  return %0 : tensor<1x2x4x4x16xbf16>
}`,
    `    %0 = "ttir.reshape"(%arg0) <{shape = [32 : i32, 8 : i32]}> : (tensor<1x2x4x4x8xbf16>) -> tensor<32x8xbf16>
    %1 = "ttir.reshape"(%arg1) <{shape = [16 : i32, 8 : i32]}> : (tensor<16x8x1x1x1xbf16>) -> tensor<16x8xbf16>
    %2 = "ttir.matmul"(%0, %1) <{transpose_a = false, transpose_b = true}> : (tensor<32x8xbf16>, tensor<16x8xbf16>) -> tensor<32x16xbf16>
    %3 = "ttir.reshape"(%2) <{shape = [1 : i32, 2 : i32, 4 : i32, 4 : i32, 16 : i32]}> : (tensor<32x16xbf16>) -> tensor<1x2x4x4x16xbf16>
    return %3 : tensor<1x2x4x4x16xbf16>`,
  ],
  [
    'updates the cache of all users',
    `func.func @main(%a0: tensor<8x4x64x32xf32>, %a1: tensor<1x4x8x32xf32>, %a2: tensor<1xi32>) {
  "ttir.update_cache"(%a0, %a1, %a2) <{batch_offset = 0 : i32}> : (tensor<8x4x64x32xf32>, tensor<1x4x8x32xf32>, tensor<1xi32>) -> ()
  return
}`,
    `    %0 = "ttir.permute"(%arg1) <{permutation = array<i64: 0, 2, 1, 3>}> : (tensor<1x4x8x32xf32>) -> tensor<1x8x4x32xf32>
    %1 = "ttir.repeat"(%arg2) <{repeat_dimensions = array<i64: 8>}> : (tensor<1xi32>) -> tensor<8xi32>
    "ttir.paged_update_cache"(%arg0, %0, %1) <{share_cache = false}> : (tensor<8x4x64x32xf32>, tensor<1x8x4x32xf32>, tensor<8xi32>) -> ()
    return`,
  ],
  [
    'takes the only element as the greatest',
    `func.func @main(%a0: tensor<4x1xf32>) -> (tensor<4x1xf32>, tensor<4x1xi32>) {
  %0:2 = "ttir.topk"(%a0) <{k = 1 : i32, dim = 1 : i32}> : (tensor<4x1xf32>) -> (tensor<4x1xf32>, tensor<4x1xi32>)
  return %0#0, %0#1 : tensor<4x1xf32>, tensor<4x1xi32>
}`,
    `    %0 = "ttir.zeros"() <{shape = array<i32: 4, 1>}> : () -> tensor<4x1xi32>
    return %arg0, %0 : tensor<4x1xf32>, tensor<4x1xi32>`,
  ],
];

describe('ttir canonicalization', () => {
  it.each(SIMPLIFIED)('%s', (_, text, operations) => {
    expect(canonical(text)).toBe(operations);
  });
});
