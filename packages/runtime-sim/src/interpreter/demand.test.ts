import { Budget, withBudget } from '@shardform/ir-core';
import { describe, expect, test } from 'vitest';
import { context, parse } from '../../tests/programs.ts';
import { type NdArray, scalarArray } from '../array/index.ts';
import { ExecutionError } from './execution-error.ts';
import { runSequential } from './run-module.ts';

function run(
  text: string,
  inputs: readonly NdArray[] = [scalarArray('f32', 1)],
  budget = new Budget(),
): unknown {
  return withBudget(budget, () => runSequential(parse(text), inputs, context));
}

describe('what an execution takes', () => {
  test('memory is added up before anything is allocated', () => {
    const text = `func.func @main(%a: tensor<f32>) {
      %0 = stablehlo.broadcast_in_dim %a, dims = [] : (tensor<f32>) -> tensor<1500000000xf32>
      %1 = stablehlo.negate %0 : tensor<1500000000xf32>
      return
    }`;
    expect(() => run(text)).toThrow(
      "'stablehlo.negate' makes the arrays of the execution take 11.2 GiB of memory, more than the 8.0 GiB allowed; --limit-memory raises the limit",
    );
  });

  test('arrays that nothing uses any more are not counted', () => {
    const text = `func.func @main(%a: tensor<4096xf32>) -> tensor<4096xf32> {
      %0 = stablehlo.negate %a : tensor<4096xf32>
      %1 = stablehlo.negate %0 : tensor<4096xf32>
      %2 = stablehlo.negate %1 : tensor<4096xf32>
      return %2 : tensor<4096xf32>
    }`;
    const inputs = [{ kind: 'f32', shape: [4096], data: new Float32Array(4096) } as const];
    expect(() => run(text, inputs, new Budget({ memory: 3 * 16384 }))).not.toThrow();
    expect(() => run(text, inputs, new Budget({ memory: 16384 }))).toThrow(
      "'stablehlo.negate' makes the arrays of the execution take 32.0 KiB of memory, more than the 16.0 KiB allowed",
    );
  });

  test('calls of calls are counted as often as they are made', () => {
    const functions = Array.from(
      { length: 40 },
      (_, i) => `func.func private @f${i}(%a: tensor<f32>) -> tensor<f32> {
        %0 = call @f${i + 1}(%a) : (tensor<f32>) -> tensor<f32>
        %1 = call @f${i + 1}(%0) : (tensor<f32>) -> tensor<f32>
        return %1 : tensor<f32>
      }`,
    );
    const text = `func.func @main(%a: tensor<f32>) -> tensor<f32> {
      %0 = call @f0(%a) : (tensor<f32>) -> tensor<f32>
      return %0 : tensor<f32>
    }
    ${functions.join('\n')}
    func.func private @f40(%a: tensor<f32>) -> tensor<f32> { return %a : tensor<f32> }`;
    expect(() => run(text)).toThrow(
      /^executing the program, above all 'func\.call', takes at least 4\.4e\+15 elementary steps, more than /,
    );
  });

  test('calls without end are', () => {
    const text = `func.func @main(%a: tensor<f32>) -> tensor<f32> {
      %0 = call @main(%a) : (tensor<f32>) -> tensor<f32>
      return %0 : tensor<f32>
    }`;
    expect(() => run(text)).toThrow('the execution is in more than the 1,000 calls and regions allowed');
  });
});

describe('loops', () => {
  const loop = (condition: string, body: string): string => `func.func @main(%a: tensor<i32>) -> tensor<i32> {
    %c = stablehlo.constant dense<3> : tensor<i32>
    %0 = stablehlo.while(%i = %a) : tensor<i32>
      cond { %t = ${condition} stablehlo.return %t : tensor<i1> }
      do { %n = ${body} : tensor<i32> stablehlo.return %n : tensor<i32> }
    return %0 : tensor<i32>
  }`;
  const always = 'stablehlo.constant dense<true> : tensor<i1>';

  test('a loop that comes back to what it carried before is told from one that ends', () => {
    const zero = [scalarArray('i32', 0)];
    expect(() => run(loop(always, 'stablehlo.remainder %i, %c'), zero)).toThrow(ExecutionError);
    expect(() => run(loop(always, 'stablehlo.negate %i'), [scalarArray('i32', 5)])).toThrow(
      'the loop never ends: it carries values that it has carried before',
    );
    const less = 'stablehlo.compare LT, %i, %c : (tensor<i32>, tensor<i32>) -> tensor<i1>';
    expect(() => run(loop(less, 'stablehlo.add %i, %c'), zero)).not.toThrow();
  });

  test('a loop that goes on and on takes too much work', () => {
    const budget = new Budget({ work: 1e6 });
    expect(() => run(loop(always, 'stablehlo.add %i, %c'), [scalarArray('i32', 0)], budget)).toThrow(
      'the execution takes more than the 1,000,000 elementary steps allowed; --limit-work raises the limit',
    );
  });
});
