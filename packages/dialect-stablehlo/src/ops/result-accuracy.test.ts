import { describe, expect, test } from 'vitest';
import { inFunction, problemsInFunction } from '../../tests/stablehlo-text.ts';

describe('the accuracy of a function', () => {
  // Arguments, text, custom form, generic form.
  test.each([
    [
      '%a: tensor<f32>',
      '%0 = stablehlo.exponential %a {result_accuracy = #stablehlo.result_accuracy<atol = 1.000000e-05, rtol = 1.000000e-06, ulps = 2, mode = #stablehlo.result_accuracy_mode<TOLERANCE>>} : tensor<f32>',
      '%0 = stablehlo.exponential %arg0 {result_accuracy = #stablehlo.result_accuracy<atol = 1.000000e-05, rtol = 9.9999999999999995E-7, ulps = 2, mode = #stablehlo.result_accuracy_mode<TOLERANCE>>} : tensor<f32>',
      '%0 = "stablehlo.exponential"(%arg0) <{result_accuracy = #stablehlo.result_accuracy<atol = 1.000000e-05, rtol = 9.9999999999999995E-7, ulps = 2, mode = #stablehlo.result_accuracy_mode<TOLERANCE>>}> : (tensor<f32>) -> tensor<f32>',
    ],
    [
      '%a: tensor<f32>',
      '%0 = stablehlo.exponential %a {result_accuracy = #stablehlo.result_accuracy<mode = #stablehlo.result_accuracy_mode<DEFAULT>>} : tensor<f32>',
      '%0 = stablehlo.exponential %arg0 : tensor<f32>',
      '%0 = "stablehlo.exponential"(%arg0) <{result_accuracy = #stablehlo.result_accuracy<mode = #stablehlo.result_accuracy_mode<DEFAULT>>}> : (tensor<f32>) -> tensor<f32>',
    ],
    [
      '%a: tensor<f32>',
      '%0 = "stablehlo.exponential"(%a) {result_accuracy = #stablehlo.result_accuracy<mode = #stablehlo.result_accuracy_mode<HIGHEST>>} : (tensor<f32>) -> tensor<f32>',
      '%0 = stablehlo.exponential %arg0 {result_accuracy = #stablehlo.result_accuracy<mode = #stablehlo.result_accuracy_mode<HIGHEST>>} : tensor<f32>',
      '%0 = "stablehlo.exponential"(%arg0) <{result_accuracy = #stablehlo.result_accuracy<mode = #stablehlo.result_accuracy_mode<HIGHEST>>}> : (tensor<f32>) -> tensor<f32>',
    ],
  ])('(%s) %s', (parameters, text, custom, generic) => {
    expect(inFunction(parameters, text)).toEqual({ custom, generic });
  });

  // Arguments, text, what is wrong with it.
  test.each([
    [
      '%a: tensor<f32>',
      '%0 = stablehlo.exponential %a {result_accuracy = #stablehlo.result_accuracy<atol = 1.0, mode = #stablehlo.result_accuracy_mode<DEFAULT>>} : tensor<f32>',
      ['1:137 Invalid tolerances for ResultAccuracyAttr with mode DEFAULT, must be all zero.'],
    ],
    [
      '%a: tensor<f32>',
      '%0 = stablehlo.exponential %a {result_accuracy = #stablehlo.result_accuracy<atol = -1.0, mode = #stablehlo.result_accuracy_mode<TOLERANCE>>} : tensor<f32>',
      ['1:140 Negative tolerance'],
    ],
    [
      '%a: tensor<f32>',
      '%0 = stablehlo.exponential %a {result_accuracy = #stablehlo.result_accuracy<ulps = -1, mode = #stablehlo.result_accuracy_mode<TOLERANCE>>} : tensor<f32>',
      ['1:138 Negative tolerance'],
    ],
    [
      '%a: tensor<f32>',
      '%0 = stablehlo.exponential %a {result_accuracy = #stablehlo.result_accuracy<foo = 1>} : tensor<f32>',
      ["1:77 expected 'mode'"],
    ],
    [
      '%a: tensor<f32>',
      '%0 = stablehlo.exponential %a {result_accuracy = #stablehlo.result_accuracy_mode<FOO>} : tensor<f32>',
      [
        '1:82 expected ::mlir::stablehlo::ResultAccuracyMode to be one of: DEFAULT, HIGHEST, TOLERANCE',
        "1:85 failed to parse StableHLO_ResultAccuracyModeAttr parameter 'value' which is to be a `::mlir::stablehlo::ResultAccuracyMode`",
      ],
    ],
    [
      '%a: tensor<f32>',
      '%0 = stablehlo.exponential %a {result_accuracy = 1} : tensor<f32>',
      [
        "1:31 custom op 'stablehlo.exponential' 'stablehlo.exponential' op attribute 'result_accuracy' failed to satisfy constraint: The requested accuracy for transcendental unary ops.",
      ],
    ],
    [
      '%a: tensor<f32>',
      '%0 = stablehlo.exponential %a {result_accuracy = #stablehlo.result_accuracy<ulps = 1, atol = 1.0, mode = #stablehlo.result_accuracy_mode<TOLERANCE>>} : tensor<f32>',
      ["1:87 expected 'mode'"],
    ],
  ])('(%s) %s is rejected', (parameters, text, expected) => {
    expect(problemsInFunction(parameters, text)).toEqual(expected);
  });
});
