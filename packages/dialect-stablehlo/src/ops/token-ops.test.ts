import { describe, expect, test } from 'vitest';
import { inFunction, problemsInFunction } from '../../tests/stablehlo-text.ts';

describe('stablehlo.create_token', () => {
  // Arguments, text, custom form, generic form.
  test.each([
    [
      '',
      '%0 = stablehlo.create_token : !stablehlo.token',
      '%0 = stablehlo.create_token : !stablehlo.token',
      '%0 = "stablehlo.create_token"() : () -> !stablehlo.token',
    ],
  ])('(%s) %s', (parameters, text, custom, generic) => {
    expect(inFunction(parameters, text)).toEqual({ custom, generic });
  });

  // Arguments, text, what is wrong with it.
  test.each([
    [
      '',
      '%0 = stablehlo.create_token : tensor<f32>',
      ["1:6 'stablehlo.create_token' op result #0 must be token, but got 'tensor<f32>'"],
    ],
  ])('(%s) %s is rejected', (parameters, text, expected) => {
    expect(problemsInFunction(parameters, text)).toEqual(expected);
  });
});

describe('stablehlo.after_all', () => {
  // Arguments, text, custom form, generic form.
  test.each([
    [
      '%a: !stablehlo.token',
      '%0 = stablehlo.after_all %a, %a : !stablehlo.token',
      '%0 = stablehlo.after_all %arg0, %arg0 : !stablehlo.token',
      '%0 = "stablehlo.after_all"(%arg0, %arg0) : (!stablehlo.token, !stablehlo.token) -> !stablehlo.token',
    ],
    [
      '',
      '%0 = stablehlo.after_all : !stablehlo.token',
      '%0 = stablehlo.after_all  : !stablehlo.token',
      '%0 = "stablehlo.after_all"() : () -> !stablehlo.token',
    ],
    [
      '%a: !stablehlo.token',
      '%0 = stablehlo.after_all %a {x} : (!stablehlo.token) -> !stablehlo.token',
      '%0 = stablehlo.after_all %arg0 {x} : !stablehlo.token',
      '%0 = "stablehlo.after_all"(%arg0) {x} : (!stablehlo.token) -> !stablehlo.token',
    ],
  ])('(%s) %s', (parameters, text, custom, generic) => {
    expect(inFunction(parameters, text)).toEqual({ custom, generic });
  });

  // Arguments, text, what is wrong with it.
  test.each([
    [
      '%a: !stablehlo.token',
      '%0 = stablehlo.after_all %a, %a : (!stablehlo.token) -> !stablehlo.token',
      ["1:35 custom op 'stablehlo.after_all' 2 operands present, but expected 1"],
    ],
    [
      '%a: !stablehlo.token',
      '%0 = stablehlo.after_all %a : (!stablehlo.token) -> (!stablehlo.token, !stablehlo.token)',
      ["1:31 custom op 'stablehlo.after_all' expected single output"],
    ],
    [
      '%a: tensor<f32>',
      '%0 = "stablehlo.after_all"(%a) : (tensor<f32>) -> !stablehlo.token',
      ["1:6 'stablehlo.after_all' op operand #0 must be variadic of token, but got 'tensor<f32>'"],
    ],
  ])('(%s) %s is rejected', (parameters, text, expected) => {
    expect(problemsInFunction(parameters, text)).toEqual(expected);
  });
});
