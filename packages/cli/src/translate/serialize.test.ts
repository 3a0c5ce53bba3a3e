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
