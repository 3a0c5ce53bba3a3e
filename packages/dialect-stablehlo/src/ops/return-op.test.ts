import { describe, expect, test } from 'vitest';
import { inFunction, problemsInFunction } from '../../tests/stablehlo-text.ts';

describe('stablehlo.return', () => {
  // Arguments, text, custom form, generic form.
  test.each([
    [
      '%a: tensor<f32>',
      `"d.x"() ({
 stablehlo.return %a : tensor<f32> 
}, {
 stablehlo.return
}) : () -> ()`,
      `"d.x"() ({
  stablehlo.return %arg0 : tensor<f32>
}, {
  stablehlo.return 
}) : () -> ()`,
      `"d.x"() ({
  "stablehlo.return"(%arg0) : (tensor<f32>) -> ()
}, {
  "stablehlo.return"() : () -> ()
}) : () -> ()`,
    ],
    [
      '%a: tensor<f32>',
      `"d.x"() ({
 stablehlo.return {a = 1}
}, {
 stablehlo.return %a {a} : tensor<f32>
}) : () -> ()`,
      `"d.x"() ({
  stablehlo.return  {a = 1 : i64}
}, {
  stablehlo.return %arg0 {a} : tensor<f32>
}) : () -> ()`,
      `"d.x"() ({
  "stablehlo.return"() {a = 1 : i64} : () -> ()
}, {
  "stablehlo.return"(%arg0) {a} : (tensor<f32>) -> ()
}) : () -> ()`,
    ],
  ])('(%s) %s', (parameters, text, custom, generic) => {
    expect(inFunction(parameters, text)).toEqual({ custom, generic });
  });

  // Arguments, text, what is wrong with it.
  test.each([
    [
      '%a: tensor<f32>',
      '"stablehlo.return"(%a) : (tensor<f32>) -> ()',
      ["1:1 'stablehlo.return' op must be the last operation in the parent block"],
    ],
  ])('(%s) %s is rejected', (parameters, text, expected) => {
    expect(problemsInFunction(parameters, text)).toEqual(expected);
  });
});
