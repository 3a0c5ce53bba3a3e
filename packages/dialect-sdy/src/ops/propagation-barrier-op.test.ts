import { describe, expect, test } from 'vitest';
import { inFunction, problemsInFunction } from '../../tests/sdy-text.ts';

describe('sdy.propagation_barrier', () => {
  // Parameters, text, custom form, generic form.
  test.each([
    [
      '%a: tensor<16x8xf32>',
      '%0 = sdy.propagation_barrier %a allowed_direction=NONE : tensor<16x8xf32>',
      '%0 = sdy.propagation_barrier %arg0 allowed_direction=NONE : tensor<16x8xf32>',
      '%0 = "sdy.propagation_barrier"(%arg0) <{allowed_direction = 0 : i32}> : (tensor<16x8xf32>) -> tensor<16x8xf32>',
    ],
    [
      '%a: tensor<16x8xf32>',
      '%0 = sdy.propagation_barrier %a allowed_direction=FORWARD : tensor<16x8xf32>',
      '%0 = sdy.propagation_barrier %arg0 allowed_direction=FORWARD : tensor<16x8xf32>',
      '%0 = "sdy.propagation_barrier"(%arg0) <{allowed_direction = 1 : i32}> : (tensor<16x8xf32>) -> tensor<16x8xf32>',
    ],
    [
      '%a: tensor<16x8xf32>',
      '%0 = sdy.propagation_barrier %a allowed_direction=BACKWARD {some} : tensor<16x8xf32>',
      '%0 = sdy.propagation_barrier %arg0 allowed_direction=BACKWARD {some} : tensor<16x8xf32>',
      '%0 = "sdy.propagation_barrier"(%arg0) <{allowed_direction = 2 : i32}> {some} : (tensor<16x8xf32>) -> tensor<16x8xf32>',
    ],
  ])('(%s) %s', (parameters, text, custom, generic) => {
    expect(inFunction(parameters, text)).toEqual({ custom, generic });
  });

  // Parameters, text, what is wrong with it.
  test.each([
    [
      '%a: tensor<16x8xf32>',
      '%0 = sdy.propagation_barrier %a allowed_direction=BOTH : tensor<16x8xf32>',
      [
        "1:6 'sdy.propagation_barrier' op cannot specify `BOTH` as the direction. Not blocking propagation direction makes the op redundant.",
      ],
    ],
    [
      '%a: tensor<16x8xf32>',
      '%0 = sdy.propagation_barrier %a allowed_direction=SIDEWAYS : tensor<16x8xf32>',
      [
        "1:51 custom op 'sdy.propagation_barrier' expected string or keyword containing one of the following enum values for attribute 'allowed_direction' [NONE, FORWARD, BACKWARD, BOTH]",
      ],
    ],
  ])('rejects (%s) %s', (parameters, text, problems) => {
    expect(problemsInFunction(parameters, text)).toEqual(problems);
  });
});
