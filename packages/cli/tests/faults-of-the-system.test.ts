import { spawnSync } from 'node:child_process';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  readFileSync,
  readdirSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { programArguments } from './program.ts';

// Processes are started.
vi.setConfig({ testTimeout: 180_000 });

const program = 'func.func @f() {\n  return\n}\n';
const folder = mkdtempSync(join(tmpdir(), 'faults-'));
let command: readonly string[];

beforeAll(async () => {
  command = await programArguments();
}, 180_000);
afterAll(() => rmSync(folder, { recursive: true }));

function run(
  args: readonly string[],
  {
    input = program,
    stdin = 'pipe',
    stdout = 'pipe',
  }: {
    readonly input?: string;
    readonly stdin?: number | 'pipe';
    readonly stdout?: number | 'pipe';
  } = {},
) {
  const { status, stderr } = spawnSync(process.execPath, [...command, ...args], {
    ...(stdin === 'pipe' ? { input } : {}),
    cwd: folder,
    stdio: [stdin, stdout, 'pipe'],
    encoding: 'utf8',
  });
  return { status, stderr };
}

// Linux has a disk that is always full.
test.runIf(existsSync('/dev/full'))('a full disk is told in one line', () => {
  expect(run(['opt', '-'], { stdout: openSync('/dev/full', 'w') })).toEqual({
    status: 1,
    stderr: 'shardform: error: cannot write the output: No space left on device\n',
  });
});

test.runIf(existsSync('/dev/full'))(
  'the playground is not served where its address can not be written',
  () => {
    expect(run(['play', '--no-open'], { stdout: openSync('/dev/full', 'w') })).toEqual({
      status: 1,
      stderr: 'shardform: error: cannot write the output: No space left on device\n',
    });
  },
);

test.runIf(process.platform !== 'win32')('a folder in place of a file is', () => {
  expect(run(['opt', '.'])).toEqual({
    status: 1,
    stderr: "shardform: error: cannot open input file '.': Is a directory\n",
  });
  expect(run(['opt', '-'], { stdin: openSync(folder, 'r') })).toEqual({
    status: 1,
    stderr: 'shardform: error: cannot read standard input: Is a directory\n',
  });
});

test('a file in place of a folder is, and a name that is too long', () => {
  writeFileSync(join(folder, 'file'), 'kept');
  const reduced = 'func.func @main(%a: tensor<2xf32>) -> tensor<2xf32> { return %a : tensor<2xf32> }';
  expect(run(['tt', '-', '-o', 'file'], { input: reduced })).toEqual({
    status: 1,
    stderr: "shardform: error: cannot make folder 'file': It is a file, not a folder\n",
  });
  const long = 'x'.repeat(300);
  expect(run(['opt', '-', '-o', long])).toEqual({
    status: 1,
    stderr: `shardform: error: cannot open output file '${long}': File name too long\n`,
  });
  expect(readFileSync(join(folder, 'file'), 'utf8')).toBe('kept');
  rmSync(join(folder, 'file'));
});

test('a program that fails keeps the output that there was, and leaves no draft', () => {
  const out = join(folder, 'kept.mlir');
  writeFileSync(out, 'old');
  expect(run(['opt', '-', '-o', 'kept.mlir'], { input: 'func.func @f(' }).status).toBe(1);
  expect(readFileSync(out, 'utf8')).toBe('old');
  expect(readdirSync(folder)).toEqual(['kept.mlir']);
  rmSync(out);
});

test('a file that is a folder is told in one line where the command reads it by itself', () => {
  mkdirSync(join(folder, 'shardform.config.json'));
  const { status, stderr } = run(['opt', '-']);
  rmSync(join(folder, 'shardform.config.json'), { recursive: true });
  expect(status).toBe(1);
  expect(stderr).toMatch(
    /^shardform: error: cannot open '.*shardform\.config\.json': Is a directory; with --no-config it is not read\n$/,
  );
  mkdirSync(join(folder, 'rows.csv'));
  const search = [
    'dist',
    'search',
    '--model',
    'mlp-xs',
    '--batch',
    '64',
    '--devices',
    '2',
    '--csv',
    'rows.csv',
  ];
  expect(run(search)).toEqual({
    status: 1,
    stderr: "shardform: error: cannot open input file 'rows.csv': Is a directory\n",
  });
  rmSync(join(folder, 'rows.csv'), { recursive: true });
});

// Linux lets a folder be removed that a process is in.
test.runIf(process.platform === 'linux')('a current folder that was removed is', () => {
  const gone = `const gone = require('node:fs').mkdtempSync('gone-'); process.chdir(gone); require('node:fs').rmdirSync('../' + gone);`;
  const [flag, code, ...rest] = command;
  const { status, stderr } = spawnSync(process.execPath, [flag!, gone + code!, ...rest, 'opt', '-'], {
    cwd: folder,
    input: program,
    encoding: 'utf8',
  });
  expect({ status, stderr }).toEqual({
    status: 1,
    stderr:
      'shardform: error: cannot find the current folder: No such file or directory; change to one that is there\n',
  });
});

test('temporary files that can not be written are', () => {
  const missing = join(folder, 'missing');
  const { status, stderr } = spawnSync(process.execPath, [...command, 'reduce', '-', '--test', 'true'], {
    cwd: folder,
    input: program,
    encoding: 'utf8',
    env: { ...process.env, TMPDIR: missing, TEMP: missing, TMP: missing },
  });
  expect({ status, stderr }).toEqual({
    status: 1,
    stderr: `shardform: error: cannot make a temporary folder in '${missing}': No such file or directory; TMPDIR names another place\n`,
  });
});

// Windows has no pipes with names.
test.skipIf(process.platform === 'win32')(
  'a pipe is read once by a command that uses its program twice',
  () => {
    const sharded = `sdy.mesh @mesh = <["x"=2]>
func.func @main(%a: tensor<4xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}]>}) -> tensor<4xf32> {
  return %a : tensor<4xf32>
}
`;
    writeFileSync(join(folder, 'sharded.mlir'), sharded);
    const [node, ...args] = [process.execPath, ...command, 'report', 'pipe', '-o', '-'];
    const { status, stdout, stderr } = spawnSync(
      'sh',
      ['-c', 'mkfifo pipe; cat sharded.mlir >pipe & "$@"', 'sh', node, ...args],
      { cwd: folder, encoding: 'utf8', timeout: 30_000 },
    );
    expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
    expect(stdout).toContain('<h2>After propagation</h2>');
    for (const name of ['pipe', 'sharded.mlir']) rmSync(join(folder, name));
  },
);
