import { expect, test } from 'vitest';
import { runTool } from './run-tool.ts';

const text = `sdy.mesh @mesh = <["x"=2]>
func.func @main(%p: tensor<?x6xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}]>}, %w: tensor<6x4xf32>) -> tensor<?x4xf32> {
  %0 = stablehlo.dot_general %p, %w, contracting_dims = [1] x [0] : (tensor<?x6xf32>, tensor<6x4xf32>) -> tensor<?x4xf32>
  return %0 : tensor<?x4xf32>
}
`;
const tool = (...args: readonly string[]): ReturnType<typeof runTool> =>
  runTool('shardform', args, { stdin: new TextEncoder().encode(text), cwd: '.' });

test.each(['partition', 'sim', 'show', 'explain'])('%s says how to give unknown sizes', async (name) => {
  const { stderr, exitCode } = await tool(name, '-');
  expect(exitCode).toBe(1);
  expect(stderr).toContain(
    "<stdin>:2:1: warning: dimension 0 of argument 0, tensor<?x6xf32>, has no known size; '--dim 0:0=8' gives one, '--dim 8' gives it to all such dimensions",
  );
});

test('run says how to give unknown sizes', async () => {
  const { stderr, exitCode } = await tool('run', '-');
  expect(exitCode).toBe(1);
  expect(stderr).toContain(
    "argument 0 of type 'tensor<?x6xf32>' can't be executed: its sizes are not known; '--dim 8' gives one to each dimension without, '--dim 0:0=8' to this one",
  );
});

test.each([['8'], ['0:0=8'], ['arg0:0=8']])('--dim %s gives sizes to the whole program', async (sizes) => {
  const { stdout, exitCode } = await tool('run', '-', '--dim', sizes);
  expect(exitCode).toBe(0);
  expect(stdout).toContain('res0 tensor<8x4xf32>: equal');
});

test.each([
  ['x', "flag '--dim' expects ARGUMENT:DIMENSION=SIZE"],
  ['0:1=5', "dimension 1 of argument '0' has 6 elements, got 5"],
  ['9:0=5', "there is no argument '9'; the program has 0, 1"],
])('--dim %s is refused', async (sizes, message) => {
  expect((await tool('run', '-', '--dim', sizes)).stderr).toContain(message);
});
