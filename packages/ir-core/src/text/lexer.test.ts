import { describe, expect, test } from 'vitest';
import { Lexer } from './lexer.ts';

function tokens(text: string): string[] {
  const lexer = new Lexer(text);
  const found: string[] = [];
  while (lexer.kind !== 'eof') {
    found.push(`${lexer.kind} ${lexer.spelling}`);
    if (lexer.kind === 'error') return [...found, `${lexer.error} at ${lexer.errorOffset}`];
    lexer.advance();
  }
  return found;
}

describe('the lexer', () => {
  test.each([
    ['', []],
    [' \t\r\n\0// comment to the end', []],
    ['a // b\nc', ['bare a', 'bare c']],
    ['stablehlo.add a$b_1.x', ['bare stablehlo.add', 'bare a$b_1.x']],
    ['a-b', ['bare a', '- -', 'bare b']],
    ['%0 %a-b %12x', ['percent %0', 'percent %a-b', 'percent %12', 'bare x']],
    ['%x#1', ['percent %x', 'hash #1']],
    ['^bb0: ^a.b', ['caret ^bb0', ': :', 'caret ^a.b']],
    ['#map #a.b !t !d.t', ['hash #map', 'hash #a.b', 'exclamation !t', 'exclamation !d.t']],
    ['@f @"a b" @f::@g', ['at @f', 'at @"a b"', 'at @f', ':: ::', 'at @g']],
    ['1 007 0x1F 0xg', ['integer 1', 'integer 007', 'integer 0x1F', 'integer 0', 'bare xg']],
    ['1.5 2. 1.5e10 1.5E-3 1.e+2', ['float 1.5', 'float 2.', 'float 1.5e10', 'float 1.5E-3', 'float 1.e+2']],
    ['1e5 1.5e', ['integer 1', 'bare e5', 'float 1.5', 'bare e']],
    ['4x?x', ['integer 4', 'bare x', '? ?', 'bare x']],
    [
      '-> - > ... :: : {-# #-} { }',
      ['-> ->', '- -', '> >', '... ...', ':: ::', ': :', '{-# {-#', '#-} #-}', '{ {', '} }'],
    ],
    [
      '()[]<>=+*?|/,',
      ['( (', ') )', '[ [', '] ]', '< <', '> >', '= =', '+ +', '* *', '? ?', '| |', '/ /', ', ,'],
    ],
    ['"a" "\\"" "\\\\" "\\n\\t\\0A"', ['string "a"', 'string "\\""', 'string "\\\\"', 'string "\\n\\t\\0A"']],
  ])('reads %j', (text, expected) => {
    expect(tokens(text)).toEqual(expected);
  });

  test.each([
    ['a $', 'unexpected character at 2'],
    ['é', 'unexpected character at 0'],
    ['%', 'invalid SSA name at 0'],
    ['# ', 'invalid attribute name at 0'],
    ['!(', 'invalid type identifier at 0'],
    ['^', 'invalid block name at 0'],
    ['@1', "@ identifier expected to start with letter or '_' at 1"],
    ['"a\nb"', `expected '"' in string literal at 2`],
    ['"ab', `expected '"' in string literal at 3`],
    ['"a\\qb"', 'unknown escape in string literal at 2'],
    ['"a\\4"', 'unknown escape in string literal at 2'],
    ['..', 'expected three consecutive dots for an ellipsis at 1'],
  ])('complains about %j', (text, problem) => {
    expect(tokens(text).at(-1)).toBe(problem);
  });

  test('starts again at any place', () => {
    const lexer = new Lexer('tensor<0x4xf32>');
    lexer.reset(8);
    expect(lexer.spelling).toBe('x4xf32');
    lexer.reset(9);
    expect([lexer.spelling, lexer.kind]).toEqual(['4', 'integer']);
  });
});
