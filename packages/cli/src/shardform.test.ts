import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { commands } from './commands.ts';
import { parseConfig } from './config-file.ts';
import { runTool } from './run-tool.ts';
import type { ToolInput } from './tool-io.ts';

const folder = mkdtempSync(join(tmpdir(), 'shardform-command-'));

function shardform(
  args: readonly string[],
  input: Partial<Pick<ToolInput, 'config' | 'colour' | 'outputColumns'>> = {},
) {
  const stdin = new TextEncoder().encode('func.func @f() { return }');
  return runTool('shardform', args, { stdin, cwd: folder, ...input });
}

/** Returns what is wrong with the lines of a help text: too long, ended early, or a word alone. */
function layoutProblems(text: string, columns: number): string[] {
  const lines = text.split('\n');
  // Examples and files are copied whole.
  const isWhole = (line: string): boolean => /^ {2}(?:shardform|cat) |^ +[{"]/.test(line);
  const isProse = (line: string | undefined): boolean => line !== undefined && /^(?!Usage:)\S/.test(line);
  return lines.flatMap((line, i) => {
    if (line.length > columns && !isWhole(line)) return [`too long: ${line}`];
    const next = lines[i + 1];
    if (!isProse(line) || next === undefined || !isProse(next) || /[.:]$/.test(line)) return [];
    const [first, second, third] = next.split(' ');
    if (second === undefined) return [`a word alone: ${next}`];
    const isLast = third === undefined;
    const isEarly = line.length + 1 + first!.length <= columns;
    return isEarly && !isLast ? [`ended early: ${line}`] : [];
  });
}

describe('help', () => {
  test('lists every command', async () => {
    const { stdout, exitCode } = await shardform(['--help']);
    expect(exitCode).toBe(0);
    for (const [name, { summary }] of Object.entries(commands))
      expect(stdout).toMatch(new RegExp(`^  ${name} +${summary}$`, 'm'));
    expect((await shardform([])).stdout).toBe(stdout);
  });

  test('lists commands by what they are for, and limits on a page of their own', async () => {
    const { stdout } = await shardform(['--help']);
    const headings = Array.from(String(stdout).matchAll(/^([A-Z][a-z ]+):$/gm), ([, heading]) => heading);
    expect(headings).toEqual([
      'Understand',
      'Check',
      'Decide',
      'Run',
      'Tenstorrent',
      'For tool authors',
      'Flags of all commands',
    ]);
    expect(stdout).not.toContain('--limit-');
    const { stdout: limits } = await shardform(['--help', 'limits']);
    expect(limits).toMatch(/^  --limit-nesting N /m);
    expect((await shardform(['help', 'limits'])).stdout).toBe(limits);
  });

  test.each(Object.keys(commands).filter((name) => name !== 'opt'))(
    'help of %s and of its commands fits into a terminal, without lines that end early',
    async (name) => {
      const { subcommands } = await commands[name]!.load();
      const topics = [[name], ...subcommands.map(({ command }) => command.name.split(' '))];
      for (const topic of topics)
        for (const columns of [80, 120]) {
          const { stdout } = await shardform([...topic, '--help'], { outputColumns: columns });
          expect(layoutProblems(String(stdout), columns), `${topic.join(' ')} at ${columns}`).toEqual([]);
        }
    },
  );

  test.each(Object.keys(commands))('%s tells usage, examples and what its flags mean', async (name) => {
    const { stdout, exitCode } = await shardform([name, '--help']);
    expect(exitCode).toBe(0);
    const text = String(stdout);
    expect(text).toContain(`Usage: shardform ${name}`);
    expect(text).toMatch(new RegExp(`^  .*shardform ${name}\\b`, 'm'));
    const { flags } = await commands[name]!.load();
    for (const { description } of Object.values(flags)) expect(description).not.toBe('');
    expect((await shardform(['help', name])).stdout).toBe(text);
  });
});

describe('what is misspelt', () => {
  test.each([
    [['xplain'], "unknown command 'xplain'; did you mean 'explain'?"],
    [['quux'], "unknown command 'quux'; run 'shardform --help' for the commands"],
    [['toString'], "unknown command 'toString'; run 'shardform --help' for the commands"],
    [['show', '--svgg', 'x'], "unknown flag '--svgg'; did you mean '--svg'?"],
    [['show', '--quux'], "unknown flag '--quux'; run 'shardform show --help' for the flags"],
    [['opt', '-canonicalise'], "unknown flag or pass '--canonicalise'; did you mean '--canonicalize'?"],
    [['show'], 'expected a file; use - for standard input'],
    [['show', 'a', 'b', 'c'], "unexpected argument 'c'"],
    [['run', 'a', 'b'], "too many arguments: 'a' and 'b'"],
    [['study', 'a', 'h100x8'], "too many arguments: 'a' and 'h100x8'; did you mean '--machine h100x8'?"],
    [['explain', 'a', 'b', 't3k'], "unexpected argument 't3k'; did you mean '--machine t3k'?"],
    [['show', '--svg'], "flag '--svg' requires a value"],
    [['show', '--json=maybe'], "flag '--json' is a switch: 'maybe' is neither true nor false"],
    [['completion'], 'expected a shell: bash, zsh or fish'],
    [['completion', 'bsh'], "unknown shell 'bsh'; did you mean 'bash'?"],
  ])('%j', async (args, message) => {
    expect(await shardform(args)).toEqual({
      stdout: '',
      stderr: `shardform: error: ${message}\n`,
      exitCode: 1,
    });
  });

  test('of a pass in a pipeline', async () => {
    const { stderr } = await shardform(['opt', '-', '--pass-pipeline=builtin.module(canonicalise)']);
    expect(stderr).toContain("did you mean 'canonicalize'?");
  });
});

describe('shardform.config.json', () => {
  const parse = (config: unknown) =>
    parseConfig(join(folder, 'shardform.config.json'), JSON.stringify(config), Object.keys(commands));

  test('gives defaults, which the command line overrides', async () => {
    const config = parse({ defaults: { opt: { 'mlir-print-op-generic': true } } });
    expect((await shardform(['opt', '-'], { config })).stdout).toContain('"func.func"()');
    const { stdout } = await shardform(['opt', '-', '--mlir-print-op-generic=false'], { config });
    expect(stdout).toContain('  func.func @f() {');
  });

  test('loads extensions', async () => {
    writeFileSync(
      join(folder, 'own.mjs'),
      `export const own = { name: 'own', passes: [{ name: 'own-pass', summary: '', options: {}, anchor: null, dependentDialects: [], run() {} }] };`,
    );
    const config = parse({ load: ['./own.mjs'] });
    expect((await shardform(['opt', '-', '-own-pass'], { config })).exitCode).toBe(0);
  });

  test.each([
    [{ lod: [] }, "unknown member 'lod'; did you mean 'load'?"],
    [{ load: 'x' }, "'load' is not a list of texts"],
    [{ load: ['no-such-package'] }, "cannot find the package 'no-such-package'"],
    [{ defaults: { optt: {} } }, "unknown command 'optt'; did you mean 'opt'?"],
    [{ defaults: { opt: { o: null } } }, "'o' is no text, number, truth value or list of them"],
    [[], 'the file is not an object'],
  ])('rejects %j', (config, reason) => {
    expect(() => parse(config)).toThrow(`shardform.config.json': ${reason}`);
  });

  test('gives defaults to a command of a group', async () => {
    const config = parse({ defaults: { 'dist show': { model: 'mlp-xs', batch: 64, degrees: '1/1/2/2' } } });
    const { stdout } = await shardform(['dist', 'show'], { config });
    expect(stdout).toMatch(/^mlp-xs 1\/1\/2\/2/);
  });

  test('refuses flags that the command does not have', async () => {
    const config = parse({ defaults: { run: { sed: 7 } } });
    const { stderr } = await shardform(['run', '-'], { config });
    expect(stderr).toContain("shardform.config.json': unknown flag of 'run' 'sed'; did you mean 'seed'?");
  });

  test('takes flags of all kinds', () => {
    const { defaults } = parse({ defaults: { run: { seed: 7, a: false, b: true, c: ['x', 'y'] } } });
    expect(defaults.get('run')).toEqual(['--seed=7', '--a=false', '--b', '--c=x', '--c=y']);
  });
});

test('programs are coloured where that is wanted', async () => {
  expect((await shardform(['opt', '-'], { colour: true })).stdout).toContain('\u001b[34mfunc.func\u001b[0m');
  expect((await shardform(['opt', '-', '--json'], { colour: true })).stdout).not.toContain('\u001b');
});
