import { Context, parseModule, parsePipeline, printOp, runPasses, SourceText } from '@shardform/ir-core';
import { describe, expect, it } from 'vitest';
import { stablehloToTtir } from './index.ts';

/** The converted text, or the first complaint. */
function convert(text: string, pass = 'convert-stablehlo-to-ttir'): string {
  const context = new Context([stablehloToTtir]);
  const messages: string[] = [];
  context.diagnostics.subscribe((diagnostic) => messages.push(diagnostic.message));
  const module = parseModule(new SourceText('test.mlir', text), context);
  if (module === null) return messages[0] ?? 'failed silently';
  runPasses(module, parsePipeline(`builtin.module(${pass})`, context), context);
  return messages[0] ?? printOp(module, context).trim();
}

it('refuses sizes that TTIR would wrap around', () => {
  const text = `func.func @main() -> tensor<4294967296x2xi1> {
    %0 = stablehlo.constant dense<true> : tensor<4294967296x2xi1>
    return %0 : tensor<4294967296x2xi1>
  }`;
  expect(convert(text)).toBe(
    "'stablehlo.constant' op has a dimension of more than 2147483647 elements, which TTIR cannot express",
  );
});

// Inputs and outputs recorded from tt-mlir in jax-tt-plugin 0.1.3.
describe('manual computations', () => {
  it('split what comes whole', () => {
    const input = `module {
  sdy.mesh @mesh = <["default"=1, "batch"=2]>
  func.func public @main(%arg0: tensor<32x48x24x32xf32> {ttcore.argument_type = #ttcore.argument_type<input>, ttcore.local_shape = #ttcore<local_shape local_shape = tensor<32x48x24x32xf32>>, ttcore.shard_status = #ttcore.shard_status<unsharded>}) -> (tensor<32x48x24x32xf32> {ttcore.local_shape = #ttcore<local_shape local_shape = tensor<16x48x24x32xf32>>, ttcore.shard_status = #ttcore.shard_status<presharded>}) {
    %0 = sdy.manual_computation(%arg0) in_shardings=[<@mesh, [{"batch"}, {}, {}, {}]>] out_shardings=[<@mesh, [{"batch"}, {}, {}, {}]>] manual_axes={"default", "batch"} (%arg1: tensor<16x48x24x32xf32>) {
      %1 = stablehlo.abs %arg1 : tensor<16x48x24x32xf32>
      sdy.return %1 : tensor<16x48x24x32xf32>
    } : (tensor<32x48x24x32xf32>) -> tensor<32x48x24x32xf32>
    return %0 : tensor<32x48x24x32xf32>
  }
}`;
    expect(convert(input)).toBe(`module attributes {ttcore.meshes = #ttcore.meshes<[<"mesh" = 1x2>]>} {
  func.func public @main(%arg0: tensor<32x48x24x32xf32> {ttcore.argument_type = #ttcore.argument_type<input>, ttcore.local_shape = #ttcore<local_shape local_shape = tensor<32x48x24x32xf32>>, ttcore.shard_status = #ttcore.shard_status<unsharded>}) -> (tensor<16x48x24x32xf32> {ttcore.local_shape = #ttcore<local_shape local_shape = tensor<16x48x24x32xf32>>, ttcore.shard_status = #ttcore.shard_status<presharded>}) {
    %0 = "ttir.mesh_shard"(%arg0) <{shard_dims = array<i64: -1, 0>, shard_direction = #ttcore.shard_direction<full_to_shard>, shard_shape = array<i64: 2, 1, 1, 1>, shard_type = #ttcore.shard_type<devices>}> : (tensor<32x48x24x32xf32>) -> tensor<16x48x24x32xf32>
    %1 = "ttir.abs"(%0) : (tensor<16x48x24x32xf32>) -> tensor<16x48x24x32xf32>
    return %1 : tensor<16x48x24x32xf32>
  }
}`);
  });

  it('join what leaves whole, along the axes of the mesh', () => {
    const input = `module {
  sdy.mesh @mesh = <["x"=2, "y"=4]>
  func.func public @main(%arg0: tensor<8192x784xf32> {ttcore.argument_type = #ttcore.argument_type<input>, ttcore.local_shape = #ttcore<local_shape local_shape = tensor<8192x784xf32>>, ttcore.shard_status = #ttcore.shard_status<presharded>}, %arg1: tensor<784x16384xf32> {ttcore.argument_type = #ttcore.argument_type<input>, ttcore.local_shape = #ttcore<local_shape local_shape = tensor<784x16384xf32>>, ttcore.shard_status = #ttcore.shard_status<presharded>}) -> (tensor<8192x16384xf32> {jax.result_info = "", ttcore.local_shape = #ttcore<local_shape local_shape = tensor<8192x16384xf32>>, ttcore.shard_status = #ttcore.shard_status<unsharded>}) {
    %0 = sdy.manual_computation(%arg0, %arg1) in_shardings=[<@mesh, [{"x"}, {"y"}]>, <@mesh, [{"y"}, {}]>] out_shardings=[<@mesh, [{"x"}, {}]>] manual_axes={"x", "y"} (%arg2: tensor<4096x196xf32>, %arg3: tensor<196x16384xf32>) {
      %1 = stablehlo.dot_general %arg2, %arg3, contracting_dims = [1] x [0], precision = [DEFAULT, DEFAULT] : (tensor<4096x196xf32>, tensor<196x16384xf32>) -> tensor<4096x16384xf32>
      %2 = "stablehlo.all_reduce"(%1) <{channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>, replica_groups = dense<[[0, 1, 2, 3], [4, 5, 6, 7]]> : tensor<2x4xi64>, use_global_device_ids}> ({
      ^bb0(%arg4: tensor<f32>, %arg5: tensor<f32>):
        %3 = stablehlo.add %arg4, %arg5 : tensor<f32>
        stablehlo.return %3 : tensor<f32>
      }) : (tensor<4096x16384xf32>) -> tensor<4096x16384xf32>
      sdy.return %2 : tensor<4096x16384xf32>
    } : (tensor<8192x784xf32>, tensor<784x16384xf32>) -> tensor<8192x16384xf32>
    return %0 : tensor<8192x16384xf32>
  }
}`;
    expect(convert(input)).toBe(`module attributes {ttcore.meshes = #ttcore.meshes<[<"mesh" = 2x4>]>} {
  func.func public @main(%arg0: tensor<4096x196xf32> {ttcore.argument_type = #ttcore.argument_type<input>, ttcore.local_shape = #ttcore<local_shape local_shape = tensor<8192x784xf32>>, ttcore.shard_status = #ttcore.shard_status<presharded>}, %arg1: tensor<196x16384xf32> {ttcore.argument_type = #ttcore.argument_type<input>, ttcore.local_shape = #ttcore<local_shape local_shape = tensor<784x16384xf32>>, ttcore.shard_status = #ttcore.shard_status<presharded>}) -> (tensor<8192x16384xf32> {jax.result_info = "", ttcore.local_shape = #ttcore<local_shape local_shape = tensor<8192x16384xf32>>, ttcore.shard_status = #ttcore.shard_status<unsharded>}) {
    %0 = "ttir.dot_general"(%arg0, %arg1) <{batch_dims_lhs = array<i64>, batch_dims_rhs = array<i64>, contract_dims_lhs = array<i64: 1>, contract_dims_rhs = array<i64: 0>}> : (tensor<4096x196xf32>, tensor<196x16384xf32>) -> tensor<4096x16384xf32>
    %1 = "ttir.all_reduce"(%0) <{cluster_axis = 1 : ui32, reduce_type = #ttcore.reduce_type<sum>}> : (tensor<4096x16384xf32>) -> tensor<4096x16384xf32>
    %2 = "ttir.mesh_shard"(%1) <{shard_dims = array<i64: 0, -1>, shard_direction = #ttcore.shard_direction<shard_to_full>, shard_shape = array<i64: 2, 1>, shard_type = #ttcore.shard_type<devices>}> : (tensor<4096x16384xf32>) -> tensor<8192x16384xf32>
    return %2 : tensor<8192x16384xf32>
  }
}`);
  });

  it('keep the local shape of what is split already', () => {
    const input = `module {
  sdy.mesh @mesh = <["batch_aux"=1, "batch"=8]>
  func.func public @main(%arg0: tensor<1024x2x32x32xf32> {ttcore.argument_type = #ttcore.argument_type<input>, ttcore.local_shape = #ttcore<local_shape local_shape = tensor<128x2x32x32xf32>>, ttcore.shard_status = #ttcore.shard_status<presharded>}) -> (tensor<2048x1024xf32> {jax.result_info = "", ttcore.local_shape = #ttcore<local_shape local_shape = tensor<2048x1024xf32>>, ttcore.shard_status = #ttcore.shard_status<unsharded>}) {
    %0 = sdy.manual_computation(%arg0) in_shardings=[<@mesh, [{"batch"}, {}, {}, {}]>] out_shardings=[<@mesh, [{"batch"}, {}]>] manual_axes={"batch_aux", "batch"} (%arg1: tensor<128x2x32x32xf32>) {
      %1 = stablehlo.reshape %arg1 : (tensor<128x2x32x32xf32>) -> tensor<256x1024xf32>
      sdy.return %1 : tensor<256x1024xf32>
    } : (tensor<1024x2x32x32xf32>) -> tensor<2048x1024xf32>
    return %0 : tensor<2048x1024xf32>
  }
}`;
    expect(convert(input)).toBe(`module attributes {ttcore.meshes = #ttcore.meshes<[<"mesh" = 1x8>]>} {
  func.func public @main(%arg0: tensor<128x2x32x32xf32> {ttcore.argument_type = #ttcore.argument_type<input>, ttcore.local_shape = #ttcore<local_shape local_shape = tensor<128x2x32x32xf32>>, ttcore.shard_status = #ttcore.shard_status<presharded>}) -> (tensor<2048x1024xf32> {jax.result_info = "", ttcore.local_shape = #ttcore<local_shape local_shape = tensor<2048x1024xf32>>, ttcore.shard_status = #ttcore.shard_status<unsharded>}) {
    %0 = "ttir.reshape"(%arg0) <{shape = [256 : i32, 1024 : i32]}> : (tensor<128x2x32x32xf32>) -> tensor<256x1024xf32>
    %1 = "ttir.mesh_shard"(%0) <{shard_dims = array<i64: -1, 0>, shard_direction = #ttcore.shard_direction<shard_to_full>, shard_shape = array<i64: 8, 1>, shard_type = #ttcore.shard_type<devices>}> : (tensor<256x1024xf32>) -> tensor<2048x1024xf32>
    return %1 : tensor<2048x1024xf32>
  }
}`);
  });

  it('lose the decompositions of composites', () => {
    const input = `module {
  sdy.mesh @mesh = <["y_aux"=1, "y"=2]>
  func.func public @main(%arg0: tensor<32x32xf32> {ttcore.argument_type = #ttcore.argument_type<input>, ttcore.local_shape = #ttcore<local_shape local_shape = tensor<32x16xf32>>, ttcore.shard_status = #ttcore.shard_status<presharded>}) -> (tensor<32x32xf32> {ttcore.local_shape = #ttcore<local_shape local_shape = tensor<32x32xf32>>, ttcore.shard_status = #ttcore.shard_status<unsharded>}) {
    %0 = sdy.manual_computation(%arg0) in_shardings=[<@mesh, [{}, {"y"}]>] out_shardings=[<@mesh, [{"y"}, {}]>] manual_axes={"y_aux", "y"} (%arg1: tensor<32x16xf32>) {
      %1 = "stablehlo.all_gather"(%arg1) <{all_gather_dim = 1 : i64, channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>, replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>}> : (tensor<32x16xf32>) -> tensor<32x32xf32>
      %2 = "ttir.mesh_partition"(%1) <{cluster_axis = 1 : ui32, dim = 0 : si32}> : (tensor<32x32xf32>) -> tensor<16x32xf32>
      sdy.return %2 : tensor<16x32xf32>
    } : (tensor<32x32xf32>) -> tensor<32x32xf32>
    return %0 : tensor<32x32xf32>
  }
  func.func private @sdy.all_slice1(%arg0: tensor<32x32xf32>) -> tensor<16x32xf32> {
    %0 = stablehlo.reshape %arg0 : (tensor<32x32xf32>) -> tensor<2x16x32xf32>
    %1 = "stablehlo.all_to_all"(%0) <{channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>, concat_dimension = 0 : i64, replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>, split_count = 2 : i64, split_dimension = 0 : i64}> : (tensor<2x16x32xf32>) -> tensor<2x16x32xf32>
    %2 = stablehlo.slice %1 [0:1, 0:16, 0:32] : (tensor<2x16x32xf32>) -> tensor<1x16x32xf32>
    %3 = stablehlo.reshape %2 : (tensor<1x16x32xf32>) -> tensor<16x32xf32>
    return %3 : tensor<16x32xf32>
  }
}`;
    expect(convert(input)).toBe(`module attributes {ttcore.meshes = #ttcore.meshes<[<"mesh" = 1x2>]>} {
  func.func public @main(%arg0: tensor<32x16xf32> {ttcore.argument_type = #ttcore.argument_type<input>, ttcore.local_shape = #ttcore<local_shape local_shape = tensor<32x16xf32>>, ttcore.shard_status = #ttcore.shard_status<presharded>}) -> (tensor<32x32xf32> {ttcore.local_shape = #ttcore<local_shape local_shape = tensor<32x32xf32>>, ttcore.shard_status = #ttcore.shard_status<unsharded>}) {
    %0 = "ttir.all_gather"(%arg0) <{all_gather_dim = 1 : si32, cluster_axis = 1 : ui32}> : (tensor<32x16xf32>) -> tensor<32x32xf32>
    %1 = "ttir.mesh_partition"(%0) <{cluster_axis = 1 : ui32, dim = 0 : si32}> : (tensor<32x32xf32>) -> tensor<16x32xf32>
    %2 = "ttir.mesh_shard"(%1) <{shard_dims = array<i64: -1, 0>, shard_direction = #ttcore.shard_direction<shard_to_full>, shard_shape = array<i64: 2, 1>, shard_type = #ttcore.shard_type<devices>}> : (tensor<16x32xf32>) -> tensor<32x32xf32>
    return %2 : tensor<32x32xf32>
  }
}`);
  });
});

describe('operations', () => {
  const collectives = `module {
  sdy.mesh @mesh = <["x"=2, "y"=4]>
  func.func @main(%arg0: tensor<32x32xf32>, %arg1: tensor<64x128xf32>) -> (tensor<32x8xf32>, tensor<64x128xf32>) {
    %0 = "stablehlo.reduce_scatter"(%arg0) <{channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>, replica_groups = dense<[[0, 1, 2, 3], [4, 5, 6, 7]]> : tensor<2x4xi64>, scatter_dimension = 1 : i64}> ({
    ^bb0(%arg2: tensor<f32>, %arg3: tensor<f32>):
      %2 = stablehlo.add %arg2, %arg3 : tensor<f32>
      stablehlo.return %2 : tensor<f32>
    }) : (tensor<32x32xf32>) -> tensor<32x8xf32>
    %1 = "stablehlo.all_reduce"(%arg1) <{channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>, replica_groups = dense<[[0, 4], [1, 5], [2, 6], [3, 7]]> : tensor<4x2xi64>}> ({
    ^bb0(%arg2: tensor<f32>, %arg3: tensor<f32>):
      %2 = stablehlo.maximum %arg2, %arg3 : tensor<f32>
      stablehlo.return %2 : tensor<f32>
    }) : (tensor<64x128xf32>) -> tensor<64x128xf32>
    return %0, %1 : tensor<32x8xf32>, tensor<64x128xf32>
  }
}`;

  it('communicate along one axis of the mesh', () => {
    expect(convert(collectives)).toBe(`module attributes {ttcore.meshes = #ttcore.meshes<[<"mesh" = 2x4>]>} {
  func.func @main(%arg0: tensor<32x32xf32>, %arg1: tensor<64x128xf32>) -> (tensor<32x8xf32>, tensor<64x128xf32>) {
    %0 = "ttir.reduce_scatter"(%arg0) <{cluster_axis = 1 : ui32, reduce_type = #ttcore.reduce_type<sum>, scatter_dim = 1 : si32}> : (tensor<32x32xf32>) -> tensor<32x8xf32>
    %1 = "ttir.all_reduce"(%arg1) <{cluster_axis = 0 : ui32, reduce_type = #ttcore.reduce_type<max>}> : (tensor<64x128xf32>) -> tensor<64x128xf32>
    return %0, %1 : tensor<32x8xf32>, tensor<64x128xf32>
  }
}`);
  });

  it('of all devices combine along one axis after the other', () => {
    const text = collectives.replace(
      'dense<[[0, 4], [1, 5], [2, 6], [3, 7]]> : tensor<4x2xi64>',
      'dense<[[0, 1, 2, 3, 4, 5, 6, 7]]> : tensor<1x8xi64>',
    );
    const lines = convert(text)
      .split('\n')
      .filter((line) => line.includes('ttir.all_reduce'));
    expect(lines.map((line) => line.trim())).toEqual([
      '%1 = "ttir.all_reduce"(%arg1) <{cluster_axis = 0 : ui32, reduce_type = #ttcore.reduce_type<max>}> : (tensor<64x128xf32>) -> tensor<64x128xf32>',
      '%2 = "ttir.all_reduce"(%1) <{cluster_axis = 1 : ui32, reduce_type = #ttcore.reduce_type<max>}> : (tensor<64x128xf32>) -> tensor<64x128xf32>',
    ]);
  });

  it('gather from all devices and add those of a group, where groups are not those of one axis', () => {
    const text = collectives.replace(
      'dense<[[0, 4], [1, 5], [2, 6], [3, 7]]>',
      'dense<[[0, 5], [1, 4], [2, 6], [3, 7]]>',
    );
    const converted = convert(text);
    expect(converted.match(/"ttir\.all_gather"\(.*cluster_axis = \d/g)).toHaveLength(2);
    expect(converted).not.toContain('"ttir.all_reduce"');
  });

  it('fail where parts of a dimension come in another order than that of the mesh', () => {
    const body = (axes: string): string => `sdy.mesh @mesh = <["x"=2, "y"=2]>
func.func @main(%a: tensor<8xf32>) -> tensor<8xf32> {
  %0 = sdy.manual_computation(%a) in_shardings=[<@mesh, [{${axes}}]>] out_shardings=[<@mesh, [{${axes}}]>] manual_axes={"x", "y"} (%b: tensor<2xf32>) {
    %1 = stablehlo.abs %b : tensor<2xf32>
    sdy.return %1 : tensor<2xf32>
  } : (tensor<8xf32>) -> tensor<8xf32>
  return %0 : tensor<8xf32>
}`;
    expect(convert(body('"x", "y"'))).toContain('shard_dims = array<i64: 0, 0>');
    expect(convert(body('"y", "x"'))).toMatch(
      /^'sdy\.manual_computation' op splits operand 0 as '.*', along axes in another order than the mesh has them; /,
    );
  });

  const elementwise = `func.func @main(%a: tensor<64x128xf32>, %h: tensor<128xf32>, %d: tensor<64x128xi1>, %c: tensor<64x128xi32>) -> tensor<64xf32> {
  %k0 = stablehlo.constant dense<0.0> : tensor<f32>
  %k1 = stablehlo.constant dense<1.0> : tensor<f32>
  %0 = stablehlo.broadcast_in_dim %h, dims = [1] : (tensor<128xf32>) -> tensor<64x128xf32>
  %1 = stablehlo.compare LT, %a, %0, FLOAT : (tensor<64x128xf32>, tensor<64x128xf32>) -> tensor<64x128xi1>
  %2 = stablehlo.and %1, %d : tensor<64x128xi1>
  %3 = stablehlo.convert %2 : (tensor<64x128xi1>) -> tensor<64x128xf32>
  %4 = stablehlo.convert %c : (tensor<64x128xi32>) -> tensor<64x128xf32>
  %5 = stablehlo.power %3, %4 : tensor<64x128xf32>
  %6 = stablehlo.clamp %k0, %5, %k1 : (tensor<f32>, tensor<64x128xf32>, tensor<f32>) -> tensor<64x128xf32>
  %7 = stablehlo.reduce(%6 init: %k0) applies stablehlo.add across dimensions = [1] : (tensor<64x128xf32>, tensor<f32>) -> tensor<64xf32>
  return %7 : tensor<64xf32>
}`;

  it('become those of the device, booleans by choice', () => {
    expect(convert(elementwise)).toBe(`module {
  func.func @main(%arg0: tensor<64x128xf32>, %arg1: tensor<128xf32>, %arg2: tensor<64x128xi1>, %arg3: tensor<64x128xi32>) -> tensor<64xf32> {
    %0 = "ttir.constant"() <{value = dense<0.000000e+00> : tensor<f32>}> : () -> tensor<f32>
    %1 = "ttir.constant"() <{value = dense<1.000000e+00> : tensor<f32>}> : () -> tensor<f32>
    %2 = "ttir.reshape"(%arg1) <{shape = [1 : i32, 128 : i32]}> : (tensor<128xf32>) -> tensor<1x128xf32>
    %3 = "ttir.broadcast"(%2) <{broadcast_dimensions = array<i64: 64, 1>}> : (tensor<1x128xf32>) -> tensor<64x128xf32>
    %4 = "ttir.lt"(%arg0, %3) : (tensor<64x128xf32>, tensor<64x128xf32>) -> tensor<64x128xi1>
    %5 = "ttir.logical_and"(%4, %arg2) : (tensor<64x128xi1>, tensor<64x128xi1>) -> tensor<64x128xi1>
    %6 = "ttir.constant"() <{value = dense<0.000000e+00> : tensor<64x128xf32>}> : () -> tensor<64x128xf32>
    %7 = "ttir.constant"() <{value = dense<1.000000e+00> : tensor<64x128xf32>}> : () -> tensor<64x128xf32>
    %8 = "ttir.where"(%5, %7, %6) : (tensor<64x128xi1>, tensor<64x128xf32>, tensor<64x128xf32>) -> tensor<64x128xf32>
    %9 = "ttir.typecast"(%arg3) <{conservative_folding = true}> : (tensor<64x128xi32>) -> tensor<64x128xf32>
    %10 = "ttir.pow"(%8, %9) : (tensor<64x128xf32>, tensor<64x128xf32>) -> tensor<64x128xf32>
    %11 = "ttir.clamp_tensor"(%10, %0, %1) : (tensor<64x128xf32>, tensor<f32>, tensor<f32>) -> tensor<64x128xf32>
    %12 = "ttir.sum"(%11) <{dim_arg = [1 : i32], keep_dim = false}> : (tensor<64x128xf32>) -> tensor<64xf32>
    return %12 : tensor<64xf32>
  }
}`);
  });

  it('keep a start value of a reduction that counts', () => {
    const text = elementwise.replace('init: %k0', 'init: %k1');
    expect(convert(text)).toContain('"ttir.add"(%12, %1) : (tensor<64xf32>, tensor<f32>) -> tensor<64xf32>');
  });
});

describe('loops', () => {
  const counted = (
    limit: string,
    first = '%zero',
    order = 'LT',
  ): string => `func.func @main(%x: tensor<4x8xf32>, %n: tensor<i32>) -> tensor<4x8xf32> {
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %one = stablehlo.constant dense<1> : tensor<i32>
  %ten = stablehlo.constant dense<10> : tensor<i32>
  %0:2 = stablehlo.while(%i = ${first}, %s = %x) : tensor<i32>, tensor<4x8xf32>
  cond {
    %1 = stablehlo.compare ${order}, %i, ${limit}, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %1 : tensor<i1>
  } do {
    %1 = stablehlo.add %s, %x : tensor<4x8xf32>
    %2 = stablehlo.add %i, %one : tensor<i32>
    stablehlo.return %2, %1 : tensor<i32>, tensor<4x8xf32>
  }
  return %0#1 : tensor<4x8xf32>
}`;

  it('whose rounds are counted call a function for each, which takes what it uses', () => {
    expect(convert(counted('%ten'))).toBe(`module {
  func.func @main(%arg0: tensor<4x8xf32>, %arg1: tensor<i32>) -> tensor<4x8xf32> {
    %0 = "ttir.constant"() <{value = dense<0> : tensor<i32>}> : () -> tensor<i32>
    %1 = "ttir.constant"() <{value = dense<1> : tensor<i32>}> : () -> tensor<i32>
    %2 = "ttir.constant"() <{value = dense<10> : tensor<i32>}> : () -> tensor<i32>
    %3:2 = "ttcore.while_loop"(%0, %arg0, %arg0) <{body_program = @main_counted_loop, initial = #ttcore.loop_bound<0>, limit = #ttcore.loop_bound<10>, output_indices = array<i32: 0, 1>, state_count = 2 : i32, step = #ttcore.loop_bound<1>}> : (tensor<i32>, tensor<4x8xf32>, tensor<4x8xf32>) -> (tensor<i32>, tensor<4x8xf32>)
    return %3#1 : tensor<4x8xf32>
  }
  func.func private @main_counted_loop(%arg0: tensor<i32>, %arg1: tensor<4x8xf32>, %arg2: tensor<4x8xf32>) -> (tensor<i32>, tensor<4x8xf32>) attributes {tt.function_type = "forward_device"} {
    %0 = "ttir.constant"() <{value = dense<1> : tensor<i32>}> : () -> tensor<i32>
    %1 = "ttir.add"(%arg1, %arg2) : (tensor<4x8xf32>, tensor<4x8xf32>) -> tensor<4x8xf32>
    %2 = "ttir.add"(%arg0, %0) : (tensor<i32>, tensor<i32>) -> tensor<i32>
    return %2, %1 : tensor<i32>, tensor<4x8xf32>
  }
}`);
  });

  it('whose rounds values bound name the operands that hold them', () => {
    const bounds = (text: string): string[] =>
      /while_loop"\((.*)\) <.*initial = #ttcore.loop_bound<(.*?)>, limit = #ttcore.loop_bound<(.*?)>/
        .exec(text)!
        .slice(1, 4);
    expect(bounds(convert(counted('%n')))).toEqual(['%0, %arg0, %arg1, %arg0', '0', '0, 2 : i32']);
    expect(bounds(convert(counted('%n', '%n')))).toEqual([
      '%arg1, %arg0, %arg1, %arg0',
      '0, 0 : i32',
      '0, 2 : i32',
    ]);
    expect(bounds(convert(counted('%ten', '%n')))).toEqual(['%arg1, %arg0, %arg0', '0, 0 : i32', '10']);
  });

  it('that go on for an unknown time ask a function before each round', () => {
    const text = convert(counted('%n', '%zero', 'NE'));
    expect(text).toContain('body_program = @main_while_body, condition_program = @main_while_condition,');
    expect(text).toContain('func.func private @main_while_condition(');
  });

  it('write rows at places that are known later', () => {
    const text = `func.func @main(%x: tensor<4x8xf32>, %row: tensor<1x8xf32>, %i: tensor<i32>) -> tensor<4x8xf32> {
  %0 = stablehlo.dynamic_update_slice %x, %row, %i, %i : (tensor<4x8xf32>, tensor<1x8xf32>, tensor<i32>, tensor<i32>) -> tensor<4x8xf32>
  return %0 : tensor<4x8xf32>
}`;
    expect(convert(text)).toBe(`module {
  func.func @main(%arg0: tensor<4x8xf32>, %arg1: tensor<1x8xf32>, %arg2: tensor<i32>) -> tensor<4x8xf32> {
    %0 = "ttir.reshape"(%arg2) <{shape = [1 : i32, 1 : i32]}> : (tensor<i32>) -> tensor<1x1xi32>
    %1 = "ttir.clamp_scalar"(%0) <{max = 3 : i32, min = 0 : i32}> : (tensor<1x1xi32>) -> tensor<1x1xsi32>
    %2 = "ttir.reshape"(%1) <{shape = [1 : i32, 1 : i32, 1 : i32]}> : (tensor<1x1xsi32>) -> tensor<1x1x1xsi32>
    %3 = "ttir.reshape"(%arg0) <{shape = [1 : i32, 4 : i32, 8 : i32]}> : (tensor<4x8xf32>) -> tensor<1x4x8xf32>
    %4 = "ttir.reshape"(%arg1) <{shape = [1 : i32, 1 : i32, 8 : i32]}> : (tensor<1x8xf32>) -> tensor<1x1x8xf32>
    %5 = "ttir.rows_scatter"(%3, %2, %4) <{column = false, reduce = #ttcore.reduce_type<invalid>, sizes = array<i64: 4>, windows = array<i64: 1>}> : (tensor<1x4x8xf32>, tensor<1x1x1xsi32>, tensor<1x1x8xf32>) -> tensor<1x4x8xf32>
    %6 = "ttir.reshape"(%5) <{shape = [4 : i32, 8 : i32]}> : (tensor<1x4x8xf32>) -> tensor<4x8xf32>
    return %6 : tensor<4x8xf32>
  }
}`);
  });
});

describe('scatters over several dimensions, as the library does them,', () => {
  /** The operations that compute the indices of updates, where the indices are computed by `lines`. */
  const operations = (lines: string): string[] => {
    const text = convert(
      `func.func @main(%x: tensor<8x8xf32>, %i: tensor<8xi32>, %u: tensor<8xf32>) -> tensor<8x8xf32> {
  ${lines}
  %rows = stablehlo.reshape %row : (tensor<8xi32>) -> tensor<8x1xi32>
  %columns = stablehlo.reshape %column : (tensor<8xi32>) -> tensor<8x1xi32>
  %at = stablehlo.concatenate %rows, %columns, dim = 1 : (tensor<8x1xi32>, tensor<8x1xi32>) -> tensor<8x2xi32>
  %0 = "stablehlo.scatter"(%x, %at, %u) <{scatter_dimension_numbers = #stablehlo.scatter<inserted_window_dims = [0, 1], scatter_dims_to_operand_dims = [0, 1], index_vector_dim = 1>}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    stablehlo.return %b : tensor<f32>
  }) : (tensor<8x8xf32>, tensor<8x2xi32>, tensor<8xf32>) -> tensor<8x8xf32>
  return %0 : tensor<8x8xf32>
}`,
      'convert-stablehlo-to-ttir{library-indexing=true}',
    );
    const flat = text.slice(text.indexOf('"ttir.concat"'));
    return [...flat.matchAll(/"ttir\.(ge|lt|logical_and|where|scatter)"/g)].map(([, name]) => name!);
  };

  const zero = 'stablehlo.constant dense<0> : tensor<8xi32>';
  const iota = 'stablehlo.iota dim = 0 : tensor<8xi32>';

  it.each([
    [
      'constants',
      `%row = stablehlo.constant dense<[0, 7, 3, 2, 1, 4, 5, 6]> : tensor<8xi32>\n%column = ${zero}`,
    ],
    ['numbers that count up', `%row = ${iota}\n%column = ${zero}`],
    [
      'bounded numbers',
      `%row = ${zero}\n%most = stablehlo.constant dense<7> : tensor<8xi32>
      %column = stablehlo.clamp %row, %i, %most : tensor<8xi32>`,
    ],
    [
      'numbers that only negative ones would be wrapped among',
      `%row = ${iota}\n%zero = ${zero}\n%size = stablehlo.constant dense<8> : tensor<8xi32>
      %is = stablehlo.compare LT, %row, %zero, SIGNED : (tensor<8xi32>, tensor<8xi32>) -> tensor<8xi1>
      %wrapped = stablehlo.add %row, %size : tensor<8xi32>
      %column = stablehlo.select %is, %wrapped, %row : tensor<8xi1>, tensor<8xi32>`,
    ],
  ])('check no %s', (_, lines) => {
    expect(operations(lines)).toEqual(['scatter']);
  });

  it.each([
    ['an argument', `%row = ${iota}\n%column = stablehlo.add %row, %i : tensor<8xi32>`],
    ['constants that are outside', `%row = ${iota}\n%column = stablehlo.constant dense<8> : tensor<8xi32>`],
    [
      'what reaches behind the last',
      `%row = ${iota}\n%one = stablehlo.constant dense<1> : tensor<8xi32>\n%column = stablehlo.add %row, %one : tensor<8xi32>`,
    ],
    [
      'what wraps in 32 bits',
      `%row = ${iota}\n%big = stablehlo.constant dense<2147483647> : tensor<8xi32>
      %two = stablehlo.add %big, %big : tensor<8xi32>\n%column = stablehlo.add %two, %big : tensor<8xi32>`,
    ],
  ])('check %s', (_, lines) => {
    expect(operations(lines)).toEqual(['ge', 'lt', 'logical_and', 'where', 'scatter']);
  });
});

it('refuses what needs constants of unknown sizes', () => {
  const text = `func.func @main(%a: tensor<4x?xf32>) -> tensor<4x?xf32> {
  %0 = stablehlo.round_nearest_afz %a : tensor<4x?xf32>
  return %0 : tensor<4x?xf32>
}`;
  expect(convert(text)).toBe("failed to legalize operation 'stablehlo.round_nearest_afz'");
});
