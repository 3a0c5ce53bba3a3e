import { expect, test } from 'vitest';
import { runTool } from '../run-tool.ts';

const sharded = `sdy.mesh @mesh = <["x"=2]>
func.func @main(%a: tensor<4xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}]>}) -> tensor<4xf32> {
  return %a : tensor<4xf32>
}
`;
const input = { stdin: new TextEncoder().encode(sharded), cwd: '.' };

test('shardings are kept on request only, and the message says how', async () => {
  const { stderr, exitCode } = await runTool('shardform', ['translate', '--serialize', '-'], input);
  expect(exitCode).toBe(1);
  expect(stderr).toContain(
    "error: failed to legalize operation 'func.func' that was explicitly marked illegal\n",
  );
  expect(stderr).toMatch(
    /\nshardform: note: '--allow-other-dialects' keeps what is not StableHLO's, such as shardings, as jax\.export does\n$/,
  );
  const kept = await runTool('shardform', ['translate', '--serialize', '--allow-other-dialects', '-'], input);
  expect(kept).toMatchObject({ stderr: '', exitCode: 0 });
});

test('what a version lacks is named, with its line, the version that has it, and that of the whole program', async () => {
  const text = `func.func @main(%a: tensor<4xf4E2M1FN>, %b: tensor<4xf32>) -> tensor<4xf32> {
  %0 = stablehlo.cosine %b : tensor<4xf32>
  %1 = stablehlo.tan %0 : tensor<4xf32>
  return %1 : tensor<4xf32>
}
`;
  const stdin = new TextEncoder().encode(text);
  const args = ['translate', '--serialize', '--target=1.3.0', '-'];
  const { stderr, exitCode } = await runTool('shardform', args, { stdin, cwd: '.' });
  expect(exitCode).toBe(1);
  expect(stderr.split('\n').filter((line) => line.includes('note: '))).toEqual([
    "<stdin>:1:1: note: 'f4E2M1FN' needs version 1.8.0; the target is 1.3.0",
    '<stdin>:3:8: note: stablehlo.tan needs version 1.4.0; the target is 1.3.0',
    "shardform: note: the whole program needs version 1.8.0: give '--target=1.8.0', or write it without these",
  ]);
  const written = await runTool('shardform', ['translate', '--serialize', '--target=1.8.0', '-'], {
    stdin,
    cwd: '.',
  });
  expect(written.exitCode).toBe(0);
});
