import { Budget, Context, Interrupted, parseModule, withBudget } from '@shardform/ir-core';
import { describe, expect, test } from 'vitest';
import { randomArray } from '../array/index.ts';
import { simulator } from '../extension.ts';
import { runSequential } from './run-module.ts';

const context = new Context([simulator]);

/** Stops an execution at a look at its interrupt; whether it was stopped. */
function stopsAt(look: number, shape: readonly number[], body: string): boolean {
  const type = `tensor<${shape.join('x')}xf32>`;
  const text = `func.func @main(%x: ${type}) -> ${type} {\n${body.replaceAll('$T', type)}\n  return %r : ${type}\n}`;
  const module = parseModule(text, context)!;
  const input = randomArray('f32', shape, 1);
  let looks = 0;
  const interrupt = {
    get isRaised() {
      looks += 1;
      return looks === look;
    },
  };
  try {
    withBudget(new Budget({}, interrupt), () => runSequential(module, [input], context));
  } catch (error) {
    if (error instanceof Interrupted && error.isCancelled) return true;
    throw error;
  }
  return false;
}

const compare = `({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %c = stablehlo.compare LT, %a, %b : (tensor<f32>, tensor<f32>) -> tensor<i1>
    stablehlo.return %c : tensor<i1>
  })`;

describe('an operation that takes long is stopped in the middle:', () => {
  // The first looks are those before each operation of the function and of its regions.
  const beforeOperations = 4;

  test.each([
    [
      'a matrix product',
      [1280, 1280],
      '%r = stablehlo.dot_general %x, %x, contracting_dims = [1] x [0] : ($T, $T) -> $T',
    ],
    [
      'a sort',
      [1 << 19],
      `%r = "stablehlo.sort"(%x) <{dimension = 0 : i64, is_stable = true}> ${compare} : ($T) -> $T`,
    ],
    [
      'a transposition',
      [4096, 2048],
      '%t = stablehlo.transpose %x, dims = [1, 0] : ($T) -> tensor<2048x4096xf32>\n%r = stablehlo.reshape %t : (tensor<2048x4096xf32>) -> $T',
    ],
    ['a function of each element', [1 << 23], '%r = stablehlo.tanh %x : $T'],
  ])('%s', (_, shape, body) => {
    expect(stopsAt(beforeOperations + 1, shape, body)).toBe(true);
  });

  test('one that does not is not looked at in the middle', () => {
    expect(stopsAt(beforeOperations, [64], '%r = stablehlo.tanh %x : $T')).toBe(false);
  });
});
