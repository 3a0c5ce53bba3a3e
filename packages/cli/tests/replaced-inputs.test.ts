import { mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeEach, expect, test } from 'vitest';
import { arrayOf, writeNpz } from '@shardform/runtime-sim';
import { runTool } from '../src/run-tool.ts';

const cwd = mkdtempSync(join(tmpdir(), 'replaced-'));
afterAll(() => rmSync(cwd, { recursive: true }));

const program = `sdy.mesh @mesh = <["x"=2]>
func.func @main(%arg0: tensor<4xf32>) -> tensor<4xf32> {
  %0 = stablehlo.add %arg0, %arg0 : tensor<4xf32>
  return %0 : tensor<4xf32>
}
`;

beforeEach(() => {
  writeFileSync(join(cwd, 'p.mlir'), program);
  writeFileSync(join(cwd, 'in.npz'), writeNpz(new Map([['arg0', arrayOf('f32', [4], [1, 2, 3, 4])]])));
});
symlinkSync('p.mlir', join(cwd, 'link.mlir'));

const input = { stdin: new Uint8Array(), cwd, colour: false };

test.each([
  ['sim p.mlir --trace p.mlir', '--trace', 'p.mlir'],
  ['sim p.mlir --memory ./p.mlir', '--memory', 'p.mlir'],
  ['show p.mlir --svg link.mlir', '--svg', 'p.mlir'],
  ['report p.mlir -o p.mlir', '-o', 'p.mlir'],
  ['run p.mlir --out p.mlir', '--out', 'p.mlir'],
  ['run p.mlir --in in.npz --out in.npz', '--out', 'in.npz'],
])('%s keeps what it reads', async (line, flag, file) => {
  const before = readFileSync(join(cwd, file));
  const { stderr, exitCode } = await runTool('shardform', line.split(' '), input);
  expect(stderr).toBe(
    `shardform: error: flag '${flag}' would replace '${file}', which the command reads: name another file\n`,
  );
  expect(exitCode).toBe(1);
  expect(readFileSync(join(cwd, file))).toEqual(before);
});

test('a program may take the place of the one that it was made from', async () => {
  const { exitCode } = await runTool('shardform', ['partition', 'p.mlir', '-o', 'p.mlir'], input);
  expect(exitCode).toBe(0);
  expect(readFileSync(join(cwd, 'p.mlir'), 'utf8')).toContain('mhlo.num_partitions = 2');
});
