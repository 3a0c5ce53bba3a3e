import { describe, expect, test } from 'vitest';
import { Context, parseModule, printOp, verifyOp } from '@shardform/ir-core';
import { interpreterDialect } from './extension.ts';

function checked(text: string): { readonly text: string; readonly messages: readonly string[] } {
  const context = new Context([interpreterDialect]);
  const { result, diagnostics } = context.diagnostics.capture(() => {
    const module = parseModule(text, context);
    return module !== null && verifyOp(module, context) ? printOp(module, context) : '';
  });
  return { text: result, messages: diagnostics.map(({ message }) => message) };
}

test('the operations have the text of StableHLO', () => {
  const text = `module {
  func.func @foo(%arg0: tensor<2xi32>) -> tensor<2xi32> {
    return %arg0 : tensor<2xi32>
  }
  func.func @main(%arg0: tensor<2xi32>) -> tensor<2xi32> {
    %0 = interpreter.probe %arg0, probe_id = "probe0" : tensor<2xi32>
    interpreter.print %0 : tensor<2xi32>
    %1:2 = "interpreter.run_parallel"(%0, %0) <{programs = [[@foo], [@foo]]}> : (tensor<2xi32>, tensor<2xi32>) -> (tensor<2xi32>, tensor<2xi32>)
    return %1#0 : tensor<2xi32>
  }
}
`;
  expect(checked(text)).toEqual({ text, messages: [] });
});

describe('interpreter.run_parallel', () => {
  test.each([
    ['programs = []', '`programs` attribute cannot be empty'],
    ['programs = [[]]', '`programs` attribute cannot be empty'],
    [
      'programs = [[@none], [@none, @none]]',
      'Sizes of second dimension of `programs` should all match 1 but got 2',
    ],
    ['programs = [[@missing]]', 'Function "missing" not found'],
    [
      'programs = [[@one]]',
      'Number of inputs (0) should match the sum of the number of inputs of all programs (1)',
    ],
    [
      'programs = [[@two]]',
      'Number of results (0) should match the sum of the number of results of all programs (2)',
    ],
    ['infeed = [], programs = [[@none]]', 'infeed attribute is optional or should not be empty'],
    ['infeed = [@missing], programs = [[@none]]', 'Function "missing" not found'],
    ['infeed = [@two], programs = [[@none]]', 'Function "two" should return 1 tensor but returns 2'],
    [
      'infeed = [@token], programs = [[@none]]',
      'Function "token" should return a tensor type, but instead returns \'!stablehlo.token\'',
    ],
  ])('%s: %s', (attributes, message) => {
    const text = `
      func.func private @none()
      func.func private @one(tensor<i64>)
      func.func private @two() -> (tensor<i64>, tensor<i64>)
      func.func private @token() -> !stablehlo.token
      func.func @main() {
        "interpreter.run_parallel"() {${attributes}} : () -> ()
        return
      }`;
    expect(checked(text).messages).toEqual([message]);
  });
});
