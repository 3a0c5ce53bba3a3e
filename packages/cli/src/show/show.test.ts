import { mkdtempSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { runAndPrint } from '../command/printed.ts';
import type { ToolInput } from '../tool-io.ts';
import type { PlacementJson } from './placement-schema.ts';
import { runTool } from '../run-tool.ts';
import { show } from './show.ts';

const program = `sdy.mesh @mesh = <["x"=2, "y"=2]>
func.func @main(%arg0: tensor<8x4xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {"y"}]>}) -> tensor<8x4xf32> {
  %0 = stablehlo.tanh %arg0 : tensor<8x4xf32>
  return %0 : tensor<8x4xf32>
}
`;

const input: ToolInput = {
  stdin: () => new TextEncoder().encode(program),
  cwd: mkdtempSync(join(tmpdir(), 'shardform-show-')),
  colour: false,
};

const SPLIT = `  dimension 0 down, dimension 1 across
  ┌─────────┬─────────┐
  │    0    │    1    │
  ├─────────┼─────────┤
  │    2    │    3    │
  └─────────┴─────────┘
`;

test('draws arguments and results with the shardings that propagation gives them', async () => {
  expect((await runAndPrint(show, ['-'], input)).stdout).toBe(`@mesh has 4 devices, axes "x"=2, "y"=2

argument 0 : tensor<8x4xf32>   [{"x"}, {"y"}]   local 4x2, 4 devices, replicated over {}
${SPLIT}
result 0 : tensor<8x4xf32>   [{"x"}, {"y"}]   local 4x2, 4 devices, replicated over {}
${SPLIT}`);
});

test('draws them as the file has them', async () => {
  expect((await runAndPrint(show, ['-', '--as-written'], input)).stdout).toContain(
    'result 0 : tensor<8x4xf32>   [{}, {}]   local 8x4, 4 devices, replicated over {"x", "y"}\n  ┌─────────┐\n  │ 0,1,2,3 │\n',
  );
});

test('a value on another mesh than the program has is told of that one', async () => {
  const text = `sdy.mesh @line = <["z"=8]>
sdy.mesh @grid = <["x"=2, "y"=4]>
func.func @main(%a: tensor<8x8xf32> {sdy.sharding = #sdy.sharding<@grid, [{"y"}, {}]>}, %b: tensor<8xf32> {sdy.sharding = #sdy.sharding<@line, [{"z"}]>}) -> tensor<8xf32> {
  return %b : tensor<8xf32>
}`;
  const { stdout } = await runTool('shardform', ['show', '-', '--as-written'], {
    stdin: new TextEncoder().encode(text),
    cwd: process.cwd(),
  });
  expect(String(stdout).match(/^argument.*$/gm)).toEqual([
    'argument 0 : tensor<8x8xf32>   [{"y"}, {}]   local 2x8, 8 devices of @grid, replicated over {"x"}',
    'argument 1 : tensor<8xf32>   [{"z"}]   local 1, 8 devices, replicated over {}',
  ]);
});

test('a program without arguments and results is none to refuse', async () => {
  const stdin = (): Uint8Array => new TextEncoder().encode('func.func @main() { return }');
  const { stdout } = await runAndPrint(show, ['-'], { ...input, stdin });
  expect(stdout).toContain('no arguments and no results that are tensors of static sizes\n');
  const json = await runAndPrint(show, ['-', '--json'], { ...input, stdin });
  expect((JSON.parse(String(json.stdout)) as PlacementJson).values).toEqual([]);
});

test('draws one value', async () => {
  expect((await runAndPrint(show, ['-', '%0'], input)).stdout).toBe(
    `%0 : tensor<8x4xf32>   [{"x"}, {"y"}]   local 4x2, 4 devices, replicated over {}\n${SPLIT}`,
  );
  await expect(runAndPrint(show, ['-', '%1'], input)).rejects.toThrow("the file has no value '%1'");
});

test('a number that no value has is that of an argument, used or not', async () => {
  const stdin = (): Uint8Array =>
    new TextEncoder().encode(`sdy.mesh @mesh = <["x"=2]>
func.func @main(%arg0: tensor<4xf32>, %arg1: tensor<4xf32>) -> tensor<4xf32> {
  return %arg1 : tensor<4xf32>
}`);
  expect((await runAndPrint(show, ['-', '0'], { ...input, stdin })).stdout).toContain(
    '%arg0 : tensor<4xf32>',
  );
});

test('draws what a constraint makes, whether or not its operand has its sharding', async () => {
  const text = `sdy.mesh @mesh = <["x"=2, "y"=2]>
func.func @main(%arg0: tensor<8x4xf32>) -> (tensor<8x4xf32> {jax.result_info = "result[0]"}, tensor<8x4xf32> {jax.result_info = "result[1]"}) {
  %0 = stablehlo.tanh %arg0 : tensor<8x4xf32>
  %1 = sdy.sharding_constraint %0 <@mesh, [{"x"}, {}]> : tensor<8x4xf32>
  %2 = sdy.sharding_constraint %1 <@mesh, [{}, {"y"}]> : tensor<8x4xf32>
  return %1, %2 : tensor<8x4xf32>, tensor<8x4xf32>
}`;
  const titles = await Promise.all(
    ['%1', '%2', 'result[0]'].map(async (name) => {
      const { stdout } = await runTool('shardform', ['show', '-', name], {
        stdin: new TextEncoder().encode(text),
        cwd: process.cwd(),
      });
      return String(stdout).split('\n')[0];
    }),
  );
  expect(titles).toEqual([
    '%1 : tensor<8x4xf32>   [{"x"}, {}]   local 4x4, 4 devices, replicated over {"y"}',
    '%2 : tensor<8x4xf32>   [{}, {"y"}]   local 8x2, 4 devices, replicated over {"x"}',
    '%1 : tensor<8x4xf32>   [{"x"}, {}]   local 4x4, 4 devices, replicated over {"y"}',
  ]);
});

test('writes SVG', async () => {
  expect((await runAndPrint(show, ['-', '--svg', 'shards.svg'], input)).stdout).toBe('');
  const svg = readFileSync(join(input.cwd, 'shards.svg'), 'utf8');
  expect(svg.match(/<rect x/g)).toHaveLength(8);
  expect(svg).toContain(
    '>argument 0 : tensor&#60;8x4xf32&#62;   [{&#34;x&#34;}, {&#34;y&#34;}]   local 4x2, 4 devices, replicated over {}</text>',
  );
});

test('tells the same as JSON', async () => {
  // What the command prints with `--json`.
  const json = JSON.parse(String((await runAndPrint(show, ['-', '--json'], input)).stdout)) as PlacementJson;
  expect(json.mesh).toEqual({
    name: 'mesh',
    axes: [
      { name: 'x', size: 2 },
      { name: 'y', size: 2 },
    ],
    deviceCount: 4,
  });
  expect(json.values.map(({ kind, localShape }) => [kind, localShape])).toEqual([
    ['argument', [4, 2]],
    ['result', [4, 2]],
  ]);
  expect(json.values[0]?.parts[3]).toEqual({ device: 3, offsets: [4, 2] });
});

const shows = (program: string, ...args: string[]) =>
  runAndPrint(show, ['-', ...args], {
    stdin: () => new TextEncoder().encode(program),
    cwd: '/',
    colour: false,
  });

test('says which dimensions are drawn, and which sharding did not fit', async () => {
  const { stdout } = await shows(`sdy.mesh @mesh = <["a"=2, "b"=2]>
func.func @main(%x: tensor<4x8x4xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"a"}, {}, {"b"}]>}, %y: tensor<8x4xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"a"}, {}]>}) -> tensor<4x8x4xf32> {
  return %x : tensor<4x8x4xf32>
}`);
  expect(String(stdout)).toMatch(/argument 0 : .*\n {2}dimension 0 down, dimension 2 across\n {2}┌/);
  expect(String(stdout)).toMatch(/argument 1 : .*\n {2}dimension 0 down\n {2}┌/);
  expect(String(stdout)).not.toContain('asks for');
});

test('refuses a program without functions, and a function without a value', async () => {
  await expect(shows('module {}')).rejects.toThrow(
    "'-': module must have entry func with name main; it has no function with a body: expected a func.func",
  );
  await expect(shows('func.func @main() { return }', '--function', 'f')).rejects.toThrow(
    "'--function' says where",
  );
});

test('tells of axes that do not divide a size', async () => {
  const { stdout } = await shows(`sdy.mesh @mesh = <["a"=2, "b"=2]>
func.func @main(%x: tensor<6xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"a", "b"}]>}) -> tensor<6xf32> {
  return %x : tensor<6xf32>
}`);
  expect(String(stdout)).toContain(
    '[{"a"}]   local 3, 4 devices, replicated over {"b"}\n  the program asks for [{"a", "b"}], which does not fit the sizes\n',
  );
});

test.each(['show', 'run', 'partition', 'sim', 'report'])(
  '%s answers at once for a mesh of more devices than can be worked on',
  async (command) => {
    const text = program.replace('"x"=2', '"x"=1000000000');
    const { exitCode, stderr } = await runTool('shardform', [command, '-'], {
      ...input,
      stdin: new TextEncoder().encode(text),
    });
    expect(exitCode).toBe(1);
    expect(stderr).toMatch(
      /^<stdin>:1:1: error: mesh @mesh has 2,000,000,000 devices, more than the 65,536 allowed; --limit-devices raises the limit; /,
    );
  },
);

test('goes through operations of CHLO as partitioning does', async () => {
  const text = program.replace('stablehlo.tanh %arg0 : tensor', 'chlo.erf %arg0 : tensor<8x4xf32> -> tensor');
  const { stdout, stderr } = await runTool('shardform', ['show', '-', '%0'], {
    ...input,
    stdin: new TextEncoder().encode(text),
  });
  expect(stdout).toBe(
    `%0 : tensor<8x4xf32>   [{"x"}, {"y"}]   local 4x2, 4 devices, replicated over {}\n${SPLIT}`,
  );
  expect(stderr).toBe('');
});
