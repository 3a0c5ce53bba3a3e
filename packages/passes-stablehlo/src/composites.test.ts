import { describe, expect, test } from 'vitest';
import { moduleAfter } from '../tests/module-after.ts';

const decomposition = `func.func private @impl(%a: tensor<2xf32>) -> tensor<2xf32> {
  %0 = stablehlo.sine %a : tensor<2xf32>
  return %0 : tensor<2xf32>
}`;
const composites = `func.func @f(%a: tensor<2xf32>) -> tensor<2xf32> {
  %0 = stablehlo.composite "my.sine" %a {decomposition = @impl, version = 2 : i32} : (tensor<2xf32>) -> tensor<2xf32>
  %1 = stablehlo.composite "my.other" %0 {decomposition = @impl} : (tensor<2xf32>) -> tensor<2xf32>
  return %1 : tensor<2xf32>
}
${decomposition}`;

describe('stablehlo-legalize-composite-to-call', () => {
  const pass = 'stablehlo-legalize-composite-to-call';

  test('composites call their decompositions', () => {
    expect(moduleAfter(pass, composites).slice(1, 3)).toEqual([
      '  %0 = call @impl(%arg0) : (tensor<2xf32>) -> tensor<2xf32>',
      '  %1 = call @impl(%0) : (tensor<2xf32>) -> tensor<2xf32>',
    ]);
  });

  test('the composites of some names stay', () => {
    expect(moduleAfter(`${pass}{except=my.other,my.third}`, composites).slice(1, 3)).toEqual([
      '  %0 = call @impl(%arg0) : (tensor<2xf32>) -> tensor<2xf32>',
      '  %1 = stablehlo.composite "my.other" %0 {decomposition = @impl} : (tensor<2xf32>) -> tensor<2xf32>',
    ]);
  });
});

describe('stablehlo-wrap-in-composite', () => {
  const pass = 'stablehlo-wrap-in-composite';

  test('attributes are those of the composite, decompositions have names of their own', () => {
    const text = `func.func @f(%a: tensor<2x3xf32>) -> tensor<2x3xf32> {
  %0 = stablehlo.transpose %a, dims = [1, 0] {mhlo.note = "n"} : (tensor<2x3xf32>) -> tensor<3x2xf32>
  %1 = stablehlo.transpose %0, dims = [1, 0] : (tensor<3x2xf32>) -> tensor<2x3xf32>
  %2 = stablehlo.negate %1 : tensor<2x3xf32>
  return %2 : tensor<2x3xf32>
}`;
    expect(moduleAfter(`${pass}{op-names=stablehlo.transpose version=1}`, text)).toEqual([
      'func.func @f(%arg0: tensor<2x3xf32>) -> tensor<2x3xf32> {',
      '  %0 = stablehlo.composite "stablehlo.transpose" %arg0 {composite_attributes = {mhlo.note = "n", permutation = array<i64: 1, 0>}, decomposition = @stablehlo.transpose.impl_0, version = 1 : i32} : (tensor<2x3xf32>) -> tensor<3x2xf32>',
      '  %1 = stablehlo.composite "stablehlo.transpose" %0 {composite_attributes = {permutation = array<i64: 1, 0>}, decomposition = @stablehlo.transpose.impl, version = 1 : i32} : (tensor<3x2xf32>) -> tensor<2x3xf32>',
      '  %2 = stablehlo.negate %1 : tensor<2x3xf32>',
      '  return %2 : tensor<2x3xf32>',
      '}',
      'func.func private @stablehlo.transpose.impl(%arg0: tensor<3x2xf32>) -> tensor<2x3xf32> {',
      '  %0 = stablehlo.transpose %arg0, dims = [1, 0] : (tensor<3x2xf32>) -> tensor<2x3xf32>',
      '  return %0 : tensor<2x3xf32>',
      '}',
      'func.func private @stablehlo.transpose.impl_0(%arg0: tensor<2x3xf32>) -> tensor<3x2xf32> {',
      '  %0 = stablehlo.transpose %arg0, dims = [1, 0] {mhlo.note = "n"} : (tensor<2x3xf32>) -> tensor<3x2xf32>',
      '  return %0 : tensor<3x2xf32>',
      '}',
    ]);
  });

  test('what stands inside a wrapped operation is not wrapped itself', () => {
    const text = `func.func @f(%a: tensor<4xf32>, %b: tensor<f32>) -> tensor<f32> {
  %0 = stablehlo.reduce(%a init: %b) applies stablehlo.add across dimensions = [0] : (tensor<4xf32>, tensor<f32>) -> tensor<f32>
  return %0 : tensor<f32>
}`;
    const lines = moduleAfter(`${pass}{op-names=stablehlo.reduce,stablehlo.add}`, text);
    expect(lines.filter((line) => line.startsWith('func.func')).length).toBe(2);
    expect(lines.at(-3)).toBe(
      '  %0 = stablehlo.reduce(%arg0 init: %arg1) applies stablehlo.add across dimensions = [0] : (tensor<4xf32>, tensor<f32>) -> tensor<f32>',
    );
  });

  test('without names nothing is wrapped', () => {
    expect(moduleAfter(pass, decomposition)[1]).toBe('  %0 = stablehlo.sine %arg0 : tensor<2xf32>');
  });
});
