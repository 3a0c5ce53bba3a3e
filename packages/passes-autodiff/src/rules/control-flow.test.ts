import { type ModuleOp, printOp } from '@shardform/ir-core';
import { describe, expect, test } from 'vitest';
import { check, context, differentiated } from '../../tests/gradient-checks.ts';

const T = 'tensor<3xf64>';
const I = 'tensor<i32>';
const F = 'tensor<f64>';
const counted = (limit: number): string =>
  `%n = stablehlo.constant dense<${limit}> : ${I}
   %p = stablehlo.compare LT, %i, %n : (${I}, ${I}) -> tensor<i1>
   stablehlo.return %p : tensor<i1>`;
const one = `%one = stablehlo.constant dense<1> : ${I}`;
const start = `%zero = stablehlo.constant dense<0> : ${I}`;

describe('loops whose iterations are known', () => {
  test('carries that change, that stay, and values from outside', () => {
    check(
      [T, T, T],
      `${start}
       %l:4 = stablehlo.while(%i = %zero, %x = %a, %y = %b, %s = %a) : ${I}, ${T}, ${T}, ${T}
       cond { ${counted(4)} } do {
         ${one}
         %0 = stablehlo.sine %x : ${T}
         %1 = stablehlo.multiply %0, %c : ${T}
         %2 = stablehlo.multiply %x, %y : ${T}
         %3 = stablehlo.add %2, %s : ${T}
         %j = stablehlo.add %i, %one : ${I}
         stablehlo.return %j, %3, %1, %s : ${I}, ${T}, ${T}, ${T}
       }
       %4 = stablehlo.multiply %l#1, %l#2 : ${T}
       %r = stablehlo.multiply %4, %l#3 : ${T}`,
      T,
    );
  });

  test('a loop in a loop, whose bound the outer one carries', () => {
    check(
      [F],
      `${start}
       %m = stablehlo.constant dense<2> : ${I}
       %l:3 = stablehlo.while(%i = %zero, %k = %m, %x = %a) : ${I}, ${I}, ${F}
       cond { ${counted(3)} } do {
         ${one}
         %inner:2 = stablehlo.while(%u = %zero, %v = %x) : ${I}, ${F}
         cond {
           %q = stablehlo.compare LT, %u, %k : (${I}, ${I}) -> tensor<i1>
           stablehlo.return %q : tensor<i1>
         } do {
           %0 = stablehlo.multiply %v, %x : ${F}
           %1 = stablehlo.sine %0 : ${F}
           %w = stablehlo.add %u, %one : ${I}
           stablehlo.return %w, %1 : ${I}, ${F}
         }
         %j = stablehlo.add %i, %one : ${I}
         stablehlo.return %j, %k, %inner#1 : ${I}, ${I}, ${F}
       }
       %r = stablehlo.add %l#2, %l#2 : ${F}`,
      F,
    );
  });

  test('no iteration at all', () => {
    check(
      [F],
      `${start}
       %l:2 = stablehlo.while(%i = %zero, %x = %a) : ${I}, ${F}
       cond { ${counted(0)} } do {
         %0 = stablehlo.sine %x : ${F}
         stablehlo.return %i, %0 : ${I}, ${F}
       }
       %r = stablehlo.multiply %l#1, %a : ${F}`,
      F,
    );
  });

  test('a function that is called in each iteration', () => {
    const text = `func.func @main(%a: ${F}) -> ${F} {
      ${start}
      %l:2 = stablehlo.while(%i = %zero, %x = %a) : ${I}, ${F}
      cond { ${counted(3)} } do {
        ${one}
        %0 = func.call @step(%x) : (${F}) -> ${F}
        %j = stablehlo.add %i, %one : ${I}
        stablehlo.return %j, %0 : ${I}, ${F}
      }
      return %l#1 : ${F}
    }
    func.func private @step(%x: ${F}) -> ${F} {
      %0 = stablehlo.multiply %x, %x : ${F}
      return %0 : ${F}
    }`;
    expect(differentiated(text, '')).not.toBeInstanceOf(Array);
  });

  test('what the way back does not need is not saved', () => {
    const text = `func.func @main(%a: ${F}, %b: ${F}) -> ${F} {
      ${start}
      %l:2 = stablehlo.while(%i = %zero, %x = %a) : ${I}, ${F}
      cond { ${counted(3)} } do {
        ${one}
        %0 = stablehlo.multiply %x, %b : ${F}
        %j = stablehlo.add %i, %one : ${I}
        stablehlo.return %j, %0 : ${I}, ${F}
      }
      return %l#1 : ${F}
    }`;
    const saved = (wrt: string): number =>
      printOp(differentiated(text, wrt) as ModuleOp, context).split('dynamic_update_slice').length - 1;
    expect([saved('wrt=0'), saved('wrt=1')]).toEqual([0, 1]);
  });

  test('a loop that runs until its condition says is an error', () => {
    const text = `func.func @main(%a: ${F}) -> ${F} {
      %l = stablehlo.while(%x = %a) : ${F}
      cond {
        %c = stablehlo.constant dense<10.0> : ${F}
        %p = stablehlo.compare LT, %x, %c : (${F}, ${F}) -> tensor<i1>
        stablehlo.return %p : tensor<i1>
      } do {
        %0 = stablehlo.add %x, %x : ${F}
        stablehlo.return %0 : ${F}
      }
      return %l : ${F}
    }`;
    expect(differentiated(text, '')).toEqual([
      "'stablehlo.while' op has no reverse-mode gradient: it runs until its condition says, not for a number of iterations that the program tells; write a loop with constant bounds, as jax.lax.scan or fori_loop do",
    ]);
  });
});

describe('choices', () => {
  test.each([0, 1])('case %i', (index) => {
    check(
      [T, T],
      `%i = stablehlo.constant dense<${index}> : ${I}
       %0:2 = "stablehlo.case"(%i) ({
         %1 = stablehlo.sine %a : ${T}
         %2 = stablehlo.multiply %1, %b : ${T}
         stablehlo.return %2, %a : ${T}, ${T}
       }, {
         %1 = stablehlo.multiply %a, %a : ${T}
         stablehlo.return %1, %1 : ${T}, ${T}
       }) : (${I}) -> (${T}, ${T})
       %r = stablehlo.multiply %0#0, %0#1 : ${T}`,
      T,
    );
  });

  test('if in a loop, by what the loop carries', () => {
    check(
      [F, F],
      `${start}
       %l:2 = stablehlo.while(%i = %zero, %x = %a) : ${I}, ${F}
       cond { ${counted(5)} } do {
         ${one}
         %q = stablehlo.compare GT, %x, %b : (${F}, ${F}) -> tensor<i1>
         %y = "stablehlo.if"(%q) ({
           %0 = stablehlo.multiply %x, %b : ${F}
           %1 = stablehlo.sine %0 : ${F}
           stablehlo.return %1 : ${F}
         }, {
           %0 = stablehlo.exponential %x : ${F}
           stablehlo.return %0 : ${F}
         }) : (tensor<i1>) -> ${F}
         %j = stablehlo.add %i, %one : ${I}
         stablehlo.return %j, %y : ${I}, ${F}
       }
       %r = stablehlo.add %l#1, %l#1 : ${F}`,
      F,
    );
  });
});

describe('sorting', () => {
  test('elements, and what is permuted with them', () => {
    check(
      ['tensor<2x4xf64>', 'tensor<2x4xf64>'],
      `%s:2 = "stablehlo.sort"(%a, %b) <{dimension = -1 : i64, is_stable = true}> ({
         ^bb0(%u: ${F}, %v: ${F}, %w: ${F}, %x: ${F}):
         %p = stablehlo.compare GT, %u, %v : (${F}, ${F}) -> tensor<i1>
         stablehlo.return %p : tensor<i1>
       }) : (tensor<2x4xf64>, tensor<2x4xf64>) -> (tensor<2x4xf64>, tensor<2x4xf64>)
       %0 = stablehlo.multiply %s#0, %s#1 : tensor<2x4xf64>
       %r = stablehlo.multiply %0, %a : tensor<2x4xf64>`,
      'tensor<2x4xf64>',
    );
  });

  test('the largest elements', () => {
    check(
      ['tensor<2x5xf64>'],
      `%r, %places = chlo.top_k(%a, k = 3) : tensor<2x5xf64> -> (tensor<2x3xf64>, tensor<2x3xi32>)`,
      'tensor<2x3xf64>',
    );
  });
});
