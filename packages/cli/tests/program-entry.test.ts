import { expect, test } from 'vitest';
import { runTool } from '../src/run-tool.ts';

const SIGNATURE = '(%x: tensor<4xf32>) -> tensor<4xf32>';
const TWO = `func.func @forward${SIGNATURE} {
  return %x : tensor<4xf32>
}
func.func @backward${SIGNATURE} {
  return %x : tensor<4xf32>
}
`;
const ONE_PUBLIC = TWO.replace('func.func @backward', 'func.func private @backward');

function run(args: readonly string[], text: string) {
  return runTool('shardform', args, { stdin: new TextEncoder().encode(text), cwd: '.' });
}

const commands = [
  ['show', '-'],
  ['partition', '-'],
  ['partition', '-', '--validate'],
  ['run', '-'],
  ['sim', '-'],
  ['report', '-', '-o', '-'],
  ['tt', '-'],
  ['dist', 'simulate', '-'],
  ['dist', 'simulate', '-', '--batch-args', '0', '--degrees', '1/1/1/1'],
  ['translate', '--interpret', '-', '--args=[dense<1.0> : tensor<4xf32>]'],
];

test.each(commands)('%s %s tells which functions a program without @main has', async (...args) => {
  const { stderr, exitCode } = await run(args, TWO);
  expect(stderr).toContain(
    '<stdin>:1:1: error: module must have entry func with name main; it has @forward, @backward: rename the one to start with, or make the others private\n',
  );
  expect(exitCode).toBe(1);
});

test.each(commands)('%s %s starts with the only public function', async (...args) => {
  expect(await run(args, ONE_PUBLIC)).toMatchObject({ exitCode: 0 });
});

test('explain asks which function is meant', async () => {
  expect((await run(['explain', '-', '%x'], TWO)).stderr).toBe(
    "shardform: error: '%x' may be any of @forward:%x, @backward:%x\n",
  );
});
