import { describe, expect, test } from 'vitest';
import { inFunction, problemsInFunction } from '../../tests/stablehlo-text.ts';

describe('stablehlo.rng', () => {
  // Arguments, text, custom form, generic form.
  test.each([
    [
      '%a: tensor<f32>, %s: tensor<2xi64>',
      '%0 = stablehlo.rng %a, %a, %s, distribution = NORMAL : (tensor<f32>, tensor<f32>, tensor<2xi64>) -> tensor<2x3xf32>',
      '%0 = stablehlo.rng %arg0, %arg0, %arg1, distribution = NORMAL : (tensor<f32>, tensor<f32>, tensor<2xi64>) -> tensor<2x3xf32>',
      '%0 = "stablehlo.rng"(%arg0, %arg0, %arg1) <{rng_distribution = #stablehlo<rng_distribution NORMAL>}> : (tensor<f32>, tensor<f32>, tensor<2xi64>) -> tensor<2x3xf32>',
    ],
    [
      '%a: tensor<i32>',
      `%s = stablehlo.constant dense<[2, 3]> : tensor<2xi64>
%0 = stablehlo.rng %a, %a, %s, distribution = UNIFORM : (tensor<i32>, tensor<i32>, tensor<2xi64>) -> tensor<2x3xi32>`,
      `%c = stablehlo.constant dense<[2, 3]> : tensor<2xi64>
%0 = stablehlo.rng %arg0, %arg0, %c, distribution = UNIFORM : (tensor<i32>, tensor<i32>, tensor<2xi64>) -> tensor<2x3xi32>`,
      `%0 = "stablehlo.constant"() <{value = dense<[2, 3]> : tensor<2xi64>}> : () -> tensor<2xi64>
%1 = "stablehlo.rng"(%arg0, %arg0, %0) <{rng_distribution = #stablehlo<rng_distribution UNIFORM>}> : (tensor<i32>, tensor<i32>, tensor<2xi64>) -> tensor<2x3xi32>`,
    ],
  ])('(%s) %s', (parameters, text, custom, generic) => {
    expect(inFunction(parameters, text)).toEqual({ custom, generic });
  });

  // Arguments, text, what is wrong with it.
  test.each([
    [
      '%a: tensor<i32>, %s: tensor<2xi64>',
      '%0 = stablehlo.rng %a, %a, %s, distribution = NORMAL : (tensor<i32>, tensor<i32>, tensor<2xi64>) -> tensor<2x3xi32>',
      ['1:6 mu and sigma must be floats', "1:6 'stablehlo.rng' op failed to infer returned types"],
    ],
    [
      '%a: tensor<i32>, %s: tensor<2xi64>',
      '%0 = stablehlo.rng %a, %a, %s, distribution = POISSON : (tensor<i32>, tensor<i32>, tensor<2xi64>) -> tensor<2x3xi32>',
      [
        "1:47 custom op 'stablehlo.rng' expected ::mlir::stablehlo::RngDistribution to be one of: UNIFORM, NORMAL",
        "1:55 custom op 'stablehlo.rng' failed to parse StableHLO_RngDistributionAttr parameter 'value' which is to be a `::mlir::stablehlo::RngDistribution`",
      ],
    ],
    [
      '%a: tensor<i32>, %s: tensor<2xi64>',
      '%0 = stablehlo.rng %a, %a, %s, distribution = UNIFORM : (tensor<i32>, tensor<i32>, tensor<2xi64>) -> tensor<2xi32>',
      [
        "1:6 'stablehlo.rng' op inferred type(s) 'tensor<?x?xi32>' are incompatible with return type(s) of operation 'tensor<2xi32>'",
        "1:6 'stablehlo.rng' op failed to infer returned types",
      ],
    ],
    [
      '%a: tensor<i32>, %b: tensor<f32>, %s: tensor<2xi64>',
      '%0 = stablehlo.rng %a, %b, %s, distribution = UNIFORM : (tensor<i32>, tensor<f32>, tensor<2xi64>) -> tensor<2x2xi32>',
      ["1:6 'stablehlo.rng' op failed to verify that all of {a, b, result} have same element type"],
    ],
    [
      '%a: tensor<1xi32>, %s: tensor<2xi64>',
      '%0 = stablehlo.rng %a, %a, %s, distribution = UNIFORM : (tensor<1xi32>, tensor<1xi32>, tensor<2xi64>) -> tensor<2x2xi32>',
      [
        "1:6 'stablehlo.rng' op operand #0 must be 0D tensor of bool or 2/4/8/16/32/64-bit integer or 4/6/8/16/32/64-bit float values, but got 'tensor<1xi32>'",
      ],
    ],
  ])('(%s) %s is rejected', (parameters, text, expected) => {
    expect(problemsInFunction(parameters, text)).toEqual(expected);
  });
});

describe('stablehlo.rng_bit_generator', () => {
  // Arguments, text, custom form, generic form.
  test.each([
    [
      '%a: tensor<2xui64>',
      '%0:2 = stablehlo.rng_bit_generator %a, algorithm = PHILOX : (tensor<2xui64>) -> (tensor<2xui64>, tensor<10xui32>)',
      '%output_state, %output = stablehlo.rng_bit_generator %arg0, algorithm = PHILOX : (tensor<2xui64>) -> (tensor<2xui64>, tensor<10xui32>)',
      '%0:2 = "stablehlo.rng_bit_generator"(%arg0) <{rng_algorithm = #stablehlo<rng_algorithm PHILOX>}> : (tensor<2xui64>) -> (tensor<2xui64>, tensor<10xui32>)',
    ],
  ])('(%s) %s', (parameters, text, custom, generic) => {
    expect(inFunction(parameters, text)).toEqual({ custom, generic });
  });

  // Arguments, text, what is wrong with it.
  test.each([
    [
      '%a: tensor<2xui64>',
      '%0:2 = stablehlo.rng_bit_generator %a, algorithm = PHILOX : (tensor<2xui64>) -> (tensor<3xui64>, tensor<10xui32>)',
      [
        "1:8 output state shape must be compatible with initial state shape. Got: 'tensor<2xui64>' and 'tensor<3xui64>'",
      ],
    ],
    [
      '%a: tensor<2xui64>',
      '%0:2 = stablehlo.rng_bit_generator %a, algorithm = PHILOX : (tensor<2xui64>) -> (tensor<2xui64>, tensor<?xui32>)',
      [
        "1:8 'stablehlo.rng_bit_generator' op result #1 must be statically shaped tensor of 2/4/8/16/32/64-bit integer or 4/6/8/16/32/64-bit float values, but got 'tensor<?xui32>'",
      ],
    ],
    [
      '%a: tensor<2xui64>',
      '%0:2 = stablehlo.rng_bit_generator %a, algorithm = OTHER : (tensor<2xui64>) -> (tensor<2xui64>, tensor<2xui32>)',
      [
        "1:52 custom op 'stablehlo.rng_bit_generator' expected ::mlir::stablehlo::RngAlgorithm to be one of: DEFAULT, THREE_FRY, PHILOX",
        "1:58 custom op 'stablehlo.rng_bit_generator' failed to parse StableHLO_RngAlgorithmAttr parameter 'value' which is to be a `::mlir::stablehlo::RngAlgorithm`",
      ],
    ],
  ])('(%s) %s is rejected', (parameters, text, expected) => {
    expect(problemsInFunction(parameters, text)).toEqual(expected);
  });
});
