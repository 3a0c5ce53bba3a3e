import { describe, expect, test } from 'vitest';
import { bodyLinesAfter } from '../../tests/module-after.ts';

function after(signature: string, body: string): string[] {
  return bodyLinesAfter('shape-legalize-to-stablehlo', signature, body);
}

test('the shape of a tensor is a list of its sizes', () => {
  const body = '%0 = shape.shape_of %a : tensor<?x2xf32> -> tensor<2xindex>\nreturn %0 : tensor<2xindex>';
  expect(after('(%a: tensor<?x2xf32>) -> tensor<2xindex>', body)).toEqual([
    '%0 = stablehlo.get_dimension_size %arg0, dim = 0 : (tensor<?x2xf32>) -> tensor<i32>',
    '%1 = stablehlo.reshape %0 : (tensor<i32>) -> tensor<1xi32>',
    '%2 = stablehlo.get_dimension_size %arg0, dim = 1 : (tensor<?x2xf32>) -> tensor<i32>',
    '%3 = stablehlo.reshape %2 : (tensor<i32>) -> tensor<1xi32>',
    '%4 = stablehlo.concatenate %1, %3, dim = 0 : (tensor<1xi32>, tensor<1xi32>) -> tensor<2xi32>',
    '%5 = builtin.unrealized_conversion_cast %4 : tensor<2xi32> to tensor<2xindex>',
    'return %5 : tensor<2xindex>',
  ]);
});

test('the number of elements is a product', () => {
  const body = '%0 = shape.num_elements %a : tensor<1xindex> -> index\nreturn %0 : index';
  expect(after('(%a: tensor<1xindex>) -> index', body)).toEqual([
    '%0 = builtin.unrealized_conversion_cast %arg0 : tensor<1xindex> to tensor<1xi32>',
    '%c = stablehlo.constant dense<1> : tensor<i32>',
    '%1 = stablehlo.slice %0 [0:1] : (tensor<1xi32>) -> tensor<1xi32>',
    '%2 = stablehlo.reshape %1 : (tensor<1xi32>) -> tensor<i32>',
    '%3 = stablehlo.multiply %c, %2 : tensor<i32>',
    '%4 = builtin.unrealized_conversion_cast %3 : tensor<i32> to index',
    'return %4 : index',
  ]);
});

test('shapes of different ranks are broadcast with leading ones', () => {
  const body =
    '%0 = shape.broadcast %a, %b : tensor<1xindex>, tensor<3xindex> -> tensor<3xindex>\nreturn %0 : tensor<3xindex>';
  expect(after('(%a: tensor<1xindex>, %b: tensor<3xindex>) -> tensor<3xindex>', body).slice(2, 5)).toEqual([
    '%c = stablehlo.constant dense<1> : tensor<2xi32>',
    '%2 = stablehlo.concatenate %c, %0, dim = 0 : (tensor<2xi32>, tensor<1xi32>) -> tensor<3xi32>',
    '%3 = stablehlo.maximum %2, %1 : tensor<3xi32>',
  ]);
});

test('operations of StableHLO get shapes of i32', () => {
  const body = `%0 = stablehlo.dynamic_reshape %a, %s : (tensor<?xf32>, tensor<2xindex>) -> tensor<?x?xf32>
    return %0 : tensor<?x?xf32>`;
  expect(after('(%a: tensor<?xf32>, %s: tensor<2xindex>) -> tensor<?x?xf32>', body).slice(0, 2)).toEqual([
    '%0 = builtin.unrealized_conversion_cast %arg1 : tensor<2xindex> to tensor<2xi32>',
    '%1 = stablehlo.dynamic_reshape %arg0, %0 : (tensor<?xf32>, tensor<2xi32>) -> tensor<?x?xf32>',
  ]);
});

describe('arithmetic on indices', () => {
  test('is done on scalars of i32', () => {
    const body = `%c = arith.constant 3 : index
      %0 = arith.muli %a, %c : index
      %1 = arith.index_cast %0 : index to i64
      return %1 : i64`;
    expect(after('(%a: index) -> i64', body).slice(1)).toEqual([
      '%0 = builtin.unrealized_conversion_cast %arg0 : index to tensor<i32>',
      '%c = stablehlo.constant dense<3> : tensor<i32>',
      '%1 = stablehlo.multiply %0, %c : tensor<i32>',
      '%2 = builtin.unrealized_conversion_cast %1 : tensor<i32> to index',
      '%3 = builtin.unrealized_conversion_cast %2 : index to tensor<i32>',
      '%4 = stablehlo.convert %3 : (tensor<i32>) -> tensor<i64>',
      '%5 = builtin.unrealized_conversion_cast %4 : tensor<i64> to i64',
      'return %5 : i64',
    ]);
  });

  test('that is not on indices is an error', () => {
    expect(after('(%a: i32) -> i32', '%0 = arith.muli %a, %a : i32\nreturn %0 : i32')).toEqual([
      "failed to legalize operation 'arith.muli' that was explicitly marked illegal",
    ]);
  });
});

test('elements at places that are not known are an error', () => {
  const body = '%0 = tensor.extract %a[%i] : tensor<3xindex>\nreturn %0 : index';
  expect(after('(%a: tensor<3xindex>, %i: index) -> index', body)).toEqual([
    "failed to legalize operation 'tensor.extract' that was explicitly marked illegal",
  ]);
});
