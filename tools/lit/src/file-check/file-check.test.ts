import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { ToolResult } from '../tool.ts';
import { fileCheck } from './file-check.ts';

let cwd: string;

beforeAll(() => {
  cwd = mkdtempSync(join(tmpdir(), 'file-check-'));
});

afterAll(() => {
  rmSync(cwd, { recursive: true });
});

async function run(checks: string, input: string, ...args: string[]): Promise<ToolResult> {
  writeFileSync(join(cwd, 'c.txt'), checks);
  return fileCheck([...args, 'c.txt'], { stdin: Buffer.from(input), cwd });
}

describe('fileCheck', () => {
  test('prints nothing and ends with 0 when all checks hold', async () => {
    expect(await run('CHECK: a\n', 'a\n')).toEqual({ stdout: '', stderr: '', exitCode: 0 });
  });

  test('reads the input from a file on request', async () => {
    writeFileSync(join(cwd, 'in.txt'), 'a\n');
    expect((await run('CHECK: a\n', '', '--input-file', 'in.txt')).exitCode).toBe(0);
    expect(await run('CHECK: a\n', '', '--input-file=none.txt')).toMatchObject({
      exitCode: 2,
      stderr: "Could not open input file 'none.txt': No such file or directory\n",
    });
  });

  test('shows where it looked, what is likely meant, and the input with its lines', async () => {
    const { stderr, exitCode } = await run(
      '// CHECK: func @main\n// CHECK: return [[X:%[0-9]+]]\n',
      'func @main\n  retrun %1\n',
    );
    expect(exitCode).toBe(1);
    expect(stderr).toBe(`c.txt:2:11: error: CHECK: expected string not found in input
// CHECK: return [[X:%[0-9]+]]
          ^
<stdin>:1:11: note: scanning from here
func @main
          ^
<stdin>:2:2: note: possible intended match here
 retrun %1
 ^

Input file: <stdin>
Check file: c.txt

Input was:
<<<<<<
           1: func @main 
check:2'0               X error: no match found
           2:  retrun %1 
check:2'0     ~~~~~~~~~~~
check:2'1      ?          possible intended match
>>>>>>
`);
  });

  test('shows substituted values and captured variables', async () => {
    const checks = 'CHECK: [[X:a.]]\nCHECK: [[X]] [[#@LINE]]\n';
    expect((await run(checks, 'ab\n', '--dump-input=never')).stderr)
      .toBe(`c.txt:2:8: error: CHECK: expected string not found in input
CHECK: [[X]] [[#@LINE]]
       ^
<stdin>:1:3: note: scanning from here
ab
  ^
<stdin>:1:3: note: with "X" equal to "ab"
ab
  ^
<stdin>:1:3: note: with "@LINE" equal to "2"
ab
  ^
`);
    expect((await run('CHECK-NOT: x[[Y:.]]\n', 'axb\n', '--dump-input=never')).stderr).toContain(
      '<stdin>:1:3: note: captured var "Y"\naxb\n  ^\n',
    );
  });

  test('underlines excluded text', async () => {
    expect((await run('CHECK-NOT: bad\n', 'a bad b\n')).stderr).toContain(`<stdin>:1:3: note: found here
a bad b
  ^~~
`);
  });

  test('leaves out what is far from a failure', async () => {
    const lines = Array.from({ length: 30 }, (_, index) => `line ${index + 1}`).join('\n');
    const { stderr } = await run('CHECK-NOT: line 15\n', `${lines}\n`, '--dump-input-context=1');
    expect(stderr.slice(stderr.indexOf('<<<<<<'))).toBe(`<<<<<<
       .
       .
       .
      14: line 14 
      15: line 15 
not:1     !~~~~~~  error: no match expected
      16: line 16 
       .
       .
       .
>>>>>>
`);
  });

  test('dumps the whole input of a success on request', async () => {
    const { stderr, exitCode } = await run('CHECK: a\n', 'a\nb\n', '--dump-input=always');
    expect(exitCode).toBe(0);
    expect(stderr).toContain('   1: a \n   2: b \n');
    expect((await run('CHECK: a\n', 'a\n', '--dump-input=help')).stdout).toContain('X~~');
  });

  test('refuses an empty input unless it is allowed', async () => {
    expect(await run('CHECK-NOT: a\n', '')).toMatchObject({
      exitCode: 2,
      stderr: "FileCheck error: '<stdin>' is empty.\n",
    });
    expect((await run('CHECK-NOT: a\n', '', '--allow-empty')).exitCode).toBe(0);
  });
});

describe('check files and command lines that cannot be used', () => {
  test.each([
    ['no checks\n', [], "error: no check strings found with prefix 'CHECK:'\n"],
    [
      'CHECK: a\n',
      ['--check-prefixes=CHECK,B,A'],
      "error: no check strings found with prefixes 'A:', 'B:'\n",
    ],
    [
      'CHECK-NEXT: a\n',
      [],
      "c.txt:1:1: error: found 'CHECK-NEXT' without previous 'CHECK: line\nCHECK-NEXT: a\n^\n",
    ],
    ['CHECK: \n', [], "c.txt:1:8: error: found empty check string with prefix 'CHECK:'\nCHECK: \n       ^\n"],
    [
      'CHECK-LABEL: [[X:a]]\n',
      [],
      "c.txt:1:1: error: found 'CHECK-LABEL:' with variable definition or use\nCHECK-LABEL: [[X:a]]\n^\n",
    ],
    ['CHECK_NEXT: a\n', [], "c.txt:1:1: error: misspelled directive 'CHECK_NEXT:'\nCHECK_NEXT: a\n^\n"],
    [
      'CHECK-COUNT-0: a\n',
      [],
      "c.txt:1:14: error: invalid count in -COUNT specification on prefix 'CHECK'\nCHECK-COUNT-0: a\n             ^\n",
    ],
    [
      'CHECK-NOT-DAG: a\n',
      [],
      "c.txt:1:7: error: unsupported -NOT combo on prefix 'CHECK'\nCHECK-NOT-DAG: a\n      ^\n",
    ],
    [
      'CHECK: a\nCHECK-EMPTY: b\n',
      [],
      "c.txt:2:14: error: found non-empty check string for empty check with prefix 'CHECK:'\nCHECK-EMPTY: b\n             ^\n",
    ],
    [
      'CHECK: {{(}}\n',
      [],
      'c.txt:1:10: error: invalid regex: parentheses not balanced\nCHECK: {{(}}\n         ^\n',
    ],
    ['CHECK: a\n', ['-DX'], "Missing equal sign in command-line definition '-DX'\n"],
    [
      'CHECK: a\n',
      ['-D@X=1'],
      "Global defines:1:19: error: invalid name in string variable definition '@X'\nGlobal define #1: @X=1\n                  ^\n",
    ],
    [
      'CHECK: a\n',
      ['--check-prefix=a.b'],
      "error: supplied check prefix must start with a letter and contain only alphanumeric characters, hyphens, and underscores: 'a.b'\n",
    ],
    [
      'CHECK: a\n',
      ['--check-prefix=RUN', '--comment-prefixes=RUN'],
      "error: supplied comment prefix must be unique among check and comment prefixes: 'RUN'\n",
    ],
  ])('%j with %j ends with 2', async (checks, args, stderr) => {
    expect(await run(checks, 'a\n', ...args)).toEqual({ stdout: '', stderr, exitCode: 2 });
  });

  test('an unknown option ends with 1', async () => {
    expect(await run('CHECK: a\n', 'a\n', '--foo')).toMatchObject({
      exitCode: 1,
      stderr: "Unknown command line argument '--foo'.\n",
    });
  });

  test('prefixes that are not in the file can be allowed, but not all of them', async () => {
    expect(
      (await run('CHECK: a\n', 'a\n', '--check-prefixes=CHECK,B', '--allow-unused-prefixes')).exitCode,
    ).toBe(0);
    expect((await run('CHECK: a\n', 'a\n', '--check-prefix=B', '--allow-unused-prefixes')).exitCode).toBe(2);
  });
});
