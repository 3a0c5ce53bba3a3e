import { arrayOf, elementsOf, runSequential } from '@shardform/runtime-sim';
import { expect, test } from 'vitest';
import { distContext, functionIn, parsed, transformed } from '../../tests/dist-programs.ts';
import { stageGraphOf } from '../model/stage-graph-of.ts';
import { functionModels } from '../model/function-model.ts';
import { scheduleNamed, scheduleNames } from '../schedule/named-schedules.ts';
import { importTensors } from './import-tensors.ts';

/** A training step whose first weight is used again at the end, as by models that tie their embeddings. */
const t = 'tensor<4x4xf32>';
const dot = (dims: string): string => `contracting_dims = ${dims} : (${t}, ${t}) -> ${t}`;
const tied = `func.func @main(%u: ${t}, %v: ${t}, %w: ${t}, %x: ${t}, %z: ${t}) -> (tensor<f32>, ${t}, ${t}, ${t}) {
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  %a = stablehlo.dot_general %x, %u, ${dot('[1] x [0]')}
  %b = stablehlo.dot_general %a, %v, ${dot('[1] x [0]')}
  %c = stablehlo.dot_general %b, %w, ${dot('[1] x [0]')}
  %y = stablehlo.dot_general %c, %u, ${dot('[1] x [1]')}
  %g = stablehlo.subtract %y, %z : ${t}
  %q = stablehlo.multiply %g, %g : ${t}
  %l = stablehlo.reduce(%q init: %zero) applies stablehlo.add across dimensions = [0, 1] : (${t}, tensor<f32>) -> tensor<f32>
  %gc = stablehlo.dot_general %g, %u, ${dot('[1] x [0]')}
  %du1 = stablehlo.dot_general %g, %c, ${dot('[0] x [0]')}
  %gb = stablehlo.dot_general %gc, %w, ${dot('[1] x [1]')}
  %dw = stablehlo.dot_general %b, %gc, ${dot('[0] x [0]')}
  %ga = stablehlo.dot_general %gb, %v, ${dot('[1] x [1]')}
  %dv = stablehlo.dot_general %a, %gb, ${dot('[0] x [0]')}
  %du0 = stablehlo.dot_general %x, %ga, ${dot('[0] x [0]')}
  %du = stablehlo.add %du0, %du1 : ${t}
  %nu = stablehlo.subtract %u, %du : ${t}
  %nv = stablehlo.subtract %v, %dv : ${t}
  %nw = stablehlo.subtract %w, %dw : ${t}
  return %l, %nu, %nv, %nw : tensor<f32>, ${t}, ${t}, ${t}
}`;

// Small integers, so that sums in another order are the same.
const inputs = [1, 2, 3, 4, 5].map((seed) =>
  arrayOf(
    'f32',
    [4, 4],
    Array.from({ length: 16 }, (_, i) => ((seed * (i + 3)) % 5) - 2),
  ),
);

test.each(scheduleNames)('stages that share a weight do not wait for each other: %s', (name) => {
  const context = distContext();
  const placed = importTensors(functionIn(parsed(tied, context)), 0, context);
  const degrees = { data: 1, horizontal: 1, pipeline: 3, microbatches: 1 };
  const graph = stageGraphOf(functionModels(placed, [3, 4], context)(3, 1, degrees));
  const names = (from: number, to: number): string => `${graph.stages[from]!.name}>${graph.stages[to]!.name}`;
  expect([...new Set(graph.edges.map(([from, to]) => names(from, to)))].sort()).toEqual([
    'b1>b0',
    'b2>b0',
    'b2>b1',
    'f0>b1',
    'f0>f1',
    'f1>b2',
    'f1>f2',
    'f2>b2',
  ]);
  // Its plan is for whole groups of microbatches.
  const microbatches = name === 'interleaved-1f1b' ? 3 : 2;
  expect(scheduleNamed(name, graph, microbatches)).not.toBeNull();
});

test.each(['', ',dist-pipeline{microbatches=2 schedule=1f1b batch=3,4}'])(
  'they compute what the program does%s',
  (pipeline) => {
    const context = distContext();
    const run = (text: string, passes: string) =>
      runSequential(transformed(text, passes, context), inputs, context).map(elementsOf);
    const passes = `dist-import,dist-place-stages{stages=3 batch=3,4}${pipeline},dist-lower-to-stablehlo`;
    expect(run(tied, passes)).toEqual(runSequential(parsed(tied, context), inputs, context).map(elementsOf));
  },
);
