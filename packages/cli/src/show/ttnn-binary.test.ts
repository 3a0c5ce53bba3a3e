import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { runTool } from '../run-tool.ts';

const folder = mkdtempSync(join(tmpdir(), 'shardform-ttnn-'));
const run = (...args: readonly string[]) =>
  runTool('shardform', args, { stdin: new Uint8Array(), cwd: folder });

const program = `func.func @main(%x: tensor<32x64xf32>, %w: tensor<64x32xf32>) -> tensor<32x32xf32> {
  %0 = stablehlo.dot_general %x, %w, contracting_dims = [1] x [0] : (tensor<32x64xf32>, tensor<64x32xf32>) -> tensor<32x32xf32>
  %1 = stablehlo.tanh %0 : tensor<32x32xf32>
  return %1 : tensor<32x32xf32>
}
`;
writeFileSync(join(folder, 'step.mlir'), program);

test('lowering writes a binary, whose programs are listed, and whose text is a program again', async () => {
  expect((await run('tt', 'step.mlir', '--no-run', '-o', 'stages')).exitCode).toBe(0);
  const { stdout } = await run('show', 'stages/program.ttnn');
  expect(stdout).toBe(`written for jax-tt-plugin 0.1.3: 1 chip of Wormhole_b0

program 0: main on 1x1
  input   #1  32x64 Float32 in tiles of 32x32, DRAM, Interleaved
  input   #2  64x32 Float32 in tiles of 32x32, DRAM, Interleaved
  MatmulOp                           #3 = #1, #2  32x32 Float32 in tiles of 32x32, DRAM, Interleaved
  DeallocateOp                       #2
  DeallocateOp                       #1
  EltwiseUnaryOp Tanh                #4 = #3  32x32 Float32 in tiles of 32x32, DRAM, Interleaved
  DeallocateOp                       #3
  output  #4  32x32 Float32 in tiles of 32x32, DRAM, Interleaved
`);
  const json = JSON.parse(String((await run('show', 'stages/program.ttnn', '--json')).stdout)) as {
    readonly contents: { readonly programs: readonly { readonly name: string }[] };
  };
  expect(json.contents.programs.map(({ name }) => name)).toEqual(['main']);
  expect((await run('opt', 'stages/program.ttnn')).stdout).toContain('"ttnn.tanh"(%0)');
});

test('a binary is also shown from standard input', async () => {
  const stdin = readFileSync(join(folder, 'stages/program.ttnn'));
  const piped = await runTool('shardform', ['show', '-'], { stdin, cwd: folder });
  expect(piped).toMatchObject({ exitCode: 0, stdout: (await run('show', 'stages/program.ttnn')).stdout });
  expect((await runTool('shardform', ['show', '-', '--table'], { stdin, cwd: folder })).stderr).toBe(
    "shardform: error: '--table' has no effect beside a binary; leave it out\n",
  );
});

test('a TTNN program is translated as lowering does', async () => {
  const args = ['translate', '--ttnn-to-flatbuffer', 'stages/3-ttnn.mlir', '-o', 'own.ttnn'];
  expect(await run(...args)).toMatchObject({ exitCode: 0, stderr: '' });
  const listing = async (file: string) => (await run('show', file)).stdout;
  expect(await listing('own.ttnn')).toBe(await listing('stages/program.ttnn'));
});

test('a program that is not lowered is refused, with what lowers it', async () => {
  const { exitCode, stderr } = await run('translate', '--ttnn-to-flatbuffer', 'step.mlir', '-o', 'no.ttnn');
  expect(exitCode).toBe(1);
  expect(stderr).toContain(
    "the program has operations of 'stablehlo', not of TTNN: lower it by 'shardform tt FILE -o FOLDER'",
  );
});

test('a damaged binary is refused in one line', async () => {
  const bytes = readFileSync(join(folder, 'stages/program.ttnn'));
  writeFileSync(join(folder, 'cut.ttnn'), bytes.subarray(0, 1000));
  expect((await run('show', 'cut.ttnn')).stderr).toBe(
    `shardform: error: 'cut.ttnn': the file is damaged: it says that it has ${bytes.length} bytes, and has 1000\n`,
  );
  expect((await run('show', 'step.mlir', '%0', '--csv', 'x')).exitCode).toBe(1);
  expect((await run('show', 'stages/program.ttnn', '--table')).stderr).toBe(
    "shardform: error: '--table' has no effect beside a binary; leave it out\n",
  );
});
