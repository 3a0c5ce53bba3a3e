import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { runTool } from '../run-tool.ts';

const folder = mkdtempSync(join(tmpdir(), 'reproducer-'));
afterAll(() => rmSync(folder, { recursive: true }));

const pipeline = 'builtin.module(sdy-user-priority-propagate{module-dump-directory=dump})';
const program = `sdy.mesh @mesh = <["x"=2]>
func.func @main(%a: tensor<4xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}p0]>}, %b: tensor<4xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}p1]>}) -> tensor<4xf32> {
  %0 = stablehlo.add %a, %b : tensor<4xf32>
  return %0 : tensor<4xf32>
}
`;
const reproducer = `${program}{-#
  external_resources: {
    mlir_reproducer: {
      pipeline: "${pipeline}",
      disable_threading: false,
      verify_each: true
    }
  }
#-}
`;
writeFileSync(join(folder, 'reproducer.mlir'), reproducer);

const opt = (...args: readonly string[]) =>
  runTool('shardform', ['opt', 'reproducer.mlir', ...args], { stdin: new Uint8Array(), cwd: folder });

test('the pipeline of a reproducer writes no file; that of the command line does', async () => {
  const { stdout, stderr, exitCode } = await opt('--run-reproducer');
  expect({ stderr, exitCode }).toEqual({
    stderr:
      "<unknown>:0: warning: 'dump/00.propagation_after_user_priority_0.mlir' is not written: passes that a reproducer names save no files; give them by --pass-pipeline instead\n",
    exitCode: 0,
  });
  expect(stdout).toContain('sdy.sharding_per_value');
  expect(readdirSync(folder)).toEqual(['reproducer.mlir']);
  expect((await opt(`--pass-pipeline=${pipeline}`)).stderr).toBe('');
  expect(readdirSync(join(folder, 'dump'))).toEqual(['00.propagation_after_user_priority_0.mlir']);
});
