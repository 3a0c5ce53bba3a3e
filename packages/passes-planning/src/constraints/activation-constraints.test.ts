import { programEntry } from '@shardform/dialect-func';
import { parseModule } from '@shardform/ir-core';
import { expect, test } from 'vitest';
import { context } from '../../tests/planned.ts';
import { activationConstraints } from './activation-constraints.ts';

/** A row of a table for each token, and two products, each on a line of its own; the batch is split along `split`. */
function lookup(split: string): string {
  return `
#embed = loc("step.py":3:4)
#up = loc("step.py":4:4)
#down = loc("step.py":5:4)
sdy.mesh @mesh = <["data"=4, "model"=2]>
func.func @main(%ids: tensor<16x8xi32> {sdy.sharding = #sdy.sharding<@mesh, [{${split}}, {}]>}, %table: tensor<32x64xf32>, %up: tensor<64x128xf32>, %down: tensor<128x64xf32>) -> tensor<16x8x64xf32> {
  %0 = stablehlo.reshape %ids : (tensor<16x8xi32>) -> tensor<16x8x1xi32> loc(#embed)
  %1 = "stablehlo.gather"(%table, %0) <{dimension_numbers = #stablehlo.gather<offset_dims = [2], collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 2>, slice_sizes = array<i64: 1, 64>}> : (tensor<32x64xf32>, tensor<16x8x1xi32>) -> tensor<16x8x64xf32> loc(#gather)
  %2 = stablehlo.dot_general %1, %up, contracting_dims = [2] x [0] : (tensor<16x8x64xf32>, tensor<64x128xf32>) -> tensor<16x8x128xf32> loc(#dot)
  %3 = stablehlo.dot_general %2, %down, contracting_dims = [2] x [0] : (tensor<16x8x128xf32>, tensor<128x64xf32>) -> tensor<16x8x64xf32> loc(#back)
  return %3 : tensor<16x8x64xf32>
}
#gather = loc("jit(step)/gather"(#embed))
#dot = loc("jit(step)/dot_general"(#up))
#back = loc("jit(step)/dot_general"(#down))
`;
}

const found = (text: string) =>
  activationConstraints(programEntry(parseModule(text, context)!)!).map(({ place, spec, values }) => ({
    ...{ line: place.line, spec },
    makers: values.map(({ definingOp }) => definingOp?.name),
  }));

test('the first value with a batch is kept split as the batch is', () => {
  expect(found(lookup('"data"'))).toEqual([{ line: 3, spec: "P('data')", makers: ['stablehlo.gather'] }]);
  expect(found(lookup('"model", "data"'))[0]!.spec).toBe("P(('model', 'data'))");
});

test('there is nothing to keep where the batch is whole', () => {
  expect(found(lookup(''))).toEqual([]);
});
