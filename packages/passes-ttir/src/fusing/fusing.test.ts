import { describe, expect, it } from 'vitest';
import { functionsAfter } from '../../tests/run-passes.ts';

describe('operations that are fused', () => {
  it('keep a mean apart when the divisor is not the number of elements', () => {
    const text = `func.func @f(%x: tensor<2x5xf32>) -> tensor<2x1xf32> {
  %0 = "ttir.sum"(%x) <{dim_arg = [1 : i32], keep_dim = true}> : (tensor<2x5xf32>) -> tensor<2x1xf32>
  %1 = "ttir.full"() <{shape = array<i32: 2, 1>, fill_value = 4.0 : f32}> : () -> tensor<2x1xf32>
  %2 = "ttir.div"(%0, %1) : (tensor<2x1xf32>, tensor<2x1xf32>) -> tensor<2x1xf32>
  return %2 : tensor<2x1xf32>
}`;
    expect(functionsAfter(text, 'ttir-fusing'))
      .toBe(`func.func @f(%arg0: tensor<2x5xf32>) -> tensor<2x1xf32> {
  %0 = "ttir.full"() <{fill_value = 4.000000e+00 : f32, shape = array<i32: 2, 1>}> : () -> tensor<2x1xf32>
  %1 = "ttir.sum"(%arg0) <{dim_arg = [1 : i32], keep_dim = true}> : (tensor<2x5xf32>) -> tensor<2x1xf32>
  %2 = "ttir.div"(%1, %0) : (tensor<2x1xf32>, tensor<2x1xf32>) -> tensor<2x1xf32>
  return %2 : tensor<2x1xf32>
}`);
  });

  it('keep a product apart whose result is used as it is', () => {
    const text = `func.func @f(%x: tensor<2x4xf32>, %y: tensor<4x3xf32>, %z: tensor<2x3xf32>) -> (tensor<2x3xf32>, tensor<2x3xf32>) {
  %0 = "ttir.matmul"(%x, %y) : (tensor<2x4xf32>, tensor<4x3xf32>) -> tensor<2x3xf32>
  %1 = "ttir.add"(%0, %z) : (tensor<2x3xf32>, tensor<2x3xf32>) -> tensor<2x3xf32>
  return %0, %1 : tensor<2x3xf32>, tensor<2x3xf32>
}`;
    expect(functionsAfter(text, 'ttir-fusing'))
      .toBe(`func.func @f(%arg0: tensor<2x4xf32>, %arg1: tensor<4x3xf32>, %arg2: tensor<2x3xf32>) -> (tensor<2x3xf32>, tensor<2x3xf32>) {
  %0 = "ttir.matmul"(%arg0, %arg1) <{transpose_a = false, transpose_b = false}> : (tensor<2x4xf32>, tensor<4x3xf32>) -> tensor<2x3xf32>
  %1 = "ttir.add"(%0, %arg2) : (tensor<2x3xf32>, tensor<2x3xf32>) -> tensor<2x3xf32>
  return %0, %1 : tensor<2x3xf32>, tensor<2x3xf32>
}`);
  });

  it('join products with one operand from a number on', () => {
    const text = `func.func @f(%x: tensor<2x4xf32>, %y: tensor<4x3xf32>, %z: tensor<4x3xf32>) -> (tensor<2x3xf32>, tensor<2x3xf32>) {
  %0 = "ttir.matmul"(%x, %y) : (tensor<2x4xf32>, tensor<4x3xf32>) -> tensor<2x3xf32>
  %1 = "ttir.matmul"(%x, %z) : (tensor<2x4xf32>, tensor<4x3xf32>) -> tensor<2x3xf32>
  return %0, %1 : tensor<2x3xf32>, tensor<2x3xf32>
}`;
    const products = (pass: string): number => functionsAfter(text, pass).split('ttir.matmul').length - 1;
    expect(products('ttir-fusing')).toBe(1);
    expect(products('ttir-fusing{shared-lhs-minimum=3}')).toBe(2);
  });

  it('leave permutations to moves unless they are to be part of products', () => {
    const text = `func.func @f(%x: tensor<3x4xf32>, %y: tensor<5x4xf32>) -> tensor<3x5xf32> {
  %0 = "ttir.permute"(%y) <{permutation = array<i64: 1, 0>}> : (tensor<5x4xf32>) -> tensor<4x5xf32>
  %1 = "ttir.matmul"(%x, %0) : (tensor<3x4xf32>, tensor<4x5xf32>) -> tensor<3x5xf32>
  return %1 : tensor<3x5xf32>
}`;
    expect(functionsAfter(text, 'ttir-fusing'))
      .toBe(`func.func @f(%arg0: tensor<3x4xf32>, %arg1: tensor<5x4xf32>) -> tensor<3x5xf32> {
  %0 = "ttir.permute"(%arg1) <{permutation = array<i64: 1, 0>}> : (tensor<5x4xf32>) -> tensor<4x5xf32>
  %1 = "ttir.matmul"(%arg0, %0) <{transpose_a = false, transpose_b = false}> : (tensor<3x4xf32>, tensor<4x5xf32>) -> tensor<3x5xf32>
  return %1 : tensor<3x5xf32>
}`);
  });

  it('hold permutations where that is asked for', () => {
    const text = `func.func @f(%x: tensor<3x4xf32>, %y: tensor<5x4xf32>) -> tensor<3x5xf32> {
  %0 = "ttir.permute"(%y) <{permutation = array<i64: 1, 0>}> : (tensor<5x4xf32>) -> tensor<4x5xf32>
  %1 = "ttir.matmul"(%x, %0) : (tensor<3x4xf32>, tensor<4x5xf32>) -> tensor<3x5xf32>
  return %1 : tensor<3x5xf32>
}`;
    expect(functionsAfter(text, 'ttir-fusing{enable-permute-matmul-fusion=true}'))
      .toBe(`func.func @f(%arg0: tensor<3x4xf32>, %arg1: tensor<5x4xf32>) -> tensor<3x5xf32> {
  %0 = "ttir.matmul"(%arg0, %arg1) <{transpose_a = false, transpose_b = true}> : (tensor<3x4xf32>, tensor<5x4xf32>) -> tensor<3x5xf32>
  return %0 : tensor<3x5xf32>
}`);
  });

  it('compute the columns only that are used', () => {
    const text = `func.func @f(%x: tensor<3x4xf32>, %y: tensor<4x6xf32>) -> tensor<3x2xf32> {
  %0 = "ttir.matmul"(%x, %y) : (tensor<3x4xf32>, tensor<4x6xf32>) -> tensor<3x6xf32>
  %1 = "ttir.slice_static"(%0) <{begins = [0 : i32, 2 : i32], ends = [3 : i32, 4 : i32], step = [1 : i32, 1 : i32]}> : (tensor<3x6xf32>) -> tensor<3x2xf32>
  return %1 : tensor<3x2xf32>
}`;
    expect(functionsAfter(text, 'ttir-fusing{enable-permute-slice-after-matmul-fusion=true}'))
      .toBe(`func.func @f(%arg0: tensor<3x4xf32>, %arg1: tensor<4x6xf32>) -> tensor<3x2xf32> {
  %0 = "ttir.slice_static"(%arg1) <{begins = [0 : i32, 2 : i32], ends = [4 : i32, 4 : i32], step = [1 : i32, 1 : i32]}> : (tensor<4x6xf32>) -> tensor<4x2xf32>
  %1 = "ttir.matmul"(%arg0, %0) <{transpose_a = false, transpose_b = false}> : (tensor<3x4xf32>, tensor<4x2xf32>) -> tensor<3x2xf32>
  return %1 : tensor<3x2xf32>
}`);
  });

  it('scale weights that are computed once instead of images', () => {
    const text = `func.func @f(%x: tensor<1x4x4x2xf32>, %w: tensor<3x2x3x3xf32> {ttcore.argument_type = #ttcore.argument_type<parameter>}, %s: tensor<1x1x1x3xf32> {ttcore.argument_type = #ttcore.argument_type<constant>}) -> tensor<1x2x2x3xf32> {
  %0 = "ttir.conv2d"(%x, %w) <{stride = 1 : i32, padding = 0 : i32, dilation = 1 : i32, groups = 1 : i32}> : (tensor<1x4x4x2xf32>, tensor<3x2x3x3xf32>) -> tensor<1x2x2x3xf32>
  %1 = "ttir.multiply"(%0, %s) : (tensor<1x2x2x3xf32>, tensor<1x1x1x3xf32>) -> tensor<1x2x2x3xf32>
  return %1 : tensor<1x2x2x3xf32>
}`;
    expect(functionsAfter(text, 'ttir-fusing{ttnn-enable-conv2d-with-multiply-pattern=true}'))
      .toBe(`func.func @f(%arg0: tensor<1x4x4x2xf32>, %arg1: tensor<3x2x3x3xf32> {ttcore.argument_type = #ttcore.argument_type<parameter>, ttir.conv2d_weight}, %arg2: tensor<1x1x1x3xf32> {ttcore.argument_type = #ttcore.argument_type<constant>}) -> tensor<1x2x2x3xf32> {
  %0 = "ttir.reshape"(%arg2) <{shape = [3 : i32, 1 : i32, 1 : i32, 1 : i32]}> : (tensor<1x1x1x3xf32>) -> tensor<3x1x1x1xf32>
  %1 = "ttir.multiply"(%arg1, %0) : (tensor<3x2x3x3xf32>, tensor<3x1x1x1xf32>) -> tensor<3x2x3x3xf32>
  %2 = "ttir.conv2d"(%arg0, %1) <{batch_dim = 0 : i64, channel_dim = 3 : i64, dilation = 1 : i32, groups = 1 : i32, height_dim = 1 : i64, padding = 0 : i32, stride = 1 : i32, width_dim = 2 : i64}> : (tensor<1x4x4x2xf32>, tensor<3x2x3x3xf32>) -> tensor<1x2x2x3xf32>
  return %2 : tensor<1x2x2x3xf32>
}`);
  });

  it('make a sigmoid of its arithmetic, whatever else uses the parts', () => {
    const text = `func.func @f(%x: tensor<2x4xf32>) -> (tensor<2x4xf32>, tensor<2x4xf32>) {
  %0 = "ttir.full"() <{shape = array<i32: 2, 4>, fill_value = 1.0 : f32}> : () -> tensor<2x4xf32>
  %1 = "ttir.neg"(%x) : (tensor<2x4xf32>) -> tensor<2x4xf32>
  %2 = "ttir.exp"(%1) : (tensor<2x4xf32>) -> tensor<2x4xf32>
  %3 = "ttir.add"(%2, %0) : (tensor<2x4xf32>, tensor<2x4xf32>) -> tensor<2x4xf32>
  %4 = "ttir.div"(%0, %3) : (tensor<2x4xf32>, tensor<2x4xf32>) -> tensor<2x4xf32>
  return %4, %2 : tensor<2x4xf32>, tensor<2x4xf32>
}`;
    expect(functionsAfter(text, 'ttir-fusing'))
      .toBe(`func.func @f(%arg0: tensor<2x4xf32>) -> (tensor<2x4xf32>, tensor<2x4xf32>) {
  %0 = "ttir.neg"(%arg0) : (tensor<2x4xf32>) -> tensor<2x4xf32>
  %1 = "ttir.exp"(%0) : (tensor<2x4xf32>) -> tensor<2x4xf32>
  %2 = "ttir.sigmoid"(%arg0) : (tensor<2x4xf32>) -> tensor<2x4xf32>
  return %2, %1 : tensor<2x4xf32>, tensor<2x4xf32>
}`);
  });

  it('keep two divided by one and an exponential', () => {
    const text = `func.func @f(%x: tensor<2x4xf32>) -> tensor<2x4xf32> {
  %0 = "ttir.full"() <{shape = array<i32: 2, 4>, fill_value = 1.0 : f32}> : () -> tensor<2x4xf32>
  %two = "ttir.full"() <{shape = array<i32: 2, 4>, fill_value = 2.0 : f32}> : () -> tensor<2x4xf32>
  %1 = "ttir.neg"(%x) : (tensor<2x4xf32>) -> tensor<2x4xf32>
  %2 = "ttir.exp"(%1) : (tensor<2x4xf32>) -> tensor<2x4xf32>
  %3 = "ttir.add"(%0, %2) : (tensor<2x4xf32>, tensor<2x4xf32>) -> tensor<2x4xf32>
  %4 = "ttir.div"(%two, %3) : (tensor<2x4xf32>, tensor<2x4xf32>) -> tensor<2x4xf32>
  return %4 : tensor<2x4xf32>
}`;
    expect(functionsAfter(text, 'ttir-fusing')).toContain('ttir.div');
  });

  /** Sorts four of eight numbers per row and takes the first two. */
  const firstTwo = (
    type: string,
    begins: string,
    ends: string,
  ): string => `func.func @f(%x: tensor<4x8x${type}>) -> (tensor<4x2x${type}>, tensor<4x2xi32>) {
  %0:2 = "ttir.sort"(%x) <{dim = 1 : si32, descending = true, stable = true}> : (tensor<4x8x${type}>) -> (tensor<4x8x${type}>, tensor<4x8xi32>)
  %1 = "ttir.slice_static"(%0#0) <{begins = [${begins}], ends = [${ends}], step = [1 : i32, 1 : i32]}> : (tensor<4x8x${type}>) -> tensor<4x2x${type}>
  %2 = "ttir.slice_static"(%0#1) <{begins = [${begins}], ends = [${ends}], step = [1 : i32, 1 : i32]}> : (tensor<4x8xi32>) -> tensor<4x2xi32>
  return %1, %2 : tensor<4x2x${type}>, tensor<4x2xi32>
}`;

  it('find the greatest elements without sorting all', () => {
    const text = firstTwo('f32', '0 : i32, 0 : i32', '4 : i32, 2 : i32');
    expect(functionsAfter(text, 'ttir-fusing'))
      .toBe(`func.func @f(%arg0: tensor<4x8xf32>) -> (tensor<4x2xf32>, tensor<4x2xi32>) {
  %values, %indices = "ttir.topk"(%arg0) <{dim = 1 : i32, k = 2 : i32, largest = true, sorted = true}> : (tensor<4x8xf32>) -> (tensor<4x2xf32>, tensor<4x2xi32>)
  return %values, %indices : tensor<4x2xf32>, tensor<4x2xi32>
}`);
  });

  it.each([
    ['integers', firstTwo('i32', '0 : i32, 0 : i32', '4 : i32, 2 : i32')],
    ['elements in the middle', firstTwo('f32', '0 : i32, 1 : i32', '4 : i32, 3 : i32')],
  ])('sort all for %s', (_, text) => {
    expect(functionsAfter(text, 'ttir-fusing')).toContain('ttir.sort');
  });

  it('gather a rotary embedding behind what computes cosines and sines', () => {
    const text = `func.func @f(%x: tensor<2x8xf32>, %c: tensor<8xf32>, %s: tensor<8xf32>) -> tensor<2x8xf32> {
  %0 = "ttir.slice_static"(%x) <{begins = [0 : i32, 0 : i32], ends = [2 : i32, 4 : i32], step = [1 : i32, 1 : i32]}> : (tensor<2x8xf32>) -> tensor<2x4xf32>
  %1 = "ttir.reshape"(%c) <{shape = [1 : i32, 8 : i32]}> : (tensor<8xf32>) -> tensor<1x8xf32>
  %2 = "ttir.multiply"(%x, %1) : (tensor<2x8xf32>, tensor<1x8xf32>) -> tensor<2x8xf32>
  %3 = "ttir.slice_static"(%x) <{begins = [0 : i32, 4 : i32], ends = [2 : i32, 8 : i32], step = [1 : i32, 1 : i32]}> : (tensor<2x8xf32>) -> tensor<2x4xf32>
  %4 = "ttir.neg"(%3) : (tensor<2x4xf32>) -> tensor<2x4xf32>
  %5 = "ttir.concat"(%4, %0) <{dim = 1 : si32}> : (tensor<2x4xf32>, tensor<2x4xf32>) -> tensor<2x8xf32>
  %6 = "ttir.reshape"(%s) <{shape = [1 : i32, 8 : i32]}> : (tensor<8xf32>) -> tensor<1x8xf32>
  %7 = "ttir.multiply"(%5, %6) : (tensor<2x8xf32>, tensor<1x8xf32>) -> tensor<2x8xf32>
  %8 = "ttir.add"(%2, %7) : (tensor<2x8xf32>, tensor<2x8xf32>) -> tensor<2x8xf32>
  return %8 : tensor<2x8xf32>
}`;
    const names = functionsAfter(text, 'ttir-fusing').match(/"ttir\.\w+"\(.*?\)/g);
    expect(names).toEqual([
      '"ttir.reshape"(%arg1)',
      '"ttir.reshape"(%arg2)',
      '"ttir.slice_static"(%arg0)',
      '"ttir.slice_static"(%arg0)',
      '"ttir.neg"(%3)',
      '"ttir.concat"(%4, %2)',
      '"ttir.multiply"(%arg0, %0)',
      '"ttir.multiply"(%5, %1)',
      '"ttir.add"(%6, %7)',
    ]);
  });
});
