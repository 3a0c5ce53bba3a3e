import { describe, expect, test } from 'vitest';
import { PatternError } from './pattern-error.ts';
import { parsePattern } from './pattern-parser.ts';
import { VariableScope } from './variable-scope.ts';

const style = { literal: false, fullLines: false, strictWhitespace: false };

const parse = (text: string, scope = new VariableScope()) => parsePattern(text, 100, style, 1, scope);

/** The message and the place in the pattern that it blames. */
function problem(text: string): string {
  try {
    parse(text);
  } catch (error) {
    if (error instanceof PatternError) return `${error.offset - 100}: ${error.message}`;
    throw error;
  }
  return 'none';
}

describe('parsePattern', () => {
  test('keeps text without blocks as it is', () => {
    expect(parse('a (b) [c]').fixed).toBe('a (b) [c]');
  });

  test('numbers the groups of definitions across the whole pattern', () => {
    const { strings, numbers } = parse('{{(a)(b)}}[[X:c]][[Y:(d)e]][[#%.2u,N:]][[Z:f]]');
    expect(strings).toEqual([
      { name: 'X', group: 3 },
      { name: 'Y', group: 4 },
      { name: 'Z', group: 8 },
    ]);
    expect(numbers).toMatchObject([{ name: 'N', group: 6 }]);
  });

  test('takes the first of three brackets for text', () => {
    const { pieces, strings } = parse('[[[X:a]]');
    expect(pieces[0]).toEqual({ kind: 'regex', source: '\\[' });
    expect(strings).toEqual([{ name: 'X', group: 1 }]);
  });

  test('finds the end of a block behind nested brackets', () => {
    expect(parse('[[X:[ab]]]').pieces[1]).toEqual({ kind: 'regex', source: '[\\x61\\x62]' });
    expect(parse('[[X:\\]]]').pieces[1]).toEqual({ kind: 'regex', source: '\\]' });
  });

  test.each([
    ['{{a', "0: found start of regex string with no end '}}'"],
    ['a{{b{2}}}', '3: invalid regex: braces not balanced'],
    ['[[X', '0: Invalid substitution block, no ]] found'],
    ['[[X]Y]]', '3: missing closing "]" for regex variable'],
    ['[[X Y]]', '3: unexpected whitespace'],
    ['[[9]]', '2: invalid variable name'],
    ['[[]]', '2: empty variable name'],
    ['[[X-]]', '2: invalid name in string variable use'],
    ['[[X-:a]]', '2: invalid name in string variable definition'],
    ['[[@LINE:a]]', '2: invalid name in string variable definition'],
    ['[[#%q,N:]]', '4: invalid format specifier in expression'],
    ['[[#%.,N:]]', '5: invalid precision in format specifier'],
    ['[[#%#d,N:]]', '4: alternate form only supported for hex values'],
    ['[[#%dd,N:]]', '5: invalid matching format specification in expression'],
    ['[[#d,N:]]', '3: invalid matching format specification in expression'],
    ['[[#N x:]]', '4: unexpected characters after numeric variable name'],
    ['[[#@LINE:]]', '3: definition of pseudo numeric variable unsupported'],
    ['[[#==]]', '5: empty numeric expression should not have a constraint'],
    ['[[#N:]][[#N]]', "10: numeric variable 'N' defined earlier in the same CHECK directive"],
    ['[[#%x,N:]][[#%d,N:]]', '17: format different from previous variable definition'],
    ['[[N:a]][[#N:]]', "10: string variable with name 'N' already exists"],
    ['[[#N:]][[N:a]]', "9: numeric variable with name 'N' already exists"],
  ])('%s: %s', (text, expected) => {
    expect(problem(text)).toBe(expected);
  });

  test('wants an explicit format where two variables disagree', () => {
    const scope = new VariableScope();
    parse('[[#%x,A:]] [[#%d,B:]]', scope);
    expect(() => parsePattern('[[#A+B]]', 0, style, 2, scope)).toThrow(
      "implicit format conflict between 'A' (%x) and 'B' (%d), need an explicit format specifier",
    );
    expect(() => parsePattern('[[#%u,A+B]]', 0, style, 2, scope)).not.toThrow();
  });
});
