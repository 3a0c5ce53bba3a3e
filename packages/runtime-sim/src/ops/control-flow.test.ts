import { describe, expect, test } from 'vitest';
import { evaluate, runText } from '../../tests/evaluate.ts';
import { scalarArray } from '../array/index.ts';

describe('while', () => {
  test('runs as long as the condition holds', () => {
    const loop = `%z = stablehlo.constant dense<0> : tensor<i32>
      %o = stablehlo.constant dense<1> : tensor<i64>
      %0:2 = stablehlo.while(%i = %z, %p = %o) : tensor<i32>, tensor<i64>
      cond {
        %n = stablehlo.constant dense<5> : tensor<i32>
        %c = stablehlo.compare LT, %i, %n : (tensor<i32>, tensor<i32>) -> tensor<i1>
        stablehlo.return %c : tensor<i1>
      } do {
        %k = stablehlo.constant dense<1> : tensor<i32>
        %j = stablehlo.add %i, %k : tensor<i32>
        %w = stablehlo.convert %j : (tensor<i32>) -> tensor<i64>
        %q = stablehlo.multiply %p, %w : tensor<i64>
        stablehlo.return %j, %q : tensor<i32>, tensor<i64>
      }`;
    expect(evaluate(loop, '%0#0, %0#1 : tensor<i32>, tensor<i64>')).toEqual([[5], [120n]]);
  });

  test('carries tokens and sees values around it', () => {
    const loop = `%t = stablehlo.after_all : !stablehlo.token
      %z = stablehlo.constant dense<0> : tensor<i32>
      %n = stablehlo.constant dense<3> : tensor<i32>
      %0:2 = stablehlo.while(%i = %z, %u = %t) : tensor<i32>, !stablehlo.token
      cond {
        %c = stablehlo.compare NE, %i, %n : (tensor<i32>, tensor<i32>) -> tensor<i1>
        stablehlo.return %c : tensor<i1>
      } do {
        %k = stablehlo.constant dense<1> : tensor<i32>
        %j = stablehlo.add %i, %k : tensor<i32>
        stablehlo.return %j, %u : tensor<i32>, !stablehlo.token
      }`;
    expect(evaluate(loop, '%0#0 : tensor<i32>')).toEqual([[3]]);
  });
});

describe('case and if', () => {
  test.each([
    [0, 10],
    [1, 20],
    [2, 30],
    [7, 30],
    [-1, 30],
  ])('case %d takes the branch, or the last one', (index, expected) => {
    const branch = (value: number): string =>
      `{ %c = stablehlo.constant dense<${value}> : tensor<i32>  stablehlo.return %c : tensor<i32> }`;
    const body = `%i = stablehlo.constant dense<${index}> : tensor<i32>
      %0 = "stablehlo.case"(%i) (${branch(10)}, ${branch(20)}, ${branch(30)}) : (tensor<i32>) -> tensor<i32>`;
    expect(evaluate(body, '%0 : tensor<i32>')).toEqual([[expected]]);
  });

  test('if sees the values around it', () => {
    const body = `%p = stablehlo.constant dense<false> : tensor<i1>
      %a = stablehlo.constant dense<4> : tensor<i32>
      %0 = "stablehlo.if"(%p) ({
        stablehlo.return %a : tensor<i32>
      }, {
        %n = stablehlo.negate %a : tensor<i32>
        stablehlo.return %n : tensor<i32>
      }) : (tensor<i1>) -> tensor<i32>`;
    expect(evaluate(body, '%0 : tensor<i32>')).toEqual([[-4]]);
  });
});

test('a composite runs its decomposition', () => {
  const [result] = runText(`
    func.func @main() -> tensor<i32> {
      %0 = stablehlo.constant dense<3> : tensor<i32>
      %1 = stablehlo.composite "my.twice" %0 {decomposition = @twice} : (tensor<i32>) -> tensor<i32>
      return %1 : tensor<i32>
    }
    func.func private @twice(%a: tensor<i32>) -> tensor<i32> {
      %0 = stablehlo.add %a, %a : tensor<i32>
      return %0 : tensor<i32>
    }`);
  expect(result!.data[0]).toBe(6);
});

test('a function may call itself', () => {
  const [result] = runText(`
    func.func @main() -> tensor<i32> {
      %0 = stablehlo.constant dense<6> : tensor<i32>
      %1 = call @factorial(%0) : (tensor<i32>) -> tensor<i32>
      return %1 : tensor<i32>
    }
    func.func private @factorial(%a: tensor<i32>) -> tensor<i32> {
      %one = stablehlo.constant dense<1> : tensor<i32>
      %end = stablehlo.compare LE, %a, %one : (tensor<i32>, tensor<i32>) -> tensor<i1>
      %0 = "stablehlo.if"(%end) ({
        stablehlo.return %one : tensor<i32>
      }, {
        %b = stablehlo.subtract %a, %one : tensor<i32>
        %c = func.call @factorial(%b) : (tensor<i32>) -> tensor<i32>
        %d = stablehlo.multiply %a, %c : tensor<i32>
        stablehlo.return %d : tensor<i32>
      }) : (tensor<i1>) -> tensor<i32>
      return %0 : tensor<i32>
    }`);
  expect(result!.data[0]).toBe(720);
});

test('what a call declares is found in another module of the program', () => {
  const [result] = runText(`
    func.func @main() -> tensor<i32> {
      %0 = stablehlo.constant dense<6> : tensor<i32>
      %1 = call @twice(%0) : (tensor<i32>) -> tensor<i32>
      return %1 : tensor<i32>
    }
    func.func private @twice(tensor<i32>) -> tensor<i32>
    module @host {
      func.func @twice(%a: tensor<i32>) -> tensor<i32> {
        %0 = stablehlo.add %a, %a : tensor<i32>
        return %0 : tensor<i32>
      }
    }`);
  expect(result!.data[0]).toBe(12);
});

describe('an assertion about shapes', () => {
  const assertion = (holds: boolean): string => `
    %p = stablehlo.constant dense<${holds}> : tensor<i1>
    %n = stablehlo.constant dense<7> : tensor<i32>
    stablehlo.custom_call @shape_assertion(%p, %n) {error_message = "size is {0}, not {1}"} : (tensor<i1>, tensor<i32>) -> ()`;

  test('that holds does nothing', () => {
    expect(evaluate(assertion(true), '%n : tensor<i32>')).toEqual([[7]]);
  });

  test('that does not hold ends the execution with its message', () => {
    expect(() => evaluate(assertion(false), '%n : tensor<i32>')).toThrow('size is 7, not {1}');
  });
});

describe('custom_call', () => {
  const body = `%0 = stablehlo.constant dense<[1, 2]> : tensor<2xi32>
    %1 = stablehlo.custom_call @my.target(%0) : (tensor<2xi32>) -> tensor<i32>`;

  test('calls the function that the machine was given', () => {
    const customCalls = new Map([['my.target', () => [scalarArray('i32', 7)]]]);
    expect(evaluate(body, '%1 : tensor<i32>', { customCalls })).toEqual([[7]]);
  });

  test('names a target that the machine does not know', () => {
    expect(() => evaluate(body, '%1 : tensor<i32>')).toThrow(
      "custom call target 'my.target' is unknown to this machine",
    );
  });

  test('knows what only says where a tensor lies', () => {
    const sharding = `%0 = stablehlo.constant dense<[1, 2]> : tensor<2xi32>
      %1 = stablehlo.custom_call @Sharding(%0) : (tensor<2xi32>) -> tensor<2xi32>`;
    expect(evaluate(sharding, '%1 : tensor<2xi32>')).toEqual([[1, 2]]);
  });
});

test('an optimization barrier hands on its operands', () => {
  const body = `%0 = stablehlo.constant dense<[1, 2]> : tensor<2xi32>
    %t = stablehlo.create_token : !stablehlo.token
    %1:2 = stablehlo.optimization_barrier %0, %t : tensor<2xi32>, !stablehlo.token`;
  expect(evaluate(body, '%1#0 : tensor<2xi32>')).toEqual([[1, 2]]);
});

test('a result that is no tensor is an error', () => {
  const text = `func.func @main() -> !stablehlo.token {
    %t = stablehlo.after_all : !stablehlo.token
    return %t : !stablehlo.token
  }`;
  expect(() => runText(text)).toThrow("result 0 of type '!stablehlo.token' is no tensor");
});
