import { describe, expect, test } from 'vitest';
import { inFunction, problemsInFunction } from '../../tests/sdy-text.ts';

describe('sdy.propagation_edges', () => {
  // Parameters, text, custom form, generic form.
  test.each([
    [
      '%a: tensor<16x8xf32> {sdy.sharding = #sdy.sharding<@m, [{"x"}, {}]>}',
      '%0 = "test.op"(%a) {sdy.propagation_edges = #sdy.propagation_edges<[{step-0 = [{"x" = operand-0 -> [result-0]}]}]>} : (tensor<16x8xf32>) -> tensor<16x8xf32>',
      '%0 = "test.op"(%arg0) {sdy.propagation_edges = #sdy.propagation_edges<[{step-0 = [{"x" = operand-0 -> [result-0]}]}]>} : (tensor<16x8xf32>) -> tensor<16x8xf32>',
      '%0 = "test.op"(%arg0) {sdy.propagation_edges = #sdy.propagation_edges<[{step-0 = [{"x" = operand-0 -> [result-0]}]}]>} : (tensor<16x8xf32>) -> tensor<16x8xf32>',
    ],
    [
      '%a: tensor<16x8xf32> {sdy.sharding = #sdy.sharding<@m, [{"x"}, {}]>}',
      '%0 = "test.op"(%a) {sdy.propagation_edges = #sdy.propagation_edges<[{step-1 = [{"x" = operand-0 -> [result-0]}]}, {step-0 = [{"y" = operand-0 -> [result-0]}]}]>} : (tensor<16x8xf32>) -> tensor<16x8xf32>',
      '%0 = "test.op"(%arg0) {sdy.propagation_edges = #sdy.propagation_edges<[{step-1 = [{"x" = operand-0 -> [result-0]}]}, {step-0 = [{"y" = operand-0 -> [result-0]}]}]>} : (tensor<16x8xf32>) -> tensor<16x8xf32>',
      '%0 = "test.op"(%arg0) {sdy.propagation_edges = #sdy.propagation_edges<[{step-1 = [{"x" = operand-0 -> [result-0]}]}, {step-0 = [{"y" = operand-0 -> [result-0]}]}]>} : (tensor<16x8xf32>) -> tensor<16x8xf32>',
    ],
    [
      '%a: tensor<16x8xf32>',
      '%0 = "test.op"(%a) {sdy.block_arg_propagation_edges = [#sdy.propagation_edges<[{step-0 = [{"x" = operand-0 -> [result-0]}]}]>]} : (tensor<16x8xf32>) -> tensor<16x8xf32>',
      '%0 = "test.op"(%arg0) {sdy.block_arg_propagation_edges = [#sdy.propagation_edges<[{step-0 = [{"x" = operand-0 -> [result-0]}]}]>]} : (tensor<16x8xf32>) -> tensor<16x8xf32>',
      '%0 = "test.op"(%arg0) {sdy.block_arg_propagation_edges = [#sdy.propagation_edges<[{step-0 = [{"x" = operand-0 -> [result-0]}]}]>]} : (tensor<16x8xf32>) -> tensor<16x8xf32>',
    ],
  ])('(%s) %s', (parameters, text, custom, generic) => {
    expect(inFunction(parameters, text)).toEqual({ custom, generic });
  });

  // Parameters, text, what is wrong with it.
  test.each([
    [
      '%a: tensor<16x8xf32>',
      '%0 = "test.op"(%a) {sdy.propagation_edges = #sdy.propagation_edges<[{step-0 = [{"x" = operand-0 -> [result-0]}]}]>} : (tensor<16x8xf32>) -> tensor<16x8xf32>',
      ["1:6 'test.op' op expected propagation edges attr to reference a sharding."],
    ],
    [
      '%a: tensor<16x8xf32> {sdy.sharding = #sdy.sharding<@m, [{"x"}, {}]>}',
      '%0 = "test.op"(%a) {sdy.propagation_edges = #sdy.propagation_edges<[{step-0 = [{"x" = operand-0 -> [result-0]}, {"x" = operand-1 -> [result-0]}]}]>} : (tensor<16x8xf32>) -> tensor<16x8xf32>',
      ["1:6 'test.op' op expected a value ref to have an operand index in range [0, 1), got: 1"],
    ],
    [
      '%a: tensor<16x8xf32> {sdy.sharding = #sdy.sharding<@m, [{"x"}, {}]>}',
      '%0 = "test.op"(%a) {sdy.propagation_edges = #sdy.propagation_edges<[{step-0 = [{"x" = operand-1 -> [result-0]}]}]>} : (tensor<16x8xf32>) -> tensor<16x8xf32>',
      ["1:6 'test.op' op expected propagation edges attr to reference a sharding."],
    ],
    [
      '%a: tensor<16x8xf32> {sdy.sharding = #sdy.sharding<@m, [{"x"}, {}]>}',
      '%0 = "test.op"(%a) {sdy.propagation_edges = #sdy.propagation_edges<[{step-0 = [{"x" = operand-0 -> [operand-1]}]}]>} : (tensor<16x8xf32>) -> tensor<16x8xf32>',
      ["1:6 'test.op' op expected a value ref to have an operand index in range [0, 1), got: 1"],
    ],
    [
      '%a: tensor<16x8xf32> {sdy.sharding = #sdy.sharding<@m, [{"x"}, {}]>}',
      '%0 = "test.op"(%a) {sdy.propagation_edges = #sdy.propagation_edges<[{step-0 = [{"x" = operand-0 -> [result-1]}]}]>} : (tensor<16x8xf32>) -> tensor<16x8xf32>',
      ["1:6 'test.op' op expected a value ref to have a result index in range [0, 1), got: 1"],
    ],
    [
      '%a: tensor<16x8xf32> {sdy.sharding = #sdy.sharding<@m, [{"x"}, {}]>}',
      '%0 = "test.op"(%a) {sdy.propagation_edges = #sdy.propagation_edges<[{step-0 = [{"w" = operand-0 -> [result-0]}]}]>} : (tensor<16x8xf32>) -> tensor<16x8xf32>',
      ["1:6 'test.op' op expected axis ref to be in one of the meshes"],
    ],
    [
      '%a: tensor<16x8xf32> {sdy.sharding = #sdy.sharding<@m, [{"x"}, {}]>}, %b: tensor<16x8xf32> {sdy.sharding = #sdy.sharding<@other, [{"a"}, {}]>}',
      '%0 = "test.op"(%a, %b) {sdy.propagation_edges = #sdy.propagation_edges<[{step-0 = [{"x" = operand-0 -> [operand-1]}]}]>} : (tensor<16x8xf32>, tensor<16x8xf32>) -> tensor<16x8xf32>',
      ["1:6 'test.op' op expected a common mesh for propagation edges attr."],
    ],
    [
      '%a: tensor<16x8xf32>',
      '%0 = "test.op"(%a) {sdy.propagation_edges = 1 : i64} : (tensor<16x8xf32>) -> tensor<16x8xf32>',
      [
        "1:6 'test.op' op should have a propagation edges attribute of type PropagationEdgesAttr for attr named 'sdy.propagation_edges'",
      ],
    ],
    [
      '%a: tensor<16x8xf32>',
      '%0 = "test.op"(%a) {sdy.result_propagation_edges = 1 : i64} : (tensor<16x8xf32>) -> tensor<16x8xf32>',
      [
        "1:6 'test.op' op should have a propagation edges attribute of type ArrayAttr<PropagationEdgesAttr> for attr named 'sdy.result_propagation_edges' or 'sdy.block_arg_propagation_edges'",
      ],
    ],
  ])('rejects (%s) %s', (parameters, text, problems) => {
    expect(problemsInFunction(parameters, text)).toEqual(problems);
  });
});
