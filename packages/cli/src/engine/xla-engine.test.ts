import { chmodSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { runTool } from '../run-tool.ts';
import type { ToolResult } from '../tool-io.ts';
import { xlaRunner } from '../engine-runner.ts';
import { numpyName, pythonOf } from './xla-engine.ts';

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
  writeFileSync(
    python,
    `#!${process.execPath}\nconst fs = require('node:fs');\nconst [, , runner, planFile, number] = process.argv;\nconst plan = JSON.parse(fs.readFileSync(planFile, 'utf8'));\n${script}\n`,
  );
  chmodSync(python, 0o755);
  writeFileSync(join(folder, 'p.mlir'), program);
  return runTool('shardform', ['run', 'p.mlir', '--engine', 'xla', '--python', python, ...flags], {
    stdin: new Uint8Array(0),
    cwd: folder,
  });
}

/** Hands the inputs back as results: names of the same length change places in the archive. */
const IDENTITY = `
const inputs = fs.readFileSync(plan.inputs).toString('latin1');
const devices = plan.devices / plan.processes;
fs.writeFileSync(plan.outputs + '.' + number + '.npz', Buffer.from(inputs.replaceAll('arg0.d', 'res0.d'), 'latin1'));
console.log(JSON.stringify({ ok: true }));`;

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

  test('runs several processes', async () => {
    expect((await runWith(IDENTITY, '--processes', '2')).stdout).toContain(
      'executed by XLA on 2 devices in 2 processes\n',
    );
    expect((await runWith(IDENTITY, '--processes', '3')).stderr).toBe(
      "shardform: error: 2 devices can't be divided among 3 processes\n",
    );
  });

  test('tells of a difference', async () => {
    const { exitCode, stderr } = await runWith(
      IDENTITY.replace(
        "replaceAll('arg0.d', 'res0.d')",
        "replaceAll('arg0.d1', 'res0.d0').replaceAll('arg0.d0', 'res0.d1')",
      ),
    );
    expect(stderr).toMatch(/^shardform: error: output res0\[0] differs: device 0 has /);
    expect(exitCode).toBe(1);
  });

  test.each([
    [
      'jax',
      `console.log(JSON.stringify({ ok: false, kind: 'missing', message: "No module named 'jax'" })); process.exitCode = 1;`,
      /^shardform: error: '.*python' has no jax \(No module named 'jax'\); 'python3 -m pip install jax' installs it, and --python or SHARDFORM_PYTHON name the Python that has it\n$/,
    ],
    [
      'a program that XLA can run',
      `console.log('a warning'); console.log(JSON.stringify({ ok: false, kind: 'failed', message: 'UNIMPLEMENTED: it' })); process.exitCode = 1;`,
      /^shardform: error: XLA can't run the program: UNIMPLEMENTED: it\n$/,
    ],
    [
      'an answer',
      `console.error('Traceback'); console.error('Killed'); process.exitCode = 9;`,
      /^shardform: error: XLA can't run the program: Killed\n$/,
    ],
    [
      'process any more',
      `process.kill(process.pid, 'SIGKILL'); setInterval(() => 0, 1000);`,
      /^shardform: error: XLA can't run the program: its process was ended by SIGKILL, which systems do that are short of memory; a smaller mesh or batch needs less\n$/,
    ],
    [
      'word of why',
      `process.exitCode = 3;`,
      /^shardform: error: XLA can't run the program: its process ended with exit code 3 and said nothing\n$/,
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

test('the module is handed over for replicas, which need no partitioner', async () => {
  await runWith(`fs.copyFileSync(plan.module, '${join(folder, 'module.mlir')}'); ${IDENTITY}`);
  const module = readFileSync(join(folder, 'module.mlir'), 'utf8');
  expect(module).toContain('mhlo.num_partitions = 1 : i32, mhlo.num_replicas = 2 : i32');
  expect(module).not.toMatch(/channel_handle|use_global_device_ids|partition_id/);
});

test('the Python is that of the flag, or of the environment, or python3', () => {
  expect(pythonOf('/a', { SHARDFORM_PYTHON: '/b' })).toBe('/a');
  expect(pythonOf(null, { SHARDFORM_PYTHON: '/b' })).toBe('/b');
  expect(pythonOf(null, {})).toBe('python3');
});

test('the program for Python comes with the command', () => {
  expect(readFileSync(xlaRunner, 'utf8')).toContain('usage: run_on_xla.py PLAN.json PROCESS');
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
