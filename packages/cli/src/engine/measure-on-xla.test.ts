import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { runTool } from '../run-tool.ts';
import type { ToolResult } from '../tool-io.ts';

const folder = mkdtempSync(join(tmpdir(), 'shardform-measure-'));
afterAll(() => rmSync(folder, { recursive: true }));

/** Runs the command with a script in Python's place. */
function calibrate(script: string, ...flags: readonly string[]): Promise<ToolResult> {
  const python = join(folder, 'python');
  writeFileSync(
    python,
    `#!${process.execPath}\nconst [, , runner, file, ...flags] = process.argv;\n${script}\n`,
  );
  chmodSync(python, 0o755);
  return runTool('shardform', ['calibrate', '--engine', 'xla', '--python', python, ...flags], {
    stdin: new Uint8Array(0),
    cwd: folder,
  });
}

const MEASURED = [
  'matmul,64,64,64,4,0.001',
  'matmul,128,64,64,4,0.002',
  'matmul,256,64,64,4,0.004',
  'elementwise,80000,0.00011',
  'elementwise,8000000,0.0011',
  'allreduce,4,1024,0.001',
  'allreduce,4,2048,0.002',
  'alltoall,4,1024,0.003',
  'alltoall,4,2048,0.004',
  'send,125000000,0.5',
];

describe('shardform calibrate --engine xla', () => {
  test('fits what was measured on real devices', async () => {
    const script = `require('node:fs').writeFileSync(file, ${JSON.stringify(MEASURED.join('\n'))}); process.exit(0);`;
    const { stdout, stderr, exitCode } = await calibrate(script);
    expect([stderr, exitCode]).toEqual(['', 0]);
    expect(stdout).toContain('memory     8.000 GB/s\nlaunch     100.0 µs');
    expect(stdout).toContain('all-reduce of 4 devices');
    expect(stdout).toContain('all-to-all of 4 devices');
    expect(stdout).toContain('links      2.000 Gbps');
  });

  test('tells why devices cannot be measured', async () => {
    const { stderr, exitCode } = await calibrate("console.error('warning\\nno devices'); process.exit(1);");
    expect([stderr, exitCode]).toEqual(["shardform: error: the devices can't be measured: no devices\n", 1]);
  });

  test('names the Python that has no jax', async () => {
    writeFileSync(join(folder, 'jax.py'), 'raise ImportError("No module named \'jax\'")\n');
    const python = join(folder, 'without-jax');
    writeFileSync(python, `#!/bin/sh\nPYTHONPATH='${folder}' exec python3 "$@"\n`);
    chmodSync(python, 0o755);
    const { stderr } = await runTool('shardform', ['calibrate', '--engine', 'xla', '--python', python], {
      stdin: new Uint8Array(0),
      cwd: folder,
    });
    expect(stderr).toBe(
      `shardform: error: '${python}' has no jax (No module named 'jax'); 'python3 -m pip install jax' installs it, and --python or SHARDFORM_PYTHON name the Python that has it\n`,
    );
  });

  test('leaves the fit to the first process of a cluster', async () => {
    const { stderr } = await calibrate(
      "if (flags.join(' ') !== '--coordinator h:1 --process-id 1 --num-processes 2') process.exit(1); process.exit(0);",
      ...['--coordinator', 'h:1', '--process-id', '1', '--num-processes', '2'],
    );
    expect(stderr).toBe(
      'shardform: error: the measurements are with process 0, which fits them; this process has done its part\n',
    );
  });

  test('refuses what has no effect', async () => {
    const { stderr } = await runTool('shardform', ['calibrate', '--devices', '4'], {
      stdin: new Uint8Array(0),
      cwd: folder,
    });
    expect(stderr).toContain("without '--engine xla'");
  });
});
