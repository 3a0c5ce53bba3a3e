import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type LitOptions, runLitTest } from './lit-test.ts';

let folder: string;

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'lit-test-'));
});

afterAll(() => {
  rmSync(folder, { recursive: true });
});

async function run(source: string, options: Partial<LitOptions> = {}) {
  const path = join(folder, 'test.mlir');
  writeFileSync(path, source);
  return runLitTest(path, { tools: new Map(), ...options });
}

describe('runLitTest', () => {
  test('passes when every RUN line succeeds', async () => {
    expect(await run('// RUN: cat %s | FileCheck %s\n// RUN: true\n// CHECK: RUN\n')).toEqual({
      status: 'passed',
      report: '',
    });
  });

  test('reports the line, the commands and the excerpt of a failure', async () => {
    const { status, report } = await run('// RUN: true\n// RUN: echo a | FileCheck %s\n// CHECK: b{{$}}\n');
    expect(status).toBe('failed');
    expect(report).toContain('RUN: at line 2: echo a | FileCheck ');
    expect(report).toMatch(
      /^\$ echo a\n\$ FileCheck .*\n# exit code 1\n# standard error:\n.*CHECK: expected string not found/m,
    );
  });

  test('reports a script that cannot be read', async () => {
    expect((await run("// RUN: echo 'a\n")).report).toMatch(
      /^RUN: at line 1: echo 'a\nshell: no closing '\n$/,
    );
  });

  test('keeps one folder for all lines and removes it', async () => {
    let seen = '';
    const tools = new Map([
      ['look', (args: readonly string[]) => ((seen = args[0]!), { stdout: '', stderr: '', exitCode: 0 })],
    ]);
    expect((await run('// RUN: echo a > %t\n// RUN: grep a %t\n// RUN: look %T\n', { tools })).status).toBe(
      'passed',
    );
    expect(existsSync(seen)).toBe(false);
  });

  test('prefers the tools under test and knows further names', async () => {
    const tools = new Map([['echo', () => ({ stdout: 'mine\n', stderr: '', exitCode: 0 })]]);
    const substitutions = new Map([['%models', '/models']]);
    expect(
      (await run('// RUN: echo | grep mine\n// RUN: [ %models = /models ]\n', { tools, substitutions }))
        .status,
    ).toBe('passed');
  });

  test.each([
    ['// REQUIRES: x\n// RUN: false\n', 'unsupported'],
    ['// REQUIRES: y\n// RUN: true\n', 'passed'],
    ['// UNSUPPORTED: y\n// RUN: false\n', 'unsupported'],
    ['// UNSUPPORTED: true\n// RUN: false\n', 'unsupported'],
    ['// XFAIL: *\n// RUN: false\n', 'expected-failure'],
    ['// XFAIL: x\n// RUN: false\n', 'failed'],
    ['// XFAIL: y\n// RUN: true\n', 'unexpected-pass'],
    ['no keyword\n', 'unresolved'],
    ['// RUN: true \\\n', 'unresolved'],
    ['// REQUIRES: (\n// RUN: true\n', 'unresolved'],
    ['// RUN: %if x %{ false %}\n', 'passed'],
  ] as const)('%j is %s', async (source, status) => {
    expect((await run(source, { features: new Set(['y']) })).status).toBe(status);
  });
});
