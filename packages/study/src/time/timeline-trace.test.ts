import { uniformMachine } from '@shardform/cost-model';
import { distDialect } from '@shardform/dialect-dist';
import { funcDialect } from '@shardform/dialect-func';
import { sdyDialect } from '@shardform/dialect-sdy';
import { chloDialect, stablehloDialect } from '@shardform/dialect-stablehlo';
import { builtinPasses, Context } from '@shardform/ir-core';
import { shardingPasses } from '@shardform/passes-sharding';

import { expect, test } from 'vitest';
import { Study } from '../study.ts';
import { timelineTrace } from './timeline-trace.ts';

const EXTENSIONS = [
  ...[builtinPasses, funcDialect, stablehloDialect, chloDialect, sdyDialect, shardingPasses, distDialect],
];

test('events have the names of operations and values, with line, layer, axis and cause', () => {
  const text = `sdy.mesh @mesh = <["x"=2]>
func.func @main(%a: tensor<8x32xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {"x"}]>}) -> tensor<8x8xf32> {
  %0 = stablehlo.dot_general %a, %a, contracting_dims = [1] x [1] : (tensor<8x32xf32>, tensor<8x32xf32>) -> tensor<8x8xf32> loc("jit(f)/layer0/dot")
  %1 = stablehlo.tanh %0 : tensor<8x8xf32>
  %2 = stablehlo.exponential %1 : tensor<8x8xf32>
  return %2 : tensor<8x8xf32>
}`;
  const study = Study.read('p.mlir', text, new Context(EXTENSIONS));
  const { traceEvents } = timelineTrace(study, study.source, uniformMachine(2), 'p.mlir')!;
  const first = traceEvents.filter(({ ph, tid = 0 }) => tid < 10 && ph === 'X');
  expect(first.map(({ name, tid, args }) => ({ name, tid, ...args }))).toEqual([
    {
      ...{ name: 'layer0/dot', tid: 0, operation: 'stablehlo.dot_general', value: '%0' },
      ...{ layer: 'layer0', line: 3, type: 'tensor<8x8xf32>' },
    },
    {
      ...{ name: 'layer0/dot', tid: 1, operation: 'stablehlo.all_reduce', value: '%v0.1' },
      ...{ layer: 'layer0', line: 3, type: 'tensor<8x8xf32>', axis: 'x', bytes: 256 },
      cause:
        'dot sums products over dimension 1 of %a, which is split along x: devices combine their parts of the result',
    },
    {
      ...{ name: 'fusion of 2: exponential %2', tid: 0, operation: 'stablehlo.exponential' },
      ...{ value: '%2', line: 5, type: 'tensor<8x8xf32>' },
    },
  ]);
  expect(first.map(({ name }) => name)).toEqual([
    ...['dot_general %0', 'all_reduce %v0.1', 'fusion of 2: exponential %2'],
  ]);
  const { latency } = study.measured(uniformMachine(2)).run!.simulated.simulation;
  const ends = traceEvents.map(({ ts = 0, dur = 0 }) => ts + dur);
  expect(Math.max(...ends)).toBeCloseTo(latency * 1e6, 9);
});

test('a program that places its tensors has the names of its own operations', () => {
  const text = `func.func @main(%arg0: !dist.tensor<4xf32, 0>) -> !dist.tensor<4xf32, 1> {
  %0 = dist.send %arg0 to 1 : (!dist.tensor<4xf32, 0>) -> !dist.tensor<4xf32, 1>
  return %0 : !dist.tensor<4xf32, 1>
}`;
  const study = Study.read('p.mlir', text, new Context(EXTENSIONS));
  const { traceEvents } = timelineTrace(study, study.source, uniformMachine(2), 'p.mlir')!;
  expect(traceEvents.filter(({ ph }) => ph === 'X').map(({ name, args }) => [name, args!.line])).toEqual([
    ['send %0', 2],
    ['send %0', 2],
  ]);
});
