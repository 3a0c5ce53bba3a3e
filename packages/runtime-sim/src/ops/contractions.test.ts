import { describe, expect, test } from 'vitest';
import { evaluate } from '../../tests/evaluate.ts';
import { ExecutionError } from '../interpreter/execution-error.ts';

describe('convolution', () => {
  const image = '%x = stablehlo.constant dense<[[[1], [2], [3], [4]]]> : tensor<1x4x1xi32>';
  const kernel = '%k = stablehlo.constant dense<[[[1]], [[10]], [[100]]]> : tensor<3x1x1xi32>';
  const convolved = (window: string, size: number): unknown =>
    evaluate(
      `${image}\n${kernel}
       %0 = stablehlo.convolution(%x, %k) dim_numbers = [b, 0, f]x[0, i, o]->[b, 0, f], window = {${window}}
         {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<1x4x1xi32>, tensor<3x1x1xi32>) -> tensor<1x${size}x1xi32>`,
      `%0 : tensor<1x${size}x1xi32>`,
    )[0];

  test.each([
    ['', [321, 432]],
    ['pad = [[1, 1]]', [210, 321, 432, 43]],
    ['pad = [[-1, 0]]', [432]],
    ['stride = [2], pad = [[1, 1]]', [210, 432]],
    ['reverse = [true]', [123, 234]],
    ['lhs_dilate = [2]', [201, 20, 302, 30, 403]],
    ['rhs_dilate = [2], pad = [[1, 1]]', [420, 31]],
  ])('window %s', (window, expected) => {
    expect(convolved(window, expected.length)).toEqual(expected);
  });

  test('feature groups see their own features', () => {
    const body = `%x = stablehlo.constant dense<[[[1, 5], [2, 6]]]> : tensor<1x2x2xi32>
      %k = stablehlo.constant dense<[[[1, 10]]]> : tensor<1x1x2xi32>
      %0 = stablehlo.convolution(%x, %k) dim_numbers = [b, 0, f]x[0, i, o]->[b, f, 0], window = {}
        {batch_group_count = 1 : i64, feature_group_count = 2 : i64} : (tensor<1x2x2xi32>, tensor<1x1x2xi32>) -> tensor<1x2x2xi32>`;
    expect(evaluate(body, '%0 : tensor<1x2x2xi32>')).toEqual([[1, 2, 50, 60]]);
  });

  test('batch groups see their own part of the batch', () => {
    const body = `%x = stablehlo.constant dense<[[[1]], [[2]]]> : tensor<2x1x1xi32>
      %k = stablehlo.constant dense<[[[1, 10]]]> : tensor<1x1x2xi32>
      %0 = stablehlo.convolution(%x, %k) dim_numbers = [b, 0, f]x[0, i, o]->[b, 0, f], window = {}
        {batch_group_count = 2 : i64, feature_group_count = 1 : i64} : (tensor<2x1x1xi32>, tensor<1x1x2xi32>) -> tensor<1x1x2xi32>`;
    expect(evaluate(body, '%0 : tensor<1x1x2xi32>')).toEqual([[1, 20]]);
  });

  test('dynamic_conv takes the padding from an operand', () => {
    const body = `${image}\n${kernel}
      %p = stablehlo.constant dense<[[1, 1]]> : tensor<1x2xi32>
      %0 = "stablehlo.dynamic_conv"(%x, %k, %p) {
        dimension_numbers = #stablehlo.conv<[b, 0, f]x[0, i, o]->[b, 0, f]>, batch_group_count = 1 : i64, feature_group_count = 1 : i64
      } : (tensor<1x4x1xi32>, tensor<3x1x1xi32>, tensor<1x2xi32>) -> tensor<1x4x1xi32>`;
    expect(evaluate(body, '%0 : tensor<1x4x1xi32>')).toEqual([[210, 321, 432, 43]]);
  });
});

describe('dot_general', () => {
  test('rounds operands to the precision of the algorithm', () => {
    const dot = (type: string): string => `
      %a = stablehlo.constant dense<[1.00390625, 1.0]> : tensor<2xf32>
      %0 = stablehlo.dot_general %a, %a, contracting_dims = [0] x [0], algorithm = <lhs_precision_type = ${type}, rhs_precision_type = ${type}, accumulation_type = f32, lhs_component_count = 1, rhs_component_count = 1, num_primitive_operations = 1, allow_imprecise_accumulation = false> : (tensor<2xf32>, tensor<2xf32>) -> tensor<f32>`;
    expect(evaluate(dot('bf16'), '%0 : tensor<f32>')).toEqual([[2]]);
    expect(evaluate(dot('tf32'), '%0 : tensor<f32>')).toEqual([[1 + 1.00390625 ** 2]]);
  });

  test('dot is the product of matrices and vectors', () => {
    const body = `%a = stablehlo.constant dense<[[1, 2], [3, 4]]> : tensor<2x2xi32>
      %b = stablehlo.constant dense<[10, 1]> : tensor<2xi32>
      %0 = stablehlo.dot %a, %b : (tensor<2x2xi32>, tensor<2xi32>) -> tensor<2xi32>`;
    expect(evaluate(body, '%0 : tensor<2xi32>')).toEqual([[12, 34]]);
  });
});

describe('einsum', () => {
  const operands = `%a = stablehlo.constant dense<[[1, 2], [3, 4]]> : tensor<2x2xi32>
    %b = stablehlo.constant dense<[[5, 6], [7, 8]]> : tensor<2x2xi32>`;

  test.each([
    ['ij,jk->ik', '2x2xi32', [19, 22, 43, 50]],
    ['ij,ij->ji', '2x2xi32', [5, 21, 12, 32]],
    ['ij,kl->il', '2x2xi32', [36, 42, 84, 98]],
    ['ii,jk->jk', '2x2xi32', [25, 30, 35, 40]],
    ['...i,...i->...', '2xi32', [17, 53]],
  ])('%s', (formula, type, expected) => {
    const body = `${operands}
      %0 = stablehlo.einsum %a, %b, config = "${formula}" : (tensor<2x2xi32>, tensor<2x2xi32>) -> tensor<${type}>`;
    expect(evaluate(body, `%0 : tensor<${type}>`)).toEqual([expected]);
  });

  test('a formula that does not fit is an error of the operation', () => {
    const body = `${operands}
      %0 = stablehlo.einsum %a, %b, config = "ijk,jk->ik" : (tensor<2x2xi32>, tensor<2x2xi32>) -> tensor<2x2xi32>`;
    const run = (): unknown => evaluate(body, '%0 : tensor<2x2xi32>');
    expect(run).toThrow(ExecutionError);
    expect(run).toThrow("formula 'ijk,jk->ik' does not fit rank 2");
  });

  test('of one operand sums, transposes and takes diagonals', () => {
    const body = `${operands}
      %0 = stablehlo.unary_einsum %a, config = "ij->j" : (tensor<2x2xi32>) -> tensor<2xi32>
      %1 = stablehlo.unary_einsum %a, config = "ii->i" : (tensor<2x2xi32>) -> tensor<2xi32>
      %2 = stablehlo.unary_einsum %a, config = "ij->ji" : (tensor<2x2xi32>) -> tensor<2x2xi32>`;
    const results = evaluate(body, '%0, %1, %2 : tensor<2xi32>, tensor<2xi32>, tensor<2x2xi32>');
    expect(results).toEqual([
      [4, 6],
      [1, 4],
      [1, 3, 2, 4],
    ]);
  });
});
