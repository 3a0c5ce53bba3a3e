import { programEntry } from '@shardform/dialect-func';
import { parseModule } from '@shardform/ir-core';
import { expect, test } from 'vitest';
import { context } from '../../tests/planned.ts';
import { flowPlaces } from './flow-places.ts';
import { programGraph } from './program-graph.ts';

test('uses of a tensor in one block are one place, and those in a loop are another', () => {
  const module = parseModule(
    `func.func @main(%a: tensor<4xf32>, %n: tensor<i32>) -> tensor<4xf32> {
  %0 = stablehlo.tanh %a : tensor<4xf32>
  %1 = stablehlo.exponential %a : tensor<4xf32>
  %2:2 = stablehlo.while(%i = %n, %v = %0) : tensor<i32>, tensor<4xf32>
  cond {
    %c = stablehlo.compare LT, %i, %n : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %c : tensor<i1>
  } do {
    %3 = stablehlo.add %a, %1 : tensor<4xf32>
    stablehlo.return %i, %3 : tensor<i32>, tensor<4xf32>
  }
  return %2#1 : tensor<4xf32>
}`,
    context,
  )!;
  const func = programEntry(module)!;
  const { flows } = programGraph(func, context);
  const places = flowPlaces(flows);
  const ofArgument = flows.flatMap(({ from }, i) =>
    from.item === func.entry.getArgument(0) ? [places[i]!] : [],
  );
  expect(ofArgument).toHaveLength(3);
  expect(ofArgument[0]).toBe(ofArgument[1]);
  expect(ofArgument[2]).not.toBe(ofArgument[0]);
});
