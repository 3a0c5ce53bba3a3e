import { describe, expect, test } from 'vitest';
import { checkText } from './file-check.ts';
import { parseCommandLine } from './command-line.ts';

const names = { checkFile: 'c', input: 'i' };

/** The messages without excerpts, or 'holds'. */
function check(checks: string, input: string, ...options: string[]): string {
  const request = parseCommandLine(['--dump-input=never', ...options, 'c']);
  const { holds, report } = checkText(checks, input, request, names);
  if (holds) return 'holds';
  return report
    .split('\n')
    .filter((line) => line.includes(': error: '))
    .join('\n');
}

describe('CHECK', () => {
  test('finds text in order, anywhere on a line', () => {
    expect(check('CHECK: a\nCHECK: b\n', 'x a\ny b\n')).toBe('holds');
    expect(check('CHECK: b\nCHECK: a\n', 'x a\ny b\n')).toBe(
      'c:2:8: error: CHECK: expected string not found in input',
    );
  });

  test('takes runs of blanks for one, unless they matter', () => {
    expect(check('CHECK: a  b\n', 'a\t b\n')).toBe('holds');
    expect(check('CHECK: a  b\n', 'a b\n', '--strict-whitespace')).not.toBe('holds');
  });

  test('ignores the carriage returns of line ends', () => {
    expect(check('CHECK: a\r\nCHECK-NEXT: b\r\n', 'a\r\nb\r\n')).toBe('holds');
  });

  test('counts columns in bytes', () => {
    expect(check('CHECK: é\nCHECK: {{^.$}}\n', 'é\n')).toBe(
      'c:2:8: error: CHECK: expected string not found in input',
    );
    expect(check('CHECK: {{^..$}}\n', 'é\n')).toBe('holds');
  });

  test('takes a literal pattern as it stands', () => {
    expect(check('CHECK{LITERAL}: [[a]] {{b}}\n', '[[a]] {{b}}\n')).toBe('holds');
  });

  test('ignores case on request', () => {
    expect(check('CHECK: AbC\nCHECK: {{D+}}\n', 'aBcdd\n', '--ignore-case')).toBe('holds');
  });
});

describe('CHECK-NEXT, CHECK-SAME and CHECK-EMPTY', () => {
  test('NEXT wants the following line', () => {
    expect(check('CHECK: a\nCHECK-NEXT: b\n', 'a\nb\n')).toBe('holds');
    expect(check('CHECK: a\nCHECK-NEXT: b\n', 'a b\n')).toBe(
      'c:2:13: error: CHECK-NEXT: is on the same line as previous match',
    );
    expect(check('CHECK: a\nCHECK-NEXT: b\n', 'a\n\nb\n')).toBe(
      'c:2:13: error: CHECK-NEXT: is not on the line after the previous match',
    );
  });

  test('SAME wants the same line', () => {
    expect(check('CHECK: a\nCHECK-SAME: b\n', 'a b\n')).toBe('holds');
    expect(check('CHECK: a\nCHECK-SAME: b\n', 'a\nb\n')).toBe(
      'c:2:13: error: CHECK-SAME: is not on the same line as the previous match',
    );
  });

  test('EMPTY wants an empty next line', () => {
    expect(check('CHECK: a\nCHECK-EMPTY:\nCHECK-NEXT: b\n', 'a\n\nb\n')).toBe('holds');
    expect(check('CHECK: a\nCHECK-EMPTY:\n', 'a\nb\n\nc\n')).toBe(
      'c:2:13: error: CHECK-EMPTY: is not on the line after the previous match',
    );
  });
});

describe('CHECK-NOT', () => {
  test('looks between the matches around it', () => {
    expect(check('CHECK: a\nCHECK-NOT: x\nCHECK: b\n', 'x a b x\n')).toBe('holds');
    expect(check('CHECK: a\nCHECK-NOT: x\nCHECK: b\n', 'a x b\n')).toBe(
      'c:2:12: error: CHECK-NOT: excluded string found in input',
    );
  });

  test('at the end looks up to the end of the input, at the beginning from its start', () => {
    expect(check('CHECK: a\nCHECK-NOT: x\n', 'a\nx\n')).not.toBe('holds');
    expect(check('CHECK-NOT: x\nCHECK: a\n', 'x\na\n')).not.toBe('holds');
  });

  test('is implied before, between and behind all matches by an option', () => {
    const checks = 'CHECK: a\nCHECK: warning 1\n';
    expect(check(checks, 'a\nwarning 1\n', '--implicit-check-not=warning')).toBe('holds');
    expect(check(checks, 'a\nwarning 1\nwarning 2\n', '--implicit-check-not=warning')).toBe(
      'command line:1:22: error: IMPLICIT-CHECK-NOT: excluded string found in input',
    );
  });
});

describe('CHECK-DAG', () => {
  test('matches a group in any order', () => {
    expect(check('CHECK-DAG: a\nCHECK-DAG: b\nCHECK: c\n', 'b\na\nc\n')).toBe('holds');
    expect(check('CHECK-DAG: a\nCHECK-DAG: c\nCHECK: b\n', 'a b c\n')).toBe(
      'c:3:8: error: CHECK: expected string not found in input',
    );
  });

  test('gives each pattern text of its own', () => {
    expect(check('CHECK-DAG: a{{.}}\nCHECK-DAG: a{{.}}\n', 'ax ay\n')).toBe('holds');
    expect(check('CHECK-DAG: a{{.}}\nCHECK-DAG: a{{.}}\n', 'ax\n')).not.toBe('holds');
    expect(check('CHECK-DAG: a\nCHECK-DAG: a\n', 'a\n', '--allow-deprecated-dag-overlap')).toBe('holds');
  });

  test('is divided into groups by NOT', () => {
    const checks = 'CHECK-DAG: a\nCHECK-NOT: x\nCHECK-DAG: b\n';
    expect(check(checks, 'a b\n')).toBe('holds');
    expect(check(checks, 'b a\n')).not.toBe('holds');
    expect(check(checks, 'a x b\n')).toBe('c:2:12: error: CHECK-NOT: excluded string found in input');
  });
});

describe('CHECK-LABEL', () => {
  const checks = 'CHECK-LABEL: @f\nCHECK: one\nCHECK-LABEL: @g\nCHECK: two\n';

  test('keeps matches inside their block', () => {
    expect(check(checks, '@f\none\n@g\ntwo\n')).toBe('holds');
    expect(check(checks, '@f\n@g\none\ntwo\n')).toBe(
      'c:2:8: error: CHECK: expected string not found in input',
    );
  });

  test('goes on with the next block after a failure', () => {
    expect(check(checks, '@f\n1\n@g\n2\n').split('\n')).toEqual([
      'c:2:8: error: CHECK: expected string not found in input',
      'c:4:8: error: CHECK: expected string not found in input',
    ]);
  });

  test('that is missing ends the check', () => {
    expect(check(checks, '@f\n1\n')).toBe('c:3:14: error: CHECK-LABEL: expected string not found in input');
  });

  test('bounds the NOTs and DAGs before it', () => {
    expect(check('CHECK-LABEL: @f\nCHECK-NOT: x\nCHECK-LABEL: @g\n', '@f\n@g\nx\n')).toBe('holds');
    expect(check('CHECK-LABEL: @f\nCHECK-DAG: x\nCHECK-LABEL: @g\n', '@f\n@g\nx\n')).not.toBe('holds');
  });
});

describe('CHECK-COUNT', () => {
  test('wants as many matches in a row', () => {
    expect(check('CHECK-COUNT-2: a\nCHECK-NOT: a\n', 'a\na\n')).toBe('holds');
    expect(check('CHECK-COUNT-3: a\n', 'a\na\n')).toBe(
      'c:1:16: error: CHECK-COUNT: expected string not found in input (3 out of 3)',
    );
  });
});

describe('variables', () => {
  test('carry text from one line to the next and inside a line', () => {
    expect(check('CHECK: [[X:%[a-z]+]] = [[Y:.*]]\nCHECK: use [[X]], [[Y]]\n', '%v = 1\nuse %v, 1\n')).toBe(
      'holds',
    );
    expect(check('CHECK: [[X:.+]] [[X]]{{$}}\n', 'a b\nc c\n')).toBe('holds');
    expect(check('CHECK: [[X:.*]]\nCHECK: {{^}}[[X]]{{$}}\n', 'a.b\naxb\n')).not.toBe('holds');
  });

  test('that are undefined are errors, in CHECK-NOT too', () => {
    expect(check('CHECK: [[X]]\n', 'a\n')).toBe('c:1:10: error: undefined variable: X');
    expect(check('CHECK-NOT: [[X]]\n', 'a\n')).toBe('c:1:14: error: undefined variable: X');
  });

  test('end with their block under --enable-var-scope, except global ones', () => {
    const checks = 'CHECK-LABEL: f\nCHECK: [[X:a]] [[$Y:b]]\nCHECK-LABEL: g\nCHECK: [[$Y]]\nCHECK: [[X]]\n';
    const input = 'f\na b\ng\nb\na\n';
    expect(check(checks, input)).toBe('holds');
    expect(check(checks, input, '--enable-var-scope')).toBe('c:5:10: error: undefined variable: X');
  });

  test('come from the command line', () => {
    expect(check('CHECK: [[X]] [[#N+1]]\n', 'a.b 11\n', '-DX=a.b', '-D#N=10')).toBe('holds');
    expect(check('CHECK: [[#N]]\n', '0x1F\n', '-D#%#X,N=31')).toBe('holds');
  });
});

describe('numeric variables', () => {
  test('are compared as numbers and written in their format', () => {
    expect(check('CHECK: [[#N:]]\nCHECK-NEXT: [[#N+1]]\nCHECK-NEXT: [[#%X,N+250]]\n', '9\n10\n103\n')).toBe(
      'holds',
    );
    expect(check('CHECK: [[#%.8X,A:]]\nCHECK: [[#A+1]]{{$}}\n', '0000000F\n00000010\n')).toBe('holds');
    expect(check('CHECK: [[#%d,D:]] [[#%u,4]]\nCHECK: [[#D-1]]\n', '-3 4\n-4\n')).toBe('holds');
  });

  test('know the line of the check', () => {
    expect(check('CHECK: [[@LINE]] [[#@LINE+1]]\nCHECK: [[@LINE-1]]\n', '1 2\n1\n')).toBe('holds');
  });

  test('must equal the expression they are defined by', () => {
    expect(check('CHECK: [[#N:]]\nCHECK: [[#M:N+1]] [[#]]\nCHECK: [[#M]]\n', '1\n2 7\n2\n')).toBe('holds');
    expect(check('CHECK: [[#%u,-1]]\n', '1\n')).toContain(
      'unable to substitute variable or numeric expression: overflow error',
    );
  });
});

describe('--match-full-lines', () => {
  test('wants whole lines, with blanks around unless they matter', () => {
    expect(check('CHECK: a{{b}}\n', '  ab \n', '--match-full-lines')).toBe('holds');
    expect(check('CHECK: a\n', 'ab\n', '--match-full-lines')).not.toBe('holds');
    expect(check('CHECK:a\n', ' a\n', '--match-full-lines', '--strict-whitespace')).not.toBe('holds');
    expect(check('CHECK: a\nCHECK-NOT: c\n', 'a\nbcd\n', '--match-full-lines')).not.toBe('holds');
  });
});
