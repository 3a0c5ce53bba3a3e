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
import { ttnnDialect } from '../extension.ts';

/** The operations of a function after canonicalization. */
function canonical(text: string): string {
  const context = new Context([builtinPasses, ttnnDialect]);
  const module = parseModule(new SourceText('test.mlir', text), context)!;
  runPasses(module, parsePipeline('builtin.module(canonicalize)', context), context);
  return printOp(module, context).split('\n').slice(2, -3).join('\n');
}

/** What is done, in which function, and the operations that are left. */
const SIMPLIFIED: readonly (readonly [string, string, string])[] = [
  [
    'moves once',
    `func.func @main(%a0: tensor<32x8x1x64xbf16>) -> (tensor<1x32x512xbf16>) {
  %0 = "ttnn.permute"(%a0) <{permutation = array<i64: 2, 0, 1, 3>}> : (tensor<32x8x1x64xbf16>) -> tensor<1x32x8x64xbf16>
  %1 = "ttnn.reshape"(%0) <{shape = [1 : i32, 32 : i32, 512 : i32]}> : (tensor<1x32x8x64xbf16>) -> tensor<1x32x512xbf16>
  return %1 : tensor<1x32x512xbf16>
}`,
    `    %0 = "ttnn.reshape"(%arg0) <{shape = [1 : i32, 32 : i32, 512 : i32]}> : (tensor<32x8x1x64xbf16>) -> tensor<1x32x512xbf16>
    return %0 : tensor<1x32x512xbf16>`,
  ],
  [
    'permutes once',
    `func.func @main(%a0: tensor<2x3x4xf32>) -> (tensor<4x3x2xf32>) {
  %0 = "ttnn.permute"(%a0) <{permutation = array<i64: 2, 0, 1>}> : (tensor<2x3x4xf32>) -> tensor<4x2x3xf32>
  %1 = "ttnn.permute"(%0) <{permutation = array<i64: 0, 2, 1>}> : (tensor<4x2x3xf32>) -> tensor<4x3x2xf32>
  return %1 : tensor<4x3x2xf32>
}`,
    `    %0 = "ttnn.permute"(%arg0) <{permutation = array<i64: 2, 1, 0>}> : (tensor<2x3x4xf32>) -> tensor<4x3x2xf32>
    return %0 : tensor<4x3x2xf32>`,
  ],
  [
    'casts once',
    `func.func @main(%a0: tensor<8xf32>) -> (tensor<8xbf16>) {
  %0 = "ttnn.typecast"(%a0) : (tensor<8xf32>) -> tensor<8xf16>
  %1 = "ttnn.typecast"(%0) : (tensor<8xf16>) -> tensor<8xbf16>
  return %1 : tensor<8xbf16>
}`,
    `    %0 = "ttnn.typecast"(%arg0) : (tensor<8xf32>) -> tensor<8xbf16>
    return %0 : tensor<8xbf16>`,
  ],
  [
    'casts over integers, which cut fractions off',
    `func.func @main(%a0: tensor<8xf32>) -> (tensor<8xbf16>) {
  %0 = "ttnn.typecast"(%a0) : (tensor<8xf32>) -> tensor<8xsi32>
  %1 = "ttnn.typecast"(%0) : (tensor<8xsi32>) -> tensor<8xbf16>
  return %1 : tensor<8xbf16>
}`,
    `    %0 = "ttnn.typecast"(%arg0) : (tensor<8xf32>) -> tensor<8xsi32>
    %1 = "ttnn.typecast"(%0) : (tensor<8xsi32>) -> tensor<8xbf16>
    return %1 : tensor<8xbf16>`,
  ],
  [
    'casts over the other integers of 32 bits, which wrap',
    `func.func @main(%a0: tensor<8xui32>, %a1: tensor<8xui16>) -> (tensor<8xf32>, tensor<8xf32>) {
  %0 = "ttnn.typecast"(%a0) : (tensor<8xui32>) -> tensor<8xsi32>
  %1 = "ttnn.typecast"(%0) : (tensor<8xsi32>) -> tensor<8xf32>
  %2 = "ttnn.typecast"(%a1) : (tensor<8xui16>) -> tensor<8xsi32>
  %3 = "ttnn.typecast"(%2) : (tensor<8xsi32>) -> tensor<8xf32>
  return %1, %3 : tensor<8xf32>, tensor<8xf32>
}`,
    `    %0 = "ttnn.typecast"(%arg0) : (tensor<8xui32>) -> tensor<8xsi32>
    %1 = "ttnn.typecast"(%0) : (tensor<8xsi32>) -> tensor<8xf32>
    %2 = "ttnn.typecast"(%arg1) : (tensor<8xui16>) -> tensor<8xf32>
    return %1, %2 : tensor<8xf32>, tensor<8xf32>`,
  ],
  [
    'lets the library repeat the batch',
    `func.func @main(%a0: tensor<1x4x8x8xf32>, %a1: tensor<1x1x8x8xf32>) -> (tensor<1x4x8x8xf32>) {
  %0 = "ttnn.repeat"(%a1) <{repeat_dims = #ttnn.shape<1x4x1x1>}> : (tensor<1x1x8x8xf32>) -> tensor<1x4x8x8xf32>
  %1 = "ttnn.matmul"(%a0, %0) <{transpose_a = false, transpose_b = false}> : (tensor<1x4x8x8xf32>, tensor<1x4x8x8xf32>) -> tensor<1x4x8x8xf32>
  return %1 : tensor<1x4x8x8xf32>
}`,
    `    %0 = "ttnn.matmul"(%arg0, %arg1) <{transpose_a = false, transpose_b = false}> : (tensor<1x4x8x8xf32>, tensor<1x1x8x8xf32>) -> tensor<1x4x8x8xf32>
    return %0 : tensor<1x4x8x8xf32>`,
  ],
];

describe('ttnn canonicalization', () => {
  it.each(SIMPLIFIED)('%s', (_, text, operations) => {
    expect(canonical(text)).toBe(operations);
  });
});
