import { describe, expect, test } from 'vitest';
import { bodyLinesAfter } from '../../tests/module-after.ts';

/** What `broadcast_add` or another operation becomes, without the return. */
function expanded(lhs: string, rhs: string, result: string, attributes = '', name = 'add'): string[] {
  const lines = bodyLinesAfter(
    'chlo-legalize-to-stablehlo',
    `(%a: ${lhs}, %b: ${rhs}) -> ${result}`,
    `%0 = chlo.broadcast_${name} %a, %b${attributes} : (${lhs}, ${rhs}) -> ${result}\nreturn %0 : ${result}`,
  );
  return lines.at(-1)?.startsWith('return') === true ? lines.slice(0, -1) : lines;
}

describe('of known shapes', () => {
  test('operands of one shape are not broadcast', () => {
    expect(expanded('tensor<4xf32>', 'tensor<4xf32>', 'tensor<4xf32>')).toEqual([
      '%0 = stablehlo.add %arg0, %arg1 : tensor<4xf32>',
    ]);
  });

  test('dimensions are aligned at the last', () => {
    expect(expanded('tensor<4x1xf32>', 'tensor<2x1x3xf32>', 'tensor<2x4x3xf32>')).toEqual([
      '%0 = stablehlo.broadcast_in_dim %arg0, dims = [1, 2] : (tensor<4x1xf32>) -> tensor<2x4x3xf32>',
      '%1 = stablehlo.broadcast_in_dim %arg1, dims = [0, 1, 2] : (tensor<2x1x3xf32>) -> tensor<2x4x3xf32>',
      '%2 = stablehlo.add %0, %1 : tensor<2x4x3xf32>',
    ]);
  });

  test('other alignments are rejected with a warning', () => {
    expect(
      expanded(
        'tensor<2xf32>',
        'tensor<2x3xf32>',
        'tensor<2x3xf32>',
        ' {broadcast_dimensions = array<i64: 0>}',
      ),
    ).toEqual([
      'unsupported non prefix-padded dynamic rank broadcast_dimensions = array<i64: 0>',
      "failed to legalize operation 'chlo.broadcast_add' that was explicitly marked illegal",
    ]);
  });

  test('a comparison keeps its direction and type', () => {
    const attributes =
      ' {compare_type = #chlo<comparison_type UNSIGNED>, comparison_direction = #chlo<comparison_direction NE>}';
    expect(expanded('tensor<2xi8>', 'tensor<2xi8>', 'tensor<2xi1>', attributes, 'compare')).toEqual([
      '%0 = stablehlo.compare NE, %arg0, %arg1, UNSIGNED : (tensor<2xi8>, tensor<2xi8>) -> tensor<2xi1>',
    ]);
  });
});

describe('of bounded shapes', () => {
  test('an operand without the dimension gets the size of the other', () => {
    const bounded = 'tensor<?x2xf32, #stablehlo.bounds<4, ?>>';
    expect(expanded('tensor<2xf32>', bounded, bounded)).toEqual([
      '%0 = stablehlo.broadcast_in_dim %arg0, dims = [1] : (tensor<2xf32>) -> tensor<4x2xf32>',
      `%1 = stablehlo.get_dimension_size %arg1, dim = 0 : (${bounded}) -> tensor<i32>`,
      `%2 = stablehlo.set_dimension_size %0, %1, dim = 0 : (tensor<4x2xf32>, tensor<i32>) -> ${bounded}`,
      `%3 = stablehlo.add %2, %arg1 : ${bounded}`,
    ]);
  });

  test('each operand keeps its own bounded dimension', () => {
    const [lhs, rhs] = [
      'tensor<1x?xf32, #stablehlo.bounds<?, 8>>',
      'tensor<?x1xf32, #stablehlo.bounds<4, ?>>',
    ];
    const result = 'tensor<?x?xf32, #stablehlo.bounds<4, 8>>';
    const [left, right] = [
      'tensor<4x?xf32, #stablehlo.bounds<?, 8>>',
      'tensor<?x8xf32, #stablehlo.bounds<4, ?>>',
    ];
    expect(expanded(lhs, rhs, result)).toEqual([
      `%0 = stablehlo.broadcast_in_dim %arg0, dims = [0, 1] : (${lhs}) -> ${left}`,
      `%1 = stablehlo.get_dimension_size %arg1, dim = 0 : (${rhs}) -> tensor<i32>`,
      `%2 = stablehlo.set_dimension_size %0, %1, dim = 0 : (${left}, tensor<i32>) -> ${result}`,
      `%3 = stablehlo.broadcast_in_dim %arg1, dims = [0, 1] : (${rhs}) -> ${right}`,
      `%4 = stablehlo.get_dimension_size %arg0, dim = 1 : (${lhs}) -> tensor<i32>`,
      `%5 = stablehlo.set_dimension_size %3, %4, dim = 1 : (${right}, tensor<i32>) -> ${result}`,
      `%6 = stablehlo.add %2, %5 : ${result}`,
    ]);
  });
});

test('unknown sizes are compared at run time', () => {
  expect(expanded('tensor<?xf32>', 'tensor<f32>', 'tensor<?xcomplex<f32>>', '', 'complex')).toEqual([
    '%0 = shape.shape_of %arg0 : tensor<?xf32> -> tensor<1xindex>',
    '%1 = shape.shape_of %arg1 : tensor<f32> -> tensor<0xindex>',
    '%2 = shape.cstr_broadcastable %0, %1 : tensor<1xindex>, tensor<0xindex>',
    '%3 = shape.assuming %2 -> (tensor<?xcomplex<f32>>) {',
    '  %4 = shape.shape_of %arg0 : tensor<?xf32> -> tensor<1xindex>',
    '  %5 = shape.shape_of %arg1 : tensor<f32> -> tensor<0xindex>',
    '  %6 = shape.broadcast %4, %5 : tensor<1xindex>, tensor<0xindex> -> tensor<1xindex>',
    '  %7 = stablehlo.dynamic_broadcast_in_dim %arg0, %6, dims = [0] : (tensor<?xf32>, tensor<1xindex>) -> tensor<?xf32>',
    '  %8 = stablehlo.dynamic_broadcast_in_dim %arg1, %6, dims = [] : (tensor<f32>, tensor<1xindex>) -> tensor<?xf32>',
    '  %9 = stablehlo.complex %7, %8 : tensor<?xcomplex<f32>>',
    '  shape.assuming_yield %9 : tensor<?xcomplex<f32>>',
    '}',
  ]);
});

test('operations that have an expansion of their own are expanded, too', () => {
  const lines = expanded('tensor<4xf32>', 'tensor<f32>', 'tensor<4xf32>', '', 'zeta');
  expect(lines[0]).toBe('%0 = stablehlo.broadcast_in_dim %arg1, dims = [] : (tensor<f32>) -> tensor<4xf32>');
  expect(lines.filter((line) => line.includes('stablehlo.power'))).toHaveLength(11);
  expect(lines.filter((line) => line.includes(' = chlo.'))).toEqual([]);
});
