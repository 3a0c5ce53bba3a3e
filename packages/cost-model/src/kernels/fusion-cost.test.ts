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

test.each([1, 3, 10])('a fusion of %d sums is one kernel with the operations of all', (count) => {
  const sums = Array.from(
    { length: count },
    (_, i) => `%s${i + 1} = stablehlo.add ${i === 0 ? '%a' : `%s${i}`}, %b : tensor<8x4xf32>`,
  );
  const cost = costOfFusion(
    '(%a: tensor<8x4xf32>, %b: tensor<8x4xf32>) -> tensor<8x4xf32>',
    `${sums.join('\n')}\nreturn %s${count} : tensor<8x4xf32>`,
  );
  expect(cost).toMatchObject({ flops: count * 32, launches: 1, reads: [null, null], writes: null });
});

// With elements of four bytes, as XLA's analysis of costs counts fusions that use slices of their operands.
test.each([
  [1, 1],
  [3, 2],
  [10, 1],
])('a fusion reads %d rows of an operand as often as it slices it, %d times', (rows, times) => {
  const part = `tensor<${rows}x4xf32>`;
  const slices = Array.from(
    { length: times },
    (_, i) =>
      `%s${i} = stablehlo.dynamic_slice %a, %i, %i, sizes = [${rows}, 4] : (tensor<100x4xf32>, tensor<i32>, tensor<i32>) -> ${part}`,
  );
  const cost = costOfFusion(
    `(%a: tensor<100x4xf32>, %i: tensor<i32>) -> ${part}`,
    `${slices.join('\n')}
     %r = stablehlo.multiply %s0, %s${times - 1} : ${part}
     return %r : ${part}`,
  );
  expect(cost.reads).toEqual([rows * 4 * 4 * times, null]);
});

test.each([
  ['f32', 1, 4],
  ['bf16', 3, 2],
  ['f64', 20, 8],
])(
  'a fusion that updates rows of %s in place writes the %d rows, of elements of %d bytes',
  (element, rows, bytes) => {
    const [all, part] = [`tensor<100x4x${element}>`, `tensor<${rows}x4x${element}>`];
    const cost = costOfFusion(
      `(%a: ${all}, %u: ${part}, %i: tensor<i32>) -> ${all}`,
      `%n = stablehlo.negate %u : ${part}
     %0 = stablehlo.dynamic_update_slice %a, %n, %i, %i : (${all}, ${part}, tensor<i32>, tensor<i32>) -> ${all}
     return %0 : ${all}`,
    );
    expect([cost.reads, cost.writes]).toEqual([[0, null, null], rows * 4 * bytes]);
  },
);

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
