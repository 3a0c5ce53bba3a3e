import {
  builtinPasses,
  Context,
  parseModule,
  parsePipeline,
  printOp,
  runPasses,
  SourceText,
} from '@shardform/ir-core';
import { describe, expect, it } from 'vitest';
import { stablehloPipeline } from '../src/index.ts';

/** The body of the function after the whole pipeline, or the first complaint. */
function solved(text: string): string {
  const context = new Context([builtinPasses, stablehloPipeline]);
  const messages: string[] = [];
  context.diagnostics.subscribe(({ message }) => messages.push(message));
  const module = parseModule(new SourceText('program.mlir', text), context)!;
  runPasses(module, parsePipeline('builtin.module(stablehlo-pipeline)', context), context);
  if (messages.length > 0) return messages[0]!;
  const lines = printOp(module, context).split('\n');
  const start = lines.findIndex((line) => line.includes('@main('));
  const end = lines.findIndex((line) => line.startsWith('    return '));
  return lines
    .slice(start + 1, end)
    .map((line) => line.slice(4))
    .join('\n');
}

describe('a manual computation beside other operations', () => {
  it('is solved with them, and they with it', () => {
    const text = `
sdy.mesh @mesh = <["x"=2, "y"=4]>
func.func public @main(%a: tensor<32x64xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}]>}, %w: tensor<64x16xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {"y"}]>}) -> tensor<32x16xf32> {
  %0 = sdy.manual_computation(%a) in_shardings=[<@mesh, [{"x"}, {}]>] out_shardings=[<@mesh, [{"x"}, {}]>] manual_axes={"x", "y"} (%b: tensor<16x64xf32>) {
    %1 = stablehlo.tanh %b : tensor<16x64xf32>
    sdy.return %1 : tensor<16x64xf32>
  } : (tensor<32x64xf32>) -> tensor<32x64xf32>
  %2 = stablehlo.dot_general %0, %w, contracting_dims = [1] x [0] : (tensor<32x64xf32>, tensor<64x16xf32>) -> tensor<32x16xf32>
  return %2 : tensor<32x16xf32>
}`;
    expect(solved(text)).toBe(
      `%0 = sdy.manual_computation(%arg0, %arg1) in_shardings=[<@mesh, [{"x"}, {}]>, <@mesh, [{}, {"y"}]>] out_shardings=[<@mesh, [{"x"}, {"y"}]>] manual_axes={"x", "y"} (%arg2: tensor<16x64xf32>, %arg3: tensor<64x4xf32>) {
  %1 = stablehlo.tanh %arg2 : tensor<16x64xf32>
  %2 = stablehlo.dot_general %1, %arg3, contracting_dims = [1] x [0] : (tensor<16x64xf32>, tensor<64x4xf32>) -> tensor<16x4xf32>
  sdy.return %2 : tensor<16x4xf32>
} : (tensor<32x64xf32>, tensor<64x16xf32>) -> tensor<32x16xf32>`,
    );
  });

  it('over some axes only gets its operands as it wants them along the others', () => {
    const text = `
sdy.mesh @mesh = <["x"=2, "y"=4]>
func.func public @main(%a: tensor<32x64xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {"y"}]>}) -> tensor<32x64xf32> {
  %0 = sdy.manual_computation(%a) in_shardings=[<@mesh, [{"x"}, {}]>] out_shardings=[<@mesh, [{"x"}, {}]>] manual_axes={"x"} (%b: tensor<16x64xf32>) {
    %1 = stablehlo.tanh %b : tensor<16x64xf32>
    sdy.return %1 : tensor<16x64xf32>
  } : (tensor<32x64xf32>) -> tensor<32x64xf32>
  return %0 : tensor<32x64xf32>
}`;
    expect(solved(text)).toBe(
      `%0 = sdy.manual_computation(%arg0) in_shardings=[<@mesh, [{"x"}, {"y"}]>] out_shardings=[<@mesh, [{"x"}, {}]>] manual_axes={"x", "y"} (%arg1: tensor<16x16xf32>) {
  %1 = "stablehlo.all_gather"(%arg1) <{all_gather_dim = 1 : i64, channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>, replica_groups = dense<[[0, 1, 2, 3], [4, 5, 6, 7]]> : tensor<2x4xi64>}> : (tensor<16x16xf32>) -> tensor<16x64xf32>
  %2 = stablehlo.tanh %1 : tensor<16x64xf32>
  sdy.return %2 : tensor<16x64xf32>
} : (tensor<32x64xf32>) -> tensor<32x64xf32>`,
    );
  });
});

it('takes shardings on a mesh without axes for shardings on the mesh', () => {
  const text = `
sdy.mesh @mesh = <["x"=1, "y"=2]>
sdy.mesh @empty_mesh = <[]>
func.func public @main(%a: tensor<4xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"y"}]>}, %s: tensor<f32> {sdy.sharding = #sdy.sharding<@empty_mesh, []>}) -> (tensor<4xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"y"}]>}) {
  %0 = stablehlo.broadcast_in_dim %s, dims = [] : (tensor<f32>) -> tensor<4xf32>
  %1 = stablehlo.add %a, %0 : tensor<4xf32>
  return %1 : tensor<4xf32>
}`;
  expect(solved(text)).toBe(
    `%0 = sdy.manual_computation(%arg0, %arg1) in_shardings=[<@mesh, [{"y"}]>, <@mesh, []>] out_shardings=[<@mesh, [{"y"}]>] manual_axes={"x", "y"} (%arg2: tensor<2xf32>, %arg3: tensor<f32>) {
  %1 = stablehlo.broadcast_in_dim %arg3, dims = [] : (tensor<f32>) -> tensor<2xf32>
  %2 = stablehlo.add %arg2, %1 : tensor<2xf32>
  sdy.return %2 : tensor<2xf32>
} : (tensor<4xf32>, tensor<f32>) -> tensor<4xf32>`,
  );
});

it('combines partial results as the reduction combines elements', () => {
  const text = `
sdy.mesh @mesh = <["x"=1, "y"=2]>
func.func public @main(%a: tensor<4x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {"y"}]>}) -> tensor<4xf32> {
  %init = stablehlo.constant dense<0xFF800000> : tensor<f32>
  %0 = stablehlo.reduce(%a init: %init) applies stablehlo.maximum across dimensions = [1] : (tensor<4x8xf32>, tensor<f32>) -> tensor<4xf32>
  return %0 : tensor<4xf32>
}`;
  expect(solved(text))
    .toContain(`"stablehlo.all_reduce"(%1) <{channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>, replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>}> ({
  ^bb0(%arg2: tensor<f32>, %arg3: tensor<f32>):
    %3 = stablehlo.maximum %arg2, %arg3 : tensor<f32>
    stablehlo.return %3 : tensor<f32>
  })`);
});

it('starts a scatter of sums from zeros on every device', () => {
  const text = `
sdy.mesh @mesh = <["x"=1, "y"=2]>
func.func public @main(%i: tensor<4x1xi32> {sdy.sharding = #sdy.sharding<@mesh, [{"y"}, {}]>}, %u: tensor<4x3xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"y"}, {}]>}) -> tensor<8x3xf32> {
  %zero = stablehlo.constant dense<0.0> : tensor<8x3xf32>
  %0 = "stablehlo.scatter"(%zero, %i, %u) <{scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [1], inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>}> ({
  ^bb0(%l: tensor<f32>, %r: tensor<f32>):
    %1 = stablehlo.add %l, %r : tensor<f32>
    stablehlo.return %1 : tensor<f32>
  }) : (tensor<8x3xf32>, tensor<4x1xi32>, tensor<4x3xf32>) -> tensor<8x3xf32>
  return %0 : tensor<8x3xf32>
}`;
  const result = solved(text);
  expect(result).not.toContain('partition_id');
  expect(result).toContain('(tensor<8x3xf32>, tensor<2x1xi32>, tensor<2x3xf32>) -> tensor<8x3xf32>');
});

it('makes a split image whole for the gradient of a kernel, whose windows reach into other parts', () => {
  const text = `
sdy.mesh @mesh = <["x"=1, "y"=2]>
func.func public @main(%a: tensor<1x8x8x1xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {"y"}, {}, {}]>}, %b: tensor<1x8x8x1xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {"y"}, {}, {}]>}) -> tensor<3x3x1x1xf32> {
  %0 = stablehlo.convolution(%a, %b) dim_numbers = [f, 0, 1, b]x[i, 0, 1, o]->[0, 1, b, f], window = {pad = [[1, 1], [1, 1]]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<1x8x8x1xf32>, tensor<1x8x8x1xf32>) -> tensor<3x3x1x1xf32>
  return %0 : tensor<3x3x1x1xf32>
}`;
  expect(solved(text)).toContain(': (tensor<1x8x8x1xf32>, tensor<1x8x8x1xf32>) -> tensor<3x3x1x1xf32>');
});

it('divides no dimension into unequal parts, whatever propagation found', () => {
  const text = `
sdy.mesh @mesh = <["x"=1, "y"=2]>
func.func public @main(%a: tensor<8x4xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"y"}, {}]>}) -> (tensor<3x4xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {}]>}) {
  %0 = stablehlo.slice %a [0:3, 0:4] : (tensor<8x4xf32>) -> tensor<3x4xf32>
  %1 = stablehlo.tanh %0 {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{"y"}, {}]>]>} : tensor<3x4xf32>
  return %1 : tensor<3x4xf32>
}`;
  expect(solved(text)).toContain(' : tensor<3x4xf32>\n  sdy.return');
});

it('updates a slice of a whole dimension, since no part knows whether it has it', () => {
  const text = `
sdy.mesh @mesh = <["x"=1, "y"=2]>
func.func public @main(%a: tensor<8x4xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"y"}, {}]>}, %u: tensor<2x4xf32>, %i: tensor<i32>) -> tensor<8x4xf32> {
  %0 = stablehlo.dynamic_update_slice %a, %u, %i, %i : (tensor<8x4xf32>, tensor<2x4xf32>, tensor<i32>, tensor<i32>) -> tensor<8x4xf32>
  return %0 : tensor<8x4xf32>
}`;
  expect(solved(text)).toContain(
    '(tensor<8x4xf32>, tensor<2x4xf32>, tensor<i32>, tensor<i32>) -> tensor<8x4xf32>',
  );
});

it('splits along whole axes of the mesh: machines have no collectives along parts of them', () => {
  const text = `
sdy.mesh @mesh = <["x"=2, "y"=4]>
func.func public @main(%a: tensor<8x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {"y"}]>}) -> (tensor<8x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"y"}, {"x"}]>}) {
  %0 = stablehlo.tanh %a : tensor<8x8xf32>
  return %0 : tensor<8x8xf32>
}`;
  const groups = [...solved(text).matchAll(/replica_groups = (dense<.*?>) :/g)].map(([, found]) => found);
  expect(new Set(groups)).toEqual(
    new Set(['dense<[[0, 1, 2, 3], [4, 5, 6, 7]]>', 'dense<[[0, 4], [1, 5], [2, 6], [3, 7]]>']),
  );
});

it('looks into the functions that a program calls', () => {
  const text = `
sdy.mesh @mesh = <["x"=1, "y"=2]>
func.func public @main(%a: tensor<8xf32>) -> tensor<8xf32> {
  %0 = func.call @body(%a) : (tensor<8xf32>) -> tensor<8xf32>
  return %0 : tensor<8xf32>
}
func.func private @body(%a: tensor<8xf32>) -> tensor<8xf32> {
  %0 = sdy.manual_computation(%a) in_shardings=[<@mesh, [{"y"}]>] out_shardings=[<@mesh, [{"y"}]>] manual_axes={"x", "y"} (%b: tensor<4xf32>) {
    %1 = stablehlo.tanh %b : tensor<4xf32>
    sdy.return %1 : tensor<4xf32>
  } : (tensor<8xf32>) -> tensor<8xf32>
  return %0 : tensor<8xf32>
}`;
  expect(solved(text)).toBe(
    `%0 = sdy.manual_computation(%arg0) in_shardings=[<@mesh, [{"y"}]>] out_shardings=[<@mesh, [{"y"}]>] manual_axes={"x", "y"} (%arg1: tensor<4xf32>) {
  %1 = stablehlo.tanh %arg1 : tensor<4xf32>
  sdy.return %1 : tensor<4xf32>
} : (tensor<8xf32>) -> tensor<8xf32>`,
  );
});

it('makes whole what a constraint divides into unequal parts', () => {
  const text = `
sdy.mesh @mesh = <["x"=1, "y"=4]>
func.func public @main(%a: tensor<45x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {}]>}) -> tensor<45x8xf32> {
  %0 = sdy.sharding_constraint %a <@mesh, [{"y"}, {}]> : tensor<45x8xf32>
  %1 = stablehlo.tanh %0 : tensor<45x8xf32>
  return %1 : tensor<45x8xf32>
}`;
  expect(solved(text)).toContain('stablehlo.tanh %arg1 : tensor<45x8xf32>');
});

it('refuses arguments in unequal parts, and says what to do', () => {
  const text = `
sdy.mesh @mesh = <["x"=1, "y"=4]>
func.func public @main(%a: tensor<45x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"y"}, {}]>}) -> tensor<45x8xf32> {
  %0 = stablehlo.tanh %a : tensor<45x8xf32>
  return %0 : tensor<45x8xf32>
}`;
  expect(solved(text)).toBe(
    `'func.func' op splits dimension 0 of argument 0 of '@main', of size 45, along "y" into 4 shards of different sizes; pad the dimension to 48, or split another one`,
  );
});

it('names the call on a single device that a second mesh is there for', () => {
  const text = `
sdy.mesh @mesh = <["x"=2, "y"=4]>
sdy.mesh @maximal_mesh_0 = <[], device_ids=[0]>
func.func public @main(%a: tensor<32xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}]>}) -> tensor<32xf32> {
  %0 = stablehlo.custom_call @mine(%a) {sdy.sharding = #sdy.sharding_per_value<[<@maximal_mesh_0, []>]>} : (tensor<32xf32>) -> tensor<32xf32>
  return %0 : tensor<32xf32>
}`;
  expect(solved(text)).toMatch(/^'stablehlo\.custom_call' op is on a single device, '@maximal_mesh_0', /);
});

describe('a table whose rows are split', () => {
  const lookUp = (sharding: string): string => `
sdy.mesh @mesh = <["x"=2, "y"=4]>
func.func public @main(%t: tensor<16x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [${sharding}, {}]>}, %i: tensor<5x1xi32>) -> tensor<5x8xf32> {
  %0 = "stablehlo.gather"(%t, %i) <{dimension_numbers = #stablehlo.gather<offset_dims = [1], collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 1>, slice_sizes = array<i64: 1, 8>}> : (tensor<16x8xf32>, tensor<5x1xi32>) -> tensor<5x8xf32>
  return %0 : tensor<5x8xf32>
}`;

  it('is looked up in parts, each of which has zeros for the rows of others', () => {
    const [, ...lines] = solved(lookUp('{"y"}'))
      .split('\n')
      .filter((line) => !line.includes('constant'));
    expect(lines.slice(0, 9)).toEqual([
      '  %1 = stablehlo.partition_id : tensor<ui32>',
      '  %2 = stablehlo.convert %1 : (tensor<ui32>) -> tensor<i32>',
      '  %3 = stablehlo.divide %2, %c_1 : tensor<i32>',
      '  %4 = stablehlo.remainder %3, %c_2 : tensor<i32>',
      '  %5 = stablehlo.multiply %4, %c_2 : tensor<i32>',
      '  %6 = stablehlo.broadcast_in_dim %5, dims = [] : (tensor<i32>) -> tensor<5x1xi32>',
      '  %7 = stablehlo.clamp %c, %arg3, %c_0 : (tensor<i32>, tensor<5x1xi32>, tensor<i32>) -> tensor<5x1xi32>',
      '  %8 = stablehlo.subtract %7, %6 : tensor<5x1xi32>',
      '  %9 = "stablehlo.gather"(%arg2, %8) <{dimension_numbers = #stablehlo.gather<offset_dims = [1], collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 1>, slice_sizes = array<i64: 1, 8>}> {tt.fill_out_of_bounds} : (tensor<4x8xf32>, tensor<5x1xi32>) -> tensor<5x8xf32>',
    ]);
  });

  it('is counted along the axes that split it, of which the first is the major one', () => {
    const text = solved(lookUp('{"y", "x"}'));
    expect(text).toMatch(/remainder.*\n.*divide.*\n.*remainder.*\n.*multiply.*\n.*add.*\n.*multiply/);
    expect(text).toContain('{tt.fill_out_of_bounds} : (tensor<2x8xf32>');
  });
});
