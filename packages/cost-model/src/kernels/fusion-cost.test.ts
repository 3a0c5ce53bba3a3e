import { CallOp } from '@shardform/dialect-func';
import { hloDialect } from '@shardform/dialect-hlo';
import { Context, parseModule } from '@shardform/ir-core';
import { expect, test } from 'vitest';
import { costModel } from '../extension.ts';
import { operationCost } from './operation-cost.ts';

const context = new Context([hloDialect, costModel]);

function costOfFusion(types: string, body: string): ReturnType<typeof operationCost> {
  const module = parseModule(
    `func.func @main${types.replaceAll('%', '%x')} {
       %r = call @fused(${[...types.matchAll(/%\w+/g)].map(([name]) => name.replace('%', '%x')).join(', ')}) {hlo.fusion_kind = "kLoop"} : ${types.replaceAll(/%\w+: /g, '')}
       return %r : ${types.split('-> ')[1]!}
     }
     func.func private @fused${types} {
       ${body}
     }`,
    context,
  )!;
  const calls: CallOp[] = [];
  module.walkOf(CallOp, (call) => {
    calls.push(call);
  });
  return operationCost(calls[0]!, context);
}

test('a fusion is one kernel with the arithmetic of all of its operations', () => {
  const cost = costOfFusion(
    '(%a: tensor<8x4xf32>, %b: tensor<8x4xf32>) -> tensor<8x4xf32>',
    `%0 = stablehlo.add %a, %b : tensor<8x4xf32>
     %1 = stablehlo.multiply %0, %b : tensor<8x4xf32>
     return %1 : tensor<8x4xf32>`,
  );
  expect(cost).toEqual({
    flops: 64,
    arithmetic: 'vector',
    reads: [null, null],
    writes: null,
    traffic: null,
    launches: 1,
  });
});

test('a fusion reads only slices of what it takes slices of', () => {
  const cost = costOfFusion(
    '(%a: tensor<100x4xf32>, %i: tensor<i32>) -> tensor<1x4xf32>',
    `%0 = stablehlo.dynamic_slice %a, %i, %i, sizes = [1, 4] : (tensor<100x4xf32>, tensor<i32>, tensor<i32>) -> tensor<1x4xf32>
     return %0 : tensor<1x4xf32>`,
  );
  expect(cost.reads).toEqual([16, null]);
});

test('a fusion that updates a slice in place neither reads nor writes the rest', () => {
  const cost = costOfFusion(
    '(%a: tensor<100x4xf32>, %u: tensor<1x4xf32>, %i: tensor<i32>) -> tensor<100x4xf32>',
    `%0 = stablehlo.dynamic_update_slice %a, %u, %i, %i : (tensor<100x4xf32>, tensor<1x4xf32>, tensor<i32>, tensor<i32>) -> tensor<100x4xf32>
     return %0 : tensor<100x4xf32>`,
  );
  expect([cost.reads, cost.writes]).toEqual([[0, null, null], 16]);
});
