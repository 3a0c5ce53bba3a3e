import { describe, expect, test } from 'vitest';
import { printed } from '../../tests/parse-text.ts';
import { IntegerType } from '../builtin/types/integer-type.ts';
import { anyRegion, anyType, variadic } from '../definition/constraint.ts';
import { defineOp } from '../definition/define-op.ts';
import { noTerminator } from '../definition/traits.ts';
import { Context } from '../ir/context.ts';
import type { NameSuggestion } from './value-names.ts';

class ConstOp extends defineOp('toy.const', { summary: '', results: { r: anyType } }) {
  static suggestNames(this: void, op: ConstOp, suggest: NameSuggestion): void {
    suggest(op.r, op.r.type instanceof IntegerType ? 'c' : 'c t-1+');
  }
}
class PairOp extends defineOp('toy.pair', { summary: '', results: { first: anyType, second: anyType } }) {}
class GatherOp extends defineOp('toy.gather', {
  summary: '',
  results: { rest: variadic(anyType), last: anyType },
}) {}
class LoopOp extends defineOp('toy.loop', {
  summary: '',
  operands: { xs: variadic(anyType) },
  results: { rs: variadic(anyType) },
  regions: { body: anyRegion },
  traits: [noTerminator],
}) {
  static suggestNames(this: void, op: LoopOp, suggest: NameSuggestion): void {
    for (const argument of op.body.blocks[0]?.arguments ?? []) suggest(argument, 'iter');
    if (op.results.length > 2) {
      suggest(op.results[0]!, 'head');
      suggest(op.results[1]!, 'tail');
    }
  }
}

const context = new Context([
  { name: 'toy', dialects: [{ name: 'toy' }], ops: [ConstOp, PairOp, GatherOp, LoopOp] },
]);
context.allowUnregisteredDialects = true;

/** The lines of a module without its braces. */
function lines(text: string, generic = false): string[] {
  return printed(text, { generic }, context)
    .split('\n')
    .slice(1, -2)
    .map((line) => line.replace(/^ {2}/, ''));
}

describe('names of results', () => {
  test('count up through a region before the regions in it', () => {
    const text =
      '%a = "d.a"() ({ %x = "d.x"() : () -> i32 }) : () -> i32\n%b = "d.b"() ({ %y = "d.y"() : () -> i32 }) : () -> i32';
    expect(lines(text)).toEqual([
      '%0 = "d.a"() ({',
      '  %2 = "d.x"() : () -> i32',
      '}) : () -> i32',
      '%1 = "d.b"() ({',
      '  %2 = "d.y"() : () -> i32',
      '}) : () -> i32',
    ]);
  });

  test('are unique in the whole generic form', () => {
    const text =
      '%a = "d.a"() ({ %x = "d.x"() : () -> i32 }) : () -> i32\n%b = "d.b"() ({ %y = "d.y"() : () -> i32 }) : () -> i32';
    expect(lines(text, true).filter((line) => line.startsWith('  %'))).toEqual([
      '  %3 = "d.x"() : () -> i32',
      '  %2 = "d.y"() : () -> i32',
    ]);
  });

  test('are those that operations suggest, with a number where they are taken', () => {
    const text =
      '%0 = "toy.const"() : () -> i32\n%1 = "toy.const"() : () -> i32\n%2 = "toy.const"() : () -> f32\n%3 = "toy.const"() : () -> f32\n%4 = "d.x"() : () -> i32';
    expect(lines(text).map((line) => line.split(' ')[0])).toEqual([
      '%c',
      '%c_0',
      '%c_t-12B',
      '%c_t-12B_1',
      '%0',
    ]);
    expect(lines(text, true).map((line) => line.split(' ')[0])).toEqual(['%0', '%1', '%2', '%3', '%4']);
  });

  test('follow the declaration of several results', () => {
    expect(lines('%0:2 = "toy.pair"() : () -> (i32, i32)\n"d.use"(%0#0, %0#1) : (i32, i32) -> ()')).toEqual([
      '%first, %second = "toy.pair"() : () -> (i32, i32)',
      '"d.use"(%first, %second) : (i32, i32) -> ()',
    ]);
  });

  test('follow the declaration where a result has any number of values, one for each result', () => {
    const made = (count: number): string =>
      lines(`%0:${count} = "toy.gather"() : () -> (${new Array<string>(count).fill('i32').join(', ')})`)[0]!;
    expect(made(1)).toBe('%last = "toy.gather"() : () -> i32');
    expect(made(2)).toBe('%rest, %last = "toy.gather"() : () -> (i32, i32)');
    expect(made(4)).toBe('%rest:3, %last = "toy.gather"() : () -> (i32, i32, i32, i32)');
  });

  test('may name groups of results', () => {
    const text = '%0:3 = "toy.loop"() ({}) : () -> (i32, i32, i32)\n"d.use"(%0#0, %0#2) : (i32, i32) -> ()';
    expect(lines(text)).toEqual([
      '%head, %tail:2 = "toy.loop"() ({',
      '}) : () -> (i32, i32, i32)',
      '"d.use"(%head, %tail#1) : (i32, i32) -> ()',
    ]);
  });
});

describe('names of arguments', () => {
  test('count up apart from results, and go on in nested regions', () => {
    const text =
      '"d.a"() ({ ^bb0(%x: i32): "d.b"() ({ ^bb0(%y: i32): "d.use"(%x, %y) : (i32, i32) -> () }) : () -> () }) : () -> ()';
    expect(lines(text)).toEqual([
      '"d.a"() ({',
      '^bb0(%arg0: i32):',
      '  "d.b"() ({',
      '  ^bb0(%arg1: i32):',
      '    "d.use"(%arg0, %arg1) : (i32, i32) -> ()',
      '  }) : () -> ()',
      '}) : () -> ()',
    ]);
  });

  test('of later blocks count with the results', () => {
    const text =
      '"d.a"() ({ %0 = "d.x"() : () -> i32 \n "d.br"(%0)[^n] : (i32) -> () \n ^n(%y: i32): "d.end"(%y) : (i32) -> () }) : () -> ()';
    expect(lines(text)[3]).toBe('^bb1(%1: i32):  // pred: ^bb0');
  });

  test('are those that the operation suggests', () => {
    expect(lines('"toy.loop"() ({ ^bb0(%x: i32, %y: i32): }) : () -> ()')[1]).toBe(
      '^bb0(%iter: i32, %iter_0: i32):',
    );
  });
});
