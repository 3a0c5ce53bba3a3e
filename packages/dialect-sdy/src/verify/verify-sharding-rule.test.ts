import { describe, expect, test } from 'vitest';
import { inFunction, problemsInFunction } from '../../tests/sdy-text.ts';

describe('sdy.sharding_rule', () => {
  // Parameters, text, custom form, generic form.
  test.each([
    [
      '%a: tensor<4x8xf32>, %b: tensor<8x16xf32>',
      '%0 = "test.dot"(%a, %b) {sdy.sharding_rule = #sdy.op_sharding_rule<([i, k], [k, j])->([i, j]) {i=4, j=16, k=8}>} : (tensor<4x8xf32>, tensor<8x16xf32>) -> tensor<4x16xf32>',
      '%0 = "test.dot"(%arg0, %arg1) {sdy.sharding_rule = #sdy.op_sharding_rule<([i, k], [k, j])->([i, j]) {i=4, j=16, k=8}>} : (tensor<4x8xf32>, tensor<8x16xf32>) -> tensor<4x16xf32>',
      '%0 = "test.dot"(%arg0, %arg1) {sdy.sharding_rule = #sdy.op_sharding_rule<([i, k], [k, j])->([i, j]) {i=4, j=16, k=8}>} : (tensor<4x8xf32>, tensor<8x16xf32>) -> tensor<4x16xf32>',
    ],
    [
      '%a: tensor<4x8xf32>, %b: tensor<8x16xf32>',
      '%0 = "test.dot"(%a, %b) {sdy.sharding_rule = #sdy.op_sharding_rule<([i, k], [k, j])->([i, j]) {i=4, j=16, k=8} reduction={k}, custom>} : (tensor<4x8xf32>, tensor<8x16xf32>) -> tensor<4x16xf32>',
      '%0 = "test.dot"(%arg0, %arg1) {sdy.sharding_rule = #sdy.op_sharding_rule<([i, k], [k, j])->([i, j]) {i=4, j=16, k=8} reduction={k}, custom>} : (tensor<4x8xf32>, tensor<8x16xf32>) -> tensor<4x16xf32>',
      '%0 = "test.dot"(%arg0, %arg1) {sdy.sharding_rule = #sdy.op_sharding_rule<([i, k], [k, j])->([i, j]) {i=4, j=16, k=8} reduction={k}, custom>} : (tensor<4x8xf32>, tensor<8x16xf32>) -> tensor<4x16xf32>',
    ],
    [
      '%a: tensor<4x8xf32>, %b: tensor<8x16xf32>',
      '%0 = "test.dot"(%a, %b) {sdy.sharding_rule = #sdy.op_sharding_rule<([i, k], [k, j])->([i, j]) {i=4, j=16, k=5}>} : (tensor<4x8xf32>, tensor<8x16xf32>) -> tensor<4x16xf32>',
      '%0 = "test.dot"(%arg0, %arg1) {sdy.sharding_rule = #sdy.op_sharding_rule<([i, k], [k, j])->([i, j]) {i=4, j=16, k=5}>} : (tensor<4x8xf32>, tensor<8x16xf32>) -> tensor<4x16xf32>',
      '%0 = "test.dot"(%arg0, %arg1) {sdy.sharding_rule = #sdy.op_sharding_rule<([i, k], [k, j])->([i, j]) {i=4, j=16, k=5}>} : (tensor<4x8xf32>, tensor<8x16xf32>) -> tensor<4x16xf32>',
    ],
    [
      '%a: tensor<4x8xf32>, %b: tensor<8x16xf32>',
      '%0 = "test.dot"(%a, %b) {sdy.sharding_rule = #sdy.op_sharding_rule<([i, k], [k, jl])->([i, jl]) {i=4, j=4, k=8, l=4} reduction={k}>} : (tensor<4x8xf32>, tensor<8x16xf32>) -> tensor<4x16xf32>',
      '%0 = "test.dot"(%arg0, %arg1) {sdy.sharding_rule = #sdy.op_sharding_rule<([i, k], [k, jl])->([i, jl]) {i=4, j=4, k=8, l=4} reduction={k}>} : (tensor<4x8xf32>, tensor<8x16xf32>) -> tensor<4x16xf32>',
      '%0 = "test.dot"(%arg0, %arg1) {sdy.sharding_rule = #sdy.op_sharding_rule<([i, k], [k, jl])->([i, jl]) {i=4, j=4, k=8, l=4} reduction={k}>} : (tensor<4x8xf32>, tensor<8x16xf32>) -> tensor<4x16xf32>',
    ],
  ])('(%s) %s', (parameters, text, custom, generic) => {
    expect(inFunction(parameters, text)).toEqual({ custom, generic });
  });

  // Parameters, text, what is wrong with it.
  test.each([
    [
      '%a: tensor<4x8xf32>, %b: tensor<8x16xf32>',
      '%0 = "test.dot"(%a, %b) {sdy.sharding_rule = #sdy.op_sharding_rule<([i, k])->([i, j]) {i=4, j=16, k=8}>} : (tensor<4x8xf32>, tensor<8x16xf32>) -> tensor<4x16xf32>',
      ["1:6 'test.dot' op number of operands and mappings must match: 2 != 1"],
    ],
    [
      '%a: tensor<4x8xf32>, %b: tensor<8x16xf32>',
      '%0 = "test.dot"(%a, %b) {sdy.sharding_rule = #sdy.op_sharding_rule<([i, k], [k, j])->() {i=4, j=16, k=8}>} : (tensor<4x8xf32>, tensor<8x16xf32>) -> tensor<4x16xf32>',
      [
        "1:87 expected '['",
        "1:87 failed to parse Sdy_OpShardingRule parameter 'result_mappings' which is to be a `::llvm::ArrayRef<TensorMappingAttr>`",
      ],
    ],
    [
      '%a: tensor<4x8xf32>, %b: tensor<8x16xf32>',
      '%0 = "test.dot"(%a, %b) {sdy.sharding_rule = #sdy.op_sharding_rule<([i], [k, j])->([i, j]) {i=4, j=16, k=8}>} : (tensor<4x8xf32>, tensor<8x16xf32>) -> tensor<4x16xf32>',
      ["1:6 'test.dot' op operand 0 - mapping rank must match: 1 != 2"],
    ],
    [
      '%a: tensor<4x8xf32>, %b: tensor<8x16xf32>',
      '%0 = "test.dot"(%a, %b) {sdy.sharding_rule = #sdy.op_sharding_rule<([i, k], [k, j])->([i]) {i=4, j=16, k=8}>} : (tensor<4x8xf32>, tensor<8x16xf32>) -> tensor<4x16xf32>',
      ["1:6 'test.dot' op result - mapping rank must match: 1 != 2"],
    ],
    [
      '%a: tensor<4x8xf32>, %b: tensor<8x16xf32>',
      '%0 = "test.dot"(%a, %b) {sdy.sharding_rule = #sdy.op_sharding_rule<([i, i], [i, j])->([i, j]) {i=8, j=16}>} : (tensor<4x8xf32>, tensor<8x16xf32>) -> tensor<4x16xf32>',
      ["1:6 'test.dot' op operand 0 - cannot reuse factors for the same tensor value"],
    ],
    [
      '%a: tensor<4x8xf32>, %b: tensor<8x16xf32>',
      '%0 = "test.dot"(%a, %b) {sdy.sharding_rule = #sdy.op_sharding_rule<([i, k], [k, j])->([i, j]) {i=4, j=16, k=8, l=2}>} : (tensor<4x8xf32>, tensor<8x16xf32>) -> tensor<4x16xf32>',
      ["1:6 'test.dot' op has factor l=2 that isn't used in operand and result mappings"],
    ],
    [
      '%a: tensor<4x8xf32>, %b: tensor<8x16xf32>',
      '%0 = "test.dot"(%a, %b) {sdy.sharding_rule = #sdy.op_sharding_rule<([i, k], [k, jl])->([i, jl]) {i=4, j=16, k=8, l=1}>} : (tensor<4x8xf32>, tensor<8x16xf32>) -> tensor<4x16xf32>',
      [
        "1:6 'test.dot' op operand 1 - dim mapping can't have a factor of size 1 if there are multiple factors",
      ],
    ],
    [
      '%a: tensor<4x8xf32>, %b: tensor<8x16xf32>',
      '%0 = "test.dot"(%a, %b) {sdy.sharding_rule = #sdy.op_sharding_rule<([i, k], [k, j])->([i, j]) {i=4, j=16, k=8} reduction={k, i}>} : (tensor<4x8xf32>, tensor<8x16xf32>) -> tensor<4x16xf32>',
      ["1:6 'test.dot' op indices of special factors must be sorted"],
    ],
    [
      '%a: tensor<4x8xf32>, %b: tensor<8x16xf32>',
      '%0 = "test.dot"(%a, %b) {sdy.sharding_rule = #sdy.op_sharding_rule<([i, k], [k, j])->([i, j]) {i=4, j=16, k=8} reduction={k} need_replication={k}>} : (tensor<4x8xf32>, tensor<8x16xf32>) -> tensor<4x16xf32>',
      [
        "1:6 'test.dot' op a factor can only be in one of the reduction, need replication, or permutation factor sets",
      ],
    ],
    [
      '%a: tensor<4x8xf32>, %b: tensor<8x16xf32>',
      '%0 = "test.dot"(%a, %b) {sdy.sharding_rule = #sdy.op_sharding_rule<([i, k], [k, j])->([i, j]) {i=4, j=16, k=8} reduction={m}>} : (tensor<4x8xf32>, tensor<8x16xf32>) -> tensor<4x16xf32>',
      ["1:6 'test.dot' op index must be less than 3, got: 4"],
    ],
    [
      '%a: tensor<4x8xf32>, %b: tensor<8x16xf32>',
      '%0 = "test.dot"(%a, %b) {sdy.sharding_rule = #sdy.op_sharding_rule<([i, k], [k, j])->([i, j]) {i=4, j=16, k=8} reduction={k, k}>} : (tensor<4x8xf32>, tensor<8x16xf32>) -> tensor<4x16xf32>',
      ["1:6 'test.dot' op indices of special factors must be unique"],
    ],
    [
      '%a: tensor<4x8xf32>, %b: tensor<8x16xf32>',
      '%0 = "test.dot"(%a, %b) {sdy.sharding_rule = #sdy.op_sharding_rule<([i, k], [k, j])->([i, j]) {i=4, j=16, k=8} blocked_propagation={k, i}>} : (tensor<4x8xf32>, tensor<8x16xf32>) -> tensor<4x16xf32>',
      ["1:6 'test.dot' op indices of special factors must be sorted"],
    ],
    [
      '%a: tensor<4x8xf32>, %b: tensor<8x16xf32>',
      '%0 = "test.dot"(%a, %b) {sdy.sharding_rule = #sdy.op_sharding_rule<([i, k], [k, j])->([i, jj]) {i=4, j=4, k=8}>} : (tensor<4x8xf32>, tensor<8x16xf32>) -> tensor<4x16xf32>',
      ["1:6 'test.dot' op result - cannot reuse factors for the same tensor value"],
    ],
    [
      '%a: tensor<4x8xf32>, %b: tensor<8x16xf32>',
      '%0 = "test.dot"(%a, %b) {sdy.sharding_rule = 1 : i64} : (tensor<4x8xf32>, tensor<8x16xf32>) -> tensor<4x16xf32>',
      [
        "1:6 'test.dot' op should have a sharding rule attribute of type OpShardingRuleAttr for attr named 'sdy.sharding_rule'",
      ],
    ],
    [
      '%a: tensor<?xf32>',
      '%0 = "test.op"(%a) {sdy.sharding_rule = #sdy.op_sharding_rule<([i])->([i]) {i=4}>} : (tensor<?xf32>) -> tensor<?xf32>',
      ["1:6 'test.op' op operand - expected a ranked tensor with a static shape. type: 'tensor<?xf32>'"],
    ],
    [
      '%a: i32',
      '%0 = "test.op"(%a) {sdy.sharding_rule = #sdy.op_sharding_rule<([i])->([i]) {i=4}>} : (i32) -> i32',
      ["1:6 'test.op' op operand - expected a ranked tensor with a static shape. type: 'i32'"],
    ],
  ])('rejects (%s) %s', (parameters, text, problems) => {
    expect(problemsInFunction(parameters, text)).toEqual(problems);
  });
});
