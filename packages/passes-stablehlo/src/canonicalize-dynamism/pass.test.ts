import { describe, expect, test } from 'vitest';
import { bodyLinesAfter } from '../../tests/module-after.ts';

function after(signature: string, body: string): string[] {
  return bodyLinesAfter('stablehlo-canonicalize-dynamism', signature, body);
}

describe('constant sizes and amounts become attributes', () => {
  const cases: readonly (readonly [string, string, string, string])[] = [
    [
      '(%a: tensor<2xf32>)',
      '%0 = stablehlo.dynamic_broadcast_in_dim %a, %c, dims = [1] : (tensor<2xf32>, tensor<2xi64>) -> tensor<3x2xf32>',
      'tensor<3x2xf32>',
      '%0 = stablehlo.broadcast_in_dim %arg0, dims = [1] : (tensor<2xf32>) -> tensor<3x2xf32>',
    ],
    [
      '(%a: tensor<?xf32>)',
      '%0 = stablehlo.dynamic_reshape %a, %c : (tensor<?xf32>, tensor<2xi64>) -> tensor<3x2xf32>',
      'tensor<3x2xf32>',
      '%0 = stablehlo.reshape %arg0 : (tensor<?xf32>) -> tensor<3x2xf32>',
    ],
    [
      '()',
      '%0 = stablehlo.dynamic_iota %c, dim = 1 : (tensor<2xi64>) -> tensor<3x2xi32>',
      'tensor<3x2xi32>',
      '%0 = stablehlo.iota dim = 1 : tensor<3x2xi32>',
    ],
    [
      '(%a: tensor<?x4xf32>, %v: tensor<f32>)',
      '%0 = stablehlo.dynamic_pad %a, %v, %c, %c, %z : (tensor<?x4xf32>, tensor<f32>, tensor<2xi64>, tensor<2xi64>, tensor<2xi64>) -> tensor<?x8xf32>',
      'tensor<?x8xf32>',
      '%0 = stablehlo.pad %arg0, %arg1, low = [3, 2], high = [3, 2], interior = [0, 0] : (tensor<?x4xf32>, tensor<f32>) -> tensor<?x8xf32>',
    ],
    [
      '(%a: tensor<5x4xf32>)',
      '%0 = stablehlo.real_dynamic_slice %a, %z, %c, %one {mhlo.note = "n"} : (tensor<5x4xf32>, tensor<2xi64>, tensor<2xi64>, tensor<2xi64>) -> tensor<3x2xf32>',
      'tensor<3x2xf32>',
      '%0 = stablehlo.slice %arg0 [0:3, 0:2] {mhlo.note = "n"} : (tensor<5x4xf32>) -> tensor<3x2xf32>',
    ],
  ];
  test.each(cases)('%s %s', (parameters, operation, type, expected) => {
    const constants = `%c = stablehlo.constant dense<[3, 2]> : tensor<2xi64>
      %z = stablehlo.constant dense<0> : tensor<2xi64>
      %one = stablehlo.constant dense<1> : tensor<2xi64>`;
    const lines = after(`${parameters} -> ${type}`, `${constants}\n${operation}\nreturn %0 : ${type}`);
    expect(lines).toEqual([expected, `return %0 : ${type}`]);
  });
});

test('a slice whose limit is its start and a constant has a computed place', () => {
  const lines = after(
    '(%a: tensor<5xf32>, %s: tensor<1xi32>) -> tensor<2xf32>',
    `%c = stablehlo.constant dense<2> : tensor<1xi32>
     %one = stablehlo.constant dense<1> : tensor<1xi32>
     %l = stablehlo.add %c, %s : tensor<1xi32>
     %0 = stablehlo.real_dynamic_slice %a, %s, %l, %one : (tensor<5xf32>, tensor<1xi32>, tensor<1xi32>, tensor<1xi32>) -> tensor<2xf32>
     return %0 : tensor<2xf32>`,
  );
  expect(lines).toEqual([
    '%0 = stablehlo.slice %arg1 [0:1] : (tensor<1xi32>) -> tensor<1xi32>',
    '%1 = stablehlo.reshape %0 : (tensor<1xi32>) -> tensor<i32>',
    '%2 = stablehlo.dynamic_slice %arg0, %1, sizes = [2] : (tensor<5xf32>, tensor<i32>) -> tensor<2xf32>',
    'return %2 : tensor<2xf32>',
  ]);
});

test('shapes that are not known stay computed', () => {
  const body = `%0 = stablehlo.dynamic_reshape %a, %s : (tensor<6xf32>, tensor<2xi64>) -> tensor<3x2xf32>
     return %0 : tensor<3x2xf32>`;
  expect(after('(%a: tensor<6xf32>, %s: tensor<2xi64>) -> tensor<3x2xf32>', body)[0]).toBe(
    '%0 = stablehlo.dynamic_reshape %arg0, %arg1 : (tensor<6xf32>, tensor<2xi64>) -> tensor<3x2xf32>',
  );
});

describe('custom calls', () => {
  const call = (attributes: string, results = 'tensor<3x2xf32>'): string[] =>
    after(
      `(%a: tensor<4xf32>) -> ${results}`,
      `%c = stablehlo.constant dense<[3, 2]> : tensor<2xi64>
       %0 = stablehlo.custom_call @foo(%c, %a) {${attributes}} : (tensor<2xi64>, tensor<4xf32>) -> ${results}
       return %0 : ${results}`,
    );

  test('lose operands that hold the shapes of results', () => {
    const layouts =
      'operand_layouts = [dense<0> : tensor<1xindex>, dense<0> : tensor<1xindex>], result_layouts = [dense<[1, 0]> : tensor<2xindex>]';
    expect(call(`indices_of_shape_operands = dense<0> : tensor<1xi64>, mhlo.note = "n", ${layouts}`)).toEqual(
      [
        '%0 = stablehlo.custom_call @foo(%arg0) {mhlo.note = "n", operand_layouts = [dense<0> : tensor<1xindex>], result_layouts = [dense<[1, 0]> : tensor<2xindex>]} : (tensor<4xf32>) -> tensor<3x2xf32>',
        'return %0 : tensor<3x2xf32>',
      ],
    );
  });

  test.each([
    ['dense<[[0]]> : tensor<1x1xi64>', 'indices_of_shape_operands: must have rank = 1'],
    ['dense<0> : tensor<1xi32>', 'indices_of_shape_operands: must have i64 element type'],
    [
      'dense<0> : tensor<2xi64>',
      'indices_of_shape_operands: number of elements (2) must be equal to the number of operation results (1)',
    ],
    [
      'dense<2> : tensor<1xi64>',
      'indices_of_shape_operands: index #0 (2) must be within bounds for operation operands (from 0 to 2)',
    ],
  ])('report %s', (indices, message) => {
    expect(call(`indices_of_shape_operands = ${indices}`)).toEqual([message]);
  });

  test('report shapes that are not those of results', () => {
    expect(call('indices_of_shape_operands = dense<0> : tensor<1xi64>', 'tensor<3x3xf32>')).toEqual([
      "refinement #0 ([3, 2]) must be compatible with operation result #0 ('tensor<3x3xf32>')",
    ]);
  });
});
