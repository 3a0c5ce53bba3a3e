import { funcDialect } from '@shardform/dialect-func';
import { stablehloDialect } from '@shardform/dialect-stablehlo';
import { Context, parseModule, printOp, verifyOp } from '@shardform/ir-core';
import { expect, test } from 'vitest';
import { dropLoneCollectives } from './drop-lone-collectives.ts';

const context = new Context([funcDialect, stablehloDialect]);

function collectivesLeft(groups: string, pairs: string): (string | undefined)[] {
  const handle = 'channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>';
  const module = parseModule(
    `func.func @main(%a: tensor<4xf32>) -> tensor<4xf32> {
      %0 = "stablehlo.all_gather"(%a) <{all_gather_dim = 0 : i64, ${handle}, replica_groups = dense<${groups}> : tensor<2x1xi64>, use_global_device_ids}> : (tensor<4xf32>) -> tensor<4xf32>
      %1 = "stablehlo.collective_permute"(%0) <{${handle}, source_target_pairs = dense<${pairs}> : tensor<2x2xi64>}> : (tensor<4xf32>) -> tensor<4xf32>
      return %1 : tensor<4xf32>
    }`,
    context,
  )!;
  dropLoneCollectives(module, 2);
  expect(verifyOp(module, context)).toBe(true);
  return [...printOp(module, context).matchAll(/stablehlo\.(\w+)"/g)].map(([, name]) => name);
}

test('collectives of devices that are alone are no operations of the program', () => {
  expect(collectivesLeft('[[0], [1]]', '[[0, 0], [1, 1]]')).toEqual([]);
});

test('a device that nobody sends to gets zeros, and others get what others have', () => {
  expect(collectivesLeft('[[0], [1]]', '[[0, 1], [1, 0]]')).toEqual(['collective_permute']);
});
