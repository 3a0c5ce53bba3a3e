import { funcDialect } from '@shardform/dialect-func';
import { builtinPasses, Context, parseModule, SourceText, verifyOp } from '@shardform/ir-core';
import { arrayOf, elementsOf, type NdArray, runSpmd } from '@shardform/runtime-sim';
import { expect, it } from 'vitest';
import { ttSimulator } from '../extension.ts';

function run(text: string, inputs: readonly NdArray[]): readonly (readonly unknown[])[] {
  const context = new Context([builtinPasses, funcDialect, ttSimulator]);
  const messages: string[] = [];
  context.diagnostics.subscribe(({ message }) => messages.push(message));
  const module = parseModule(new SourceText('test.mlir', text), context);
  if (module === null || !verifyOp(module, context)) throw new Error(messages.join('\n'));
  const [results] = runSpmd(module, 1, () => inputs, context);
  return results!.map((result) => [...elementsOf(result)]);
}

/** Results, and the arguments as they are afterwards. */
const counted = (shape: readonly number[], first = 0): NdArray => {
  const size = shape.reduce((a, b) => a * b, 1);
  return arrayOf(
    'f32',
    shape,
    Array.from({ length: size }, (_, i) => first + i),
  );
};

it('a normalization of a batch writes its statistics over the running ones, and what was computed of these stays', () => {
  const vector = 'tensor<1x2x1x1xf32>';
  const [normalized, early, mean, variance] = run(
    `func.func @main(%x: tensor<2x2x1x2xf32>, %m: ${vector}, %v: ${vector}) -> (tensor<2x2x1x2xf32>, ${vector}, ${vector}, ${vector}) {
  %early = "ttnn.neg"(%m) : (${vector}) -> ${vector}
  %y = "ttnn.batch_norm_training"(%x, %m, %v) <{epsilon = 0.0 : f32, momentum = 2.500000e-01 : f32, operandSegmentSizes = array<i32: 1, 1, 1, 0, 0>}> : (tensor<2x2x1x2xf32>, ${vector}, ${vector}) -> tensor<2x2x1x2xf32>
  return %y, %early, %m, %v : tensor<2x2x1x2xf32>, ${vector}, ${vector}, ${vector}
}`,
    [counted([2, 2, 1, 2]), counted([1, 2, 1, 1], 4), counted([1, 2, 1, 1], 8)],
  );
  // Channel 0 has 0, 1, 4 and 5, channel 1 2, 3, 6 and 7: variances 4.25.
  expect(mean).toEqual([0.75 * 4 + 0.25 * 2.5, 0.75 * 5 + 0.25 * 4.5]);
  expect(variance).toEqual([0.75 * 8 + 0.25 * 4.25, 0.75 * 9 + 0.25 * 4.25]);
  expect(early).toEqual([-4, -5]);
  expect(normalized![0]).toBeCloseTo(-2.5 / Math.sqrt(4.25), 6);
});

it.each(['ttir', 'ttnn'])('%s: rows and sequences are written into caches', (dialect) => {
  const cache = 'tensor<2x1x3x2xf32>';
  const [result] = run(
    `func.func @main(%cache: ${cache}, %step: tensor<1x1x2x2xf32>, %sequence: tensor<1x1x2x2xf32>) -> ${cache} {
  %i = "ttir.full"() <{shape = array<i32: 1>, fill_value = 2 : i32}> : () -> tensor<1xi32>
  "${dialect}.fill_cache"(%cache, %sequence) <{batch_offset = 1 : i32}> : (${cache}, tensor<1x1x2x2xf32>) -> ()
  "${dialect}.update_cache"(%cache, %step, %i) <{batch_offset = 0 : i32}> : (${cache}, tensor<1x1x2x2xf32>, tensor<1xi32>) -> ()
  return %cache : ${cache}
}`,
    [counted([2, 1, 3, 2]), counted([1, 1, 2, 2], 100), counted([1, 1, 2, 2], 200)],
  );
  expect(result).toEqual([0, 1, 2, 3, 100, 101, 200, 201, 202, 203, 102, 103]);
});
