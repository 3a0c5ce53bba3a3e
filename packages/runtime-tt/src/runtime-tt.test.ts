import { funcDialect } from '@shardform/dialect-func';
import { builtinPasses, Context, type ModuleOp, parseModule, SourceText, verifyOp } from '@shardform/ir-core';
import { arrayOf, elementsOf, type NdArray, runSpmd } from '@shardform/runtime-sim';
import { describe, expect, it } from 'vitest';
import { programModule, ttSimulator } from './index.ts';

function parse(text: string): { readonly module: ModuleOp; readonly context: Context } {
  const context = new Context([builtinPasses, funcDialect, ttSimulator]);
  const messages: string[] = [];
  context.diagnostics.subscribe(({ message }) => messages.push(message));
  const module = parseModule(new SourceText('test.mlir', text), context);
  if (module === null || !verifyOp(module, context)) throw new Error(messages.join('\n'));
  return { module, context };
}

/** What each of the devices of a mesh of two rows and two columns gets. */
function runOnFour(
  body: string,
  input: (device: number) => NdArray,
  types = 'tensor<2xf32> -> tensor<2xf32>',
): unknown[] {
  const [from, to] = types.split(' -> ');
  const { module, context } = parse(`module attributes {ttcore.meshes = #ttcore.meshes<[<"mesh" = 2x2>]>} {
  func.func @main(%arg0: ${from!}) -> ${to!} {
    ${body}
    return %0 : ${to!}
  }
}`);
  return runSpmd(module, 4, (device) => [input(device)], context).map(([own]) => elementsOf(own!));
}

const numbered = (device: number): NdArray => arrayOf('f32', [2], [device, 10 * device]);

describe('communication', () => {
  it('sums along one axis of the mesh', () => {
    const body =
      '%0 = "ttir.all_reduce"(%arg0) <{cluster_axis = 1 : ui32, reduce_type = #ttcore.reduce_type<sum>}> : (tensor<2xf32>) -> tensor<2xf32>';
    expect(runOnFour(body, numbered)).toEqual([
      [1, 10],
      [1, 10],
      [5, 50],
      [5, 50],
    ]);
  });

  it('gathers along the other axis', () => {
    const body =
      '%0 = "ttir.all_gather"(%arg0) <{all_gather_dim = 0 : si32, cluster_axis = 0 : ui32}> : (tensor<2xf32>) -> tensor<4xf32>';
    expect(runOnFour(body, numbered, 'tensor<2xf32> -> tensor<4xf32>')).toEqual([
      [0, 0, 2, 20],
      [1, 10, 3, 30],
      [0, 0, 2, 20],
      [1, 10, 3, 30],
    ]);
  });

  it('takes the part of each device, and joins parts', () => {
    const shard = (direction: string, from: string, to: string, value: string): string =>
      `"ttir.mesh_shard"(${value}) <{shard_dims = array<i64: -1, 0>, shard_direction = #ttcore.shard_direction<${direction}>, shard_shape = array<i64: 2>, shard_type = #ttcore.shard_type<devices>}> : (${from}) -> ${to}`;
    const body = `%1 = ${shard('full_to_shard', 'tensor<2xf32>', 'tensor<1xf32>', '%arg0')}
    %2 = "ttir.neg"(%1) : (tensor<1xf32>) -> tensor<1xf32>
    %0 = ${shard('shard_to_full', 'tensor<1xf32>', 'tensor<2xf32>', '%2')}`;
    const whole = arrayOf('f32', [2], [3, 5]);
    expect(runOnFour(body, () => whole)).toEqual([
      [-3, -5],
      [-3, -5],
      [-3, -5],
      [-3, -5],
    ]);
  });
});

describe('kernels', () => {
  const one = (body: string, input: NdArray, types: string): unknown =>
    runOnFour(body, () => input, types)[0];

  it('fold dimensions and keep them where asked to', () => {
    const body =
      '%0 = "ttir.sum"(%arg0) <{dim_arg = [1 : i32], keep_dim = true}> : (tensor<2x3xf32>) -> tensor<2x1xf32>';
    const input = arrayOf('f32', [2, 3], [1, 2, 3, 4, 5, 6]);
    expect(one(body, input, 'tensor<2x3xf32> -> tensor<2x1xf32>')).toEqual([6, 15]);
  });

  it('normalise exponentials along a dimension, also of great numbers', () => {
    const body =
      '%0 = "ttir.softmax"(%arg0) <{dimension = -1 : si32}> : (tensor<2x2xf32>) -> tensor<2x2xf32>';
    const input = arrayOf('f32', [2, 2], [1000, 1000, -1000, 1000]);
    expect(one(body, input, 'tensor<2x2xf32> -> tensor<2x2xf32>')).toEqual([0.5, 0.5, 0, 1]);
  });

  it('divide by the root mean square of the last dimensions, then scale', () => {
    const body = `%w = "ttir.full"() <{shape = array<i32: 2>, fill_value = 2.0 : f32}> : () -> tensor<2xf32>
    %0 = "ttir.rms_norm"(%arg0, %w) <{normalized_shape = array<i64: 2>, epsilon = 0.0 : f32, operandSegmentSizes = array<i32: 1, 1, 0>}> : (tensor<2x2xf32>, tensor<2xf32>) -> tensor<2x2xf32>`;
    const input = arrayOf('f32', [2, 2], [1, 7, 3, -3]);
    expect(one(body, input, 'tensor<2x2xf32> -> tensor<2x2xf32>')).toEqual(
      [0.4, 2.8, 2, -2].map(Math.fround),
    );
  });

  it('scale nothing where only a bias is given', () => {
    const body = `%b = "ttir.full"() <{shape = array<i32: 2>, fill_value = 2.0 : f32}> : () -> tensor<2xf32>
    %0 = "ttir.rms_norm"(%arg0, %b) <{normalized_shape = array<i64: 2>, epsilon = 0.0 : f32, operandSegmentSizes = array<i32: 1, 0, 1>}> : (tensor<2x2xf32>, tensor<2xf32>) -> tensor<2x2xf32>`;
    const input = arrayOf('f32', [2, 2], [1, 1, 3, -3]);
    expect(one(body, input, 'tensor<2x2xf32> -> tensor<2x2xf32>')).toEqual([3, 3, 3, 1]);
  });

  it('subtract the mean, then divide by the deviation', () => {
    const body = `%0 = "ttir.layer_norm"(%arg0) <{normalized_shape = array<i64: 2>, epsilon = 0.0 : f32, operandSegmentSizes = array<i32: 1, 0, 0>}> : (tensor<2x2xf32>) -> tensor<2x2xf32>`;
    const input = arrayOf('f32', [2, 2], [1, 5, 3, -3]);
    expect(one(body, input, 'tensor<2x2xf32> -> tensor<2x2xf32>')).toEqual([-1, 1, 1, -1]);
  });

  it('attend to what came before only', () => {
    const body = `%0 = "ttir.scaled_dot_product_attention"(%arg0, %arg0, %arg0) <{is_causal = true, scale = 0.0 : f32, operandSegmentSizes = array<i32: 1, 1, 1, 0, 0>}> : (tensor<1x1x3x2xf32>, tensor<1x1x3x2xf32>, tensor<1x1x3x2xf32>) -> tensor<1x1x3x2xf32>`;
    const input = arrayOf('f32', [1, 1, 3, 2], [2, 4, 4, 0, 9, -1]);
    expect(one(body, input, 'tensor<1x1x3x2xf32> -> tensor<1x1x3x2xf32>')).toEqual([2, 4, 3, 2, 5, 1]);
  });

  it('convolve flat images, and apply what is fused', () => {
    const body = `%d = "ttnn.get_device"() <{mesh_shape = #ttnn<mesh_shape 1x1>}> : () -> !ttnn.device
    %k = "ttir.full"() <{shape = array<i32: 1, 1, 2, 2>, fill_value = 1.0 : f32}> : () -> tensor<1x1x2x2xf32>
    %0 = "ttnn.conv2d"(%arg0, %k, %d) <{in_channels = 1 : i32, out_channels = 1 : i32, batch_size = 1 : i32, input_height = 3 : i32, input_width = 3 : i32, kernel_size = array<i32: 2, 2>, stride = array<i32: 1, 1>, padding = array<i32: 0, 0>, dilation = array<i32: 1, 1>, groups = 1 : i32, conv2d_config = #ttnn.conv2d_config<activation = <op_type = relu>>}> : (tensor<1x1x9x1xf32>, tensor<1x1x2x2xf32>, !ttnn.device) -> tensor<1x1x4x1xf32>`;
    const input = arrayOf('f32', [1, 1, 9, 1], [1, 2, 3, 4, 5, 6, -7, -8, -9]);
    expect(one(body, input, 'tensor<1x1x9x1xf32> -> tensor<1x1x4x1xf32>')).toEqual([12, 16, 0, 0]);
  });

  it('put heads behind each other', () => {
    const body = '%0 = "ttir.concatenate_heads"(%arg0) : (tensor<1x2x3x1xf32>) -> tensor<1x3x2xf32>';
    const input = arrayOf('f32', [1, 2, 3, 1], [1, 2, 3, 4, 5, 6]);
    expect(one(body, input, 'tensor<1x2x3x1xf32> -> tensor<1x3x2xf32>')).toEqual([1, 4, 2, 5, 3, 6]);
  });

  it('bound elements to a range', () => {
    const bounded = (name: string): unknown =>
      one(
        `%0 = "ttir.${name}"(%arg0) : (tensor<4xf32>) -> tensor<4xf32>`,
        arrayOf('f32', [4], [-4, 0, 1.5, 9]),
        'tensor<4xf32> -> tensor<4xf32>',
      );
    expect(bounded('relu6')).toEqual([0, 0, 1.5, 6]);
    expect(bounded('hardsigmoid')).toEqual([0, 0.5, 0.75, 1]);
  });

  it('find the first greatest element', () => {
    const body =
      '%0 = "ttir.argmax"(%arg0) <{dim_arg = [1 : i32], keep_dim = false}> : (tensor<2x3xf32>) -> tensor<2xi32>';
    const input = arrayOf('f32', [2, 3], [1, 3, 3, 4, -5, 2]);
    expect(one(body, input, 'tensor<2x3xf32> -> tensor<2xi32>')).toEqual([1, 0]);
  });

  it('round to bf16', () => {
    const body = '%0 = "ttir.add"(%arg0, %arg0) : (tensor<1xbf16>, tensor<1xbf16>) -> tensor<1xbf16>';
    expect(one(body, arrayOf('bf16', [1], [1.0078125]), 'tensor<1xbf16> -> tensor<1xbf16>')).toEqual([
      2.015625,
    ]);
  });

  it('sort, and tell where elements were', () => {
    const body = `%v, %0 = "ttir.sort"(%arg0) <{descending = true, dim = 0 : si32, stable = true}> : (tensor<3xf32>) -> (tensor<3xf32>, tensor<3xi32>)`;
    expect(one(body, arrayOf('f32', [3], [2, 7, 5]), 'tensor<3xf32> -> tensor<3xi32>')).toEqual([1, 2, 0]);
  });
});

it('finds the program of a device module', () => {
  const { module } = parse(`module {
  ttcore.device_module {
    builtin.module {
      func.func @main() { return }
    }
  }
}`);
  expect(programModule(module)).not.toBe(module);
});
