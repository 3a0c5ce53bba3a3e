import { expect, test } from 'vitest';
import { evaluate } from '../../tests/evaluate.ts';

test('tuples hold tensors, tokens and tuples', () => {
  const body = `%a = stablehlo.constant dense<1> : tensor<i32>
    %b = stablehlo.constant dense<2.5> : tensor<f32>
    %t = stablehlo.after_all : !stablehlo.token
    %0 = stablehlo.tuple %a, %t : tuple<tensor<i32>, !stablehlo.token>
    %1 = stablehlo.tuple %b, %0 : tuple<tensor<f32>, tuple<tensor<i32>, !stablehlo.token>>
    %2 = stablehlo.get_tuple_element %1[1] : (tuple<tensor<f32>, tuple<tensor<i32>, !stablehlo.token>>) -> tuple<tensor<i32>, !stablehlo.token>
    %3 = stablehlo.get_tuple_element %2[0] : (tuple<tensor<i32>, !stablehlo.token>) -> tensor<i32>
    %4 = stablehlo.get_tuple_element %1[0] : (tuple<tensor<f32>, tuple<tensor<i32>, !stablehlo.token>>) -> tensor<f32>`;
  expect(evaluate(body, '%3, %4 : tensor<i32>, tensor<f32>')).toEqual([[1], [2.5]]);
});

test('a future is what was started', () => {
  const body = `%a = stablehlo.constant dense<[1, 2, 3]> : tensor<3xi32>
    %0 = "stablehlo.async_start"(%a) ({
      ^bb0(%x: tensor<3xi32>):
        %s = stablehlo.slice %x [1:3] : (tensor<3xi32>) -> tensor<2xi32>
        stablehlo.return %s : tensor<2xi32>
    }) : (tensor<3xi32>) -> !stablehlo.future<tensor<2xi32>>
    %1 = "stablehlo.async_done"(%0) : (!stablehlo.future<tensor<2xi32>>) -> tensor<2xi32>`;
  expect(evaluate(body, '%1 : tensor<2xi32>')).toEqual([[2, 3]]);
});
