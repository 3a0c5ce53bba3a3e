import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { builtinTools } from '../builtin/builtin-tools.ts';
import { type Tool, failed } from '../tool.ts';
import { Shell } from './shell.ts';

let cwd: string;

beforeEach(() => {
  cwd = mkdtempSync(join(tmpdir(), 'shell-'));
});

afterEach(() => {
  rmSync(cwd, { recursive: true });
});

const both: Tool = () => ({ stdout: 'out\n', stderr: 'err\n', exitCode: 3 });
const crash: Tool = () => {
  throw new Error('boom');
};
const words: Tool = (args) => ({ stdout: args.map((word) => `<${word}>`).join(''), stderr: '', exitCode: 0 });

const makeShell = () => {
  const tools = new Map([...builtinTools, ['both', both], ['crash', crash], ['words', words]] as [
    string,
    Tool,
  ][]);
  return new Shell({ tools, cwd });
};

async function run(script: string): Promise<string> {
  const { stdout, stderr, exitCode } = await makeShell().run(script);
  return `${exitCode}|${Buffer.from(stdout).toString()}|${stderr}`;
}

describe('words', () => {
  test.each([
    ['words a  b\t\'c d\' "e f"', '<a><b><c d><e f>'],
    ['words a"b"\'c\'d', '<abcd>'],
    ['words "a\\"b" \'a\\b\' a\\ b "a\\b"', '<a"b><a\\b><a b><a\\b>'],
    ["words ''", '<>'],
    ['words "$(echo a b)" $(echo c)d', '<a b><cd>'],
    ["words $(echo ')')", '<)>'],
    ["words a=b --x='y z' {a} 2", '<a=b><--x=y z><{a}><2>'],
    ['words a # comment', '<a>'],
  ])('%s', async (script, expected) => {
    expect(await run(script)).toBe(`0|${expected}|`);
  });

  test('name files by patterns that are not quoted', async () => {
    mkdirSync(join(cwd, 'd'));
    for (const name of ['b.txt', 'a.txt', 'c.md', 'd/e.txt', '.h.txt']) writeFileSync(join(cwd, name), '');
    expect(await run('words *.txt "*.txt" d/?.txt none*')).toBe('0|<a.txt><b.txt><*.txt><d/e.txt><none*>|');
  });
});

describe('control', () => {
  test.each([
    ['true && echo a || echo b; echo c', '0|a\nc\n|'],
    ['false && echo a || echo b', '0|b\n|'],
    ['echo a; false', '1|a\n|'],
    ['! false', '0||'],
    ['(echo b; echo a) | sort', '0|a\nb\n|'],
    ['echo a | cat | cat', '0|a\n|'],
    ['both | cat', '3|out\n|err\n'],
    ['echo b\necho c', '0|b\nc\n|'],
    ['none', '127||shell: none: command not found\n'],
    ['/usr/local/bin/echo a', '0|a\n|'],
    ["echo 'a", "2||shell: no closing '\n"],
    ['echo a |', '2||shell: unexpected end\n'],
    ['echo a &&', '2||shell: a command is missing at the end\n'],
    ['(echo a', '2||shell: no closing )\n'],
    ['echo a & echo b', "2||shell: unsupported '&'\n"],
    ['echo a >', '2||shell: no file behind >\n'],
  ])('%s', async (script, expected) => {
    expect(await run(script)).toBe(expected);
  });
});

describe('not', () => {
  test.each([
    ['not false', 0],
    ['not true', 1],
    ['not not true', 0],
    ['not crash', 1],
    ['not --crash crash', 0],
    ['not --crash false', 1],
    ['not both 2>&1 | grep -c err', 0],
  ])('%s ends with %d', async (script, exitCode) => {
    expect((await makeShell().run(script)).exitCode).toBe(exitCode);
  });

  test('a crash shows its stack', async () => {
    expect((await makeShell().run('crash')).stderr).toMatch(/^crash crashed: Error: boom\n {4}at /);
  });
});

describe('redirections', () => {
  const read = (name: string) => readFileSync(join(cwd, name), 'utf8');

  test('write and append to files', async () => {
    expect(await run('echo a > f; echo b >> f; cat < f')).toBe('0|a\nb\n|');
    expect(await run('both >o 2>e')).toBe('3||');
    expect([read('o'), read('e')]).toEqual(['out\n', 'err\n']);
  });

  test('join the streams, errors first', async () => {
    expect(await run('both 2>&1')).toBe('3|err\nout\n|');
    expect(await run('both > f 2>&1')).toBe('3|err\n|');
    await run('both &> g');
    expect(read('g')).toBe('err\nout\n');
    expect(await run('echo a >&2')).toBe('0||a\n');
  });

  test('discard', async () => {
    expect(await run('both > /dev/null 2> /dev/null')).toBe('3||');
  });

  test('fail on files that cannot be opened', async () => {
    expect(await run('cat < none')).toMatch(/^1\|\|shell: ENOENT/);
  });
});

describe('commands that run commands', () => {
  test.each([
    ['env A=1 -u B words x', '0|<x>|'],
    ['env', '0||'],
    ['echo a b | xargs words', '0|<a><b>|'],
    ['(echo a; echo b c) | xargs -I{} words -x={}', '0|<-x=a><-x=b c>|'],
    ['(echo a; echo b) | xargs -I X echo X', '0|a\nb\n|'],
  ])('%s', async (script, expected) => {
    expect(await run(script)).toBe(expected);
  });

  test('cd changes where paths begin, for later scripts too', async () => {
    const shell = makeShell();
    await shell.run('mkdir d && cd d && echo a > f');
    expect(existsSync(join(cwd, 'd/f'))).toBe(true);
    expect((await shell.run('cat f')).exitCode).toBe(0);
    expect((await shell.run('cd none')).exitCode).toBe(1);
  });
});

test('unknown commands are looked up elsewhere last', async () => {
  const shell = new Shell({
    tools: new Map(),
    cwd,
    resolveTool: (name) => (name === 'x' ? () => failed('no\n', 9) : undefined),
  });
  expect(await shell.run('x')).toMatchObject({ exitCode: 9, stderr: 'no\n' });
  expect((await shell.run('y')).exitCode).toBe(127);
});
