import { WhileOp } from '@shardform/dialect-stablehlo';
import { Budget, Context, parseModule, withBudget } from '@shardform/ir-core';
import { describe, expect, test } from 'vitest';
import { type NdArray, scalarArray } from '../array/index.ts';
import { simulator } from '../extension.ts';
import { runSequential } from '../interpreter/run-module.ts';
import { compileLoop } from './compile-loop.ts';

const context = new Context([simulator]);

/** A loop of 3,000 rounds that carries a counter and a value of each kind, which `body` computes as `%i1`, `%f1`, `%d1` and `%t1`. */
function loop(body: string, rounds = 3000): string {
  const types = 'tensor<i32>, tensor<i32>, tensor<f32>, tensor<f64>, tensor<i1>';
  return `func.func @main(%i0: tensor<i32>, %f0: tensor<f32>, %d0: tensor<f64>, %t0: tensor<i1>) -> (${types}) {
    %n = stablehlo.constant dense<${rounds}> : tensor<i32>
    %zero = stablehlo.constant dense<0> : tensor<i32>
    %r:5 = stablehlo.while(%k = %zero, %i = %i0, %f = %f0, %d = %d0, %t = %t0) : ${types} cond {
      %more = stablehlo.compare LT, %k, %n : (tensor<i32>, tensor<i32>) -> tensor<i1>
      stablehlo.return %more : tensor<i1>
    } do {
      %one = stablehlo.constant dense<1> : tensor<i32>
      %k1 = stablehlo.add %k, %one : tensor<i32>
      ${body}
      stablehlo.return %k1, %i1, %f1, %d1, %t1 : ${types}
    }
    return %r#0, %r#1, %r#2, %r#3, %r#4 : ${types}
  }`;
}

const inputs = [
  scalarArray('i32', 12345),
  scalarArray('f32', 0.7),
  scalarArray('f64', -1.3),
  scalarArray('i1', 1),
];

/** The results in compiled code, and one operation after the other. */
function both(text: string): (readonly NdArray[])[] {
  const module = parseModule(text, context)!;
  return [
    runSequential(module, inputs, context),
    runSequential(module, inputs, context, { observe: () => undefined }),
  ];
}

function isCompiled(text: string): boolean {
  let found = false;
  parseModule(text, context)!.walk((op) => {
    if (op instanceof WhileOp) found = compileLoop(op) !== null;
  });
  return found;
}

const keep = `%i1 = stablehlo.add %i, %zero : tensor<i32>
  %f1 = stablehlo.reshape %f : (tensor<f32>) -> tensor<f32>
  %d1 = stablehlo.broadcast_in_dim %d, dims = [] : (tensor<f64>) -> tensor<f64>
  %t1 = stablehlo.or %t, %t : tensor<i1>`;

const floats = (type: 'f32' | 'f64', x: string): string => `
  %${x}c = stablehlo.constant dense<0.37> : tensor<${type}>
  %${x}a = stablehlo.multiply %${x}, %${x}c : tensor<${type}>
  %${x}b = stablehlo.subtract %${x}a, %${x}c : tensor<${type}>
  %${x}e = stablehlo.negate %${x}b : tensor<${type}>
  %${x}g = stablehlo.maximum %${x}e, %${x}a : tensor<${type}>
  %${x}h = stablehlo.abs %${x}g : tensor<${type}>
  %${x}j = stablehlo.sqrt %${x}h : tensor<${type}>
  %${x}l = stablehlo.divide %${x}j, %${x}c : tensor<${type}>
  %${x}m = stablehlo.minimum %${x}l, %${x}0 : tensor<${type}>
  %${x}o = stablehlo.floor %${x}m : tensor<${type}>
  %${x}p = stablehlo.ceil %${x}l : tensor<${type}>
  %${x}q = stablehlo.round_nearest_even %${x}l : tensor<${type}>
  %${x}r = stablehlo.add %${x}o, %${x}p : tensor<${type}>
  %${x}s = stablehlo.multiply %${x}r, %${x}c : tensor<${type}>
  %${x}t = stablehlo.add %${x}s, %${x}q : tensor<${type}>
  %${x}1 = stablehlo.subtract %${x}t, %${x}l : tensor<${type}>`;

const integers = `
  %p = stablehlo.constant dense<1664525> : tensor<i32>
  %a = stablehlo.multiply %i, %p : tensor<i32>
  %b = stablehlo.subtract %a, %k : tensor<i32>
  %c = stablehlo.xor %b, %i0 : tensor<i32>
  %e = stablehlo.maximum %c, %a : tensor<i32>
  %g = stablehlo.minimum %c, %b : tensor<i32>
  %h = stablehlo.or %e, %k : tensor<i32>
  %j = stablehlo.not %g : tensor<i32>
  %l = stablehlo.and %h, %j : tensor<i32>
  %m = stablehlo.negate %l : tensor<i32>
  %i1 = stablehlo.add %m, %p : tensor<i32>
  %u = stablehlo.compare GT, %i1, %a, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
  %v = stablehlo.xor %u, %t : tensor<i1>
  %w = stablehlo.not %v : tensor<i1>
  %y = stablehlo.compare NE, %w, %t : (tensor<i1>, tensor<i1>) -> tensor<i1>
  %z = stablehlo.maximum %y, %u : tensor<i1>
  %aa = stablehlo.minimum %z, %w : tensor<i1>
  %ab = stablehlo.add %aa, %y : tensor<i1>
  %ac = stablehlo.multiply %ab, %z : tensor<i1>
  %t1 = stablehlo.and %ac, %ab : tensor<i1>`;

const functions = [
  'exponential',
  'exponential_minus_one',
  'log',
  'log_plus_one',
  'logistic',
  'rsqrt',
  'tanh',
] as const;

describe('compiled loops of scalars', () => {
  test.each<readonly [string, string]>([
    ['arithmetic', `${integers} ${floats('f32', 'f')} ${floats('f64', 'd')}`],
    [
      'conversions and choices',
      `%a = stablehlo.convert %f : (tensor<f32>) -> tensor<i32>
       %b = stablehlo.convert %d : (tensor<f64>) -> tensor<i32>
       %c = stablehlo.convert %k : (tensor<i32>) -> tensor<f32>
       %e = stablehlo.convert %t : (tensor<i1>) -> tensor<f64>
       %g = stablehlo.convert %t : (tensor<i1>) -> tensor<i32>
       %h = stablehlo.convert %f : (tensor<f32>) -> tensor<f64>
       %l = stablehlo.convert %d : (tensor<f64>) -> tensor<f32>
       %m = stablehlo.convert %d : (tensor<f64>) -> tensor<i1>
       %o = stablehlo.convert %i : (tensor<i32>) -> tensor<i1>
       %p = stablehlo.add %a, %b : tensor<i32>
       %q = stablehlo.add %p, %g : tensor<i32>
       %i1 = stablehlo.subtract %q, %i : tensor<i32>
       %r = stablehlo.multiply %c, %f : tensor<f32>
       %f1 = stablehlo.select %t, %r, %l : tensor<i1>, tensor<f32>
       %d1 = stablehlo.add %h, %e : tensor<f64>
       %u = stablehlo.compare LE, %f1, %l : (tensor<f32>, tensor<f32>) -> tensor<i1>
       %v = stablehlo.compare EQ, %d1, %d : (tensor<f64>, tensor<f64>) -> tensor<i1>
       %w = stablehlo.xor %u, %v : tensor<i1>
       %x = stablehlo.xor %w, %m : tensor<i1>
       %t1 = stablehlo.xor %x, %o : tensor<i1>`,
    ],
    ...functions.map(
      (name) =>
        [
          name,
          `%a = stablehlo.${name} %f : tensor<f32>
           %f1 = stablehlo.add %a, %f0 : tensor<f32>
           ${keep.replace(/%f1[^\n]*\n/, '')}`,
        ] as const,
    ),
  ])('have the bits of operations one by one: %s', (_, body) => {
    expect(isCompiled(loop(body))).toBe(true);
    const [compiled, oneByOne] = both(loop(body));
    expect(compiled).toEqual(oneByOne);
  });

  test('an operation without code is executed as before', () => {
    const text = loop(`%f1 = stablehlo.power %f, %f0 : tensor<f32>\n${keep.replace(/%f1[^\n]*\n/, '')}`);
    expect(isCompiled(text)).toBe(false);
    const [results, oneByOne] = both(text);
    expect(results).toEqual(oneByOne);
  });

  test.each([0, 1, 255, 256, 257, 65792, 65793])('do %i rounds', (rounds) => {
    const module = parseModule(loop(keep, rounds), context)!;
    const [count, ...rest] = runSequential(module, inputs, context);
    expect(count!.data[0]).toBe(rounds);
    expect(rest).toEqual(inputs);
  });

  test('values that change places are all read before one is written', () => {
    const [compiled, oneByOne] = both(
      `func.func @main(%i0: tensor<i32>, %f0: tensor<f32>, %d0: tensor<f64>, %t0: tensor<i1>) -> (tensor<i32>, tensor<i32>) {
        %n = stablehlo.constant dense<3000> : tensor<i32>
        %one = stablehlo.constant dense<1> : tensor<i32>
        %r:2 = stablehlo.while(%a = %i0, %b = %one) : tensor<i32>, tensor<i32> cond {
          %s = stablehlo.add %a, %b : tensor<i32>
          %more = stablehlo.compare LT, %s, %n : (tensor<i32>, tensor<i32>) -> tensor<i1>
          stablehlo.return %more : tensor<i1>
        } do {
          %c = stablehlo.add %a, %one : tensor<i32>
          stablehlo.return %b, %c : tensor<i32>, tensor<i32>
        }
        return %r#0, %r#1 : tensor<i32>, tensor<i32>
      }`,
    );
    expect(compiled).toEqual(oneByOne);
  });

  test('a loop in a loop of tensors is compiled when all its executions did many rounds', () => {
    const [compiled, oneByOne] = both(
      `func.func @main(%i0: tensor<i32>, %f0: tensor<f32>, %d0: tensor<f64>, %t0: tensor<i1>) -> tensor<2xf32> {
        %n = stablehlo.constant dense<40> : tensor<i32>
        %zero = stablehlo.constant dense<0> : tensor<i32>
        %one = stablehlo.constant dense<1> : tensor<i32>
        %x0 = stablehlo.constant dense<[1.0, 2.0]> : tensor<2xf32>
        %r:2 = stablehlo.while(%k = %zero, %x = %x0) : tensor<i32>, tensor<2xf32> cond {
          %more = stablehlo.compare LT, %k, %n : (tensor<i32>, tensor<i32>) -> tensor<i1>
          stablehlo.return %more : tensor<i1>
        } do {
          %s:2 = stablehlo.while(%j = %zero, %f = %f0) : tensor<i32>, tensor<f32> cond {
            %more = stablehlo.compare LT, %j, %k : (tensor<i32>, tensor<i32>) -> tensor<i1>
            stablehlo.return %more : tensor<i1>
          } do {
            %j1 = stablehlo.add %j, %one : tensor<i32>
            %f1 = stablehlo.multiply %f, %f0 : tensor<f32>
            stablehlo.return %j1, %f1 : tensor<i32>, tensor<f32>
          }
          %k1 = stablehlo.add %k, %one : tensor<i32>
          %b = stablehlo.broadcast_in_dim %s#1, dims = [] : (tensor<f32>) -> tensor<2xf32>
          %x1 = stablehlo.add %x, %b : tensor<2xf32>
          stablehlo.return %k1, %x1 : tensor<i32>, tensor<2xf32>
        }
        return %r#1 : tensor<2xf32>
      }`,
    );
    expect(compiled).toEqual(oneByOne);
  });

  test('a loop that never ends is found, and one that takes too much work is stopped', () => {
    const endless = parseModule(loop(keep).replace('%k1, %i1', '%k, %i1'), context)!;
    expect(() => runSequential(endless, inputs, context)).toThrow('the loop never ends');
    const long = parseModule(loop(keep, 2 ** 31 - 1), context)!;
    const budget = new Budget({ work: 1e9 });
    expect(() => withBudget(budget, () => runSequential(long, inputs, context))).toThrow(/--limit-work/);
  });

  test('a round of compiled code is less work than operations that are dispatched', () => {
    const text = `func.func @main(%n: tensor<i32>) -> tensor<i32> {
      %one = stablehlo.constant dense<1> : tensor<i32>
      %0 = stablehlo.while(%i = %n) : tensor<i32>
      cond {
        %more = stablehlo.compare LT, %i, %one : (tensor<i32>, tensor<i32>) -> tensor<i1>
        stablehlo.return %more : tensor<i1>
      } do {
        %next = stablehlo.add %i, %one : tensor<i32>
        stablehlo.return %next : tensor<i32>
      }
      return %0 : tensor<i32>
    }`;
    // A million rounds of two operations, of which dispatching takes 1,000 steps each.
    const run = (work: number): unknown =>
      withBudget(new Budget({ work }), () =>
        runSequential(parseModule(text, context)!, [scalarArray('i32', -1_000_000)], context),
      );
    expect(() => run(1e7)).not.toThrow();
    expect(() => run(1e6)).toThrow(/--limit-work/);
  });
});
