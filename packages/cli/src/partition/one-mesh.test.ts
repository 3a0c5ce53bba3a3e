import { expect, test } from 'vitest';
import { runTool } from '../run-tool.ts';

/** A sum of tensors on two meshes. */
const sum = (first: string, second: string, dims: string): string => `sdy.mesh @a = <[${first}]>
sdy.mesh @b = <[${second}]>
func.func @main(%x: tensor<8x8xf32> {sdy.sharding = #sdy.sharding<@a, [{"x"}, {}]>}) -> tensor<8x8xf32> {
  %0 = stablehlo.tanh %x : tensor<8x8xf32>
  %1 = sdy.sharding_constraint %0 <@b, ${dims}> : tensor<8x8xf32>
  return %1 : tensor<8x8xf32>
}
`;

const run = (text: string, command: string, ...flags: string[]) =>
  runTool('shardform', [command, '-', ...flags], { stdin: new TextEncoder().encode(text), cwd: '.' });

test.each(['plan', 'study', 'sim', 'partition'])('%s names two meshes whose axes differ', async (command) => {
  const { exitCode, stderr } = await run(sum('"x"=8', '"y"=2, "z"=4', '[{"y"}, {"z"}]'), command);
  expect(exitCode).toBe(1);
  expect(stderr).toContain(
    "<stdin>:5:8: error: the shardings of the program are on two meshes, @a (x=8) and @b (y=2, z=4), and a program is partitioned on one; make one mesh of the finer axes, along several of which a dimension may be split, such as P(('x', 'y'))\n",
  );
});

test('meshes with the same axes may have their devices in different orders', async () => {
  const text = sum('"x"=8', '"x"=8], device_ids=[7, 6, 5, 4, 3, 2, 1, 0', '[{"x"}, {}]');
  expect(await run(text, 'partition')).toMatchObject({ exitCode: 0 });
});

test('a plan without the shardings of the program has one mesh', async () => {
  const text = sum('"x"=8', '"y"=2, "z"=4', '[{"y"}, {"z"}]');
  expect(await run(text, 'plan', '--from-scratch', '--devices', '8')).toMatchObject({ exitCode: 0 });
});
