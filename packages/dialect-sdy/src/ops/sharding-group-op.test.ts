import { describe, expect, test } from 'vitest';
import { inFunction, problemsInFunction } from '../../tests/sdy-text.ts';

describe('sdy.sharding_group', () => {
  // Parameters, text, custom form, generic form.
  test.each([
    [
      '%a: tensor<16x8xf32>',
      'sdy.sharding_group %a group_id=21 : tensor<16x8xf32>',
      'sdy.sharding_group %arg0 group_id=21 : tensor<16x8xf32>',
      '"sdy.sharding_group"(%arg0) <{group_id = 21 : i64}> : (tensor<16x8xf32>) -> ()',
    ],
    [
      '%a: tensor<16x8xf32>',
      'sdy.sharding_group %a group_id = 0 {some = "a"} : tensor<16x8xf32>',
      'sdy.sharding_group %arg0 group_id=0 {some = "a"} : tensor<16x8xf32>',
      '"sdy.sharding_group"(%arg0) <{group_id = 0 : i64}> {some = "a"} : (tensor<16x8xf32>) -> ()',
    ],
    [
      '%a: tensor<16x8xf32>',
      'sdy.sharding_group %a group_id=-1 : tensor<16x8xf32>',
      'sdy.sharding_group %arg0 group_id=-1 : tensor<16x8xf32>',
      '"sdy.sharding_group"(%arg0) <{group_id = -1 : i64}> : (tensor<16x8xf32>) -> ()',
    ],
  ])('(%s) %s', (parameters, text, custom, generic) => {
    expect(inFunction(parameters, text)).toEqual({ custom, generic });
  });

  // Parameters, text, what is wrong with it.
  test.each([
    [
      '%a: i32',
      '"sdy.sharding_group"(%a) <{group_id = 1 : i64}> : (i32) -> ()',
      [
        "1:1 'sdy.sharding_group' op operand #0 must be ranked tensor of any non-token type values, but got 'i32'",
      ],
    ],
    [
      '%a: tensor<16x8xf32>',
      'sdy.sharding_group %a : tensor<16x8xf32>',
      ["1:23 custom op 'sdy.sharding_group' expected 'group_id'"],
    ],
  ])('rejects (%s) %s', (parameters, text, problems) => {
    expect(problemsInFunction(parameters, text)).toEqual(problems);
  });
});
