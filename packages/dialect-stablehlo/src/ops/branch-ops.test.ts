import { describe, expect, test } from 'vitest';
import { inFunction, problemsInFunction } from '../../tests/stablehlo-text.ts';

describe('stablehlo.if', () => {
  // Arguments, text, custom form, generic form.
  test.each([
    [
      '%p: tensor<i1>, %a: tensor<2xf32>, %b: tensor<?xf32>',
      `%0 = "stablehlo.if"(%p) ({
stablehlo.return %a : tensor<2xf32>
}, {
stablehlo.return %b : tensor<?xf32>
}) : (tensor<i1>) -> tensor<?xf32>`,
      `%0 = "stablehlo.if"(%arg0) ({
  stablehlo.return %arg1 : tensor<2xf32>
}, {
  stablehlo.return %arg2 : tensor<?xf32>
}) : (tensor<i1>) -> tensor<?xf32>`,
      `%0 = "stablehlo.if"(%arg0) ({
  "stablehlo.return"(%arg1) : (tensor<2xf32>) -> ()
}, {
  "stablehlo.return"(%arg2) : (tensor<?xf32>) -> ()
}) : (tensor<i1>) -> tensor<?xf32>`,
    ],
    [
      '%p: tensor<i1>, %a: tensor<2xf32>, %b: tensor<?xf32, #stablehlo.bounds<4>>',
      `%0 = "stablehlo.if"(%p) ({
stablehlo.return %a : tensor<2xf32>
}, {
stablehlo.return %b : tensor<?xf32, #stablehlo.bounds<4>>
}) : (tensor<i1>) -> tensor<?xf32, #stablehlo.bounds<4>>`,
      `%0 = "stablehlo.if"(%arg0) ({
  stablehlo.return %arg1 : tensor<2xf32>
}, {
  stablehlo.return %arg2 : tensor<?xf32, #stablehlo.bounds<4>>
}) : (tensor<i1>) -> tensor<?xf32, #stablehlo.bounds<4>>`,
      `%0 = "stablehlo.if"(%arg0) ({
  "stablehlo.return"(%arg1) : (tensor<2xf32>) -> ()
}, {
  "stablehlo.return"(%arg2) : (tensor<?xf32, #stablehlo.bounds<4>>) -> ()
}) : (tensor<i1>) -> tensor<?xf32, #stablehlo.bounds<4>>`,
    ],
  ])('(%s) %s', (parameters, text, custom, generic) => {
    expect(inFunction(parameters, text)).toEqual({ custom, generic });
  });

  // Arguments, text, what is wrong with it.
  test.each([
    [
      '%p: tensor<1xi1>, %a: tensor<2xf32>, %b: tensor<?xf32>',
      `%0 = "stablehlo.if"(%p) ({
stablehlo.return %a : tensor<2xf32>
}, {
stablehlo.return %b : tensor<?xf32>
}) : (tensor<1xi1>) -> tensor<?xf32>`,
      [
        '1:6 operand should be rank 0 tensor but got rank 1',
        "1:6 'stablehlo.if' op failed to infer returned types",
      ],
    ],
    [
      '%p: tensor<i1>, %a: tensor<2xf32>, %b: tensor<?xf32>',
      `%0 = "stablehlo.if"(%p) ({
stablehlo.return %a : tensor<2xf32>
}, {
^bb0(%x: tensor<f32>):
stablehlo.return %b : tensor<?xf32>
}) : (tensor<i1>) -> tensor<?xf32>`,
      [
        '1:6 branch 1 must have 0 arguments, but found 1',
        "1:6 'stablehlo.if' op failed to infer returned types",
      ],
    ],
    [
      '%p: tensor<i1>, %a: tensor<2xf32>, %b: tensor<?xf32>',
      `%0 = "stablehlo.if"(%p) ({
stablehlo.return %a : tensor<2xf32>
}, {
stablehlo.return
}) : (tensor<i1>) -> tensor<?xf32>`,
      [
        "1:6 branch 0 and branch 1 have mismatched return types: 'tensor<2xf32>' vs ",
        "1:6 'stablehlo.if' op failed to infer returned types",
      ],
    ],
    [
      '%p: tensor<i1>, %a: tensor<2xf32>, %b: tensor<2xf32>',
      `%0 = "stablehlo.if"(%p) ({
stablehlo.return %a : tensor<2xf32>
}, {
stablehlo.return %b : tensor<2xf32>
}) : (tensor<i1>) -> tensor<3xf32>`,
      [
        "1:6 'stablehlo.if' op inferred type(s) 'tensor<2xf32>' are incompatible with return type(s) of operation 'tensor<3xf32>'",
        "1:6 'stablehlo.if' op failed to infer returned types",
      ],
    ],
    [
      '%p: tensor<i1>, %a: tensor<2xf32>, %b: tensor<?xi32>',
      `%0 = "stablehlo.if"(%p) ({
stablehlo.return %a : tensor<2xf32>
}, {
stablehlo.return %b : tensor<?xi32>
}) : (tensor<i1>) -> tensor<?xi32>`,
      [
        "1:6 branch 0 and branch 1 have mismatched return types: 'tensor<2xf32>' vs 'tensor<?xi32>'",
        "1:6 'stablehlo.if' op failed to infer returned types",
      ],
    ],
  ])('(%s) %s is rejected', (parameters, text, expected) => {
    expect(problemsInFunction(parameters, text)).toEqual(expected);
  });
});

describe('stablehlo.case', () => {
  // Arguments, text, custom form, generic form.
  test.each([
    [
      '%i: tensor<i32>, %a: tensor<2xf32>',
      `%0 = "stablehlo.case"(%i) ({
stablehlo.return %a : tensor<2xf32>
}) {x} : (tensor<i32>) -> tensor<2xf32>`,
      `%0 = "stablehlo.case"(%arg0) ({
  stablehlo.return %arg1 : tensor<2xf32>
}) {x} : (tensor<i32>) -> tensor<2xf32>`,
      `%0 = "stablehlo.case"(%arg0) ({
  "stablehlo.return"(%arg1) : (tensor<2xf32>) -> ()
}) {x} : (tensor<i32>) -> tensor<2xf32>`,
    ],
  ])('(%s) %s', (parameters, text, custom, generic) => {
    expect(inFunction(parameters, text)).toEqual({ custom, generic });
  });

  // Arguments, text, what is wrong with it.
  test.each([
    [
      '%i: tensor<2xi32>, %a: tensor<2xf32>',
      `%0 = "stablehlo.case"(%i) ({
stablehlo.return %a : tensor<2xf32>
}) {x} : (tensor<2xi32>) -> tensor<2xf32>`,
      [
        '1:6 operand should be rank 0 tensor but got rank 1',
        "1:6 'stablehlo.case' op failed to infer returned types",
      ],
    ],
    [
      '%i: tensor<i64>, %a: tensor<2xf32>',
      `%0 = "stablehlo.case"(%i) ({
stablehlo.return %a : tensor<2xf32>
}) {x} : (tensor<i64>) -> tensor<2xf32>`,
      [
        "1:6 'stablehlo.case' op operand #0 must be ranked tensor of 32-bit signless integer values, but got 'tensor<i64>'",
      ],
    ],
    [
      '%i: tensor<i32>',
      '%0 = "stablehlo.case"(%i) : (tensor<i32>) -> tensor<2xf32>',
      ['1:6 expect at least one branch', "1:6 'stablehlo.case' op failed to infer returned types"],
    ],
    [
      '%i: tensor<i32>, %a: tensor<2xf32>, %b: tensor<3xf32>',
      `%0 = "stablehlo.case"(%i) ({
stablehlo.return %a : tensor<2xf32>
}, {
stablehlo.return %b : tensor<3xf32>
}) : (tensor<i32>) -> tensor<2xf32>`,
      [
        "1:6 branch 0 and branch 1 have mismatched return types: 'tensor<2xf32>' vs 'tensor<3xf32>'",
        "1:6 'stablehlo.case' op failed to infer returned types",
      ],
    ],
  ])('(%s) %s is rejected', (parameters, text, expected) => {
    expect(problemsInFunction(parameters, text)).toEqual(expected);
  });
});
