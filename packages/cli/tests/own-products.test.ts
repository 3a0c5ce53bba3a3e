import { describe, expect, test } from 'vitest';
import { runTool } from '../src/run-tool.ts';

const program = `sdy.mesh @mesh = <["x"=2, "y"=2]>
func.func @main(%a: tensor<8x16xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {"y"}]>}, %b: tensor<16x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"y"}, {}]>}) -> tensor<8x8xf32> {
  %0 = stablehlo.dot_general %a, %b, contracting_dims = [1] x [0] : (tensor<8x16xf32>, tensor<16x8xf32>) -> tensor<8x8xf32>
  %1 = stablehlo.tanh %0 : tensor<8x8xf32>
  return %1 : tensor<8x8xf32>
}
`;

function run(args: readonly string[], text: string) {
  return runTool('shardform', args, { stdin: new TextEncoder().encode(text), cwd: '.' });
}

async function made(args: readonly string[], text = program): Promise<string> {
  const { stdout, stderr, exitCode } = await run(args, text);
  expect([stderr, exitCode]).toEqual([expect.any(String), 0]);
  return String(stdout);
}

const passes = ['opt', '-', '-sdy-convert-global-to-local'];

describe('collectives on global sizes', () => {
  test('are not inserted again', async () => {
    const text = await made(['partition', '-', '--emit', 'sdy-collectives']);
    expect(String((await run(['run', '-'], text)).stdout)).toMatch(
      /\nres0 tensor<8x8xf32>: equal within tolerance/,
    );
    const { stderr } = await run(['partition', '-'], text);
    expect(stderr).toContain('in all 128 B: 1 all_reduce\n');
  });
});

describe('a program of local sizes that keeps its mesh', () => {
  test.each([
    ['show', '-'],
    ['explain', '-'],
    ['run', '-'],
    ['sim', '-'],
    ['partition', '-'],
    ['report', '-', '-o', '-'],
    ['dist', 'simulate', '-'],
  ])('%s refuses to divide it again', async (...args) => {
    const text = await made(passes, await made(['partition', '-', '--emit', 'sdy-collectives']));
    const { stderr, exitCode } = await run(args, text);
    expect(stderr).toMatch(
      /^<stdin>:5:10: error: 'stablehlo\.all_reduce' stands outside of 'sdy\.manual_computation': the program has the sizes of one device, and its shardings would divide them again; take the output of 'shardform partition'/,
    );
    expect(exitCode).toBe(1);
  });
});

describe('the program of a device', () => {
  test('is reported as it is', async () => {
    const html = await made(['report', '-', '-o', '-'], await made(['partition', '-']));
    expect(html).toContain('The program of one device');
    expect(html).not.toContain('After propagation');
    expect(html).toContain('argument 0 : tensor&#60;8x16xf32&#62;');
  });

  test('that stands in a device module is refused by what takes whole programs', async () => {
    const text = 'module { module { func.func @main() { return } } }';
    const { stderr } = await run(['partition', '-'], text);
    expect(stderr).toContain(
      "<stdin>:1:19: error: module must have entry func with name main; its functions stand in a module inside of it, as those of a device's program do: take the program that it was made from\n",
    );
  });
});
