import { describe, expect, test } from 'vitest';
import { Context } from '../ir/context.ts';
import { SourceText } from '../ir/location.ts';
import { ParseFailure } from '../diagnostic/diagnostic.ts';
import { Parser } from './parser.ts';

/** What the attribute prints as after parsing, or the column and message of the error. */
function roundTrip(text: string): string {
  const parser = new Parser(new SourceText('-', text), new Context([]));
  try {
    return String(parser.parseAttribute());
  } catch (error) {
    if (!(error instanceof ParseFailure)) throw error;
    const { message, location } = error.diagnostic;
    return `${String(location.resolved()).replace(/^loc\("-":1:|\)$/g, '')}: ${message}`;
  }
}

// The texts and errors are those of mlir-opt 19.
describe('affine maps and sets', () => {
  test.each([
    [
      'affine_map<(d0, d1)[s0] -> (d0 + s0 * 2, d1 mod 4)>',
      'affine_map<(d0, d1)[s0] -> (d0 + s0 * 2, d1 mod 4)>',
    ],
    ['affine_map<(x, y)[z] -> (z + y, x)>', 'affine_map<(d0, d1)[s0] -> (d1 + s0, d0)>'],
    ['affine_map<(d0) -> (2 * -d0 + 1 - (d0 - 3))>', 'affine_map<(d0) -> (d0 * -2 - (d0 - 3) + 1)>'],
    ['affine_map<(d0) -> (d0 ceildiv 8 floordiv 2)>', 'affine_map<(d0) -> ((d0 ceildiv 8) floordiv 2)>'],
    ['affine_map<(mod) -> (mod mod 2)>', 'affine_map<(d0) -> (d0 mod 2)>'],
    ['affine_map<() -> ()>', 'affine_map<() -> ()>'],
    ['affine_set<(d0) : (d0 <= 4, 3 == d0)>', 'affine_set<(d0) : (-d0 + 4 >= 0, -d0 + 3 == 0)>'],
    ['affine_set<(d0) : ()>', 'affine_set<(d0) : (0 == 0)>'],
  ])('%s', (text, expected) => {
    expect(roundTrip(text)).toBe(expected);
  });

  test.each([
    [
      'affine_map<(d0) -> (d0 * d0)>',
      '24: non-affine expression: at least one of the multiply operands has to be either a constant or symbolic',
    ],
    [
      'affine_map<(d0) -> (d0 mod d0)>',
      '24: non-affine expression: right operand of mod has to be either a constant or symbolic',
    ],
    ['affine_map<(d0) -> (d1)>', '21: use of undeclared identifier'],
    ['affine_map<(d0, d0) -> (d0)>', "17: redefinition of identifier 'd0'"],
    ['affine_map<(d0) : (d0 == 0)>', '12: expected AffineMap, but got IntegerSet'],
    ['affine_map<(d0) -> (d0 + * d0)>', '26: missing right operand of binary operator'],
    ['affine_map<(d0) -> (* d0)>', '21: missing left operand of binary operator'],
    ['affine_map<(d0) -> (d0 constructor 2)>', "23: expected ')' in affine map range"],
    ['affine_map<(d0) -> (())>', '22: no expression inside parentheses'],
    ['affine_map<(d0) -> (99999999999999999999)>', '21: constant too large for index'],
    [
      'affine_set<(d0) : (d0)>',
      "22: expected '== affine-expr' or '>= affine-expr' at end of affine constraint",
    ],
    ['affine_set<(d0) -> (d0)>', '12: expected IntegerSet, but got AffineMap'],
  ])('rejects %s', (text, expected) => {
    expect(roundTrip(text)).toBe(expected);
  });

  test('rejects an expression that would be too deep to visit', () => {
    const sum = Array.from({ length: 1100 }, () => 'd0').join(' + d1 + ');
    expect(roundTrip(`affine_map<(d0, d1) -> (${sum})>`)).toContain('affine expression is too long');
  });
});

describe('strided layouts', () => {
  test.each([
    ['strided<[1, 2]>', 'strided<[1, 2]>'],
    ['strided<[?, -2], offset: ?>', 'strided<[?, -2], offset: ?>'],
    ['strided<[], offset: 0>', 'strided<[]>'],
  ])('%s', (text, expected) => {
    expect(roundTrip(text)).toBe(expected);
  });

  test.each([
    ['strided<[a]>', "10: expected a 64-bit signed integer or '?'"],
    ['strided<[1, 2], 3>', "16: expected 'offset' after comma"],
  ])('rejects %s', (text, expected) => {
    expect(roundTrip(text)).toBe(expected);
  });

  test('lay buffers out', () => {
    expect(roundTrip('memref<2x3xf32, strided<[3, 1], offset: ?>, 1>')).toBe(
      'memref<2x3xf32, strided<[3, 1], offset: ?>, 1>',
    );
    expect(roundTrip('memref<2x3xf32, affine_map<(d0, d1) -> (d0, d1)>>')).toBe('memref<2x3xf32>');
    expect(roundTrip('memref<2xf32, strided<[1, 1]>>')).toBe(
      '1: expected the number of strides to match the rank',
    );
  });
});

describe('distinct attributes', () => {
  test('equal numbers of a text are one attribute, numbered in the order of printing', () => {
    expect(roundTrip('[distinct[7]<"a">, distinct[3]<"a">, distinct[7]<"a">]')).toBe(
      '[distinct[0]<"a">, distinct[1]<"a">, distinct[0]<"a">]',
    );
    expect(roundTrip('[distinct[7]<distinct[4]<>>, distinct[4]<>]')).toBe(
      '[distinct[0]<distinct[1]<>>, distinct[1]<>]',
    );
  });

  test('rejects one number for two attributes', () => {
    expect(roundTrip('[distinct[7]<"a">, distinct[7]<"b">]')).toBe(
      '20: referenced attribute does not match previous definition: "a"',
    );
  });
});
