import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { builtinTools } from './builtin-tools.ts';

let cwd: string;

beforeEach(() => {
  cwd = mkdtempSync(join(tmpdir(), 'builtin-'));
});

afterEach(() => {
  rmSync(cwd, { recursive: true });
});

/** The output, or the exit code with the errors. */
async function run(name: string, args: readonly string[], stdin = ''): Promise<string> {
  const { stdout, stderr, exitCode } = await builtinTools.get(name)!(args, {
    stdin: Buffer.from(stdin),
    cwd,
  });
  return exitCode === 0 ? stdout.toString() : `${exitCode}: ${stdout.toString()}${stderr}`;
}

const write = (name: string, text: string) => {
  writeFileSync(join(cwd, name), text);
};

const read = (name: string) => readFileSync(join(cwd, name), 'utf8');

test('cat joins files and the standard input', async () => {
  write('a', '1\n');
  expect(await run('cat', ['a', '-'], '2\n')).toBe('1\n2\n');
  expect(await run('cat', ['none'])).toBe('1: cat: none: No such file or directory\n');
});

test('mkdir, touch, cp, mv and rm change files', async () => {
  expect(await run('mkdir', ['-p', 'x/y'])).toBe('');
  expect(await run('mkdir', ['x'])).toBe("1: mkdir: cannot create 'x'\n");
  await run('touch', ['x/a']);
  write('x/a', 'text');
  await run('cp', ['x/a', 'x/y']);
  expect(read('x/y/a')).toBe('text');
  expect(await run('cp', ['x', 'z'])).toContain('is a directory');
  await run('cp', ['-r', 'x', 'z']);
  await run('mv', ['z/a', 'b']);
  expect([existsSync(join(cwd, 'z/a')), read('b')]).toEqual([false, 'text']);
  expect(await run('rm', ['x'])).toBe("1: rm: cannot remove 'x': Is a directory\n");
  expect(await run('rm', ['none'])).toBe("1: rm: cannot remove 'none': No such file or directory\n");
  expect(await run('rm', ['-rf', 'x', 'none'])).toBe('');
  expect(existsSync(join(cwd, 'x'))).toBe(false);
});

test('dirname and basename cut paths', async () => {
  expect(await run('dirname', ['/a/b.c'])).toBe('/a\n');
  expect(await run('basename', ['/a/b.c', '.c'])).toBe('b\n');
});

describe('diff', () => {
  test('says nothing about equal files', async () => {
    write('a', '1\n');
    expect(await run('diff', ['a', '-'], '1\n')).toBe('');
  });

  test('shows unified hunks', async () => {
    write('a', '1\n2\n3\n4\n5\n6\n7\n8\n9\n');
    write('b', '1\n2\n3\n4\nx\n6\n7\n8\n9\ny\n');
    expect(await run('diff', ['-u', 'a', 'b'])).toBe(
      '1: --- a\n+++ b\n@@ -2,8 +2,9 @@\n 2\n 3\n 4\n-5\n+x\n 6\n 7\n 8\n 9\n+y\n',
    );
  });

  test('can overlook blanks', async () => {
    write('a', 'a  b \n');
    write('b', 'a b\n');
    expect(await run('diff', ['-b', 'a', 'b'])).toBe('');
    expect(await run('diff', ['-w', 'a', '-'], 'ab\n')).toBe('');
    expect(await run('diff', ['-q', 'a', 'b'])).toBe('1: Files a and b differ\n');
  });

  test('does not print binary files', async () => {
    write('a', '\0a');
    expect(await run('diff', ['a', '-'], '\0b')).toBe('1: Files a and - differ\n');
  });
});

describe('split-file', () => {
  test('writes the parts behind their separators', async () => {
    write('in', 'head\n//--- x/a.txt\nA\n\n#--- b\nB');
    expect(await run('split-file', ['in', 'out'])).toBe('');
    expect([read('out/x/a.txt'), read('out/b')]).toEqual(['A\n\n', 'B']);
  });

  test.each([
    ['no parts\n', '1: split-file: in: error: no part separator was found\n'],
    ['//--- a\n//--- a\n', "1: split-file: in:2: error: '//--- a' occurs more than once\n"],
    ['//--- \n', '1: split-file: in:1: error: empty part name\n'],
    ['//---  a\n', '1: split-file: in:1: error: part name cannot have leading or trailing space\n'],
  ])('refuses %j', async (text, expected) => {
    write('in', text);
    expect(await run('split-file', ['in', 'out'])).toBe(expected);
  });
});

test.each([
  ['echo', ['a', 'b'], '', 'a b\n'],
  ['echo', ['-n', 'a'], '', 'a'],
  ['echo', ['-e', 'a\\nb'], '', 'a\nb\n'],
  ['echo', ['a', '-n'], '', 'a -n\n'],
  ['echo', [], '', '\n'],
  ['head', ['-n', '1'], '1\n2\n', '1\n'],
  ['head', ['-2'], '1\n2\n3\n', '1\n2\n'],
  ['tail', ['-1'], '1\n2\n', '2\n'],
  ['tail', ['-n', '+2'], '1\n2\n3\n', '2\n3\n'],
  ['sort', ['-u'], 'b\na\nb\n', 'a\nb\n'],
  ['wc', ['-l'], '1\n2\n', '2\n'],
  ['wc', [], 'a b\n', '1 2 4\n'],
  ['count', ['2'], '1\n2\n', ''],
  ['count', ['0'], '1\n', '1: Expected 0 lines, got 1.\n'],
  ['true', [], '', ''],
  ['false', [], '', '1: '],
  ['[', ['1', '-eq', '1', ']'], '', ''],
  ['[', ['1', '-gt', '1', ']'], '', '1: '],
  ['[', ['x', '-gt', '1', ']'], '', '2: [: integer expected\n'],
  ['test', ['!', '-f', 'none'], '', ''],
  ['test', ['-d', '.'], '', ''],
  ['test', ['a', '!=', 'b'], '', ''],
  ['test', ['-z', ''], '', ''],
  ['test', ['a'], '', ''],
  ['test', ['-q', 'a'], '', "2: test: unknown operator '-q'\n"],
] as const)('%s %j of %j', async (name, args, stdin, expected) => {
  expect(await run(name, args, stdin)).toBe(expected);
});
