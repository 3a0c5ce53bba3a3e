import { describe, expect, test } from 'vitest';
import { inFunction, problemsInFunction } from '../../tests/stablehlo-text.ts';

describe('stablehlo.compare', () => {
  // Arguments, text, custom form, generic form.
  test.each([
    [
      '%a: tensor<2xf32>',
      '%0 = stablehlo.compare LT, %a, %a, FLOAT {a = 1} : (tensor<2xf32>, tensor<2xf32>) -> tensor<2xi1>',
      '%0 = stablehlo.compare LT, %arg0, %arg0, FLOAT {a = 1 : i64} : (tensor<2xf32>, tensor<2xf32>) -> tensor<2xi1>',
      '%0 = "stablehlo.compare"(%arg0, %arg0) <{compare_type = #stablehlo<comparison_type FLOAT>, comparison_direction = #stablehlo<comparison_direction LT>}> {a = 1 : i64} : (tensor<2xf32>, tensor<2xf32>) -> tensor<2xi1>',
    ],
    [
      '%a: tensor<2xf32>',
      '%0 = stablehlo.compare EQ, %a, %a : (tensor<2xf32>, tensor<2xf32>) -> tensor<2xi1>',
      '%0 = stablehlo.compare EQ, %arg0, %arg0 : (tensor<2xf32>, tensor<2xf32>) -> tensor<2xi1>',
      '%0 = "stablehlo.compare"(%arg0, %arg0) <{comparison_direction = #stablehlo<comparison_direction EQ>}> : (tensor<2xf32>, tensor<2xf32>) -> tensor<2xi1>',
    ],
    [
      '%a: tensor<2xi8>',
      '%0 = stablehlo.compare NE, %a, %a, UNSIGNED {d.x} : (tensor<2xi8>, tensor<2xi8>) -> tensor<2xi1>',
      '%0 = stablehlo.compare NE, %arg0, %arg0, UNSIGNED {d.x} : (tensor<2xi8>, tensor<2xi8>) -> tensor<2xi1>',
      '%0 = "stablehlo.compare"(%arg0, %arg0) <{compare_type = #stablehlo<comparison_type UNSIGNED>, comparison_direction = #stablehlo<comparison_direction NE>}> {d.x} : (tensor<2xi8>, tensor<2xi8>) -> tensor<2xi1>',
    ],
    [
      '%a: tensor<2xf32>',
      '%0 = "stablehlo.compare"(%a, %a) {comparison_direction = #stablehlo<comparison_direction GE>, compare_type = #stablehlo<comparison_type TOTALORDER>} : (tensor<2xf32>, tensor<2xf32>) -> tensor<2xi1>',
      '%0 = stablehlo.compare GE, %arg0, %arg0, TOTALORDER : (tensor<2xf32>, tensor<2xf32>) -> tensor<2xi1>',
      '%0 = "stablehlo.compare"(%arg0, %arg0) <{compare_type = #stablehlo<comparison_type TOTALORDER>, comparison_direction = #stablehlo<comparison_direction GE>}> : (tensor<2xf32>, tensor<2xf32>) -> tensor<2xi1>',
    ],
  ])('(%s) %s', (parameters, text, custom, generic) => {
    expect(inFunction(parameters, text)).toEqual({ custom, generic });
  });

  // Arguments, text, what is wrong with it.
  test.each([
    [
      '%a: tensor<2xf32>',
      '%0 = stablehlo.compare LT, %a, %a : (tensor<2xf32>, tensor<2xf32>) -> tensor<3xi1>',
      ["1:6 'stablehlo.compare' op all non-scalar operands/results must have the same shape and base type"],
    ],
    [
      '%a: tensor<2xf32>',
      '%0 = stablehlo.compare LT, %a, %a : (tensor<2xf32>, tensor<2xf32>) -> tensor<2xi8>',
      ["1:6 'stablehlo.compare' op result #0 must be ranked tensor of bool values, but got 'tensor<2xi8>'"],
    ],
    [
      '%a: tensor<2xf32>, %b: tensor<2xi32>',
      '%0 = stablehlo.compare LT, %a, %b : (tensor<2xf32>, tensor<2xi32>) -> tensor<2xi1>',
      ["1:6 'stablehlo.compare' op requires compatible element types for all operands"],
    ],
    [
      '%a: tensor<2xf32>, %b: tensor<3xf32>',
      '%0 = stablehlo.compare LT, %a, %b, TOTALORDER : (tensor<2xf32>, tensor<3xf32>) -> tensor<2xi1>',
      ["1:6 'stablehlo.compare' op all non-scalar operands/results must have the same shape and base type"],
    ],
    [
      '%a: tensor<2xf32>',
      '%0 = "stablehlo.compare"(%a, %a) {comparison_direction = "LT"} : (tensor<2xf32>, tensor<2xf32>) -> tensor<2xi1>',
      [
        "1:6 'stablehlo.compare' op attribute 'comparison_direction' failed to satisfy constraint: Which comparison operation to perform.",
      ],
    ],
    [
      '%a: tensor<2xf32>',
      '%0 = "stablehlo.compare"(%a, %a) <{comparison_direction = "LT"}> : (tensor<2xf32>, tensor<2xf32>) -> tensor<2xi1>',
      [
        '1:6 invalid properties {comparison_direction = "LT"} for op stablehlo.compare: Invalid attribute `comparison_direction` in property conversion: "LT"',
      ],
    ],
    [
      '%a: tensor<2xf32>',
      '%0 = "stablehlo.compare"(%a, %a) : (tensor<2xf32>, tensor<2xf32>) -> tensor<2xi1>',
      ["1:6 'stablehlo.compare' op requires attribute 'comparison_direction'"],
    ],
    [
      '%a: tensor<2xf32>',
      '%0 = "stablehlo.compare"(%a, %a) {comparison_direction = #stablehlo<comparison_direction FOO>} : (tensor<2xf32>, tensor<2xf32>) -> tensor<2xi1>',
      [
        '1:90 expected ::mlir::stablehlo::ComparisonDirection to be one of: EQ, NE, GE, GT, LE, LT',
        "1:93 failed to parse StableHLO_ComparisonDirectionAttr parameter 'value' which is to be a `::mlir::stablehlo::ComparisonDirection`",
      ],
    ],
    [
      '%a: tensor<2xf32>',
      '%0 = "stablehlo.compare"(%a, %a) {comparison_direction = #stablehlo.comparison_direction<LT>} : (tensor<2xf32>, tensor<2xf32>) -> tensor<2xi1>',
      [
        '1:89 expected valid keyword or string',
        "1:89 failed to parse StableHLO_ComparisonDirectionAttr parameter 'value' which is to be a `::mlir::stablehlo::ComparisonDirection`",
      ],
    ],
  ])('(%s) %s is rejected', (parameters, text, expected) => {
    expect(problemsInFunction(parameters, text)).toEqual(expected);
  });
});
