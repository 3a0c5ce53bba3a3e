import { expect, test } from 'vitest';
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

test('tells where the axes of a value come from and what was not taken', async () => {
  expect((await explain(['-', '%sum'], input)).stdout).toBe(
    `%sum in @main: tensor<8x4xf32>, stablehlo.add (<stdin>:4)
  #sdy.sharding<@mesh, [{"x", ?}, {?}]>

  dimension 0 is split along "x"
    forward from %wave at stablehlo.add (<stdin>:4), factor i
    forward from %rows at stablehlo.tanh (<stdin>:3), factor i
    %rows has it because argument 0 of @main says so

  not taken
    dimension 1 along "x": %columns has it at stablehlo.add (<stdin>:4), but another dimension is split along it

  communication
    all_to_all [{"x"}: 1->0], each device sends 32 B: operand 1 of stablehlo.add goes from [{}, {"x"}] to [{"x"}, {}] (factor i: {} here, {"x"} in operand 0, {"x"} in result 0; factor j: {"x"} here, {} in operand 0, {} in result 0) (<stdin>:4)
      from %rows [{"x"}, {}], as the program says, <stdin>:2
      from %columns [{}, {"x"}], as the program says, <stdin>:2
      cheaper: %rows as [{}, {"x"}] -> no collective; in all 0 B instead of 32 B
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
  const { stdout } = await explain(['-', '%0', '--json'], { ...input, stdin });
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

test('explains what the program returns when no value is named', async () => {
  expect((await explain(['-'], input)).stdout).toMatch(/^%sum in @main/);
});

test('writes JSON on request', async () => {
  const { value, axes } = JSON.parse(String((await explain(['-', 'wave', '--json'], input)).stdout)) as {
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
        origin: { value: '%rows', because: 'argument 0 of @main says so' },
      },
    ],
  ]);
});

test('suggests a name for one that is not there', () => {
  expect(() => explain(['-', '%sun'], input)).toThrow("the file has no value '%sun'; did you mean '%sum'?");
});

test('explains a text of mhlo.sharding', async () => {
  expect((await explain(['--sharding', '{devices=[2,1]0,1}', '--shape', '4x3'], input)).stdout)
    .toBe(`{devices=[2,1]0,1}
2 devices; a tensor of 2 dimensions
  dimension 0: 4 in 2 parts of 2
  dimension 1: whole, 3
  [0:2, 0:3] on device 0
  [2:4, 0:3] on device 1
in sdy: #sdy.sharding<mesh<["_axis_0"=2]>, [{"_axis_0"}, {}]>
`);
});

test('tells where such a text is wrong', () => {
  expect(() => explain(['--sharding', '{devices=[2,1]0,1} last_tile_dim_replicate'], input)).toThrow(
    `--sharding: Extra content after sharding
  {devices=[2,1]0,1} last_tile_dim_replicate
                     ^`,
  );
  expect(() => explain(['--sharding', '{replicated}', '--shape', '4,3'], input)).toThrow(
    "--shape: expected sizes such as 128x64, got '4,3'",
  );
  expect(() => explain(['--sharding', '{replicated}', 'file.mlir'], input)).toThrow(
    '--sharding explains a text; no file is read',
  );
});
