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

test('tells where the axes of a value come from and what was not taken', () => {
  expect(explain(['-', '--value', '%sum'], input).stdout).toBe(
    `%sum in @main: tensor<8x4xf32>, stablehlo.add (<stdin>:4)
  #sdy.sharding<@mesh, [{"x", ?}, {?}]>

  dimension 0 is split along "x"
    forward from %wave at stablehlo.add (<stdin>:4), factor i
    forward from %rows at stablehlo.tanh (<stdin>:3), factor i
    %rows has it because argument 0 of @main says so

  not taken
    dimension 1 along "x": %columns has it at stablehlo.add (<stdin>:4), but another dimension is split along it
`,
  );
});

test('explains what the program returns when no value is named', () => {
  expect(explain(['-'], input).stdout).toMatch(/^%sum in @main/);
});

test('writes JSON on request', () => {
  const { value, axes } = JSON.parse(String(explain(['-', '--value=wave', '--json'], input).stdout)) as {
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
  expect(() => explain(['-', '--value', '%sun'], input)).toThrow(
    "the file has no value '%sun'; did you mean '%sum'?",
  );
});

test('explains a text of mhlo.sharding', () => {
  expect(explain(['--sharding', '{devices=[2,1]0,1}', '--shape', '4x3'], input).stdout)
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
