import { funcDialect } from '@shardform/dialect-func';
import { ttcoreDialect } from '@shardform/dialect-ttcore';
import { ttnnDialect } from '@shardform/dialect-ttnn';
import { Context } from '@shardform/ir-core';
import { expect, test } from 'vitest';
import { Study } from '../study.ts';
import { operationTimes } from './operation-times.ts';

/** An addition of matrices of `tiles` x `tiles` tiles. */
function added(tiles: number, memory: string): string {
  const layout = `#ttnn.ttnn_layout<(d0, d1) -> (d0, d1), <1x1>, memref<${tiles}x${tiles}x!ttcore.tile<32x32, f32>, #ttnn.buffer_type<${memory}>>, <interleaved>>`;
  const type = `tensor<${32 * tiles}x${32 * tiles}xf32, ${layout}>`;
  return `func.func @main(%a: ${type}) -> ${type} {
  %sum = "ttnn.add"(%a, %a) : (${type}, ${type}) -> ${type}
  return %sum : ${type}
}`;
}

function times(text: string) {
  const study = Study.read('p.mlir', text, new Context([funcDialect, ttcoreDialect, ttnnDialect]));
  return operationTimes(study, study.source);
}

test('operations have the names of their results, and their memory that of the chip', () => {
  const { operations, l1Peak, l1Capacity, dramPeak, seconds, devices } = times(added(4, 'dram'))!;
  expect(
    operations.map(({ value, operation, place, isTooLarge }) => [value?.name, operation, place, isTooLarge]),
  ).toEqual([['%sum', 'add', 'p.mlir:2', false]]);
  expect([devices, dramPeak, l1Peak < l1Capacity]).toEqual([1, 2 * 16 * 4096, true]);
  expect(seconds).toBe(operations[0]!.seconds);
});

test('what does not fit is marked', () => {
  // 2 x 64 GiB of a chip's 12.
  const { operations, dramPeak, dramCapacity } = times(added(4096, 'dram'))!;
  expect([operations[0]!.isTooLarge, dramPeak > dramCapacity]).toEqual([true, true]);
});

test('a program without operations of TTNN has no times', () => {
  expect(times('func.func @main() {\n  return\n}')).toBeNull();
});
