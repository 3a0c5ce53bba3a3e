import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import type { Json } from '../json-schema/json-schema.ts';
import { runTool } from '../run-tool.ts';
import type { ToolResult } from '../tool-io.ts';
import type { profileSchema } from './profile-table.ts';

const folder = mkdtempSync(join(tmpdir(), 'shardform-profile-'));
afterAll(() => rmSync(folder, { recursive: true }));

const LAYER = `sdy.mesh @mesh = <["x"=2]>
func.func @main(%x: tensor<512x512xbf16> {sdy.sharding = #sdy.sharding<@mesh, [{}, {"x"}]>}, %w: tensor<512x512xbf16> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}]>}) -> tensor<512x512xbf16> {
  %0 = stablehlo.dot_general %x, %w, contracting_dims = [1] x [0] : (tensor<512x512xbf16>, tensor<512x512xbf16>) -> tensor<512x512xbf16>
  return %0 : tensor<512x512xbf16>
}`;

function profile(...args: readonly string[]): Promise<ToolResult> {
  writeFileSync(join(folder, 'p.mlir'), LAYER);
  return runTool('shardform', ['tt', 'p.mlir', '--profile', ...args], {
    stdin: new Uint8Array(0),
    cwd: folder,
  });
}

async function json(...args: readonly string[]): Promise<Json<typeof profileSchema>> {
  const { stdout } = await profile('--json', ...args);
  return JSON.parse(String(stdout)) as Json<typeof profileSchema>;
}

describe('tt --profile', () => {
  test('has the time and memory of each operation on a device', async () => {
    const { arch, grid, devices, rows, first_too_large: problem } = await json();
    expect([arch, grid, devices, problem]).toEqual(['wormhole_b0', [8, 8], 2, null]);
    const product = rows.find(({ operation }) => operation === 'ttnn.matmul')!;
    // 512 x 256 by 256 x 512 in bf16: 16 x 8 and 8 x 16 tiles make 16 x 16.
    expect(product.dram_moved).toBe((2 * 128 + 256) * 2048);
    expect([product.cores, product.executions, product.place]).toEqual([64, 1, 'p.mlir:3']);
    const reduction = rows.find(({ operation }) => operation === 'ttnn.all_reduce')!;
    expect(reduction.bound).toBe('Ethernet');
  });

  test('is of other chips on request', async () => {
    const { arch, grid } = await json('--arch', 'blackhole');
    expect([arch, grid]).toEqual(['blackhole', [10, 13]]);
  });

  test('multiplies by what was measured', async () => {
    const { seconds, rows } = await json();
    const measured = rows.map(({ operation, seconds: own }) => `${operation},${own},${own * 3}`);
    writeFileSync(
      join(folder, 'measured.csv'),
      ['operation,seconds,measured_seconds', ...measured].join('\n'),
    );
    const own = await json('--calibration', 'measured.csv');
    expect(own.seconds / seconds).toBeCloseTo(3, 6);
  });

  test('says what a file of measured times lacks', async () => {
    writeFileSync(join(folder, 'other.csv'), 'operation,seconds\nttnn.add,1\n');
    const { stderr, exitCode } = await profile('--calibration', 'other.csv');
    expect([stderr, exitCode]).toEqual([
      "shardform: error: 'other.csv' has no column measured_seconds: it is the CSV of 'shardform tt --profile --csv' with a column measured_seconds\n",
      1,
    ]);
  });

  test('refuses flags of executions', async () => {
    const { stderr } = await profile('--seed', '1');
    expect(stderr).toBe("shardform: error: '--seed' has no effect beside '--profile'; leave it out\n");
  });
});
