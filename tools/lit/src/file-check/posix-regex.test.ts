import { describe, expect, test } from 'vitest';
import { findMatch } from './longest-match.ts';
import { translatePosixRegex } from './posix-regex.ts';

function match(pattern: string, text: string): string | null {
  const { source, ambiguous } = translatePosixRegex(pattern);
  return findMatch({ source, ambiguous, ignoreCase: false, indices: false }, text)?.[0] ?? null;
}

describe('translatePosixRegex', () => {
  test.each([
    ['a.c', 'abc', 'abc'],
    ['a.c', 'a\nc', null],
    ['[^a]*', 'bc\nd', 'bc'],
    ['^b', 'a\nb', 'b'],
    ['^b', 'ab', null],
    ['a$', 'a\nb', 'a'],
    ['a$', 'ab', null],
    ['a$', 'a\rb', null],
    ['a{2,3}', 'aaaa', 'aaa'],
    ['a{2}', 'aaaa', 'aa'],
    ['a{2,}', 'aaaa', 'aaaa'],
    ['a{x', 'a{x', 'a{x'],
    ['[]a]+', ']a]b', ']a]'],
    ['[^]a]+', 'bc]', 'bc'],
    ['[a-c-]+', 'ab-cd', 'ab-c'],
    ['[\\d]+', 'a\\d', '\\d'],
    ['[[:alpha:]_]+', '1ab_2', 'ab_'],
    ['[[:xdigit:]]+', 'xDeAd', 'DeAd'],
    ['[[.-.]x]+', 'a-x', '-x'],
    ['[[=a=]]', 'ba', 'a'],
    ['[[:<:]]a', 'ba a', 'a'],
    ['\\.', 'a.', '.'],
    ['\\d', 'd1', 'd'],
    ['(a|b)\\1', 'abb', 'bb'],
    ['()a', 'a', 'a'],
    ['a/b', 'a/b', 'a/b'],
  ])('%j finds in %j %j', (pattern, text, expected) => {
    expect(match(pattern, text)).toBe(expected);
  });

  test.each([
    ['a|ab', 'abc', 'ab'],
    ['x*(xy)?', 'xxy', 'xxy'],
    ['(a|ab)(c|bcd)', 'abcd', 'abcd'],
    ['(a|ab)$', 'ab\nc', 'ab'],
    ['a|ab$', 'abc', 'a'],
    ['(a*)(ab)*', 'aab', 'aab'],
  ])('%j takes the longest match in %j', (pattern, text, expected) => {
    expect(match(pattern, text)).toBe(expected);
  });

  test.each([
    ['(', 'parentheses not balanced'],
    ['a)', 'parentheses not balanced'],
    ['[a', 'brackets ([ ]) not balanced'],
    ['*a', 'repetition-operator operand invalid'],
    ['a**', 'repetition-operator operand invalid'],
    ['^*', 'repetition-operator operand invalid'],
    ['', 'empty (sub)expression'],
    ['a|', 'empty (sub)expression'],
    ['a{2', 'braces not balanced'],
    ['a{3,1}', 'invalid repetition count(s)'],
    ['a{256}', 'invalid repetition count(s)'],
    ['a\\', 'trailing backslash (\\)'],
    ['\\1', 'invalid backreference number'],
    ['(a\\1)', 'invalid backreference number'],
    ['[[:foo:]]', 'invalid character class'],
    ['[b-a]', 'invalid character range'],
    ['[--a]', 'invalid character range'],
  ])('refuses %j: %s', (pattern, message) => {
    expect(() => translatePosixRegex(pattern)).toThrow(message);
  });

  test('counts groups', () => {
    expect(translatePosixRegex('(a(b))(c)').groups).toBe(3);
  });

  test('counts a backreference in the larger expression, where an open group never matches', () => {
    const enclosed = translatePosixRegex('(x|a)\\1', { groupsBefore: 1, enclosed: true });
    expect(enclosed.source).toBe('(x|a)(?!)');
    const behind = translatePosixRegex('(x)\\1', { groupsBefore: 1, enclosed: false });
    expect(behind.source).toBe('(x)(?:\\1)');
  });
});
