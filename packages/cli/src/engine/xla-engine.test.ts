import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { runTool } from '../run-tool.ts';
import type { ToolResult } from '../tool-io.ts';
import { numpyName } from './numpy-name.ts';
import { pythonOf } from './python.ts';

const folder = mkdtempSync(join(tmpdir(), 'shardform-engine-'));
afterAll(() => rmSync(folder, { recursive: true }));

const program = `
sdy.mesh @mesh = <["x"=2]>
func.func @main(%a: tensor<4xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}]>}) -> tensor<4xf32> {
  return %a : tensor<4xf32>
}`;

/** Runs the program with a script in Python's place; the script's arguments are those that Python gets. */
async function runWith(script: string, ...flags: readonly string[]): Promise<ToolResult> {
  const python = join(folder, 'python');
  writeFileSync(python, `#!${process.execPath}\n${BEGINNING}\n${script}\n`);
  chmodSync(python, 0o755);
  writeFileSync(join(folder, 'p.mlir'), program);
  return runTool('shardform', ['run', 'p.mlir', '--engine', 'xla', '--python', python, ...flags], {
    stdin: new Uint8Array(0),
    cwd: folder,
  });
}

/** What a launcher of a bundle knows. */
const BEGINNING = `
const fs = require('node:fs');
const path = require('node:path');
const [, , launcher, , outputs, ...flags] = process.argv;
const bundle = path.dirname(launcher);
const manifest = JSON.parse(fs.readFileSync(path.join(bundle, 'manifest.json'), 'utf8'));`;

/** Hands the inputs back as results, those of another device for those in a list of devices. */
const identity = (order: readonly number[] = [0, 1]): string => `
fs.mkdirSync(outputs);
const shards = manifest.arguments[0].shardOfDevice;
${JSON.stringify(order)}.forEach((other, device) =>
  fs.copyFileSync(path.join(bundle, 'inputs', 'arg0.' + shards[other] + '.npy'), path.join(outputs, 'res0.' + device + '.npy')),
);`;

const IDENTITY = identity();

describe('shardform run --engine xla', () => {
  test('hands over the module and the inputs, and compares what comes back', async () => {
    const { stdout, stderr, exitCode } = await runWith(IDENTITY);
    expect(stderr).toBe('');
    expect(stdout).toBe(
      'executed by XLA on 2 devices in 1 process\n' +
        'res0 tensor<4xf32>: equal within tolerance, largest difference 0.00e+0 (0.00e+0 of the largest magnitude)\n' +
        'largest difference between XLA and the simulator: 0.00e+0\n',
    );
    expect(exitCode).toBe(0);
  });

  test('starts the launcher of bundles, for processes of this machine or of a cluster', async () => {
    const given = (...flags: readonly string[]) =>
      runWith("console.error(flags.join(' ')); process.exitCode = 1;", ...flags);
    const cluster = [
      '--coordinator',
      'h:1',
      '--process-id',
      '1',
      '--num-processes',
      '2',
      '--platform',
      'cuda',
    ];
    expect((await given('--processes', '2')).stderr).toContain(': --platform cpu --local-processes 2\n');
    expect((await given()).stderr).toContain(': --platform cpu --gather\n');
    expect((await given(...cluster)).stderr).toContain(
      ': --platform cuda --coordinator h:1 --process-id 1 --num-processes 2 --gather\n',
    );
    expect((await given('--coordinator', 'h:1')).stderr).toContain(
      "'--coordinator', '--process-id' and '--num-processes' belong together",
    );
    expect((await given(...cluster, '--processes', '2')).stderr).toContain(
      "'--coordinator' has no effect beside '--processes', which are of this machine",
    );
    const joined = "console.error('process 0 on h: joined, one of 2 processes at h:1');";
    expect((await runWith(joined + IDENTITY)).stdout).toContain(
      'executed by XLA on 2 devices in 2 processes\n',
    );
  });

  test('tells of a difference', async () => {
    const { exitCode, stderr } = await runWith(identity([1, 0]));
    expect(stderr).toMatch(/^shardform: error: output res0\[0] differs: device 0 has /);
    expect(exitCode).toBe(1);
  });

  test.each([
    [
      'jax',
      `console.error("process 0 on h: error: this Python lacks jax (No module named 'jax'); python -m pip install jax"); process.exitCode = 1;`,
      /^shardform: error: '.*python' has no jax \(No module named 'jax'\); 'python3 -m pip install jax' installs it, and --python or SHARDFORM_PYTHON name the Python that has it\n$/,
    ],
    [
      'a program that XLA can run',
      `console.error('a warning\\nprocess 0 on h: error: UNIMPLEMENTED: it\\nprocess 0 on h: failed with exit code 1'); process.exitCode = 1;`,
      /^shardform: error: XLA can't run the program: UNIMPLEMENTED: it\n$/,
    ],
    [
      'an answer',
      `console.error('Traceback'); console.error('Killed'); process.exitCode = 9;`,
      /^shardform: error: XLA can't run the program: Killed\n$/,
    ],
    [
      'process any more',
      `console.error('process 1 on h: joined\\nprocess 1 on h: was ended by SIGKILL'); process.exitCode = 137;`,
      /^shardform: error: XLA can't run the program: process 1 on h: was ended by SIGKILL, which systems do that are short of memory; a smaller mesh or batch needs less\n$/,
    ],
    [
      'launcher any more',
      `process.kill(process.pid, 'SIGKILL'); setInterval(() => 0, 1000);`,
      /^shardform: error: XLA can't run the program: its launcher was ended by SIGKILL\n$/,
    ],
    [
      'word of why',
      `process.exitCode = 3;`,
      /^shardform: error: XLA can't run the program: its launcher ended with exit code 3 and said nothing\n$/,
    ],
  ])('tells in one sentence when there is no %s', async (_, script, message) => {
    const { exitCode, stdout, stderr } = await runWith(script);
    expect([exitCode, stdout]).toEqual([1, '']);
    expect(stderr).toMatch(message);
  });

  test('tells in one sentence when there is no Python', async () => {
    const { exitCode, stderr } = await runWith(IDENTITY, '--python', './none');
    expect(exitCode).toBe(1);
    expect(stderr).toBe(
      "shardform: error: cannot start Python as './none': it is not there; 'python3 -m pip install jax' installs it, and --python or SHARDFORM_PYTHON name the Python that has it\n",
    );
  });

  test('is held to the time that the command has', async () => {
    const { exitCode, stderr } = await runWith('setInterval(() => 0, 1000);', '--limit-time', '0.5');
    expect([exitCode, stderr]).toEqual([
      1,
      'shardform: error: stopped after 0.5 s; --limit-time raises the limit\n',
    ]);
  });

  test('refuses engines that it does not know', async () => {
    expect((await runWith(IDENTITY, '--engine', 'cuda')).stderr).toBe(
      "shardform: error: flag '--engine': unknown value 'cuda'; expected simulator, xla\n",
    );
  });
});

test('each device has its own results to compare, replicas, too', async () => {
  const replicated = program.replaceAll('[{"x"}]', '[{}]');
  const show =
    'console.error(JSON.stringify([manifest.arguments, manifest.results].map(([own]) => own.shardOfDevice))); process.exitCode = 1;';
  expect((await runWith(show)).stderr).toContain(': [[0,1],[0,1]]\n');
  writeFileSync(join(folder, 'replicated.mlir'), replicated);
  const { stderr } = await runTool(
    'shardform',
    ['run', 'replicated.mlir', '--engine', 'xla', '--python', join(folder, 'python')],
    {
      stdin: new Uint8Array(0),
      cwd: folder,
    },
  );
  expect(stderr).toContain(': [[0,0],[0,1]]\n');
});

test('the Python is that of the flag, or of the environment, or python3', () => {
  expect(pythonOf('/a', { SHARDFORM_PYTHON: '/b' })).toBe('/a');
  expect(pythonOf(null, { SHARDFORM_PYTHON: '/b' })).toBe('/b');
  expect(pythonOf(null, {})).toBe('python3');
});

test.each([
  ['f32', 'float32'],
  ['bf16', 'bfloat16'],
  ['i1', 'bool'],
  ['i64', 'int64'],
  ['ui8', 'uint8'],
  ['f8E4M3FN', 'float8_e4m3fn'],
  ['complex<f32>', 'complex64'],
] as const)('numpy calls %s %s', (kind, name) => {
  expect(numpyName(kind)).toBe(name);
});
