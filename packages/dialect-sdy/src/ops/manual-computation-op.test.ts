import { describe, expect, test } from 'vitest';
import { inFunction, problemsInFunction } from '../../tests/sdy-text.ts';

describe('sdy.manual_computation', () => {
  // Parameters, text, custom form, generic form.
  test.each([
    [
      '%a: tensor<16x8xf32>',
      `%0 = sdy.manual_computation(%a) in_shardings=[<@m, [{"x"}, {}]>] out_shardings=[<@m, [{"x"}, {}]>] manual_axes={"x"} (%b: tensor<8x8xf32>) {
  sdy.return %b : tensor<8x8xf32>
} : (tensor<16x8xf32>) -> tensor<16x8xf32>`,
      `%0 = sdy.manual_computation(%arg0) in_shardings=[<@m, [{"x"}, {}]>] out_shardings=[<@m, [{"x"}, {}]>] manual_axes={"x"} (%arg1: tensor<8x8xf32>) {
  sdy.return %arg1 : tensor<8x8xf32>
} : (tensor<16x8xf32>) -> tensor<16x8xf32>`,
      `%0 = "sdy.manual_computation"(%arg0) <{in_shardings = #sdy.sharding_per_value<[<@m, [{"x"}, {}]>]>, manual_axes = #sdy<manual_axes{"x"}>, out_shardings = #sdy.sharding_per_value<[<@m, [{"x"}, {}]>]>}> ({
^bb0(%arg1: tensor<8x8xf32>):
  "sdy.return"(%arg1) : (tensor<8x8xf32>) -> ()
}) : (tensor<16x8xf32>) -> tensor<16x8xf32>`,
    ],
    [
      '%a: tensor<16x8xf32>',
      `%0 = sdy.manual_computation(%a) in_shardings=[<@m, [{"x", "y"}, {?}]>] out_shardings=[<@m, [{"x"}, {"z"}]>] manual_axes={"x"} (%b: tensor<8x8xf32>) {
  sdy.return %b : tensor<8x8xf32>
} : (tensor<16x8xf32>) -> tensor<16x8xf32>`,
      `%0 = sdy.manual_computation(%arg0) in_shardings=[<@m, [{"x", "y"}, {?}]>] out_shardings=[<@m, [{"x"}, {"z"}]>] manual_axes={"x"} (%arg1: tensor<8x8xf32>) {
  sdy.return %arg1 : tensor<8x8xf32>
} : (tensor<16x8xf32>) -> tensor<16x8xf32>`,
      `%0 = "sdy.manual_computation"(%arg0) <{in_shardings = #sdy.sharding_per_value<[<@m, [{"x", "y"}, {?}]>]>, manual_axes = #sdy<manual_axes{"x"}>, out_shardings = #sdy.sharding_per_value<[<@m, [{"x"}, {"z"}]>]>}> ({
^bb0(%arg1: tensor<8x8xf32>):
  "sdy.return"(%arg1) : (tensor<8x8xf32>) -> ()
}) : (tensor<16x8xf32>) -> tensor<16x8xf32>`,
    ],
    [
      '',
      `%0 = sdy.manual_computation() in_shardings=[] out_shardings=[<@m, [{"x"}, {}]>] manual_axes={"x"} () {
  %1 = "test.op"() : () -> tensor<8x8xf32>
  sdy.return %1 : tensor<8x8xf32>
} : () -> tensor<16x8xf32>`,
      `%0 = sdy.manual_computation() in_shardings=[] out_shardings=[<@m, [{"x"}, {}]>] manual_axes={"x"} () {
  %1 = "test.op"() : () -> tensor<8x8xf32>
  sdy.return %1 : tensor<8x8xf32>
} : () -> tensor<16x8xf32>`,
      `%0 = "sdy.manual_computation"() <{in_shardings = #sdy.sharding_per_value<[]>, manual_axes = #sdy<manual_axes{"x"}>, out_shardings = #sdy.sharding_per_value<[<@m, [{"x"}, {}]>]>}> ({
  %1 = "test.op"() : () -> tensor<8x8xf32>
  "sdy.return"(%1) : (tensor<8x8xf32>) -> ()
}) : () -> tensor<16x8xf32>`,
    ],
    [
      '%a: tensor<16x8xf32>',
      `sdy.manual_computation(%a) in_shardings=[<@m, [{"x"}, {}]>] out_shardings=[] manual_axes={"x"} (%b: tensor<8x8xf32>) {
  "test.op"(%b) : (tensor<8x8xf32>) -> ()
  sdy.return
} {some = 1 : i64} : (tensor<16x8xf32>) -> ()`,
      `sdy.manual_computation(%arg0) in_shardings=[<@m, [{"x"}, {}]>] out_shardings=[] manual_axes={"x"} (%arg1: tensor<8x8xf32>) {
  "test.op"(%arg1) : (tensor<8x8xf32>) -> ()
  sdy.return
} {some = 1 : i64} : (tensor<16x8xf32>) -> ()`,
      `"sdy.manual_computation"(%arg0) <{in_shardings = #sdy.sharding_per_value<[<@m, [{"x"}, {}]>]>, manual_axes = #sdy<manual_axes{"x"}>, out_shardings = #sdy.sharding_per_value<[]>}> ({
^bb0(%arg1: tensor<8x8xf32>):
  "test.op"(%arg1) : (tensor<8x8xf32>) -> ()
  "sdy.return"() : () -> ()
}) {some = 1 : i64} : (tensor<16x8xf32>) -> ()`,
    ],
    [
      '',
      `sdy.manual_computation() in_shardings=[] out_shardings=[] manual_axes={} () {
  sdy.return
} : () -> ()`,
      `sdy.manual_computation() in_shardings=[] out_shardings=[] manual_axes={} () {
  sdy.return
} : () -> ()`,
      `"sdy.manual_computation"() <{in_shardings = #sdy.sharding_per_value<[]>, manual_axes = #sdy<manual_axes{}>, out_shardings = #sdy.sharding_per_value<[]>}> ({
  "sdy.return"() : () -> ()
}) : () -> ()`,
    ],
    [
      '%a: tensor<16x8xf32>',
      `%0 = sdy.manual_computation(%a) in_shardings=[<@m, [{"x"}, {}]>] out_shardings=[<@m, [{"x"}, {}]>] manual_axes={"x"} (%b: tensor<8x8xf32>) {
  %1 = sdy.manual_computation(%b) in_shardings=[<@m, [{"y"}, {}]>] out_shardings=[<@m, [{"y"}, {}]>] manual_axes={"y"} (%c: tensor<4x8xf32>) {
    sdy.return %c : tensor<4x8xf32>
  } : (tensor<8x8xf32>) -> tensor<8x8xf32>
  sdy.return %1 : tensor<8x8xf32>
} : (tensor<16x8xf32>) -> tensor<16x8xf32>`,
      `%0 = sdy.manual_computation(%arg0) in_shardings=[<@m, [{"x"}, {}]>] out_shardings=[<@m, [{"x"}, {}]>] manual_axes={"x"} (%arg1: tensor<8x8xf32>) {
  %1 = sdy.manual_computation(%arg1) in_shardings=[<@m, [{"y"}, {}]>] out_shardings=[<@m, [{"y"}, {}]>] manual_axes={"y"} (%arg2: tensor<4x8xf32>) {
    sdy.return %arg2 : tensor<4x8xf32>
  } : (tensor<8x8xf32>) -> tensor<8x8xf32>
  sdy.return %1 : tensor<8x8xf32>
} : (tensor<16x8xf32>) -> tensor<16x8xf32>`,
      `%0 = "sdy.manual_computation"(%arg0) <{in_shardings = #sdy.sharding_per_value<[<@m, [{"x"}, {}]>]>, manual_axes = #sdy<manual_axes{"x"}>, out_shardings = #sdy.sharding_per_value<[<@m, [{"x"}, {}]>]>}> ({
^bb0(%arg1: tensor<8x8xf32>):
  %1 = "sdy.manual_computation"(%arg1) <{in_shardings = #sdy.sharding_per_value<[<@m, [{"y"}, {}]>]>, manual_axes = #sdy<manual_axes{"y"}>, out_shardings = #sdy.sharding_per_value<[<@m, [{"y"}, {}]>]>}> ({
  ^bb0(%arg2: tensor<4x8xf32>):
    "sdy.return"(%arg2) : (tensor<4x8xf32>) -> ()
  }) : (tensor<8x8xf32>) -> tensor<8x8xf32>
  "sdy.return"(%1) : (tensor<8x8xf32>) -> ()
}) : (tensor<16x8xf32>) -> tensor<16x8xf32>`,
    ],
  ])('(%s) %s', (parameters, text, custom, generic) => {
    expect(inFunction(parameters, text)).toEqual({ custom, generic });
  });

  // Parameters, text, what is wrong with it.
  test.each([
    [
      '%a: tensor<16x8xf32>',
      `%0 = sdy.manual_computation(%a) in_shardings=[] out_shardings=[<@m, [{"x"}, {}]>] manual_axes={"x"} (%b: tensor<8x8xf32>) {
  sdy.return %b : tensor<8x8xf32>
} : (tensor<16x8xf32>) -> tensor<16x8xf32>`,
      [
        "1:6 'sdy.manual_computation' op operand shardings don't match number of values: 0 shardings vs 1 values",
      ],
    ],
    [
      '%a: tensor<16x8xf32>',
      `%0 = sdy.manual_computation(%a) in_shardings=[<@m, [{"x"}, {}]>] out_shardings=[<@m, [{"w"}, {}]>] manual_axes={"x"} (%b: tensor<8x8xf32>) {
  sdy.return %b : tensor<8x8xf32>
} : (tensor<16x8xf32>) -> tensor<16x8xf32>`,
      [`1:6 'sdy.manual_computation' op result - unknown axis name: "w"`],
    ],
    [
      '%a: tensor<16x8xf32>',
      `%0 = sdy.manual_computation(%a) in_shardings=[<@m, [{"x"}, {}]>] out_shardings=[<@m, [{"x"}, {}]>] manual_axes={"x"} (%b: tensor<8x8xf32>, %c: tensor<8x8xf32>) {
  sdy.return %b : tensor<8x8xf32>
} : (tensor<16x8xf32>) -> tensor<16x8xf32>`,
      [
        "1:6 'sdy.manual_computation' op number of op operands and region operands must match. Op has 1 op operands and 2 region operands",
      ],
    ],
    [
      '%a: tensor<16x8xf32>',
      `%0 = sdy.manual_computation(%a) in_shardings=[<@m, [{"y", "x"}, {}]>] out_shardings=[<@m, [{"x"}, {}]>] manual_axes={"x"} (%b: tensor<8x8xf32>) {
  sdy.return %b : tensor<8x8xf32>
} : (tensor<16x8xf32>) -> tensor<16x8xf32>`,
      [
        `1:6 'sdy.manual_computation' op operand sharding at index 0 must have all manual axes come before free axes in its dimension sharding at index 0. Saw manual axis "x" after free axis "y"`,
      ],
    ],
    [
      '%a: tensor<15x8xf32>',
      `%0 = sdy.manual_computation(%a) in_shardings=[<@m, [{"x"}, {}]>] out_shardings=[<@m, [{"x"}, {}]>] manual_axes={"x"} (%b: tensor<8x8xf32>) {
  sdy.return %b : tensor<8x8xf32>
} : (tensor<15x8xf32>) -> tensor<16x8xf32>`,
      [
        "1:6 'sdy.manual_computation' op operand dimension size 15 is not divisible by the manual axes size 2",
      ],
    ],
    [
      '%a: tensor<16x8xf32>',
      `%0 = sdy.manual_computation(%a) in_shardings=[<@m, [{"x"}, {}]>] out_shardings=[<@m, [{"x"}, {}]>] manual_axes={"x"} (%b: tensor<16x8xf32>) {
  %1 = "test.op"() : () -> tensor<8x8xf32>
  sdy.return %1 : tensor<8x8xf32>
} : (tensor<16x8xf32>) -> tensor<16x8xf32>`,
      [
        "1:6 'sdy.manual_computation' op operand shape, corresponding sharding, and region operand shape at index 0 must match. Expected local shape 'tensor<8x8xf32>', actual local shape 'tensor<16x8xf32>'",
      ],
    ],
    [
      '%a: tensor<16x8xf32>',
      `%0 = sdy.manual_computation(%a) in_shardings=[<@m, [{"x"}, {}]>] out_shardings=[<@m, [{"x"}, {}]>] manual_axes={"x"} (%b: tensor<8x8xf32>) {
  %1 = "test.op"() : () -> tensor<16x8xf32>
  sdy.return %1 : tensor<16x8xf32>
} : (tensor<16x8xf32>) -> tensor<16x8xf32>`,
      [
        "1:6 'sdy.manual_computation' op result shape, corresponding sharding, and region result shape at index 0 must match. Expected local shape 'tensor<8x8xf32>', actual local shape 'tensor<16x8xf32>'",
      ],
    ],
    [
      '%a: tensor<16x8xf32>',
      `%0 = sdy.manual_computation(%a) in_shardings=[<@m, [{"x"}, {}]>] out_shardings=[<@other, [{"a"}, {}]>] manual_axes={"x"} (%b: tensor<8x8xf32>) {
  %1 = "test.op"() : () -> tensor<16x8xf32>
  sdy.return %1 : tensor<16x8xf32>
} : (tensor<16x8xf32>) -> tensor<16x8xf32>`,
      [
        "1:6 'sdy.manual_computation' op all in and out shardings must be bound to the same mesh or an empty mesh.",
      ],
    ],
    [
      '%a: tensor<16x8xf32>',
      `%0 = sdy.manual_computation(%a) in_shardings=[<@m, [{}, {}]>] out_shardings=[<@m, [{}, {}]>] manual_axes={"w"} (%b: tensor<16x8xf32>) {
  sdy.return %b : tensor<16x8xf32>
} : (tensor<16x8xf32>) -> tensor<16x8xf32>`,
      [`1:6 'sdy.manual_computation' op unknown manual axis: "w"`],
    ],
    [
      '%a: tensor<16x8xf32>',
      `%0 = sdy.manual_computation(%a) in_shardings=[<@m, [{"x"}, {}]>] out_shardings=[<@m, [{"x"}, {}]>] manual_axes={"x"} (%b: tensor<8x8xf32>) {
  %1 = sdy.manual_computation(%b) in_shardings=[<@m, [{"y"}, {}]>] out_shardings=[<@m, [{"y"}, {}]>] manual_axes={"x", "y"} (%c: tensor<4x8xf32>) {
    sdy.return %c : tensor<4x8xf32>
  } : (tensor<8x8xf32>) -> tensor<8x8xf32>
  sdy.return %1 : tensor<8x8xf32>
} : (tensor<16x8xf32>) -> tensor<16x8xf32>`,
      [
        `2:8 'sdy.manual_computation' op operates on axis "x" which is already bound by a parent sdy.manual_computation op`,
        '1:6 note: parent bounding this axis as manual',
      ],
    ],
    [
      '%a: tensor<16x8xf32>',
      `%0 = sdy.manual_computation(%a) in_shardings=[<@m, [{"x"}, {}]>] out_shardings=[<@m, [{"x"}, {}]>] manual_axes={"x"} (%b: tensor<8x8xf32>) {
  sdy.return %a : tensor<16x8xf32>
} : (tensor<16x8xf32>) -> tensor<16x8xf32>`,
      [
        "2:3 'sdy.return' op using value defined outside the region",
        '1:6 note: required by region isolation constraints',
      ],
    ],
  ])('rejects (%s) %s', (parameters, text, problems) => {
    expect(problemsInFunction(parameters, text)).toEqual(problems);
  });
});
