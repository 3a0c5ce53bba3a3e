import { describe, expect, test } from 'vitest';
import { evaluate } from './numeric-expression.ts';
import { NumericParser } from './numeric-parser.ts';

const variables = new Map([
  ['N', 5n],
  ['$G', 7n],
]);

function value(text: string, legacyLine = false): bigint {
  const parser = new NumericParser(text, 0, () => undefined);
  return evaluate(parser.parse(legacyLine, true), variables, 12);
}

describe('NumericParser', () => {
  test.each([
    ['1', 1n],
    ['-3', -3n],
    ['0x1F', 31n],
    ['0b11', 3n],
    ['017', 15n],
    ['N', 5n],
    ['$G', 7n],
    ['@LINE', 12n],
    ['N+1', 6n],
    ['N - 1 + 2', 6n],
    ['(N+1)-(2-1)', 5n],
    ['add(N, 1)', 6n],
    ['max(min(N,2),3)', 3n],
    ['mul(N,N)-1', 24n],
    ['div(-7,2)', -3n],
    ['sub(N+1,1)', 5n],
    ['18446744073709551616+1', 18446744073709551617n],
  ])('%s is %d', (text, expected) => {
    expect(value(text)).toBe(expected);
  });

  test('reads the line and a decimal number in an old line expression', () => {
    expect(value('@LINE+010', true)).toBe(22n);
    expect(() => value('@LINE+N', true)).toThrow('invalid operand format');
    expect(() => value('@LINE+1+1', true)).toThrow("unexpected characters at end of expression '+1'");
  });

  test.each([
    ['N*2', "unsupported operation '*'"],
    ['N+', 'missing operand in expression'],
    ['(N', "missing ')' at end of nested expression"],
    ['()', 'invalid operand format'],
    ['foo(1,2)', "call to undefined function 'foo'"],
    ['add(1)', "function 'add' takes 2 arguments but 1 given"],
    ['add(1,', "missing ')' at end of call expression"],
    ['add(1,)', 'missing argument'],
    ['@FOO', "invalid pseudo numeric variable '@FOO'"],
    ['=1', 'invalid matching constraint or operand format'],
    ['div(1,0)', 'unable to substitute variable or numeric expression: overflow error'],
    ['M', 'undefined variable: M'],
  ])('refuses %s: %s', (text, message) => {
    expect(() => value(text)).toThrow(message);
  });
});
