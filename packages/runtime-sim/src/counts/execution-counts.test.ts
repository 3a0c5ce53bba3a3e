import { funcDialect, type FuncOp } from '@shardform/dialect-func';
import { sdyDialect } from '@shardform/dialect-sdy';
import { stablehloDialect, tripCount, WhileOp } from '@shardform/dialect-stablehlo';
import { Context, type ModuleOp, parseModule } from '@shardform/ir-core';
import { describe, expect, test } from 'vitest';
import { ExecutionCounts, programEntries } from './execution-counts.ts';

function parsed(text: string): ModuleOp {
  return parseModule(text, new Context([funcDialect, stablehloDialect, sdyDialect]))!;
}

/** How often each operation of a name runs, in the order of execution. */
function countsOf(text: string, name: string): string[] {
  const counts = new ExecutionCounts(programEntries(parsed(text)));
  const found: string[] = [];
  counts.walk((op, { times, meaning }) => {
    if (op.name === name) found.push(`${times} ${meaning}`);
  });
  return found;
}

/** A loop over `%i` from `%first` with a condition and a next value. */
function loop(condition: string, next: string, first = 0, rest = ''): string {
  return `${rest}
func.func @main(%x: tensor<4xf32>, %m: tensor<i32>) -> tensor<4xf32> {
  %first = stablehlo.constant dense<${first}> : tensor<i32>
  %bound = stablehlo.constant dense<12> : tensor<i32>
  %r:3 = stablehlo.while(%i = %first, %n = %bound, %y = %x) : tensor<i32>, tensor<i32>, tensor<4xf32>
  cond {
    ${condition}
    stablehlo.return %c : tensor<i1>
  } do {
    %two = sdy.constant dense<2> : tensor<i32>
    ${next}
    %t = stablehlo.tanh %y : tensor<4xf32>
    stablehlo.return %next, %n, %t : tensor<i32>, tensor<i32>, tensor<4xf32>
  }
  return %r#2 : tensor<4xf32>
}`;
}
const below = '%c = stablehlo.compare LT, %i, %n : (tensor<i32>, tensor<i32>) -> tensor<i1>';
const add = '%next = stablehlo.add %i, %two : tensor<i32>';

describe('trip counts', () => {
  test.each([
    ['a bound that is carried along', loop(below, add), 6],
    ['an odd start', loop(below, add, 1), 6],
    ['no iteration', loop(below, add, 12), 0],
    [
      'counting down',
      loop(
        `%zero = stablehlo.constant dense<0> : tensor<i32>
         %c = stablehlo.compare GE, %i, %zero : (tensor<i32>, tensor<i32>) -> tensor<i1>`,
        '%next = stablehlo.subtract %i, %two : tensor<i32>',
        9,
      ),
      5,
    ],
    ['doubling', loop(below, '%next = stablehlo.multiply %i, %two : tensor<i32>', 1), 4],
    [
      'a counter that a function advances',
      loop(
        below,
        '%next = func.call @advance(%i, %two) : (tensor<i32>, tensor<i32>) -> tensor<i32>',
        0,
        `func.func private @advance(%a: tensor<i32>, %b: tensor<i32>) -> tensor<i32> {
           %s = stablehlo.add %a, %b : tensor<i32>
           return %s : tensor<i32>
         }`,
      ),
      6,
    ],
    ['a bound that is an argument', loop(below.replace('%n', '%m'), add), null],
    ['no end', loop(below, '%next = stablehlo.add %i, %first : tensor<i32>'), null],
    [
      'a condition on numbers',
      loop(
        `%z = stablehlo.constant dense<0.0> : tensor<f32>
         %s = stablehlo.reduce(%y init: %z) applies stablehlo.add across dimensions = [0] : (tensor<4xf32>, tensor<f32>) -> tensor<f32>
         %c = stablehlo.compare GT, %s, %z : (tensor<f32>, tensor<f32>) -> tensor<i1>`,
        add,
      ),
      null,
    ],
  ])('%s', (_name, text, expected) => {
    const loops: WhileOp[] = [];
    parsed(text).walk((op) => {
      if (op instanceof WhileOp) loops.push(op);
    });
    expect(tripCount(loops[0]!)).toBe(expected);
  });
});

describe('execution counts', () => {
  test('multiply iterations, and add calls up', () => {
    const text = `
      func.func private @layer(%y: tensor<4xf32>) -> tensor<4xf32> {
        %0 = stablehlo.tanh %y : tensor<4xf32>
        return %0 : tensor<4xf32>
      }
      func.func private @loop(%x: tensor<4xf32>, %n: tensor<i32>) -> tensor<4xf32> {
        %zero = stablehlo.constant dense<0> : tensor<i32>
        %r:2 = stablehlo.while(%i = %zero, %y = %x) : tensor<i32>, tensor<4xf32>
        cond {
          %c = stablehlo.compare LT, %i, %n : (tensor<i32>, tensor<i32>) -> tensor<i1>
          stablehlo.return %c : tensor<i1>
        } do {
          %one = stablehlo.constant dense<1> : tensor<i32>
          %next = stablehlo.add %i, %one : tensor<i32>
          %z = func.call @layer(%y) : (tensor<4xf32>) -> tensor<4xf32>
          stablehlo.return %next, %z : tensor<i32>, tensor<4xf32>
        }
        return %r#1 : tensor<4xf32>
      }
      func.func @main(%x: tensor<4xf32>) -> tensor<4xf32> {
        %three = stablehlo.constant dense<3> : tensor<i32>
        %five = stablehlo.constant dense<5> : tensor<i32>
        %0 = call @loop(%x, %three) : (tensor<4xf32>, tensor<i32>) -> tensor<4xf32>
        %1 = call @loop(%0, %five) : (tensor<4xf32>, tensor<i32>) -> tensor<4xf32>
        %2 = call @layer(%1) : (tensor<4xf32>) -> tensor<4xf32>
        return %2 : tensor<4xf32>
      }`;
    expect(countsOf(text, 'stablehlo.tanh')).toEqual(['9 exact']);
    expect(countsOf(text, 'stablehlo.compare')).toEqual(['10 exact']);
  });

  test('say what they mean where nobody knows', () => {
    expect(countsOf(loop(below.replace('%n', '%m'), add), 'stablehlo.tanh')).toEqual(['1 per-iteration']);
    const branches = (index: string): string => `
      func.func @main(%m: tensor<i32>, %x: tensor<4xf32>) -> tensor<4xf32> {
        %k = stablehlo.constant dense<1> : tensor<i32>
        %r = "stablehlo.case"(${index}) ({
          stablehlo.return %x : tensor<4xf32>
        }, {
          %t = stablehlo.tanh %x : tensor<4xf32>
          stablehlo.return %t : tensor<4xf32>
        }) : (tensor<i32>) -> tensor<4xf32>
        return %r : tensor<4xf32>
      }`;
    expect(countsOf(branches('%m'), 'stablehlo.tanh')).toEqual(['1 at-most']);
    expect(countsOf(branches('%k'), 'stablehlo.tanh')).toEqual(['1 exact']);
  });

  test('name the loops of unknown length', () => {
    const unknown = (text: string): number =>
      new ExecutionCounts(programEntries(parsed(text))).unknownLoops.length;
    expect(unknown(loop(below.replace('%n', '%m'), add))).toBe(1);
    expect(unknown(loop(below, add))).toBe(0);
  });

  test('are none for what nothing leads to', () => {
    const module = parsed(`
      func.func private @unused(%x: tensor<4xf32>) -> tensor<4xf32> {
        %0 = stablehlo.tanh %x : tensor<4xf32>
        return %0 : tensor<4xf32>
      }
      func.func @main(%x: tensor<4xf32>) -> tensor<4xf32> { return %x : tensor<4xf32> }`);
    const [unused] = [...module.body] as FuncOp[];
    const counts = new ExecutionCounts(programEntries(module));
    expect(counts.of(unused!.entry.firstOp!)).toEqual({ times: 0, meaning: 'exact', isInLoop: false });
  });
});
