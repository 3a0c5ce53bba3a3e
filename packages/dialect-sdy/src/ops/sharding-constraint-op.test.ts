import { describe, expect, test } from 'vitest';
import { inFunction, problemsInFunction } from '../../tests/sdy-text.ts';

describe('sdy.sharding_constraint', () => {
  // Parameters, text, custom form, generic form.
  test.each([
    [
      '%a: tensor<16x8xf32>',
      '%0 = sdy.sharding_constraint %a <@m, [{"x"}, {?}]> : tensor<16x8xf32>',
      '%0 = sdy.sharding_constraint %arg0 <@m, [{"x"}, {?}]> : tensor<16x8xf32>',
      '%0 = "sdy.sharding_constraint"(%arg0) <{sharding = #sdy.sharding<@m, [{"x"}, {?}]>}> : (tensor<16x8xf32>) -> tensor<16x8xf32>',
    ],
    [
      '%a: tensor<16x8xf32>',
      '%0 = sdy.sharding_constraint %a <@one, []> : tensor<16x8xf32>',
      '%0 = sdy.sharding_constraint %arg0 <@one, []> : tensor<16x8xf32>',
      '%0 = "sdy.sharding_constraint"(%arg0) <{sharding = #sdy.sharding<@one, []>}> : (tensor<16x8xf32>) -> tensor<16x8xf32>',
    ],
  ])('(%s) %s', (parameters, text, custom, generic) => {
    expect(inFunction(parameters, text)).toEqual({ custom, generic });
  });

  // Parameters, text, what is wrong with it.
  test.each([
    [
      '%a: tensor<16x8xf32>',
      '%0 = sdy.sharding_constraint %a <@m, [{"x"}, {"x"}]> : tensor<16x8xf32>',
      [`1:6 'sdy.sharding_constraint' op duplicate axis ref: "x"`],
    ],
  ])('rejects (%s) %s', (parameters, text, problems) => {
    expect(problemsInFunction(parameters, text)).toEqual(problems);
  });
});
