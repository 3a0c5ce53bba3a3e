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
    ([op, origin]) =>
      `${op.name} from ${origin.name} to ${getSharding(origin.results[0]!, context)!
        .dims.map((dim) => dim.text)
        .join()}`,
  );
}

test('a scatter along two dimensions is one', () => {
  const text = `sdy.mesh @mesh = <["x"=2, "y"=2]>
func.func @main(%a: tensor<8x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {"x", "y"}]>}, %b: tensor<8x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x", "y"}, {}]>}) -> (tensor<8x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {"y"}]>}) {
  %0 = stablehlo.dot_general %a, %b, contracting_dims = [1] x [0] : (tensor<8x8xf32>, tensor<8x8xf32>) -> tensor<8x8xf32>
  return %0 : tensor<8x8xf32>
}`;
  expect(origins(text)).toEqual(['stablehlo.reduce_scatter from sdy.reduce_scatter to {"x"},{"y"}']);
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
    expect(origins(text, isUnknown)).toEqual([
      'stablehlo.collective_permute from sdy.collective_permute to {"y"},{"x"}',
      'stablehlo.all_gather from sdy.all_gather to {"y"},{}',
      'stablehlo.all_gather from sdy.all_gather to {},{}',
    ]);
  },
);
