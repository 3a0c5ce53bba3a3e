import { describe, expect, test } from 'vitest';
import { printed, problems } from '../../tests/stablehlo-text.ts';

function program(text: string): string {
  return `func.func @twice(%arg0: tensor<f32>) -> tensor<f32> {
  return %arg0 : tensor<f32>
}
func.func @f(%arg0: tensor<f32>, %arg1: tensor<i32>) {
  ${text}
  return
}`;
}

describe('stablehlo.composite', () => {
  test.each([
    '%0 = stablehlo.composite "a.b" %arg0 {decomposition = @twice} : (tensor<f32>) -> tensor<f32>',
    '%0 = stablehlo.composite "a.b_1.$" %arg0 {composite_attributes = {n = 1 : i32}, decomposition = @twice, version = 1 : i32} : (tensor<f32>) -> tensor<f32>',
  ])('%s', (text) => {
    expect(printed(program(text))).toContain(`    ${text}\n`);
  });

  test('defaults are not written, regions are', () => {
    const text = `%0 = "stablehlo.composite"(%arg0) ({
    stablehlo.return %arg0 : tensor<f32>
  }) {name = "a.b", decomposition = @twice, version = 0 : i32, composite_attributes = {}} : (tensor<f32>) -> tensor<f32>`;
    expect(printed(program(text))).toContain(`    %0 = stablehlo.composite "a.b" %arg0 ({
      stablehlo.return %arg0 : tensor<f32>
    }) {decomposition = @twice} : (tensor<f32>) -> tensor<f32>\n`);
  });

  const nameProblem =
    '5:8 name must be a valid namespaced op name, i.e. it must match the following regular expression: ^[a-zA-Z][a-zA-Z0-9_]*([.][a-zA-Z0-9_$]+)+$ e.g. "my_namespace.my_op"';
  test.each([
    ['"a" %arg0 {decomposition = @twice} : (tensor<f32>) -> tensor<f32>', nameProblem],
    ['"1.b" %arg0 {decomposition = @twice} : (tensor<f32>) -> tensor<f32>', nameProblem],
    ['"a.%" %arg0 {decomposition = @twice} : (tensor<f32>) -> tensor<f32>', nameProblem],
    [
      '"a.b" %arg0 {decomposition = @thrice} : (tensor<f32>) -> tensor<f32>',
      "5:8 'thrice' does not reference a valid function",
    ],
    [
      '"a.b" %arg0, %arg0 {decomposition = @twice} : (tensor<f32>, tensor<f32>) -> tensor<f32>',
      '5:8 has 2 operand(s), but decomposition has 1',
    ],
    [
      '"a.b" %arg1 {decomposition = @twice} : (tensor<i32>) -> tensor<f32>',
      "5:8 operand at index 0 has type 'tensor<i32>', but decomposition has type 'tensor<f32>'",
    ],
    [
      '"a.b" %arg0 {decomposition = @twice} : (tensor<f32>) -> tensor<i32>',
      "5:8 result at index 0 has type 'tensor<i32>', but decomposition has type 'tensor<f32>'",
    ],
  ])('%s is rejected', (text, problem) => {
    expect(problems(program(`%0 = stablehlo.composite ${text}`))).toEqual([problem]);
  });
});
