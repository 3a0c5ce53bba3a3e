import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { programArguments } from './program.ts';

const folder = mkdtempSync(join(tmpdir(), 'shardform-threads-'));
const program = `
sdy.mesh @mesh = <["x"=4]>
func.func @main(%a: tensor<8x16xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {"x"}]>}, %b: tensor<16x8xf32>) -> tensor<8x8xf32> {
  %0 = stablehlo.dot_general %a, %b, contracting_dims = [1] x [0] : (tensor<8x16xf32>, tensor<16x8xf32>) -> tensor<8x8xf32>
  %1 = stablehlo.tanh %0 : tensor<8x8xf32>
  return %1 : tensor<8x8xf32>
}
`;

let node: readonly string[];

beforeAll(async () => {
  node = await programArguments();
  writeFileSync(join(folder, 'p.mlir'), program);
}, 180_000);
afterAll(() => rmSync(folder, { recursive: true }));

function run(text: string, ...flags: string[]): { stdout: string; stderr: string; status: number | null } {
  writeFileSync(join(folder, 'p.mlir'), text);
  return spawnSync(process.execPath, [...node, 'run', 'p.mlir', ...flags], { cwd: folder, encoding: 'utf8' });
}

test('--workers spreads devices over threads without changing a bit', () => {
  const alone = run(program, '--out', 'one.npz');
  const spread = run(program, '--out', 'three.npz', '--workers', '3');
  expect(spread.stderr).toBe('');
  expect(alone.stdout).toMatch(/^executed on 4 simulated devices\n/);
  expect(spread.stdout).toBe(alone.stdout.replace('devices\n', 'devices in 3 threads\n'));
  expect(readFileSync(join(folder, 'three.npz'))).toEqual(readFileSync(join(folder, 'one.npz')));
}, 180_000);

test('--workers reports failures as one thread does', () => {
  const failing = program.replace(
    'stablehlo.tanh %0 :',
    'stablehlo.custom_call @unknown(%0) : (tensor<8x8xf32>) ->',
  );
  const alone = run(failing);
  expect(alone.status).toBe(1);
  expect(run(failing, '--workers', '2')).toEqual(
    expect.objectContaining({ status: 1, stderr: alone.stderr, stdout: alone.stdout }),
  );
}, 180_000);

test('--workers takes a whole number from 1 on', () => {
  expect(run(program, '--workers', '0').stderr).toBe(
    "shardform: error: flag '--workers' expects an integer of at least 1, got '0'\n",
  );
}, 180_000);
