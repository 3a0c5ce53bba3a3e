import { describe, expect, test } from 'vitest';
import { problemsInFunction } from '../../tests/stablehlo-text.ts';

describe('stablehlo.reduce', () => {
  // Arguments, text, what is wrong with it.
  test.each([
    [
      '%a: tensor<2x3xf32>, %i: tensor<f32>',
      `%0:2 = "stablehlo.reduce"(%a, %i) ({^bb0(%x: tensor<f32>, %y: tensor<f32>): %1 = stablehlo.add %x, %y : tensor<f32>
 stablehlo.return %1 : tensor<f32>}) {dimensions = array<i64: 1>} : (tensor<2x3xf32>, tensor<f32>) -> (tensor<2xf32>, tensor<2xf32>)`,
      [
        "1:8 'stablehlo.reduce' op inferred type(s) 'tensor<2xf32>' are incompatible with return type(s) of operation 'tensor<2xf32>', 'tensor<2xf32>'",
        "1:8 'stablehlo.reduce' op failed to infer returned types",
      ],
    ],
    [
      '%a: tensor<2x4xf32>, %i: tensor<f32>',
      `%0 = "stablehlo.reduce"(%a, %i) ({
 ^bb0(%x: tensor<f32>, %y: tensor<f32>, %z: tensor<f32>):
 %1 = stablehlo.add %x, %y : tensor<f32>
 stablehlo.return %x : tensor<f32>
 }) {dimensions = array<i64: 1>} : (tensor<2x4xf32>, tensor<f32>) -> tensor<2xf32>`,
      ['1:6 Reduction-region must take 2 parameters, but takes 3 parameter(s)'],
    ],
    [
      '%a: tensor<2x4xf32>, %i: tensor<f32>',
      `%0 = "stablehlo.reduce"(%a, %i) ({
 ^bb0(%x: tensor<f32>, %y: tensor<f32>):
 %1 = stablehlo.add %x, %y : tensor<f32>
 stablehlo.return %x, %y : tensor<f32>, tensor<f32>
 }) {dimensions = array<i64: 1>} : (tensor<2x4xf32>, tensor<f32>) -> tensor<2xf32>`,
      ['1:6 Reduction-region here must produce 1 tensors, but produces 2 instead'],
    ],
    [
      '%a: tensor<2x4xf32>, %i: tensor<f32>',
      `%0 = "stablehlo.reduce"(%a, %i) ({
 ^bb0(%x: tensor<i32>, %y: tensor<f32>):
 
 stablehlo.return %x : tensor<i32>
 }) {dimensions = array<i64: 1>} : (tensor<2x4xf32>, tensor<f32>) -> tensor<2xf32>`,
      [
        "1:6 The type of reduction-region's parameter at index 1 is different than the corresponding result type: 'tensor<f32>' vs 'tensor<i32>'",
      ],
    ],
    [
      '%a: tensor<2x4xf32>, %i: tensor<f32>',
      `%0 = "stablehlo.reduce"(%a, %i) ({
 ^bb0(%x: tensor<f32>, %y: tensor<i32>):
 
 stablehlo.return %x : tensor<f32>
 }) {dimensions = array<i64: 1>} : (tensor<2x4xf32>, tensor<f32>) -> tensor<2xf32>`,
      [
        "1:6 The type of reduction-region's parameter at index 1 is different than the corresponding result type: 'tensor<i32>' vs 'tensor<f32>'",
      ],
    ],
    [
      '%a: tensor<2x4xf32>, %i: tensor<f32>',
      `%0 = "stablehlo.reduce"(%a, %i) ({
 ^bb0(%x: tensor<1xf32>, %y: tensor<1xf32>):
 
 stablehlo.return %x : tensor<1xf32>
 }) {dimensions = array<i64: 1>} : (tensor<2x4xf32>, tensor<f32>) -> tensor<2xf32>`,
      [
        "1:6 The shape of reduction-region's result type at index 0 differs from the op's corresponding init-value type: 'tensor<1xf32>' vs 'tensor<f32>'",
      ],
    ],
    [
      '%a: tensor<2x4xf32>, %i: tensor<f32>',
      `%0 = "stablehlo.reduce"(%a, %i) ({
 ^bb0(%x: tensor<f32>, %y: tensor<4xf32>):
 
 stablehlo.return %x : tensor<f32>
 }) {dimensions = array<i64: 1>} : (tensor<2x4xf32>, tensor<f32>) -> tensor<2xf32>`,
      [
        "1:6 The type of reduction-region's parameter at index 1 is different than the corresponding result type: 'tensor<4xf32>' vs 'tensor<f32>'",
      ],
    ],
    [
      '%a: tensor<2x4xi32>, %i: tensor<f32>',
      `%0 = "stablehlo.reduce"(%a, %i) ({
 ^bb0(%x: tensor<f32>, %y: tensor<f32>):
 
 stablehlo.return %x : tensor<f32>
 }) {dimensions = array<i64: 1>} : (tensor<2x4xi32>, tensor<f32>) -> tensor<2xf32>`,
      [
        "1:6 The element-type of reduction-region's argument at index 1 is expected to be promotable from 'i32', but got 'f32'",
      ],
    ],
    [
      '%a: tensor<2x4xf32>, %i: tensor<f32>',
      `%0 = "stablehlo.reduce"(%a, %i) ({
 ^bb0(%x: tensor<f32>, %y: tensor<f32>):
 
 stablehlo.return %x : tensor<f32>
 }) {dimensions = array<i64: 1, 1>} : (tensor<2x4xf32>, tensor<f32>) -> tensor<2xf32>`,
      ['1:6 Duplicate reduction dimension: 1'],
    ],
    [
      '%a: tensor<2x4xf32>, %i: tensor<f32>',
      `%0 = "stablehlo.reduce"(%a, %i) ({
 ^bb0(%x: tensor<f32>, %y: tensor<f32>):
 
 stablehlo.return %x : tensor<f32>
 }) {dimensions = array<i64: 2>} : (tensor<2x4xf32>, tensor<f32>) -> tensor<2xf32>`,
      ['1:6 Out-of-bounds dimension 2, expected to be in range [0, 2)'],
    ],
    [
      '%a: tensor<2x4xf32>, %i: tensor<f32>',
      `%0 = "stablehlo.reduce"(%a, %i) ({
 ^bb0(%x: tensor<f32>, %y: tensor<f32>):
 
 stablehlo.return %x : tensor<f32>
 }) {dimensions = array<i64: -1>} : (tensor<2x4xf32>, tensor<f32>) -> tensor<2xf32>`,
      ['1:6 Out-of-bounds dimension -1, expected to be in range [0, 2)'],
    ],
    [
      '%a: tensor<2x4xi8>, %i: tensor<i8>',
      `%0 = "stablehlo.reduce"(%a, %i) ({
 ^bb0(%x: tensor<i8>, %y: tensor<i8>):
 
 stablehlo.return %x : tensor<i8>
 }) {dimensions = array<i64: 1>} : (tensor<2x4xi8>, tensor<i8>) -> tensor<2xi32>`,
      [
        "1:6 'stablehlo.reduce' op inferred type(s) 'tensor<2xi8>' are incompatible with return type(s) of operation 'tensor<2xi32>'",
        "1:6 'stablehlo.reduce' op failed to infer returned types",
      ],
    ],
    [
      '%a: tensor<2x4xf32>, %i: tensor<f32>',
      '%0 = stablehlo.reduce(%a init: %i) applies func.call across dimensions = [1] : (tensor<2x4xf32>, tensor<f32>) -> tensor<2xf32>',
      [
        "1:22 custom op 'stablehlo.reduce' expected the inner-op to be a commutative binary-op from the stablehlo dialect, with zero region, producing single result",
      ],
    ],
    [
      '%a: tensor<2x4xf32>, %i: tensor<f32>',
      '%0 = stablehlo.reduce(%a init: %i) across dimensions = [1] : tensor<f32>',
      [
        "1:62 custom op 'stablehlo.reduce' invalid kind of type specified: expected builtin.function, but found 'tensor<f32>'",
      ],
    ],
    [
      '%a: tensor<2x4xf32>, %i: tensor<f32>',
      '%0 = stablehlo.reduce(%a, %i) across dimensions = [1] : (tensor<2x4xf32>, tensor<f32>) -> tensor<2xf32>',
      ["1:25 custom op 'stablehlo.reduce' expected 'init'"],
    ],
    [
      '%a: tensor<2x4xf32>, %i: tensor<f32>',
      '%0 = stablehlo.reduce() across dimensions = [1] : (tensor<2x4xf32>, tensor<f32>) -> tensor<2xf32>',
      ['1:23 expected SSA operand'],
    ],
    [
      '%a: tensor<2x4xf32>, %i: tensor<f32>',
      `%0 = stablehlo.reduce(%a init: %i) across dimensions = [1] : (tensor<2x4xf32>, tensor<f32>) -> tensor<2xf32>
 reducer(%x: tensor<f32>, %y: tensor<f32>) {
 "d.x"() : () -> () }`,
      ['1:22 The reduction-region expected to return some value(s)'],
    ],
    [
      '%a: tensor<2x4xf32>, %i: tensor<f32>',
      '%0 = "stablehlo.reduce"(%a, %i) ({}) {dimensions = array<i64: 1>} : (tensor<2x4xf32>, tensor<f32>) -> tensor<2xf32>',
      ["1:6 'stablehlo.reduce' op region #0 ('body') failed to verify constraint: region with 1 blocks"],
    ],
  ])('(%s) %s is rejected', (parameters, text, expected) => {
    expect(problemsInFunction(parameters, text)).toEqual(expected);
  });
});
