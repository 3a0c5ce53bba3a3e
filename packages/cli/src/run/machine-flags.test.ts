import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { arrayOf, elementsOf, readSafetensors, writeSafetensors } from '@shardform/runtime-sim';
import { afterAll, describe, expect, test } from 'vitest';
import { runTool } from '../run-tool.ts';
import type { ToolResult } from '../tool-io.ts';

const folder = mkdtempSync(join(tmpdir(), 'shardform-machine-'));
afterAll(() => rmSync(folder, { recursive: true }));

// The second dimension of the first operand is contracted, so that the two devices have to add.
const program = `
sdy.mesh @mesh = <["x"=2]>
func.func @main(
    %a: tensor<4x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {"x"}]>},
    %b: tensor<8x4xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}]>}) -> tensor<4x4xf32> {
  %0 = stablehlo.dot_general %a, %b, contracting_dims = [1] x [0] : (tensor<4x8xf32>, tensor<8x4xf32>) -> tensor<4x4xf32>
  %1 = stablehlo.log %0 : tensor<4x4xf32>
  return %1 : tensor<4x4xf32>
}`;

function run(args: readonly string[], text = program): Promise<ToolResult> {
  writeFileSync(join(folder, 'p.mlir'), text);
  return runTool('shardform', ['run', 'p.mlir', ...args], { stdin: new Uint8Array(0), cwd: folder });
}

function writeScenario(faults: readonly object[]): void {
  writeFileSync(join(folder, 's.json'), JSON.stringify({ faults }));
}

describe('shardform run', () => {
  test('tells how much memory a device needs, and stops at the operation where it runs out', async () => {
    const enough = await run(['--memory']);
    expect(enough.stdout).toMatch(/^peak memory of a device: \d+ B at 'stablehlo\.[a-z_]+' on device 0$/m);
    const { stdout, stderr, exitCode } = await run(['--memory-limit', '150B']);
    expect([stdout, exitCode]).toEqual(['', 1]);
    expect(stderr).toMatch(
      /^p\.mlir:6:8: error: out of memory: device 0 has 150 B, 'stablehlo\.dot_general' needs 64 B more/,
    );
    expect((await run(['--memory-limit', '1MiB'])).exitCode).toBe(enough.exitCode);
    expect((await run(['--memory-limit=much'])).stderr).toBe(
      "shardform: error: flag '--memory-limit' expects a size like 16GiB, got 'much'\n",
    );
  });

  test('names the operation and device that make the first NaN', async () => {
    const negative = (shape: readonly number[]) => arrayOf('f32', shape, Array<number>(32).fill(-1));
    const positive = arrayOf('f32', [8, 4], Array<number>(32).fill(1));
    const inputs = new Map([
      ['arg0', negative([4, 8])],
      ['arg1', positive],
    ]);
    writeFileSync(join(folder, 'in.safetensors'), writeSafetensors(inputs));
    const { stderr, exitCode } = await run(['--in=in.safetensors', '--check-numerics']);
    expect(exitCode).toBe(1);
    expect(stderr).toContain(
      "p.mlir:7:8: error: result 0 of 'stablehlo.log' on device 0 has a NaN at index [0, 0]; all operands are finite",
    );
  });

  test('tells what a job sees whose device fails', async () => {
    writeScenario([{ kind: 'device-failure', device: 1, op: 'stablehlo.all_reduce' }]);
    const { stdout, stderr, exitCode } = await run(['--faults', 's.json']);
    expect([stdout, exitCode]).toEqual(['', 1]);
    expect(stderr).toContain(
      "error: a device failed: device 1 failed at 'stablehlo.all_reduce'; device 0 waits at 'stablehlo.all_reduce' for device 1",
    );
    expect(stderr).toContain('note: device 1 failed here');
  });

  test('tells what slow links cost, and what had no effect', async () => {
    writeScenario([
      { kind: 'slow-link', from: 0, to: 1, factor: 4 },
      { kind: 'device-failure', device: 0, op: 'stablehlo.sort', occurrence: 2 },
    ]);
    const { stdout } = await run(['--faults=s.json']);
    expect(stdout).toContain(
      'slow links: 1 of 1 collectives used one; communication takes 8.00 µs instead of 2.00 µs\n',
    );
    expect(stdout).toContain("no effect: device 0 does not execute 'stablehlo.sort' a 2. time\n");
  });

  test('refuses scenarios that make no sense', async () => {
    writeScenario([{ kind: 'device-failure', device: 2, op: 'stablehlo.add' }]);
    expect(await run(['--faults=s.json'])).toEqual({
      stdout: '',
      stderr: "shardform: error: 's.json': 'device' of faults[0] can't be 2\n",
      exitCode: 1,
    });
  });

  test('writes results as safetensors, unless they have elements that the format has not got', async () => {
    const identity = (type: string): string =>
      `func.func @main(%a: tensor<2x${type}>) -> tensor<2x${type}> { return %a : tensor<2x${type}> }`;
    await run(['--out=o.safetensors'], identity('i32'));
    const results = readSafetensors(readFileSync(join(folder, 'o.safetensors')));
    expect(elementsOf(results.get('res0')!)).toHaveLength(2);
    expect((await run(['--out=o.safetensors'], identity('i4'))).stderr).toBe(
      "shardform: error: 'o.safetensors': res0: safetensors files have no elements of kind i4\n",
    );
  });

  test('refuses arguments that no machine can hold', async () => {
    const type = 'tensor<1000000x1000000x1000xf32>';
    const { stderr, exitCode } = await run([], `func.func @main(%a: ${type}) { return }`);
    expect(exitCode).toBe(1);
    expect(stderr).toContain(
      'the arguments take 3.6 PiB of memory, more than the 8.0 GiB allowed; --limit-memory raises the limit',
    );
  });
});
