import { funcDialect } from '@shardform/dialect-func';
import { builtinPasses, Context, type ModuleOp, parseModule, SourceText, verifyOp } from '@shardform/ir-core';
import { arrayOf, elementsOf, type NdArray, runSpmd } from '@shardform/runtime-sim';
import { describe, expect, it } from 'vitest';
import { ttSimulator } from './index.ts';
import { opsNamed } from './kernels/both.ts';
import { elementwiseKernels } from './kernels/elementwise-ops.ts';
import { programModule } from './run-on-mesh.ts';

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

  it('refuses devices that are not there', () => {
    const op =
      '"ttir.collective_permute"(%arg0) <{source_target_pairs = dense<[[0, 1], [4, 0]]> : tensor<2x2xi64>}>';
    expect(() => runOnFour(`%0 = ${op} : (tensor<2xf32>) -> tensor<2xf32>`, numbered)).toThrow(
      "'ttir.collective_permute' op names device 4, but 4 execute the program",
    );
  });

  it('refuses fewer devices than the mesh has', () => {
    const { module, context } = parse(`module attributes {ttcore.meshes = #ttcore.meshes<[<"mesh" = 2x2>]>} {
  func.func @main(%arg0: tensor<2xf32>) -> tensor<2xf32> {
    %0 = "ttir.all_reduce"(%arg0) <{cluster_axis = 1 : ui32, reduce_type = #ttcore.reduce_type<sum>}> : (tensor<2xf32>) -> tensor<2xf32>
    return %0 : tensor<2xf32>
  }
}`);
    expect(() => runSpmd(module, 2, (device) => [numbered(device)], context)).toThrow(
      "'ttir.all_reduce' op is on a mesh of 2x2 devices, but 2 execute the program",
    );
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

describe('kernels of single operations', () => {
  const elementwise = (name: string, numbers: readonly number[], attrs = ''): unknown => {
    const type = `tensor<${numbers.length}xf32>`;
    const body = `%0 = "ttir.${name}"(%arg0) ${attrs}: (${type}) -> ${type}`;
    return runOnFour(body, () => arrayOf('f32', [numbers.length], numbers), `${type} -> ${type}`)[0];
  };

  it.each([
    ['square', [-3, 0.5], [9, 0.25]],
    ['trunc', [-1.75, 2.5], [-1, 2]],
    ['frac', [-1.75, 2.5], [-0.75, 0.5]],
    ['exp2', [-1, 3], [0.5, 8]],
    ['softsign', [-1, 3], [-0.5, 0.75]],
    ['signbit', [-1, -0, 0, 2], [1, 1, 0, 0]],
  ])('%s', (name, given, expected) => {
    expect(elementwise(name, given)).toEqual(expected);
  });

  it('selu scales, and bends below zero', () => {
    expect(elementwise('selu', [2, -Infinity], '<{scale = 0.5 : f32, alpha = 3.0 : f32}> ')).toEqual([
      1, -1.5,
    ]);
  });

  it('the gradient of gelu in both forms', () => {
    const gradient = (form: string): unknown =>
      runOnFour(
        `%g = "ttir.full"() <{shape = array<i32: 1, 2>, fill_value = 2.0 : f32}> : () -> tensor<1x2xf32>
    %0 = "ttir.gelu_bw"(%g, %arg0) <{approximate = "${form}"}> : (tensor<1x2xf32>, tensor<1x2xf32>) -> tensor<1x2xf32>`,
        () => arrayOf('f32', [1, 2], [0, 1]),
        'tensor<1x2xf32> -> tensor<1x2xf32>',
      )[0];
    // JAX: the gradients of jax.nn.gelu at 0 and 1, times 2.
    expect(gradient('none')).toEqual([1, Math.fround(2 * 1.0833154705876862)]);
    expect(gradient('tanh')).toEqual([1, Math.fround(2 * 1.0829640838457828)]);
  });

  it('transpose, index and index_select move elements', () => {
    const input = arrayOf('f32', [2, 3], [1, 2, 3, 4, 5, 6]);
    const moved = (body: string, to: string): unknown =>
      runOnFour(body, () => input, `tensor<2x3xf32> -> ${to}`)[0];
    expect(
      moved(
        '%0 = "ttir.transpose"(%arg0) <{dim0 = 0 : si32, dim1 = -1 : si32}> : (tensor<2x3xf32>) -> tensor<3x2xf32>',
        'tensor<3x2xf32>',
      ),
    ).toEqual([1, 4, 2, 5, 3, 6]);
    expect(
      moved(
        '%0 = "ttir.index"(%arg0) <{dim = 1 : i32, begin = 0 : i32, end = 3 : i32, step = 2 : i32}> : (tensor<2x3xf32>) -> tensor<2x2xf32>',
        'tensor<2x2xf32>',
      ),
    ).toEqual([1, 3, 4, 6]);
    expect(
      moved(
        '%0 = "ttir.index_select"(%arg0) <{dim = 1 : si32, begin = 0 : si32, length = 1 : si32, stride = 2 : si32}> : (tensor<2x3xf32>) -> tensor<2x2xf32>',
        'tensor<2x2xf32>',
      ),
    ).toEqual([1, 3, 4, 6]);
  });

  it('a joint projection is split into heads of queries, keys and values', () => {
    const type = 'tensor<1x2x1x1xf32>';
    const body = (result: number): string =>
      `%s:3 = "ttir.split_query_key_value_and_split_heads"(%arg0) <{num_heads = 2 : ui32, num_kv_heads = 2 : ui32, transpose_key = false}> : (tensor<1x1x6xf32>) -> (${type}, ${type}, ${type})
    %0 = "ttir.neg"(%s#${result}) : (${type}) -> ${type}`;
    const parts = [0, 1, 2].map(
      (i) =>
        runOnFour(
          body(i),
          () => arrayOf('f32', [1, 1, 6], [1, 2, 3, 4, 5, 6]),
          `tensor<1x1x6xf32> -> ${type}`,
        )[0],
    );
    expect(parts).toEqual([
      [-1, -2],
      [-3, -4],
      [-5, -6],
    ]);
  });

  it('groups of channels are normalized over all places', () => {
    const body =
      '%0 = "ttir.group_norm"(%arg0) <{num_groups = 2 : i64, epsilon = 0.0 : f32, channel_dim = 1 : i64, operandSegmentSizes = array<i32: 1, 0, 0, 0>}> : (tensor<1x4x1x1xf32>) -> tensor<1x4x1x1xf32>';
    const input = arrayOf('f32', [1, 4, 1, 1], [1, 3, 30, 10]);
    expect(runOnFour(body, () => input, 'tensor<1x4x1x1xf32> -> tensor<1x4x1x1xf32>')[0]).toEqual([
      -1, 1, 1, -1,
    ]);
  });

  it('the mean over height and width', () => {
    const body = '%0 = "ttir.global_avg_pool2d"(%arg0) : (tensor<1x2x2x2xf32>) -> tensor<1x1x1x2xf32>';
    const input = arrayOf('f32', [1, 2, 2, 2], [1, 10, 2, 20, 3, 30, 6, 60]);
    expect(runOnFour(body, () => input, 'tensor<1x2x2x2xf32> -> tensor<1x1x1x2xf32>')[0]).toEqual([3, 30]);
  });

  it('random numbers lie between their bounds, and are others the next time', () => {
    const rand =
      '"ttir.rand"() <{size = [4 : i32], low = 2.0 : f32, high = 3.0 : f32, seed = 0 : ui32}> : () -> tensor<4xf32>';
    const body = `%a = ${rand}
    %b = ${rand}
    %0 = "ttir.concat"(%a, %b) <{dim = 0 : si32}> : (tensor<4xf32>, tensor<4xf32>) -> tensor<8xf32>`;
    const [numbers] = runOnFour(body, numbered, 'tensor<2xf32> -> tensor<8xf32>') as number[][];
    expect(numbers!.every((number) => number >= 2 && number < 3)).toBe(true);
    expect(new Set(numbers).size).toBe(8);
  });

  it('name the reason where an operation has no kernel', () => {
    const body =
      '%0 = "ttir.dropout"(%arg0) <{prob = 0.5 : f32, scale = 2.0 : f32, seed = 1 : ui32}> : (tensor<1x2xf32>) -> tensor<1x2xf32>';
    const input = arrayOf('f32', [1, 2], [1, 2]);
    expect(() => runOnFour(body, () => input, 'tensor<1x2xf32> -> tensor<1x2xf32>')).toThrow(
      "op 'ttir.dropout' can't be executed: drops or draws by the generator of the device, whose numbers are not specified",
    );
  });
});

it('knows an operation for each elementwise kernel', () => {
  const unknown = Object.keys(elementwiseKernels).filter((mnemonic) => opsNamed(mnemonic).length === 0);
  expect(unknown).toEqual([]);
});
