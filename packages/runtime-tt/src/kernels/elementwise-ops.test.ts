import { arrayOf } from '@shardform/runtime-sim';
import { expect, test } from 'vitest';
import { evaluate } from '../../tests/single-op.ts';

test('binary operations apply functions by the names that the library has for them', () => {
  const type = 'tensor<1x4xf32>';
  const functionOf = (name: string): string => `[#ttnn.unary_with_param<op_type = ${name}>]`;
  const op = `"ttnn.multiply"(%a0, %a1) <{activations = ${functionOf('neg')}, input_tensor_a_activations = ${functionOf('recip')}, input_tensor_b_activations = ${functionOf('is_finite')}}> : (${type}, ${type}) -> ${type}`;
  const [x, y] = [
    [1, 2, 4, 8],
    [3, Infinity, NaN, 0],
  ];
  expect(evaluate(op, arrayOf('f32', [1, 4], x), arrayOf('f32', [1, 4], y))).toEqual([[-1, -0, -0, -0.125]]);
});
