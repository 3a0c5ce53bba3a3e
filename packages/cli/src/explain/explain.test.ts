import { expect, test } from 'vitest';
import { runAndPrint } from '../command/printed.ts';
import type { ToolInput } from '../tool-io.ts';
import { explain } from './explain.ts';

const program = `sdy.mesh @mesh = <["x"=2]>
func.func @main(%rows: tensor<8x4xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}]>}, %columns: tensor<8x4xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {"x"}]>}) -> tensor<8x4xf32> {
  %wave = stablehlo.tanh %rows : tensor<8x4xf32>
  %sum = stablehlo.add %wave, %columns : tensor<8x4xf32>
  return %sum : tensor<8x4xf32>
}
`;

const input: ToolInput = { stdin: () => new TextEncoder().encode(program), cwd: '/', colour: false };

test('tells the axes that conflict', async () => {
  const text = `sdy.mesh @mesh = <["x"=2, "y"=2]>
func.func @main(%a: tensor<8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}]>}, %b: tensor<8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"y"}]>}) -> tensor<8xf32> {
  %sum = stablehlo.add %a, %b : tensor<8xf32>
  return %sum : tensor<8xf32>
}
`;
  const { stdout } = await runAndPrint(explain, ['-', '%sum'], {
    ...input,
    stdin: () => new TextEncoder().encode(text),
  });
  expect(stdout).toContain(
    'dimension 0 along "x": %a has it at stablehlo.add (<stdin>:3), but another tensor of it is split along "y" there, and propagation decides for neither',
  );
});

test('tells which value of the program one of a later stage is made of', async () => {
  await expect(runAndPrint(explain, ['-', '%columns.1'], input)).rejects.toThrow(
    "'%columns.1' is made by partitioning: 'sdy.all_to_all' on '%columns'; explain that value, with '--cheaper' for its collectives",
  );
  await expect(runAndPrint(explain, ['-', '%wave.9'], input)).rejects.toThrow(
    "the file has no value '%wave.9'; did you mean '%wave'?",
  );
});

test('tells collectives that have no axes without them', async () => {
  const moved = program.replace('[{"x"}, {}]', '[{"y"}, {}]').replace('[{}, {"x"}]', '[{"x"}, {}]');
  const text = moved.replace('<["x"=2]>', '<["x"=2, "y"=2]>');
  const { stdout } = await runAndPrint(explain, ['-', '%sum', '--cheaper', '--partitioner', 'best'], {
    ...input,
    stdin: () => new TextEncoder().encode(text),
  });
  expect(stdout).toContain('    collective_permute, each device sends 64 B: add: dimension 0 of');
});

test('tells where the axes of a value come from and what was not taken', async () => {
  expect((await runAndPrint(explain, ['-', '%sum', '--cheaper'], input)).stdout).toBe(
    `%sum in @main: tensor<8x4xf32>, stablehlo.add (<stdin>:4)
  #sdy.sharding<@mesh, [{"x", ?}, {?}]>

  dimension 0 is split along "x": in_shardings of %rows, argument 0 of @main, says so
    forward from %wave at stablehlo.add (<stdin>:4), factor i
    forward from %rows at stablehlo.tanh (<stdin>:3), factor i

  not taken
    dimension 1 along "x": %columns has it at stablehlo.add (<stdin>:4), but another dimension is split along it

  communication
    all_to_all [{"x"}: 1->0], each device sends 32 B: add: dimension 1 of %columns is split along x, but the matching dimension 1 of %wave is not; its dimension 0 is (<stdin>:4)
      from %rows [{"x"}, {}]: in_shardings of %rows, argument 0 of @main, says so, <stdin>:2
      from %columns [{}, {"x"}]: in_shardings of %columns, argument 1 of @main, says so, <stdin>:2
      cheaper, of 4 other shardings tried: %rows as [{}, {"x"}] -> no other collective; in all 0 B instead of 32 B, 10.00 µs instead of 13.00 µs, peak memory 192 B as now

partitioned as XLA would, predicted
`,
  );
});

test('tells where partial sums come from, and the sharding that makes devices send less', async () => {
  // A layer that is wider at its end: adding up its results costs more than gathering its inputs.
  const layer = `sdy.mesh @mesh = <["y"=4]>
func.func @main(
    %x: tensor<8x64xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {"y"}]>},
    %w: tensor<64x512xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"y"}, {}]>}) -> tensor<8x512xf32> {
  %0 = stablehlo.dot_general %x, %w, contracting_dims = [1] x [0] : (tensor<8x64xf32>, tensor<64x512xf32>) -> tensor<8x512xf32>
  return %0 : tensor<8x512xf32>
}
`;
  const stdin = (): Uint8Array => new TextEncoder().encode(layer);
  const { stdout } = await runAndPrint(explain, ['-', '%0', '--cheaper', '--json'], { ...input, stdin });
  const { communication } = JSON.parse(String(stdout)) as { communication: Record<string, unknown>[] };
  // An all_reduce in a ring sends 2 (n - 1) / n of 8x512 floats.
  expect(communication).toMatchObject([
    {
      kind: 'all_reduce',
      axisNames: ['y'],
      bytes: 2 * (3 / 4) * 8 * 512 * 4,
      from: [
        { value: '%x', argument: 0, sharding: '[{}, {"y"}]', place: '<stdin>:3' },
        { value: '%w', argument: 1, sharding: '[{"y"}, {}]', place: '<stdin>:4' },
      ],
    },
  ]);
  const [{ cheaper }] = communication as [{ cheaper: { bytes: number; bytesNow: number } }];
  expect(cheaper).toMatchObject({ value: '%w', sharding: '[{}, {"y"}]' });
  expect([cheaper.bytes < cheaper.bytesNow, cheaper.bytesNow]).toEqual([true, 24576]);
});

test('a cheaper sharding is told with the time and the memory of the program on the machine', async () => {
  const stdin = (): Uint8Array => new TextEncoder().encode(program);
  const costs = async (...flags: string[]): Promise<unknown> => {
    const { stdout } = await runAndPrint(explain, ['-', '%sum', '--cheaper', '--json', ...flags], {
      ...input,
      stdin,
    });
    const { communication } = JSON.parse(String(stdout)) as { communication: { cheaper: object }[] };
    return communication[0]!.cheaper;
  };
  expect(await costs('--machine', 't3k')).toMatchObject({
    ...{ bytes: 0, bytesNow: 32, peakBytes: 192, peakBytesNow: 192 },
    // A launch takes 5 us, a hop of a link one.
    ...{ seconds: 5.000666666666667e-6, secondsNow: 6.001946666666666e-6 },
  });
});

test('a program is partitioned only where communication is asked for', async () => {
  const { stdout } = await runAndPrint(explain, ['-', '%sum'], input);
  expect(stdout).toMatch(/another dimension is split along it\n$/);
  const json = JSON.parse(String((await runAndPrint(explain, ['-', '%sum', '--json'], input)).stdout)) as {
    communication: unknown;
  };
  expect(json.communication).toBeNull();
  await expect(runAndPrint(explain, ['-', '%sum', '--machine', 't3k'], input)).rejects.toThrow(
    "without '--cheaper': nothing is timed",
  );
});

test('explains what the program returns when no value is named', async () => {
  expect((await runAndPrint(explain, ['-'], input)).stdout).toMatch(/^%sum in @main/);
});

test('writes JSON on request', async () => {
  const { value, axes } = JSON.parse(
    String((await runAndPrint(explain, ['-', 'wave', '--json'], input)).stdout),
  ) as {
    value: string;
    axes: unknown[];
  };
  expect([value, axes]).toEqual([
    '%wave',
    [
      {
        axis: '"x"',
        dimension: 0,
        way: [
          {
            from: '%rows',
            operation: 'stablehlo.tanh',
            place: '<stdin>:3',
            factor: 'i',
            direction: 'forward',
          },
        ],
        origin: {
          value: '%rows',
          because: 'in_shardings of %rows, argument 0 of @main, says so',
          sharding: '#sdy.sharding<@mesh, [{"x"}, {}]>',
          place: null,
        },
      },
    ],
  ]);
});

test('suggests a name for one that is not there', async () => {
  await expect(runAndPrint(explain, ['-', '%sun'], input)).rejects.toThrow(
    "the file has no value '%sun'; did you mean '%sum'?",
  );
});

const explained = async (text: string, ...args: string[]): Promise<string> =>
  String(
    (await runAndPrint(explain, ['-', ...args], { ...input, stdin: () => new TextEncoder().encode(text) }))
      .stdout,
  );

// As JAX prints it with debug_info=True: names of arguments and results, name scopes, places.
const step = `#p = loc("p['w']")
#m = loc("m['w']")
#x = loc("batch['x']")
#line = loc("step.py":7:1)
module @jit_step {
  sdy.mesh @mesh = <["x"=2]>
  func.func public @main(%arg0: tensor<8x4xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {"x"}]>} loc(#p), %arg1: tensor<8x4xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {"x"}]>} loc(#m), %arg2: tensor<16x8xf32> loc(#x)) -> (tensor<16x4xf32>, tensor<8x4xf32> {jax.result_info = "result['w']", sdy.sharding = #sdy.sharding<@mesh, [{}, {"x"}]>}) {
    %0 = sdy.sharding_constraint %arg2 <@mesh, [{}, {"x"}]> : tensor<16x8xf32> loc("jit(step)/sharding_constraint"(#line))
    %1 = stablehlo.dot_general %0, %arg0, contracting_dims = [1] x [0] : (tensor<16x8xf32>, tensor<8x4xf32>) -> tensor<16x4xf32> loc("jit(step)/block0/dot_general"(#line))
    %2 = call @twice(%1) : (tensor<16x4xf32>) -> tensor<16x4xf32> loc("jit(step)/jit(twice)"("step.py":9:1))
    %3 = call @twice(%2) : (tensor<16x4xf32>) -> tensor<16x4xf32> loc("jit(step)/jit(twice)"("step.py":10:1))
    %4 = stablehlo.subtract %arg0, %arg1 : tensor<8x4xf32> loc("jit(step)/sub"("step.py":11:1))
    return %3, %4 : tensor<16x4xf32>, tensor<8x4xf32>
  }
  func.func private @twice(%arg0: tensor<16x4xf32>) -> tensor<16x4xf32> {
    %0 = stablehlo.add %arg0, %arg0 : tensor<16x4xf32> loc("add"("lib.py":3:1))
    return %0 : tensor<16x4xf32>
  }
}
`;

test('the line that decides comes first, in the words of the program that was compiled', async () => {
  expect(await explained(step, 'block0/dot_general')).toMatch(
    /^%1 in @main: tensor<16x4xf32>, stablehlo.dot_general \(step.py:7\), block0\/dot_general\n/,
  );
  expect(await explained(step, '%0')).toContain(
    'is split along "x": with_sharding_constraint at step.py:7 says so',
  );
  expect(await explained(step, "p['w']")).toMatch(/^p\['w'\] \(%arg0\) in @main: tensor<8x4xf32>\n/);
  expect(await explained(step, "p['w']")).toContain("in_shardings of p['w'], argument 0 of @main, says so");
});

test("another function's value is explained once for each of its calls, without what passes add", async () => {
  const text = await explained(step, '@twice:%0');
  expect(text.match(/^%0 in @twice: .*$/gm)).toEqual([
    '%0 in @twice: tensor<16x4xf32>, stablehlo.add (lib.py:3), add, in the call %2 (step.py:9)',
    '%0 in @twice: tensor<16x4xf32>, stablehlo.add (lib.py:3), add, in the call %3 (step.py:10)',
  ]);
  expect(text).toContain('forward from twice/add, lib.py:3 at stablehlo.add (lib.py:3)');
  expect(text).not.toContain('data_flow_edge');
  expect((await explained(step, '%0')).match(/^%0 in /gm)).toHaveLength(1);
});

test('a cheaper sharding is that of all that is tied: weights, their optimizer state and what they become', async () => {
  const { communication } = JSON.parse(await explained(step, '%1', '--cheaper', '--json')) as {
    communication: { kind: string; tried: number; possible: number; cheaper: { tied: string[] } | null }[];
  };
  const tried = communication.filter(({ possible }) => possible > 0);
  expect(tried.length).toBeGreaterThan(0);
  for (const { tried: count, possible, cheaper } of tried) {
    expect(count).toBe(possible);
    if (cheaper !== null) expect(cheaper.tied).toEqual(["m['w']", "result['w']"]);
  }
});

test('a sharding with an axis less or more is found, with what devices hold then', async () => {
  const text = `sdy.mesh @mesh = <["a"=2, "b"=2]>
func.func @main(%w: tensor<8x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"a"}, {}]>}, %x: tensor<256x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {}]>}) -> tensor<256x8xf32> {
  %0 = stablehlo.dot_general %x, %w, contracting_dims = [1] x [0] : (tensor<256x8xf32>, tensor<8x8xf32>) -> tensor<256x8xf32>
  return %0 : tensor<256x8xf32>
}`;
  const [line] = /cheaper.*/.exec(await explained(text, '%0', '--cheaper'))!;
  expect(line).toMatch(
    /^cheaper, of \d+ other shardings tried: %w as \[\{.*\}, \{.*\}\] -> no other collective; in all 0 B/,
  );
});

test('refuses flags that mean nothing', async () => {
  await expect(runAndPrint(explain, ['-', '--function', 'main'], input)).rejects.toThrow(
    "'--function' says where a value is",
  );
  await expect(runAndPrint(explain, ['-', '--shape', '4'], input)).rejects.toThrow(
    "'--shape' is of the text that --sharding explains",
  );
});

test('explains a text of mhlo.sharding', async () => {
  expect((await runAndPrint(explain, ['--sharding', '{devices=[2,1]0,1}', '--shape', '4x3'], input)).stdout)
    .toBe(`{devices=[2,1]0,1}
2 devices; a tensor of 2 dimensions
  dimension 0: 4 in 2 parts of 2
  dimension 1: whole, 3
  [0:2, 0:3] on device 0
  [2:4, 0:3] on device 1
in sdy: #sdy.sharding<mesh<["_axis_0"=2]>, [{"_axis_0"}, {}]>
`);
});

test('tells where such a text is wrong', async () => {
  await expect(
    runAndPrint(explain, ['--sharding', '{devices=[2,1]0,1} last_tile_dim_replicate'], input),
  ).rejects.toThrow(
    `--sharding: Extra content after sharding
  {devices=[2,1]0,1} last_tile_dim_replicate
                     ^`,
  );
  await expect(runAndPrint(explain, ['--sharding', '{replicated}', '--shape', '4,3'], input)).rejects.toThrow(
    "--shape: expected sizes such as 128x64, got '4,3'",
  );
  await expect(runAndPrint(explain, ['--sharding', '{replicated}', 'file.mlir'], input)).rejects.toThrow(
    '--sharding explains a text; no file is read',
  );
});
