import { expect, test } from 'vitest';
import { bodyLinesAfter } from '../../tests/module-after.ts';

function expanded(pred: string, onTrue: string, onFalse: string, result: string): string[] {
  const lines = bodyLinesAfter(
    'chlo-legalize-to-stablehlo',
    `(%p: ${pred}, %a: ${onTrue}, %b: ${onFalse}) -> ${result}`,
    `%0 = chlo.broadcast_select %p, %a, %b : (${pred}, ${onTrue}, ${onFalse}) -> ${result}\nreturn %0 : ${result}`,
  );
  return lines.slice(0, -1);
}

test('shapes that are known to fit make a constant constraint; a scalar predicate is not broadcast', () => {
  expect(expanded('tensor<i1>', 'tensor<3xf32>', 'tensor<2x1xf32>', 'tensor<2x3xf32>')).toEqual([
    '%0 = shape.shape_of %arg0 : tensor<i1> -> tensor<0xindex>',
    '%1 = shape.shape_of %arg1 : tensor<3xf32> -> tensor<1xindex>',
    '%2 = shape.shape_of %arg2 : tensor<2x1xf32> -> tensor<2xindex>',
    '%3 = shape.const_witness true',
    '%4 = shape.assuming %3 -> (tensor<2x3xf32>) {',
    '  %5 = shape.broadcast %0, %1, %2 : tensor<0xindex>, tensor<1xindex>, tensor<2xindex> -> tensor<?xindex>',
    '  %cast = tensor.cast %5 : tensor<?xindex> to tensor<2xindex>',
    '  %6 = stablehlo.dynamic_broadcast_in_dim %arg1, %cast, dims = [1] : (tensor<3xf32>, tensor<2xindex>) -> tensor<2x3xf32>',
    '  %7 = stablehlo.dynamic_broadcast_in_dim %arg2, %cast, dims = [0, 1] : (tensor<2x1xf32>, tensor<2xindex>) -> tensor<2x3xf32>',
    '  %8 = stablehlo.select %arg0, %6, %7 : tensor<i1>, tensor<2x3xf32>',
    '  shape.assuming_yield %8 : tensor<2x3xf32>',
    '}',
  ]);
});

/** The constraint on three one-dimensional shapes. */
function constraint(pred: string, onTrue: string, onFalse: string, result: string): string {
  const [p, ...others] = [`${pred}xi1`, `${onTrue}xf32`, `${onFalse}xf32`, `${result}xf32`].map(
    (type) => `tensor<${type}>`,
  );
  const lines = expanded(p!, others[0]!, others[1]!, others[2]!);
  return lines.find((line) => line.startsWith('%3 = '))!.replace(/^%3 = shape\.(\w+).*/, '$1');
}

test('one unknown size among ones fits, two do not surely', () => {
  expect(constraint('1', '1', '?', '?')).toBe('const_witness');
  expect(constraint('1', '?', '?', '?')).toBe('cstr_broadcastable');
  expect(constraint('1', '?', '4', '4')).toBe('cstr_broadcastable');
  expect(constraint('4', '1', '4', '4')).toBe('const_witness');
});
