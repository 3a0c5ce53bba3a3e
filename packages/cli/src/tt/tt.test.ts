import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { arrayOf, writeNpz } from '@shardform/runtime-sim';
import { afterAll, expect, test } from 'vitest';
import { runTool } from '../run-tool.ts';
import type { ToolResult } from '../tool-io.ts';
import type { LoweringJson } from './lowering-schema.ts';

const folder = mkdtempSync(join(tmpdir(), 'shardform-tt-'));
afterAll(() => rmSync(folder, { recursive: true }));

const SQUARES = `sdy.mesh @mesh = <["x"=2]>
func.func @main(%a: tensor<4xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}]>}) -> tensor<4xf32> {
  %0 = chlo.square %a : tensor<4xf32> -> tensor<4xf32>
  return %0 : tensor<4xf32>
}`;

function tt(text: string, ...args: readonly string[]): Promise<ToolResult> {
  writeFileSync(join(folder, 'p.mlir'), text);
  return runTool('shardform', ['tt', 'p.mlir', ...args], { stdin: new Uint8Array(0), cwd: folder });
}

test('executes every stage on the inputs of a file', async () => {
  writeFileSync(join(folder, 'in.npz'), writeNpz(new Map([['arg0', arrayOf('f32', [4], [1, 2, 3, 4])]])));
  const { stdout, stderr, exitCode } = await tt(SQUARES, '--in', 'in.npz', '--json');
  expect([stderr, exitCode]).toEqual(['', 0]);
  const { stages, devices, isEqual } = JSON.parse(String(stdout)) as LoweringJson;
  expect([devices, isEqual]).toEqual([2, true]);
  expect(stages.map(({ name }) => name)).toEqual(['stablehlo', 'ttir', 'ttnn']);
  expect(stages.map(({ results }) => results![0]!.elements.equal)).toEqual([4, 4, 4]);
  expect(stages[0]!.passes[0]!.pass).toBe('chlo-legalize-to-stablehlo');
});

test('stages that are whole stay when a later one can not be written', async () => {
  mkdirSync(join(folder, 'stages', '2-ttir.mlir'), { recursive: true });
  const { stderr, exitCode } = await tt(SQUARES, '--no-run', '-o', 'stages');
  expect({ stderr, exitCode }).toEqual({
    stderr: "shardform: error: cannot open output file 'stages/2-ttir.mlir': Is a directory\n",
    exitCode: 1,
  });
  expect(readdirSync(join(folder, 'stages'))).toEqual(['1-stablehlo.mlir', '2-ttir.mlir']);
  expect(readFileSync(join(folder, 'stages', '1-stablehlo.mlir'), 'utf8')).toMatch(/^module [^]*\}\n$/);
});

test('says what is wrong with an input file', async () => {
  writeFileSync(join(folder, 'in.npz'), writeNpz(new Map([['arg0', arrayOf('f32', [2], [1, 2])]])));
  expect((await tt(SQUARES, '--in', 'in.npz')).stderr).toBe(
    "shardform: error: 'in.npz': array 'arg0' is f32[2], but the argument is f32[4]\n",
  );
});

test("takes a mesh of one axis as the machine's, and refuses other sizes", async () => {
  expect((await tt(SQUARES, '--mesh', '1x2', '--no-run')).exitCode).toBe(0);
  expect((await tt(SQUARES, '--mesh', '1x4', '--no-run')).stderr).toBe(
    "shardform: error: flag '--mesh=1x4' does not fit the file: its mesh @mesh is 2; leave the flag out\n",
  );
});

test.each([
  ['0x0', "flag '--mesh' expects sizes such as 2x4, got '0x0'"],
  [
    '99999999x99999999',
    "flag '--mesh=99999999x99999999' asks for 1.0e+16 devices, more than the 65,536 allowed",
  ],
])('refuses a mesh of %s', async (mesh, message) => {
  const { stderr, exitCode } = await tt(
    'func.func @main(%a: tensor<4xf32>) -> tensor<4xf32> { return %a : tensor<4xf32> }',
    '--mesh',
    mesh,
  );
  expect(exitCode).toBe(1);
  expect(stderr).toContain(message);
});

test('makes no collectives among single devices', async () => {
  const gathered = `sdy.mesh @mesh = <["x"=1, "y"=2]>
func.func @main(%a: tensor<4x4xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {"y"}]>}) -> tensor<4x4xf32> {
  %0 = sdy.sharding_constraint %a <@mesh, [{}, {"y"}]> : tensor<4x4xf32>
  %1 = stablehlo.tanh %0 : tensor<4x4xf32>
  return %1 : tensor<4x4xf32>
}`;
  const { stderr, exitCode } = await tt(gathered, '-o', 'single');
  expect([stderr, exitCode]).toEqual(['', 0]);
  expect(readFileSync(join(folder, 'single', '2-ttir.mlir'), 'utf8')).not.toContain('ttir.all_gather');
});
