import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { runTool } from '../run-tool.ts';
import type { ToolResult } from '../tool-io.ts';

const folder = mkdtempSync(join(tmpdir(), 'shardform-target-'));
afterAll(() => rmSync(folder, { recursive: true }));

function tt(text: string, ...args: readonly string[]): Promise<ToolResult> {
  writeFileSync(join(folder, 'p.mlir'), text);
  return runTool('shardform', ['tt', 'p.mlir', ...args], { stdin: new Uint8Array(0), cwd: folder });
}

/** A sharding on @mesh. */
const on = (dims: string): string => `{sdy.sharding = #sdy.sharding<@mesh, [${dims}]>}`;
const CUBE = 'sdy.mesh @mesh = <["a"=2, "b"=2, "c"=2]>';

/** Programs whose stages all give the same numbers on the simulated devices. */
const PROGRAMS: Readonly<Record<string, string>> = {
  'a mesh of three axes, each of which is used alone': `${CUBE}
func.func @main(%p: tensor<8x8xf32> ${on('{"a"}, {"b"}')}, %w: tensor<8x16xf32> ${on('{"b"}, {"c"}')}) -> (tensor<8x16xf32> ${on('{"b"}, {"a"}')}, tensor<8x8xi1>) {
  %0 = stablehlo.tanh %p : tensor<8x8xf32>
  %1 = stablehlo.dot_general %0, %w, contracting_dims = [1] x [0] : (tensor<8x8xf32>, tensor<8x16xf32>) -> tensor<8x16xf32>
  %2 = stablehlo.compare LT, %p, %0 : (tensor<8x8xf32>, tensor<8x8xf32>) -> tensor<8x8xi1>
  return %1, %2 : tensor<8x16xf32>, tensor<8x8xi1>
}`,
  'maxima along one of three axes, and axes in another order': `${CUBE}
func.func @main(%p: tensor<8x8xf32> ${on('{"c", "a"}, {"b"}')}) -> (tensor<8xf32> ${on('{"b", "c"}')}, tensor<8xi32>) {
  %z = stablehlo.constant dense<0xFF800000> : tensor<f32>
  %0 = stablehlo.reduce(%p init: %z) applies stablehlo.maximum across dimensions = [1] : (tensor<8x8xf32>, tensor<f32>) -> tensor<8xf32>
  %1 = stablehlo.convert %0 : (tensor<8xf32>) -> tensor<8xi32>
  return %0, %1 : tensor<8xf32>, tensor<8xi32>
}`,
  'a part of an axis': `sdy.mesh @mesh = <["x"=4]>
func.func @main(%p: tensor<14xf32> ${on('{"x":(1)2}')}) -> (tensor<14xf32>, tensor<14xi1>) {
  %0 = stablehlo.sine %p : tensor<14xf32>
  %1 = stablehlo.compare GT, %p, %0 : (tensor<14xf32>, tensor<14xf32>) -> tensor<14xi1>
  return %0, %1 : tensor<14xf32>, tensor<14xi1>
}`,
  "GSPMD's shardings, in another order of the axes too": `module attributes {mhlo.num_partitions = 8 : i32} {
  func.func @main(%p: tensor<8x16xf32> {mhlo.sharding = "{devices=[2,1,4]<=[8] last_tile_dim_replicate}"}, %w: tensor<16x8xf32> {mhlo.sharding = "{devices=[1,4,2]<=[2,4]T(1,0) last_tile_dim_replicate}"}) -> tensor<8x8xf32> {
    %0 = stablehlo.dot_general %p, %w, contracting_dims = [1] x [0] : (tensor<8x16xf32>, tensor<16x8xf32>) -> tensor<8x8xf32>
    %1 = stablehlo.custom_call @Sharding(%0) {mhlo.sharding = "{devices=[8,1]<=[2,4]T(1,0)}"} : (tensor<8x8xf32>) -> tensor<8x8xf32>
    %2 = stablehlo.tanh %1 : tensor<8x8xf32>
    return %2 : tensor<8x8xf32>
  }
}`,
  'Fourier transforms of two dimensions, forth and back': `sdy.mesh @mesh = <["x"=2]>
func.func @main(%p: tensor<2x6x5xf32> ${on('{"x"}, {}, {}')}) -> (tensor<2x6x5xf32>, tensor<2x6x3xf32>) {
  %0 = stablehlo.fft %p, type = RFFT, length = [6, 5] : (tensor<2x6x5xf32>) -> tensor<2x6x3xcomplex<f32>>
  %1 = stablehlo.fft %0, type = IRFFT, length = [6, 5] : (tensor<2x6x3xcomplex<f32>>) -> tensor<2x6x5xf32>
  %2 = stablehlo.fft %0, type = FFT, length = [3] : (tensor<2x6x3xcomplex<f32>>) -> tensor<2x6x3xcomplex<f32>>
  %3 = stablehlo.fft %2, type = IFFT, length = [6, 3] : (tensor<2x6x3xcomplex<f32>>) -> tensor<2x6x3xcomplex<f32>>
  %4 = stablehlo.abs %3 : (tensor<2x6x3xcomplex<f32>>) -> tensor<2x6x3xf32>
  return %1, %4 : tensor<2x6x5xf32>, tensor<2x6x3xf32>
}`,
  'statistics of a batch, which TTNN writes in place': `func.func @main(%p: tensor<2x3x4x2xf32>, %s: tensor<3xf32>) -> (tensor<2x3x4x2xf32>, tensor<3xf32>, tensor<3xf32>) {
  %y, %m, %v = "stablehlo.batch_norm_training"(%p, %s, %s) <{epsilon = 1.0e-05 : f32, feature_index = 1 : i64}> : (tensor<2x3x4x2xf32>, tensor<3xf32>, tensor<3xf32>) -> (tensor<2x3x4x2xf32>, tensor<3xf32>, tensor<3xf32>)
  return %y, %m, %v : tensor<2x3x4x2xf32>, tensor<3xf32>, tensor<3xf32>
}`,
};

describe('all stages give the same numbers for', () => {
  test.each(Object.entries(PROGRAMS))('%s', async (_, text) => {
    const { stdout, stderr, exitCode } = await tt(text);
    expect({ stderr, exitCode }).toEqual({ stderr: '', exitCode: 0 });
    expect(String(stdout).match(/ equal within tolerance/g)).toHaveLength(3);
  });
});

test('a call that computes in place gets its operand whole, and its refusal says why and what to do', async () => {
  const alias = `output_operand_aliases = [#stablehlo.output_operand_alias<output_tuple_indices = [0], operand_index = 0, operand_tuple_indices = []>]`;
  const text = `sdy.mesh @mesh = <["x"=2]>
func.func @main(%p: tensor<8x8xf32> ${on('{"x"}, {}')}) -> tensor<8x8xf32> {
  %0:2 = stablehlo.custom_call @lapack_spotrf_ffi(%p) {${alias}, mhlo.backend_config = {uplo = 76 : ui8}} : (tensor<8x8xf32>) -> (tensor<8x8xf32>, tensor<i32>)
  return %0#0 : tensor<8x8xf32>
}`;
  const { stderr, exitCode } = await tt(text);
  expect(exitCode).toBe(1);
  expect(stderr).not.toContain('shapes mismatch');
  expect(stderr).toContain("(it calls 'lapack_spotrf_ffi')");
  expect(stderr).toContain('note: to go on, compute it on the host');
  const { stdout } = await tt(text, '--to', 'stablehlo');
  expect(stdout).toMatch(/^ {2}stablehlo .* equal within tolerance/m);
});
