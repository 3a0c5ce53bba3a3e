import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { runTool } from '../run-tool.ts';
import type { ToolResult } from '../tool-io.ts';

const folder = mkdtempSync(join(tmpdir(), 'shardform-compare-xla-'));
afterAll(() => rmSync(folder, { recursive: true }));

const program = `
sdy.mesh @mesh = <["x"=2]>
func.func @main(%a: tensor<4xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}]>}) -> (tensor<4xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}]>}) {
  return %a : tensor<4xf32>
}`;

const HLO = `HloModule m, num_partitions=2

%add (a: f32[], b: f32[]) -> f32[] {
  %a = f32[] parameter(0)
  %b = f32[] parameter(1)
  ROOT %add.1 = f32[] add(%a, %b)
}

ENTRY %main.0_spmd (param: f32[2]) -> f32[4] {
  %param = f32[2]{0} parameter(0)
  %i = s32[] constant(0)
  %z = f32[4]{0} constant({0, 0, 0, 0})
  %pad = f32[4]{0} dynamic-update-slice(%z, %param, %i)
  ROOT %sum = f32[4]{0} all-reduce(%pad), replica_groups={{0,1}}, to_apply=%add, metadata={op_name="jit(f)/copy"}
}
`;

/** Runs the command with a script in Python's place. */
function compare(script: string, ...flags: readonly string[]): Promise<ToolResult> {
  const python = join(folder, 'python');
  writeFileSync(
    python,
    `#!${process.execPath}\nconst fs = require('node:fs');\nconst [, , runner, devices, ...others] = process.argv;\nconst source = others.at(-1);\n${script}\n`,
  );
  chmodSync(python, 0o755);
  writeFileSync(join(folder, 'p.mlir'), program);
  return runTool('shardform', ['partition', 'p.mlir', '--emit', 'none', ...flags, '--python', python], {
    stdin: new Uint8Array(0),
    cwd: folder,
  });
}

const ANSWER = `
if (devices !== '2' || !fs.readFileSync(source, 'utf8').includes('sdy.mesh @mesh')) process.exit(1);
fs.writeFileSync(source + '.hlo', ${JSON.stringify(HLO)});
console.log(JSON.stringify({ ok: true, version: '0.10.2', problems: [null] }));`;

test('puts what XLA sends beside what this program sends', async () => {
  const { stdout, stderr } = await compare(ANSWER, '--compare-xla');
  expect(stderr).toBe('');
  const text = String(stdout);
  expect(text.slice(text.indexOf('beside'))).toBe(
    `beside XLA of jaxlib 0.10.2, which compiles the same program for CPUs without combining collectives:
executed, sent by a device  here       XLA
all_gather                     1  8 B
all_reduce                               1  16 B
in all                         1  8 B    1  16 B
  only XLA: all_reduce -> f32[4] for jit(f)/copy

warning: p.mlir:4: all_gather [{"x"}] of 8 B per device gathers argument 0, which the program gets split
`,
  );
});

test('has them in JSON', async () => {
  const { stdout } = await compare(ANSWER, '--compare-xla', '--json');
  const { xla } = JSON.parse(String(stdout)) as { xla: { version: string; totals: { bytes: number } } };
  expect([xla.version, xla.totals.bytes]).toEqual(['0.10.2', 16]);
});

test('tells why there is no XLA', async () => {
  const { stderr, exitCode } = await compare(
    `console.log(JSON.stringify({ ok: false, kind: 'missing', message: "No module named 'jax'" })); process.exit(1);`,
    '--compare-xla',
  );
  expect(exitCode).toBe(1);
  expect(stderr).toContain("has no jax (No module named 'jax'); 'python3 -m pip install jax' installs it");
});

test('refuses a Python that nothing is asked of', async () => {
  const { stderr } = await compare(ANSWER);
  expect(stderr).toBe("shardform: error: '--python' has no effect without '--compare-xla'; leave it out\n");
});
