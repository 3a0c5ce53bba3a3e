import { describe, expect, test } from 'vitest';
import { parseTestScript } from './test-script.ts';

describe('parseTestScript', () => {
  test('joins continued lines and remembers where they began', () => {
    const source = '// RUN: a \\\n// RUN:   | b\n\n# RUN: c\ntext RUN: d\n';
    expect(parseTestScript(source).runLines).toEqual([
      { line: 1, text: 'a | b' },
      { line: 4, text: 'c' },
      { line: 5, text: 'd' },
    ]);
  });

  test('ignores words that only end like a keyword', () => {
    expect(parseTestScript('// DRY-RUN: a\n// CHECK_RUN: b\n').runLines).toEqual([]);
  });

  test('reads conditions', () => {
    const source = '// REQUIRES: a, b && c\n// REQUIRES: d\n// UNSUPPORTED: e\n// XFAIL: *\n';
    expect(parseTestScript(source)).toEqual({
      runLines: [],
      requires: ['a', 'b && c', 'd'],
      unsupported: ['e'],
      expectedFailures: ['*'],
    });
  });

  test('stops at END.', () => {
    expect(parseTestScript('// RUN: a\n// END.\n// RUN: b\n').runLines).toHaveLength(1);
  });

  test('refuses an unfinished line', () => {
    expect(() => parseTestScript('// RUN: a \\\n')).toThrow(
      "the RUN line at line 1 ends in '\\' and has no continuation",
    );
  });
});
