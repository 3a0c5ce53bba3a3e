import { describe, expect, test } from 'vitest';
import { moduleAfter } from '../tests/module-after.ts';

function refined(types: string, text: string): string[] {
  return moduleAfter(`stablehlo-refine-arguments{types=${types}}`, text);
}

const program = `func.func @main(%a: tensor<?x2xf32> {mhlo.note = "n"}, %b: tensor<4xf32>) -> tensor<?x2xf32> {
  %0 = stablehlo.abs %a : tensor<?x2xf32>
  return %0 : tensor<?x2xf32>
}`;

test('uses of a refined argument get it wrapped', () => {
  expect(refined('tensor<3x2xf32>,tensor<4xf32>', program)).toEqual([
    'func.func @main(%arg0: tensor<3x2xf32> {mhlo.note = "n"}, %arg1: tensor<4xf32>) -> tensor<?x2xf32> {',
    '  %c = stablehlo.constant dense<[3, 2]> : tensor<2xi64>',
    '  %0 = stablehlo.custom_call @stablehlo.shape_refinement_operand_wrapper(%arg0, %c) {indices_of_shape_operands = dense<1> : tensor<1xi64>} : (tensor<3x2xf32>, tensor<2xi64>) -> tensor<?x2xf32>',
    '  %1 = stablehlo.abs %0 : tensor<?x2xf32>',
    '  return %1 : tensor<?x2xf32>',
    '}',
  ]);
});

test('a size that stays unknown is the lowest number', () => {
  const text = 'func.func @main(%a: tensor<*xf32>) { return }';
  expect(refined('tensor<?x2xf32>', text)[1]).toBe(
    '  %c = stablehlo.constant dense<[-9223372036854775808, 2]> : tensor<2xi64>',
  );
});

test('arguments of the same types stay', () => {
  expect(refined('tensor<?x2xf32>,tensor<4xf32>', program).length).toBe(4);
});

describe('rejects', () => {
  const invalid = (index: number, reason: string, from: string, to: string): string =>
    `'func.func' op invalid refinement for argument ${index}, refinement ${reason} in ${from} -> ${to}`;
  test.each([
    ['tensor<3x2xf32>', "'func.func' op number of refinements must match number of op operands 1 vs 2"],
    ['tensor<?x2xf32>,!stablehlo.token', invalid(1, 'must be a tensor', 'tensor<4xf32>', '!stablehlo.token')],
    [
      'tensor<?x2xi32>,tensor<4xf32>',
      invalid(0, 'element types must match', 'tensor<?x2xf32>', 'tensor<?x2xi32>'),
    ],
    ['tensor<*xf32>,tensor<4xf32>', invalid(0, 'must be ranked', 'tensor<?x2xf32>', 'tensor<*xf32>')],
    [
      'tensor<2xf32>,tensor<4xf32>',
      invalid(0, 'rank must match operand rank', 'tensor<?x2xf32>', 'tensor<2xf32>'),
    ],
    [
      'tensor<3x5xf32>,tensor<4xf32>',
      invalid(0, 'dimension sizes must match for static dimensions', 'tensor<?x2xf32>', 'tensor<3x5xf32>'),
    ],
  ])('%s', (types, message) => {
    expect(refined(types, program)).toEqual([message]);
  });

  test('a text that is no type', () => {
    expect(refined('tensor<3x2xf32>,what', program).at(-1)).toBe(
      "'builtin.module' op Invalid type string: what",
    );
  });

  test('a module of which it is not clear where it begins', () => {
    const text = 'func.func @a() { return }\nfunc.func @b() { return }';
    expect(refined('tensor<3xf32>', text)).toEqual([
      "'builtin.module' op must have no more than one function or a `main` function to clearly identify which function will be refined",
    ]);
  });
});
