import { describe, expect, test } from 'vitest';
import { inFunction, problemsInFunction } from '../../tests/sdy-text.ts';

describe('sdy.named_computation', () => {
  // Parameters, text, custom form, generic form.
  test.each([
    [
      '%a: tensor<16x8xf32>',
      `%0 = sdy.named_computation<"foo">(%a) (%b: tensor<16x8xf32>) {
  sdy.return %b : tensor<16x8xf32>
} : (tensor<16x8xf32>) -> tensor<16x8xf32>`,
      `%0 = sdy.named_computation<"foo">(%arg0) (%arg1: tensor<16x8xf32>) {
  sdy.return %arg1 : tensor<16x8xf32>
} : (tensor<16x8xf32>) -> tensor<16x8xf32>`,
      `%0 = "sdy.named_computation"(%arg0) <{name = "foo"}> ({
^bb0(%arg1: tensor<16x8xf32>):
  "sdy.return"(%arg1) : (tensor<16x8xf32>) -> ()
}) : (tensor<16x8xf32>) -> tensor<16x8xf32>`,
    ],
    [
      '%a: tensor<16x8xf32>',
      `%0 = sdy.named_computation<"foo">(%a) in_shardings=[<@m, [{"x"}, {}]>] out_shardings=[<@m, [{?}, {"y"}]>] (%b: tensor<16x8xf32>) {
  sdy.return %b : tensor<16x8xf32>
} : (tensor<16x8xf32>) -> tensor<16x8xf32>`,
      `%0 = sdy.named_computation<"foo">(%arg0) in_shardings=[<@m, [{"x"}, {}]>] out_shardings=[<@m, [{?}, {"y"}]>] (%arg1: tensor<16x8xf32>) {
  sdy.return %arg1 : tensor<16x8xf32>
} : (tensor<16x8xf32>) -> tensor<16x8xf32>`,
      `%0 = "sdy.named_computation"(%arg0) <{in_shardings = #sdy.sharding_per_value<[<@m, [{"x"}, {}]>]>, name = "foo", out_shardings = #sdy.sharding_per_value<[<@m, [{?}, {"y"}]>]>}> ({
^bb0(%arg1: tensor<16x8xf32>):
  "sdy.return"(%arg1) : (tensor<16x8xf32>) -> ()
}) : (tensor<16x8xf32>) -> tensor<16x8xf32>`,
    ],
    [
      '',
      `sdy.named_computation<"foo">() () {
  sdy.return
} {some} : () -> ()`,
      `sdy.named_computation<"foo">() () {
  sdy.return
} {some} : () -> ()`,
      `"sdy.named_computation"() <{name = "foo"}> ({
  "sdy.return"() : () -> ()
}) {some} : () -> ()`,
    ],
  ])('(%s) %s', (parameters, text, custom, generic) => {
    expect(inFunction(parameters, text)).toEqual({ custom, generic });
  });

  // Parameters, text, what is wrong with it.
  test.each([
    [
      '%a: tensor<16x8xf32>',
      `%0 = sdy.named_computation<"foo">(%a) () {
  %1 = "test.op"() : () -> tensor<16x8xf32>
  sdy.return %1 : tensor<16x8xf32>
} : (tensor<16x8xf32>) -> tensor<16x8xf32>`,
      ['1:6 number of block arguments must match the number of operands: 0 != 1'],
    ],
    [
      '%a: tensor<16x8xf32>',
      `%0 = sdy.named_computation<"foo">(%a) (%b: tensor<8x8xf32>) {
  sdy.return %b : tensor<8x8xf32>
} : (tensor<16x8xf32>) -> tensor<8x8xf32>`,
      [
        "1:6 expected the type of the 0'th block argument to match the type of the corresponding operand: 'tensor<8x8xf32>' vs 'tensor<16x8xf32>'",
      ],
    ],
    [
      '%a: tensor<16x8xf32>',
      `%0 = sdy.named_computation<"foo">(%a) in_shardings=[<@m, [{"w"}, {}]>] (%b: tensor<16x8xf32>) {
  sdy.return %b : tensor<16x8xf32>
} : (tensor<16x8xf32>) -> tensor<16x8xf32>`,
      [`1:6 'sdy.named_computation' op in_shardings - unknown axis name: "w"`],
    ],
    [
      '%a: tensor<16x8xf32>',
      `%0 = sdy.named_computation<"foo">(%a) out_shardings=[<@m, [{"x"}]>] (%b: tensor<16x8xf32>) {
  sdy.return %b : tensor<16x8xf32>
} : (tensor<16x8xf32>) -> tensor<16x8xf32>`,
      ["1:6 'sdy.named_computation' op out_shardings - sharding doesn't match tensor rank: 1 != 2"],
    ],
    [
      '%a: tensor<16x8xf32>',
      `%0 = sdy.named_computation<"foo">(%a) (%b: tensor<16x8xf32>) {
  sdy.return %b : tensor<16x8xf32>
} : (tensor<16x8xf32>) -> tensor<8x8xf32>`,
      [
        "1:6 'sdy.named_computation' op inferred type(s) 'tensor<16x8xf32>' are incompatible with return type(s) of operation 'tensor<8x8xf32>'",
        "1:6 'sdy.named_computation' op failed to infer returned types",
      ],
    ],
  ])('rejects (%s) %s', (parameters, text, problems) => {
    expect(problemsInFunction(parameters, text)).toEqual(problems);
  });
});
