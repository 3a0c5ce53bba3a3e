import { describe, expect, test } from 'vitest';
import { inFunction, problemsInFunction } from '../../tests/stablehlo-text.ts';

describe('stablehlo.tuple', () => {
  // Arguments, text, custom form, generic form.
  test.each([
    [
      '%a: tensor<2xf32>, %t: !stablehlo.token',
      '%0 = stablehlo.tuple %a, %t : tuple<tensor<2xf32>, !stablehlo.token>',
      '%0 = stablehlo.tuple %arg0, %arg1 : tuple<tensor<2xf32>, !stablehlo.token>',
      '%0 = "stablehlo.tuple"(%arg0, %arg1) : (tensor<2xf32>, !stablehlo.token) -> tuple<tensor<2xf32>, !stablehlo.token>',
    ],
    [
      '',
      '%0 = stablehlo.tuple : tuple<>',
      '%0 = stablehlo.tuple  : tuple<>',
      '%0 = "stablehlo.tuple"() : () -> tuple<>',
    ],
    [
      '%a: tuple<tensor<f32>>',
      '%0 = stablehlo.tuple %a {x} : tuple<tuple<tensor<f32>>>',
      '%0 = stablehlo.tuple %arg0 {x} : tuple<tuple<tensor<f32>>>',
      '%0 = "stablehlo.tuple"(%arg0) {x} : (tuple<tensor<f32>>) -> tuple<tuple<tensor<f32>>>',
    ],
  ])('(%s) %s', (parameters, text, custom, generic) => {
    expect(inFunction(parameters, text)).toEqual({ custom, generic });
  });

  // Arguments, text, what is wrong with it.
  test.each([
    [
      '%a: tensor<2xf32>',
      '%0 = stablehlo.tuple %a : tensor<2xf32>',
      ["1:27 custom op 'stablehlo.tuple' expected tuple type"],
    ],
    [
      '%a: tensor<2xf32>',
      '%0 = stablehlo.tuple %a, %a : tuple<tensor<2xf32>>',
      [
        "1:22 custom op 'stablehlo.tuple' number of operands and types do not match: got 2 operands and 1 types",
      ],
    ],
    [
      '%a: tensor<2xf32>',
      '%0 = "stablehlo.tuple"(%a) : (tensor<2xf32>) -> tuple<tensor<3xf32>>',
      [
        "1:6 'stablehlo.tuple' op inferred type(s) 'tuple<tensor<2xf32>>' are incompatible with return type(s) of operation 'tuple<tensor<3xf32>>'",
        "1:6 'stablehlo.tuple' op failed to infer returned types",
      ],
    ],
    [
      '%a: vector<2xf32>',
      '%0 = "stablehlo.tuple"(%a) : (vector<2xf32>) -> tuple<vector<2xf32>>',
      [
        "1:6 'stablehlo.tuple' op operand #0 must be variadic of ranked tensor of 4/6/8/16/32/64-bit float or bool or 2/4/8/16/32/64-bit integer or complex type with 32/64-bit float elements or per-tensor integer quantized values or ranked tensor of per-axis integer quantized values or token or nested tuple with any combination of ranked tensor of 4/6/8/16/32/64-bit float or bool or 2/4/8/16/32/64-bit integer or complex type with 32/64-bit float elements or per-tensor integer quantized values or memref of 4/6/8/16/32/64-bit float or bool or 2/4/8/16/32/64-bit integer or complex type with 32/64-bit float elements or per-tensor integer quantized values or ranked tensor of per-axis integer quantized values or token values or memref of 4/6/8/16/32/64-bit float or bool or 2/4/8/16/32/64-bit integer or complex type with 32/64-bit float elements or per-tensor integer quantized values, but got 'vector<2xf32>'",
      ],
    ],
  ])('(%s) %s is rejected', (parameters, text, expected) => {
    expect(problemsInFunction(parameters, text)).toEqual(expected);
  });
});

describe('stablehlo.get_tuple_element', () => {
  // Arguments, text, custom form, generic form.
  test.each([
    [
      '%a: tuple<tensor<f32>, !stablehlo.token>',
      '%0 = stablehlo.get_tuple_element %a[1] : (tuple<tensor<f32>, !stablehlo.token>) -> !stablehlo.token',
      '%0 = stablehlo.get_tuple_element %arg0[1] : (tuple<tensor<f32>, !stablehlo.token>) -> !stablehlo.token',
      '%0 = "stablehlo.get_tuple_element"(%arg0) <{index = 1 : i32}> : (tuple<tensor<f32>, !stablehlo.token>) -> !stablehlo.token',
    ],
  ])('(%s) %s', (parameters, text, custom, generic) => {
    expect(inFunction(parameters, text)).toEqual({ custom, generic });
  });

  // Arguments, text, what is wrong with it.
  test.each([
    [
      '%a: tuple<tensor<f32>>',
      '%0 = stablehlo.get_tuple_element %a[1] : (tuple<tensor<f32>>) -> tensor<f32>',
      [
        '1:6 index 1 is out of bounds of operand with size 1',
        "1:6 'stablehlo.get_tuple_element' op failed to infer returned types",
      ],
    ],
    [
      '%a: tuple<tensor<f32>>',
      '%0 = stablehlo.get_tuple_element %a[-1] : (tuple<tensor<f32>>) -> tensor<f32>',
      [
        "1:6 'stablehlo.get_tuple_element' op attribute 'index' failed to satisfy constraint: 32-bit signless integer attribute whose value is non-negative",
      ],
    ],
    [
      '%a: tuple<tensor<f32>>',
      '%0 = stablehlo.get_tuple_element %a[0] : (tuple<tensor<f32>>) -> tensor<i32>',
      [
        "1:6 'stablehlo.get_tuple_element' op inferred type(s) 'tensor<f32>' are incompatible with return type(s) of operation 'tensor<i32>'",
        "1:6 'stablehlo.get_tuple_element' op failed to infer returned types",
      ],
    ],
  ])('(%s) %s is rejected', (parameters, text, expected) => {
    expect(problemsInFunction(parameters, text)).toEqual(expected);
  });
});
