import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { runTool } from '../run-tool.ts';
import type { ToolResult } from '../tool-io.ts';

const cwd = mkdtempSync(join(tmpdir(), 'shardform-meshes-'));
afterAll(() => rmSync(cwd, { recursive: true }));

const T = 'tensor<4x4xf32>';
const on = (mesh: string, dims: string): string =>
  `!mpmd.mesh_tensor<"${mesh}", ${T}, sharding=<@mesh, [${dims}]>>`;

/** Two stages; the second mesh splits what it gets otherwise. */
const program = `sdy.mesh @mesh = <["x"=2]>
func.func @main(%w: ${on('m1', '{}, {"x"}')}, %x: ${on('m1', '{}, {}')}) -> ${on('m2', '{"x"}, {}')} attributes {topology = #mpmd.topology<<"m1" : <["x"=2]>>, <"m2" : <["x"=2]>>>} {
  %0 = mpmd.fragment<mesh="m1", origin=["f"]> (%x, %w) (%a: ${T}, %b: ${T}) {
    %r = stablehlo.dot %a, %b : (${T}, ${T}) -> ${T}
    mpmd.return %r : ${T}
  } : (${on('m1', '{}, {}')}, ${on('m1', '{}, {"x"}')}) -> ${on('m1', '{}, {"x"}')}
  %1 = mpmd.transfer %0 : (${on('m1', '{}, {"x"}')}) -> ${on('m2', '{"x"}, {}')}
  %2 = mpmd.fragment<mesh="m2", origin=["g"]> (%1) (%a: ${T}) {
    %r = stablehlo.dot %a, %a : (${T}, ${T}) -> ${T}
    mpmd.return %r : ${T}
  } : (${on('m2', '{"x"}, {}')}) -> ${on('m2', '{"x"}, {}')}
  return %2 : ${on('m2', '{"x"}, {}')}
}
`;
writeFileSync(join(cwd, 'two.mlir'), program);

function shardform(...args: readonly string[]): Promise<ToolResult> {
  return runTool('shardform', args, { stdin: new Uint8Array(), cwd });
}

describe('run on several meshes', { timeout: 30_000 }, () => {
  test('executes the devices of all meshes, which exchange the parts that they need', async () => {
    const { stdout, exitCode } = await shardform('run', 'two.mlir');
    expect(String(stdout)).toMatch(
      /^executed on 4 simulated devices: m1 has devices 0-1, m2 has devices 2-3\nres0 .*: equal within tolerance/,
    );
    expect(exitCode).toBe(0);
  });

  test('tells who waits in vain for a message that is lost', async () => {
    writeFileSync(
      join(cwd, 'lost.json'),
      '{"faults": [{"kind": "dropped-message", "from": 0, "to": 2, "op": "stablehlo.send"}]}',
    );
    const { stderr, exitCode } = await shardform('run', 'two.mlir', '--faults', 'lost.json');
    expect(exitCode).toBe(1);
    expect(stderr).toContain('deadlock');
    expect(stderr).toContain("device 2 waits at 'stablehlo.recv' for a message on channel");
  });

  test('refuses a program that is on no mesh yet, with the remedy', async () => {
    writeFileSync(
      join(cwd, 'named.mlir'),
      `func.func @main(%x: ${T}) -> ${T} attributes {topology = #mpmd.topology<<"m1" : <["x"=2]>>>} {
  %0 = mpmd.named_computation<"f"> (%x) (%a: ${T}) {
    mpmd.return %a : ${T}
  } : (${T}) -> ${T}
  return %0 : ${T}
}
`,
    );
    const { stderr, exitCode } = await shardform('run', 'named.mlir');
    expect(exitCode).toBe(1);
    expect(stderr).toContain(
      "named.mlir:2:8: error: 'mpmd.named_computation' is on no mesh yet; 'shardform opt --mpmd-import-pipeline=name-to-mesh-assignment=NAME@MESH/STAGE,...' puts a program on meshes",
    );
  });

  test('the programs of devices compute the same', async () => {
    await shardform('opt', 'two.mlir', '--mpmd-lower-to-stablehlo', '-o', 'devices.mlir');
    const { stdout, exitCode } = await shardform('run', 'devices.mlir');
    expect(String(stdout)).toMatch(/^executed on 1 simulated device\nres0/);
    expect(exitCode).toBe(0);
  });
});
