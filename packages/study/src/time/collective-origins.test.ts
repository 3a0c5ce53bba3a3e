import { funcDialect } from '@shardform/dialect-func';
import { getSharding, sdyDialect } from '@shardform/dialect-sdy';
import { chloDialect, stablehloDialect } from '@shardform/dialect-stablehlo';
import { partition } from '@shardform/inspect';
import { builtinPasses, Context, parseModule, UnknownLoc } from '@shardform/ir-core';
import { shardingPasses } from '@shardform/passes-sharding';
import { expect, test } from 'vitest';
import { collectiveOrigins } from './collective-origins.ts';

const EXTENSIONS = [builtinPasses, funcDialect, stablehloDialect, chloDialect, sdyDialect, shardingPasses];

/** The collectives of the program of one device, each with that which it was made from and its result there. */
function origins(text: string, isUnknown = false): string[] {
  const context = new Context(EXTENSIONS);
  const module = parseModule(text, context)!;
  if (isUnknown) module.walk((op) => void (op.location = UnknownLoc.instance));
  const { collectives, local } = partition(module, context);
  return Array.from(
    collectiveOrigins(collectives!, local!),
    ([op, made]) =>
      `${op.name} -> ${op.resultTypes().map(String).join()} from ${made
        .map((origin) => {
          const { dims } = getSharding(origin.results[0]!, context)!;
          return `${origin.name} to ${dims.map((dim) => dim.text).join()}`;
        })
        .join(' and ')}`,
  );
}

test('a scatter along two dimensions is one', () => {
  const text = `sdy.mesh @mesh = <["x"=2, "y"=2]>
func.func @main(%a: tensor<8x64xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {"x", "y"}]>}, %b: tensor<64x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x", "y"}, {}]>}) -> (tensor<8x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {"y"}]>}) {
  %0 = stablehlo.dot_general %a, %b, contracting_dims = [1] x [0] : (tensor<8x64xf32>, tensor<64x8xf32>) -> tensor<8x8xf32>
  return %0 : tensor<8x8xf32>
}`;
  expect(origins(text)).toEqual([
    'stablehlo.reduce_scatter -> tensor<1x4x4xf32> from sdy.reduce_scatter to {"x"},{"y"}',
  ]);
});

test.each([[false], [true]])(
  'collectives are told from others of their kind (locations unknown: %s)',
  (isUnknown) => {
    const text = `sdy.mesh @mesh = <["x"=2, "y"=2]>
func.func @main(%a: tensor<8x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {"y"}]>}) -> (tensor<8x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"y"}, {}]>}, tensor<8x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {}]>}) {
  %0 = stablehlo.tanh %a : tensor<8x8xf32>
  %1 = stablehlo.abs %a : tensor<8x8xf32>
  return %0, %1 : tensor<8x8xf32>, tensor<8x8xf32>
}`;
    // With locations, collectives start in another order.
    expect(origins(text, isUnknown).sort()).toEqual([
      'stablehlo.all_gather -> tensor<4x4x4xf32> from sdy.all_gather to {},{}',
      'stablehlo.all_gather -> tensor<4x8xf32> from sdy.all_gather to {"y"},{}',
      'stablehlo.collective_permute -> tensor<4x4xf32> from sdy.collective_permute to {"y"},{"x"}',
    ]);
  },
);

test('operands of what was combined have their own', () => {
  const text = `sdy.mesh @mesh = <["x"=2, "y"=2]>
func.func @main(%a: tensor<8x64xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {"x"}]>}, %b: tensor<8x64xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"y"}, {"x"}]>}, %c: tensor<64x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}]>}) -> (tensor<8x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {}]>}, tensor<8x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"y"}, {}]>}) {
  %0 = stablehlo.dot_general %a, %c, contracting_dims = [1] x [0] : (tensor<8x64xf32>, tensor<64x8xf32>) -> tensor<8x8xf32>
  %1 = stablehlo.dot_general %b, %c, contracting_dims = [1] x [0] : (tensor<8x64xf32>, tensor<64x8xf32>) -> tensor<8x8xf32>
  return %0, %1 : tensor<8x8xf32>, tensor<8x8xf32>
}`;
  expect(origins(text)).toEqual([
    'stablehlo.all_reduce -> tensor<8x8xf32>,tensor<4x8xf32> from sdy.all_reduce to {},{} and sdy.all_reduce to {"y"},{}',
  ]);
});
