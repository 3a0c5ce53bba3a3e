import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { readNpy } from '@shardform/runtime-sim';
import { runTool } from '../run-tool.ts';
import type { ToolResult } from '../tool-io.ts';
import type { BundleJson } from './bundle-schema.ts';

const folder = mkdtempSync(join(tmpdir(), 'shardform-bundle-'));
afterAll(() => rmSync(folder, { recursive: true }));

writeFileSync(
  join(folder, 'step.mlir'),
  `sdy.mesh @mesh = <["x"=2, "y"=2]>
func.func @main(%a: tensor<4x2xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}]>} loc("w"), %b: tensor<f32>) -> (tensor<4x2xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}]>}) {
  %0 = stablehlo.add %a, %a : tensor<4x2xf32>
  return %0 : tensor<4x2xf32>
}
`,
);

function bundle(...args: readonly string[]): Promise<ToolResult> {
  return runTool('shardform', ['bundle', 'step.mlir', ...args], { stdin: new Uint8Array(0), cwd: folder });
}

describe('shardform bundle', () => {
  test('writes the program, the launcher, and each shard once', async () => {
    const { stdout, exitCode } = await bundle('-o', 'whole', '--seed', '1', '--simulate', '--json');
    expect(exitCode).toBe(0);
    const { manifest, files } = JSON.parse(String(stdout)) as BundleJson;
    expect(manifest).toMatchObject({
      devices: 4,
      arguments: [
        {
          name: 'w',
          dtype: 'float32',
          shape: [4, 2],
          localShape: [2, 2],
          offsets: [
            [0, 0],
            [2, 0],
          ],
          shardOfDevice: [0, 0, 1, 1],
        },
        { name: 'argument 1', shape: [], offsets: [[]], shardOfDevice: [0, 0, 0, 0] },
      ],
    });
    expect(JSON.parse(readFileSync(join(folder, 'whole', 'manifest.json'), 'utf8'))).toEqual(manifest);
    expect(readdirSync(join(folder, 'whole', 'inputs')).sort()).toEqual([
      'arg0.0.npy',
      'arg0.1.npy',
      'arg1.0.npy',
    ]);
    expect(readdirSync(join(folder, 'whole', 'expected')).sort()).toEqual(['res0.0.npy', 'res0.1.npy']);
    expect(files).toBe(8);
    const last = readNpy(readFileSync(join(folder, 'whole', 'inputs', 'arg0.1.npy')));
    expect(last.shape).toEqual([2, 2]);
  });

  test('gives XLA no operations of CHLO, and each collective by itself', async () => {
    writeFileSync(
      join(folder, 'sums.mlir'),
      `sdy.mesh @mesh = <["x"=4]>
func.func @main(%a: tensor<8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}]>}) -> (tensor<f32>, tensor<f32>) {
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  %0 = chlo.square %a : tensor<8xf32> -> tensor<8xf32>
  %1 = stablehlo.reduce(%a init: %zero) applies stablehlo.add across dimensions = [0] : (tensor<8xf32>, tensor<f32>) -> tensor<f32>
  %2 = stablehlo.reduce(%0 init: %zero) applies stablehlo.add across dimensions = [0] : (tensor<8xf32>, tensor<f32>) -> tensor<f32>
  return %1, %2 : tensor<f32>, tensor<f32>
}
`,
    );
    const run = (...args: readonly string[]): Promise<ToolResult> =>
      runTool('shardform', args, { stdin: new Uint8Array(0), cwd: folder });
    expect(String((await run('partition', 'sums.mlir')).stdout)).toContain(':2 = "stablehlo.all_reduce"');
    expect((await run('bundle', 'sums.mlir', '-o', 'sums')).exitCode).toBe(0);
    const { stdout } = await run('translate', 'sums/program.mlir.bc', '--deserialize');
    expect(String(stdout)).not.toContain('chlo.');
    expect(String(stdout).match(/%\d+ = "stablehlo.all_reduce"/g)).toHaveLength(2);
  });

  test('refuses gathers whose slices outside are zeros, which XLA takes from inside', async () => {
    const text = `func.func @main(%t: tensor<4x2xf32>, %i: tensor<3x1xi32>) -> tensor<3x2xf32> {
  %0 = "stablehlo.gather"(%t, %i) <{dimension_numbers = #stablehlo.gather<offset_dims = [1], collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 1>, slice_sizes = array<i64: 1, 2>}> {tt.fill_out_of_bounds} : (tensor<4x2xf32>, tensor<3x1xi32>) -> tensor<3x2xf32>
  return %0 : tensor<3x2xf32>
}
`;
    writeFileSync(join(folder, 'rows.mlir'), text);
    const { stderr, exitCode } = await runTool('shardform', ['bundle', 'rows.mlir', '-o', 'rows'], {
      stdin: new Uint8Array(0),
      cwd: folder,
    });
    expect(exitCode).toBe(1);
    expect(stderr).toContain(
      "rows.mlir:2:8: error: 'stablehlo.gather' op has 'tt.fill_out_of_bounds', which XLA ignores; give the program from before 'shardform tt'",
    );
  });

  test('leaves inputs to those who run it', async () => {
    expect(String((await bundle('-o', 'bare')).stdout)).toContain(
      'launch.py --local-processes 1 --inputs FILE',
    );
    expect(existsSync(join(folder, 'bare', 'inputs'))).toBe(false);
  });

  test('needs a folder, and inputs for what it simulates', async () => {
    expect((await bundle()).stderr).toBe("shardform: error: expected '-o FOLDER'\n");
    expect((await bundle('-o', 'x', '--simulate')).stderr).toContain("without '--in' or '--seed'");
  });
});
