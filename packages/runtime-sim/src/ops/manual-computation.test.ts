import { Context, parseModule } from '@shardform/ir-core';
import { expect, test } from 'vitest';
import { arrayOf, elementsOf } from '../array/index.ts';
import { simulator } from '../extension.ts';
import { runSequential } from '../interpreter/run-module.ts';

// Numbers are those of JAX 0.10.2 (shard_map over some axes, within others) on eight CPU devices.

const context = new Context([simulator]);

function run(program: string, input: readonly number[]): unknown[] {
  const [result] = runSequential(
    parseModule(program, context)!,
    [arrayOf('f32', [input.length], input)],
    context,
  );
  return elementsOf(result!);
}

/** `lax.axis_index` of an axis, as f32, in a region whose other axes are not manual. */
const axisIndex = (name: string, { stride, size, others }: Record<'stride' | 'size' | 'others', unknown>) => `
  %${name} = sdy.manual_computation() in_shardings=[] out_shardings=[<@mesh, []>] manual_axes={${String(others)}} () {
    %s = stablehlo.constant dense<${String(stride)}> : tensor<ui32>
    %n = stablehlo.constant dense<${String(size)}> : tensor<ui32>
    %id = stablehlo.partition_id : tensor<ui32>
    %d = stablehlo.divide %id, %s : tensor<ui32>
    %r = stablehlo.remainder %d, %n : tensor<ui32>
    sdy.return %r : tensor<ui32>
  } : () -> tensor<ui32>`;

test('a device keeps its number in a manual computation within another one', () => {
  const partial = (axis: string, others: string, stride: number, size: number): unknown[] =>
    run(
      `sdy.mesh @mesh = <["a"=2, "b"=4]>
       func.func @main(%x: tensor<${size}xf32>) -> tensor<${size}xf32> {
         %0 = sdy.manual_computation(%x) in_shardings=[<@mesh, [{"${axis}", ?}]>] out_shardings=[<@mesh, [{"${axis}", ?}]>] manual_axes={"${axis}"} (%v: tensor<1xf32>) {
           ${axisIndex('i', { stride, size, others })}
           %f = stablehlo.convert %i : (tensor<ui32>) -> tensor<f32>
           %w = stablehlo.broadcast_in_dim %f, dims = [] : (tensor<f32>) -> tensor<1xf32>
           %sum = stablehlo.add %v, %w : tensor<1xf32>
           sdy.return %sum : tensor<1xf32>
         } : (tensor<${size}xf32>) -> tensor<${size}xf32>
         return %0 : tensor<${size}xf32>
       }`,
      new Array<number>(size).fill(0),
    );
  expect(partial('a', '"b"', 4, 2)).toEqual([0, 1]);
  expect(partial('b', '"a"', 1, 4)).toEqual([0, 1, 2, 3]);
});

test('devices of three computations within each other meet along outer and inner axes, and branch', () => {
  const result = run(
    `sdy.mesh @mesh = <["a"=2, "b"=2, "c"=2]>
     func.func @main(%x: tensor<8xf32>) -> tensor<8xf32> {
       %0 = sdy.manual_computation(%x) in_shardings=[<@mesh, [{"a", ?}]>] out_shardings=[<@mesh, [{"a", ?}]>] manual_axes={"a"} (%u: tensor<4xf32>) {
         %1 = "stablehlo.collective_permute"(%u) <{channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>, source_target_pairs = dense<[[0, 4], [4, 0], [1, 5], [5, 1], [2, 6], [6, 2], [3, 7], [7, 3]]> : tensor<8x2xi64>}> : (tensor<4xf32>) -> tensor<4xf32>
         %2 = func.call @inner(%1) : (tensor<4xf32>) -> tensor<4xf32>
         sdy.return %2 : tensor<4xf32>
       } : (tensor<8xf32>) -> tensor<8xf32>
       return %0 : tensor<8xf32>
     }
     func.func private @inner(%u: tensor<4xf32>) -> tensor<4xf32> {
       %0 = sdy.manual_computation(%u) in_shardings=[<@mesh, [{"b", ?}]>] out_shardings=[<@mesh, [{"b", ?}]>] manual_axes={"b"} (%v: tensor<2xf32>) {
         %1 = sdy.manual_computation(%v) in_shardings=[<@mesh, [{"c", ?}]>] out_shardings=[<@mesh, [{"c", ?}]>] manual_axes={"c"} (%w: tensor<1xf32>) {
           %sum = "stablehlo.all_reduce"(%w) <{channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>, replica_groups = dense<[[0, 1, 4, 5], [2, 3, 6, 7]]> : tensor<2x4xi64>, use_global_device_ids}> ({
           ^bb0(%p: tensor<f32>, %q: tensor<f32>):
             %s = stablehlo.add %p, %q : tensor<f32>
             stablehlo.return %s : tensor<f32>
           }) : (tensor<1xf32>) -> tensor<1xf32>
           %id = stablehlo.partition_id : tensor<ui32>
           %two = stablehlo.constant dense<2> : tensor<ui32>
           %four = stablehlo.constant dense<4> : tensor<ui32>
           %a = stablehlo.divide %id, %four : tensor<ui32>
           %c = stablehlo.remainder %id, %two : tensor<ui32>
           %c2 = stablehlo.multiply %c, %two : tensor<ui32>
           %i = stablehlo.add %a, %c2 : tensor<ui32>
           %f = stablehlo.convert %i : (tensor<ui32>) -> tensor<f32>
           %g = stablehlo.reshape %f : (tensor<f32>) -> tensor<1xf32>
           %ten = stablehlo.constant dense<10.0> : tensor<1xf32>
           %y = stablehlo.multiply %sum, %ten : tensor<1xf32>
           %z = stablehlo.add %y, %g : tensor<1xf32>
           sdy.return %z : tensor<1xf32>
         } : (tensor<2xf32>) -> tensor<2xf32>
         ${axisIndex('b', { stride: 2, size: 2, others: '"c"' })}
         %zero = stablehlo.constant dense<0> : tensor<ui32>
         %first = stablehlo.compare EQ, %b, %zero : (tensor<ui32>, tensor<ui32>) -> tensor<i1>
         %2 = "stablehlo.if"(%first) ({
           stablehlo.return %1 : tensor<2xf32>
         }, {
           %n = stablehlo.negate %1 : tensor<2xf32>
           stablehlo.return %n : tensor<2xf32>
         }) : (tensor<i1>) -> tensor<2xf32>
         sdy.return %2 : tensor<2xf32>
       } : (tensor<4xf32>) -> tensor<4xf32>
       return %0 : tensor<4xf32>
     }`,
    [0, 1, 2, 3, 4, 5, 6, 7],
  );
  expect(result).toEqual([100, 102, -180, -182, 101, 103, -181, -183]);
});

test('devices that a computation is not manual for go through its loops alike', () => {
  const result = run(
    `sdy.mesh @mesh = <["y"=2, "x"=4]>
     func.func @main(%x: tensor<4xf32>) -> tensor<4xf32> {
       %0 = sdy.manual_computation(%x) in_shardings=[<@mesh, [{"x", ?}]>] out_shardings=[<@mesh, [{"x", ?}]>] manual_axes={"x"} (%v: tensor<1xf32>) {
         %z = stablehlo.constant dense<0> : tensor<i32>
         %r:2 = stablehlo.while(%i = %z, %u = %v) : tensor<i32>, tensor<1xf32>
         cond {
           %three = stablehlo.constant dense<3> : tensor<i32>
           %c = stablehlo.compare LT, %i, %three : (tensor<i32>, tensor<i32>) -> tensor<i1>
           stablehlo.return %c : tensor<i1>
         } do {
           %m = "stablehlo.collective_permute"(%u) <{channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>, source_target_pairs = dense<[[0, 1], [1, 2], [2, 3], [3, 0], [4, 5], [5, 6], [6, 7], [7, 4]]> : tensor<8x2xi64>}> : (tensor<1xf32>) -> tensor<1xf32>
           ${axisIndex('k', { stride: 1, size: 4, others: '"y"' })}
           %f = stablehlo.convert %k : (tensor<ui32>) -> tensor<f32>
           %g = stablehlo.reshape %f : (tensor<f32>) -> tensor<1xf32>
           %w = stablehlo.add %m, %g : tensor<1xf32>
           %one = stablehlo.constant dense<1> : tensor<i32>
           %j = stablehlo.add %i, %one : tensor<i32>
           stablehlo.return %j, %w : tensor<i32>, tensor<1xf32>
         }
         sdy.return %r#1 : tensor<1xf32>
       } : (tensor<4xf32>) -> tensor<4xf32>
       return %0 : tensor<4xf32>
     }`,
    [0, 100, 200, 300],
  );
  expect(result).toEqual([105, 204, 303, 6]);
});
