import { describe, expect, it } from 'vitest';
import { functionsAfter } from '../../tests/run-passes.ts';
import { sameDimension } from './moves.ts';
import { shapeBeforeBroadcast } from './through-broadcast.ts';
import { contracted, expanded } from './through-reduction.ts';

describe('moves past other operations', () => {
  it('go up only where that is asked for', () => {
    const text = `func.func @f(%x: tensor<2x3xf32>) -> tensor<3x2xf32> {
  %0 = "ttir.tanh"(%x) : (tensor<2x3xf32>) -> tensor<2x3xf32>
  %1 = "ttir.permute"(%0) <{permutation = array<i64: 1, 0>}> : (tensor<2x3xf32>) -> tensor<3x2xf32>
  return %1 : tensor<3x2xf32>
}`;
    expect(functionsAfter(text, 'ttir-erase-inverse-ops{enable-commute-downwards=false}'))
      .toBe(`func.func @f(%arg0: tensor<2x3xf32>) -> tensor<3x2xf32> {
  %0 = "ttir.permute"(%arg0) <{permutation = array<i64: 1, 0>}> : (tensor<2x3xf32>) -> tensor<3x2xf32>
  %1 = "ttir.tanh"(%0) : (tensor<3x2xf32>) -> tensor<3x2xf32>
  return %1 : tensor<3x2xf32>
}`);
  });

  it('go down only where that is asked for', () => {
    const text = `func.func @f(%x: tensor<2x3xf32>) -> tensor<3x2xf32> {
  %0 = "ttir.permute"(%x) <{permutation = array<i64: 1, 0>}> : (tensor<2x3xf32>) -> tensor<3x2xf32>
  %1 = "ttir.tanh"(%0) : (tensor<3x2xf32>) -> tensor<3x2xf32>
  return %1 : tensor<3x2xf32>
}`;
    expect(functionsAfter(text, 'ttir-erase-inverse-ops{enable-commute-upwards=false}'))
      .toBe(`func.func @f(%arg0: tensor<2x3xf32>) -> tensor<3x2xf32> {
  %0 = "ttir.tanh"(%arg0) : (tensor<2x3xf32>) -> tensor<2x3xf32>
  %1 = "ttir.permute"(%0) <{permutation = array<i64: 1, 0>}> : (tensor<2x3xf32>) -> tensor<3x2xf32>
  return %1 : tensor<3x2xf32>
}`);
  });

  it('stay in functions without flat images unless forced', () => {
    const text = `func.func @f(%x: tensor<2x3xf32>) -> tensor<2x3xf32> {
  %0 = "ttir.permute"(%x) <{permutation = array<i64: 1, 0>}> : (tensor<2x3xf32>) -> tensor<3x2xf32>
  %1 = "ttir.tanh"(%0) : (tensor<3x2xf32>) -> tensor<3x2xf32>
  %2 = "ttir.permute"(%1) <{permutation = array<i64: 1, 0>}> : (tensor<3x2xf32>) -> tensor<2x3xf32>
  return %2 : tensor<2x3xf32>
}`;
    expect(functionsAfter(text, 'ttir-erase-inverse-ops{force=false}'))
      .toBe(`func.func @f(%arg0: tensor<2x3xf32>) -> tensor<2x3xf32> {
  %0 = "ttir.permute"(%arg0) <{permutation = array<i64: 1, 0>}> : (tensor<2x3xf32>) -> tensor<3x2xf32>
  %1 = "ttir.tanh"(%0) : (tensor<3x2xf32>) -> tensor<3x2xf32>
  %2 = "ttir.permute"(%1) <{permutation = array<i64: 1, 0>}> : (tensor<3x2xf32>) -> tensor<2x3xf32>
  return %2 : tensor<2x3xf32>
}`);
  });

  it('become moves of parameters, which are computed once', () => {
    const text = `func.func @f(%x: tensor<2x3xf32>, %w: tensor<3x2xf32> {ttcore.argument_type = #ttcore.argument_type<parameter>}) -> tensor<2x3xf32> {
  %0 = "ttir.permute"(%x) <{permutation = array<i64: 1, 0>}> : (tensor<2x3xf32>) -> tensor<3x2xf32>
  %1 = "ttir.add"(%0, %w) : (tensor<3x2xf32>, tensor<3x2xf32>) -> tensor<3x2xf32>
  %2 = "ttir.permute"(%1) <{permutation = array<i64: 1, 0>}> : (tensor<3x2xf32>) -> tensor<2x3xf32>
  return %2 : tensor<2x3xf32>
}`;
    expect(functionsAfter(text, 'ttir-erase-inverse-ops'))
      .toBe(`func.func @f(%arg0: tensor<2x3xf32>, %arg1: tensor<3x2xf32> {ttcore.argument_type = #ttcore.argument_type<parameter>}) -> tensor<2x3xf32> {
  %0 = "ttir.permute"(%arg1) <{permutation = array<i64: 1, 0>}> : (tensor<3x2xf32>) -> tensor<2x3xf32>
  %1 = "ttir.add"(%arg0, %0) : (tensor<2x3xf32>, tensor<2x3xf32>) -> tensor<2x3xf32>
  return %1 : tensor<2x3xf32>
}`);
  });

  it('stop where their source has other users', () => {
    const text = `func.func @f(%x: tensor<2x3xf32>) -> (tensor<3x2xf32>, tensor<3x2xf32>) {
  %0 = "ttir.permute"(%x) <{permutation = array<i64: 1, 0>}> : (tensor<2x3xf32>) -> tensor<3x2xf32>
  %1 = "ttir.tanh"(%0) : (tensor<3x2xf32>) -> tensor<3x2xf32>
  return %0, %1 : tensor<3x2xf32>, tensor<3x2xf32>
}`;
    expect(functionsAfter(text, 'ttir-erase-inverse-ops'))
      .toBe(`func.func @f(%arg0: tensor<2x3xf32>) -> (tensor<3x2xf32>, tensor<3x2xf32>) {
  %0 = "ttir.permute"(%arg0) <{permutation = array<i64: 1, 0>}> : (tensor<2x3xf32>) -> tensor<3x2xf32>
  %1 = "ttir.tanh"(%0) : (tensor<3x2xf32>) -> tensor<3x2xf32>
  return %0, %1 : tensor<3x2xf32>, tensor<3x2xf32>
}`);
  });

  it('give up after the rounds that are given', () => {
    const text = `func.func @f(%x: tensor<2x3xf32>) -> tensor<2x3xf32> {
  return %x : tensor<2x3xf32>
}`;
    expect(functionsAfter(text, 'ttir-erase-inverse-ops{max-iterations=1}')).toBe(
      "'func.func' op still has inverse operations to move after 1 rounds; see option 'max-iterations'",
    );
  });
});

describe('dimensions', () => {
  it('are the same with as many elements, and as many behind them', () => {
    expect(sameDimension([2, 3, 4], [6, 4], 2)).toBe(1);
    expect(sameDimension([2, 3, 4], [2, 12], 0)).toBe(0);
    expect(sameDimension([2, 3, 4], [6, 4], 1)).toBe(null);
    expect(sameDimension([2, 3, 4], [2, 3, 4], 3)).toBe(null);
  });

  it('before a broadcast are of size one where elements are repeated', () => {
    expect(shapeBeforeBroadcast([1, 4], [3, 1], [3, 2, 2])).toEqual([1, 2, 2]);
    expect(shapeBeforeBroadcast([4, 1], [1, 6], [4, 2, 3])).toEqual([4, 1, 1]);
    // Rows hold elements and repetitions.
    expect(shapeBeforeBroadcast([4, 1], [1, 6], [24])).toBe(null);
  });

  it('are counted anew without some, and with them', () => {
    expect(contracted([2, 0, 1], [0])).toEqual([0, 1]);
    expect(contracted([2, 0, 1], [1])).toEqual([1, 0]);
    expect(expanded([1, 0], [1], 3)).toEqual([2, 1, 0]);
    expect(contracted(expanded([1, 0], [1], 3), [1])).toEqual([1, 0]);
  });
});
