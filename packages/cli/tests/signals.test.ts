import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join, sep } from 'node:path';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { programArguments } from './program.ts';

// Processes are started.
vi.setConfig({ testTimeout: 180_000 });

const folder = mkdtempSync(join(tmpdir(), 'signals-'));
const temporary = join(folder, 'tmp');
let command: readonly string[];

/** A program that every command takes seconds for. */
const long = (() => {
  const type = 'tensor<8x8xf32>';
  const ops = Array.from({ length: 60_000 }, (_, i) => `  %${i + 1} = stablehlo.tanh %${i} : ${type}\n`);
  return `sdy.mesh @mesh = <["x"=2]>
func.func @main(%arg: ${type} {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}]>}) -> ${type} {
  %0 = stablehlo.tanh %arg : ${type}
${ops.join('')}  return %60000 : ${type}
}
`;
})();

const endless = `sdy.mesh @mesh = <["x"=2]>
func.func @main(%x: tensor<i32> {sdy.sharding = #sdy.sharding<@mesh, []>}) -> tensor<i32> {
  %one = stablehlo.constant dense<1> : tensor<i32>
  %r = stablehlo.while(%i = %x) : tensor<i32>
  cond {
    %c = stablehlo.compare EQ, %i, %i : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %c : tensor<i1>
  } do {
    %j = stablehlo.add %i, %one : tensor<i32>
    stablehlo.return %j : tensor<i32>
  }
  return %r : tensor<i32>
}`;

beforeAll(async () => {
  command = await programArguments();
  mkdirSync(temporary);
  writeFileSync(join(folder, 'endless.mlir'), endless);
}, 180_000);
afterAll(() => rmSync(folder, { recursive: true }));

/** The outcome of a process. */
interface End {
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
  readonly stdout: string;
  readonly stderr: string;
}

/** Runs the command, ends it by a signal when `isReady`, and waits for that. */
async function ended(
  args: readonly string[],
  signal: NodeJS.Signals | 0,
  isReady: (child: ChildProcess) => Promise<unknown>,
  preload = '',
): Promise<End> {
  const [flag, code, ...rest] = command;
  const child = spawn(process.execPath, [flag!, preload + code!, ...rest, ...args], {
    cwd: folder,
    env: { ...process.env, TMPDIR: temporary },
  });
  let [stdout, stderr] = ['', ''];
  child.stdout.setEncoding('utf8').on('data', (text: string) => (stdout += text));
  child.stderr.setEncoding('utf8').on('data', (text: string) => (stderr += text));
  const closed = once(child, 'close') as Promise<[number | null, NodeJS.Signals | null]>;
  await isReady(child);
  child.kill(signal);
  const [exitCode, endedBy] = await closed;
  return { code: exitCode, signal: endedBy, stdout, stderr };
}

const after = (milliseconds: number) => () => new Promise((resolve) => setTimeout(resolve, milliseconds));

async function until(holds: () => boolean): Promise<void> {
  while (!holds()) await after(20)();
}

function isRunning(id: number): boolean {
  try {
    return process.kill(id, 0);
  } catch {
    return false;
  }
}

// Windows has no signals: it ends processes.
describe.skipIf(process.platform === 'win32')('a signal', () => {
  test.each([
    ['an execution', ['run', 'endless.mlir', '--out', 'kept.npz'], 'SIGINT'],
    ['one in threads', ['run', 'endless.mlir', '--workers', '2', '--out', 'kept.npz'], 'SIGTERM'],
    ['an execution of stages', ['tt', 'endless.mlir', '-o', 'stages'], 'SIGINT'],
    ['an unbounded reduction', ['reduce', 'endless.mlir', '--test-mismatch', '-o', 'kept.npz'], 'SIGTERM'],
    ['passes that wait for a program', ['opt', '-', '-cse', '-o', 'kept.npz'], 'SIGTERM'],
    ['an estimate that does', ['sim', '-', '--trace', 'kept.npz'], 'SIGINT'],
    ['a report that does', ['report', '-', '-o', 'kept.npz'], 'SIGTERM'],
    ['a server of agents', ['mcp'], 'SIGINT'],
    ['a server of an editor', ['lsp', '--stdio'], 'SIGTERM'],
  ] as const)('ends %s at once, and nothing is half-written', async (_, args, signal) => {
    writeFileSync(join(folder, 'kept.npz'), 'old');
    expect(await ended(args, signal, after(800))).toEqual({ code: null, signal, stdout: '', stderr: '' });
    expect(readFileSync(join(folder, 'kept.npz'), 'utf8')).toBe('old');
    const files = readdirSync(folder, { recursive: true }).map(String);
    expect(files.filter((name) => name.endsWith('.tmp'))).toEqual([]);
    // Stages are written before the program is executed.
    for (const name of files.filter((file) => file.startsWith(`stages${sep}`) && file.endsWith('.mlir')))
      expect(readFileSync(join(folder, name), 'utf8')).toMatch(/\}\n$/);
    for (const name of files.filter((file) => file.endsWith('.ttnn'))) {
      const binary = readFileSync(join(folder, name));
      expect(binary.readUInt32LE(0) + 4).toBe(binary.length);
    }
  });

  test.each([
    ['passes', ['opt', '-', '-sdy-propagation-pipeline', '-cse', '-o', 'kept'], 'SIGINT'],
    ['a partitioning', ['partition', '-', '-o', 'kept'], 'SIGTERM'],
    ['an estimate', ['sim', '-', '--trace', 'kept'], 'SIGINT'],
    ['an explanation', ['explain', '-', '%60000'], 'SIGTERM'],
    ['a report', ['report', '-', '-o', 'kept'], 'SIGINT'],
  ] as const)(
    'ends %s in the middle of the work, and keeps the output that there was',
    async (_, args, signal) => {
      writeFileSync(join(folder, 'kept'), 'old');
      const before = readdirSync(folder);
      // The program is larger than a pipe: it is taken when the command reads it, and worked on then.
      const isBegun = async (child: ChildProcess): Promise<void> => {
        child.stdin!.end(long);
        await once(child.stdin!, 'finish');
        await after(300)();
      };
      expect(await ended(args, signal, isBegun)).toEqual({ code: null, signal, stdout: '', stderr: '' });
      expect(readFileSync(join(folder, 'kept'), 'utf8')).toBe('old');
      expect(readdirSync(folder)).toEqual(before);
      expect(readdirSync(temporary)).toEqual([]);
    },
  );

  test('ends the processes that the command has started, and removes its files', async () => {
    const python = join(folder, 'python');
    const started = join(folder, 'started');
    writeFileSync(
      python,
      `#!${process.execPath}\nrequire('node:fs').writeFileSync('${started}', String(process.pid)); setInterval(() => 0, 1000);`,
    );
    chmodSync(python, 0o755);
    writeFileSync(
      join(folder, 'small.mlir'),
      'func.func @main(%a: tensor<f32>) -> tensor<f32> { return %a : tensor<f32> }',
    );
    const args = ['run', 'small.mlir', '--engine', 'xla', '--python', python];
    const id = (): number => Number(existsSync(started) ? readFileSync(started, 'utf8') : 0);
    expect(await ended(args, 'SIGTERM', () => until(() => id() > 0))).toEqual({
      code: null,
      signal: 'SIGTERM',
      stdout: '',
      stderr: 'shardform: ended by SIGTERM\n',
    });
    await until(() => !isRunning(id()));
    expect(readdirSync(temporary)).toEqual([]);
  });

  test('ends the commands that a shell has started for the command', async () => {
    const begun = join(folder, 'begun');
    const args = ['reduce', 'small.mlir', '--test', `(echo $$ > ${begun}; sleep 600) | cat #`];
    writeFileSync(
      join(folder, 'small.mlir'),
      'func.func @main(%a: tensor<f32>) -> tensor<f32> { return %a : tensor<f32> }',
    );
    const id = (): number => Number(existsSync(begun) ? readFileSync(begun, 'utf8') : 0);
    const { signal, stderr } = await ended(args, 'SIGTERM', () => until(() => id() > 0));
    expect([signal, stderr]).toEqual(['SIGTERM', 'shardform: ended by SIGTERM\n']);
    // The shell leads a group, of which nobody is left.
    await until(() => !isRunning(-id()));
    expect(readdirSync(temporary)).toEqual([]);
  });

  test('ends the playground, of which nothing is left', async () => {
    const lines: string[] = [];
    const isServed = async (child: ChildProcess): Promise<void> => {
      child.stdout!.on('data', (text: string) => lines.push(text));
      await until(() => lines.length > 0);
    };
    const { signal, stderr } = await ended(['play', '--no-open'], 'SIGINT', isServed);
    expect([signal, stderr]).toEqual(['SIGINT', '']);
    await expect(fetch(lines[0]!.trim())).rejects.toThrow();
  });

  test('waits for a file that is being written', async () => {
    const text = `module attributes {test.a = "${'x'.repeat(1 << 20)}"} {\n}\n`;
    writeFileSync(join(folder, 'large.mlir'), text);
    // Each draft comes with a signal.
    const preload = `const fs = require('node:fs'); const write = fs.writeFileSync;
      fs.writeFileSync = (path, ...rest) => { if (path.endsWith('.tmp')) process.kill(process.pid, 'SIGINT'); write(path, ...rest); };
      require('node:module').syncBuiltinESMExports();`;
    const never = () => Promise.resolve();
    const end = ended(['opt', 'large.mlir', '-o', 'out.mlir'], 0, never, preload);
    expect(await end).toEqual({
      code: null,
      signal: 'SIGINT',
      stdout: '',
      stderr: 'shardform: ended by SIGINT\n',
    });
    expect(readFileSync(join(folder, 'out.mlir'), 'utf8')).toBe(text);
    expect(readdirSync(folder).filter((name) => name.endsWith('.tmp'))).toEqual([]);
  });

  test('that nothing can handle leaves a draft beside the file, which stays', async () => {
    writeFileSync(join(folder, 'small.mlir'), 'module {\n}\n');
    writeFileSync(join(folder, 'kept.mlir'), 'old');
    const preload = `const fs = require('node:fs');
      fs.renameSync = () => { process.kill(process.pid, 'SIGKILL'); for (;;); };
      require('node:module').syncBuiltinESMExports();`;
    const never = () => Promise.resolve();
    const end = await ended(['opt', 'small.mlir', '-o', 'kept.mlir'], 0, never, preload);
    expect(end).toEqual({ code: null, signal: 'SIGKILL', stdout: '', stderr: '' });
    expect(readFileSync(join(folder, 'kept.mlir'), 'utf8')).toBe('old');
    const drafts = readdirSync(folder).filter((name) => name.endsWith('.tmp'));
    expect(drafts).toEqual([expect.stringMatching(/^\.kept\.mlir\.\d+\.tmp$/)]);
    rmSync(join(folder, drafts[0]!));
  });

  test('ends a search with what it has found', async () => {
    const args = [
      'dist',
      'search',
      '--model',
      'gpt3',
      '--batch',
      '512',
      '--devices',
      '512',
      '--exhaustive',
      '--csv',
      'rows.csv',
      '--workers',
      '2',
    ];
    const rows = join(folder, 'rows.csv');
    const isBegun = () =>
      until(() => existsSync(rows) && readFileSync(rows, 'utf8').trimEnd().includes('\n'));
    const { code, stdout, stderr } = await ended(args, 'SIGINT', isBegun);
    expect(code).toBe(130);
    expect(stdout).toMatch(/^gpt3: .*\n.*\nD\/H\/P\/K +latency +samples\/s +peak\n\d/);
    expect(stderr).toMatch(
      /^shardform: interrupted after \d+ candidates?, of which the best are shown; the same command goes on with what 'rows.csv' has\n$/,
    );
  });
});
