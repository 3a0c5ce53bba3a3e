import { funcDialect } from '@shardform/dialect-func';
import { sdyDialect } from '@shardform/dialect-sdy';
import { stablehloDialect } from '@shardform/dialect-stablehlo';
import { builtinPasses, Context } from '@shardform/ir-core';
import { shardingPasses } from '@shardform/passes-sharding';
import { expect, test } from 'vitest';
import { Study } from '../../study.ts';

function collectivesOf(text: string) {
  const study = Study.read(
    'p.mlir',
    text,
    new Context([builtinPasses, funcDialect, stablehloDialect, sdyDialect, shardingPasses]),
  );
  return study.collectives ?? [];
}

const on = (dims: string): string => `{sdy.sharding = #sdy.sharding<@mesh, [${dims}]>}`;

test('what is inserted in the body of a loop has its reason after the function that it is in was inlined', () => {
  const all = collectivesOf(`sdy.mesh @mesh = <["x"=2, "y"=2]>
func.func @main(%a: tensor<4x8xf32> ${on('{"x"}, {}')}) -> (tensor<4x8xf32> ${on('{"x"}, {}')}) {
  %c = stablehlo.constant dense<0> : tensor<i32>
  %n = stablehlo.constant dense<3> : tensor<i32>
  %one = stablehlo.constant dense<1> : tensor<i32>
  %r:2 = stablehlo.while(%i = %c, %v = %a) : tensor<i32>, tensor<4x8xf32>
  cond {
    %p = stablehlo.compare LT, %i, %n : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %p : tensor<i1>
  } do {
    %b = func.call @body(%v) : (tensor<4x8xf32>) -> tensor<4x8xf32>
    %j = stablehlo.add %i, %one : tensor<i32>
    stablehlo.return %j, %b : tensor<i32>, tensor<4x8xf32>
  }
  return %r#1 : tensor<4x8xf32>
}
func.func private @body(%a: tensor<4x8xf32>) -> tensor<4x8xf32> {
  %0 = sdy.sharding_constraint %a <@mesh, [{}, {"x"}]> : tensor<4x8xf32>
  %1 = "stablehlo.sort"(%0) <{dimension = 0 : i64}> ({
  ^bb0(%l: tensor<f32>, %r: tensor<f32>):
    %m = stablehlo.compare LT, %l, %r : (tensor<f32>, tensor<f32>) -> tensor<i1>
    stablehlo.return %m : tensor<i1>
  }) : (tensor<4x8xf32>) -> tensor<4x8xf32>
  %2 = sdy.sharding_constraint %1 <@mesh, [{"x"}, {}]> : tensor<4x8xf32>
  return %2 : tensor<4x8xf32>
}`);
  expect(all.map(({ kind, reason }) => [kind, reason])).toEqual([
    ['all_to_all', 'a sharding constraint asks for it'],
    ['all_to_all', 'a sharding constraint asks for it'],
  ]);
});

test('a result of one device is sent to the others because it is computed there', () => {
  const all = collectivesOf(`sdy.mesh @mesh = <["x"=2]>
sdy.mesh @one = <[], device_ids=[1]>
func.func @main(%a: tensor<4xf32> ${on('{"x"}')}) -> (tensor<4xf32> ${on('{"x"}')}) {
  %0 = stablehlo.sine %a {sdy.sharding = #sdy.sharding_per_value<[<@one, []>]>} : tensor<4xf32>
  return %0 : tensor<4xf32>
}`);
  expect(all.find(({ kind }) => kind === 'reduce_scatter')?.reason).toBe('one device computes it for all');
  expect(all.every(({ reason }) => reason !== null)).toBe(true);
});

test('an argument that devices have whole is not said to be gathered', () => {
  const all = collectivesOf(`sdy.mesh @mesh = <["x"=2]>
func.func @main(%a: tensor<4xf32> ${on('{}')}, %b: tensor<4xf32> ${on('{"x"}')}) -> (tensor<4xf32> ${on('{}')}, tensor<4xf32> ${on('{}')}) {
  %0 = sdy.all_slice [{"x"}] %a out_sharding=<@mesh, [{"x"}]> : tensor<4xf32>
  %1 = sdy.all_gather [{"x"}] %0 out_sharding=<@mesh, [{}]> : tensor<4xf32>
  %2 = sdy.all_gather [{"x"}] %b out_sharding=<@mesh, [{}]> : tensor<4xf32>
  return %1, %2 : tensor<4xf32>, tensor<4xf32>
}`);
  expect(all.map(({ gatheredArgument }) => gatheredArgument)).toEqual([null, 1]);
});

test('collectives of the program have no cause, those of its reshards have one', () => {
  const all = collectivesOf(`sdy.mesh @mesh = <["x"=2]>
func.func @main(%a: tensor<4x4xf32> ${on('{"x"}, {}')}, %b: tensor<4x4xf32> ${on('{"x"}, {}')}) -> (tensor<4x4xf32>, tensor<4x4xf32>, tensor<8x4xf32>) {
  %0 = sdy.all_gather [{"x"}, {}] %a out_sharding=<@mesh, [{}, {}]> : tensor<4x4xf32>
  %1 = sdy.reshard %b <@mesh, [{}, {"x"}]> : tensor<4x4xf32>
  %2 = sdy.manual_computation(%a) in_shardings=[<@mesh, [{"x"}, {}]>] out_shardings=[<@mesh, [{"x"}, {}]>] manual_axes={"x"} (%p: tensor<2x4xf32>) {
    %g = "stablehlo.all_gather"(%p) <{all_gather_dim = 0 : i64, channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>, replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>, use_global_device_ids}> : (tensor<2x4xf32>) -> tensor<4x4xf32>
    sdy.return %g : tensor<4x4xf32>
  } : (tensor<4x4xf32>) -> tensor<8x4xf32>
  return %0, %1, %2 : tensor<4x4xf32>, tensor<4x4xf32>, tensor<8x4xf32>
}`);
  expect(all.map(({ kind, reason }) => [kind, reason])).toEqual([
    ['all_gather', null],
    ['all_to_all', 'a reshard asks for it'],
    ['all_gather', null],
  ]);
});
