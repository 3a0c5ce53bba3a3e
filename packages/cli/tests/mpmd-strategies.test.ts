import { executeMeshes, partitionedMeshes, randomInputs } from '@shardform/inspect';
import { parseModule, parsePipeline, printOp, runPasses, SourceText, verifyOp } from '@shardform/ir-core';
import { elementsOf, entryFunction, runSequential } from '@shardform/runtime-sim';
import { expect, test } from 'vitest';
import { createContext } from '../src/context.ts';
import { trainingStep } from './training-step.ts';

const text = trainingStep(4, 16, 8);
/** The inputs and the targets. */
const batch = 'batch=8,9';

interface Strategy {
  readonly data: number;
  readonly horizontal: number;
  readonly stages: number;
  readonly microbatches: number;
  readonly schedule: string;
}

/** The largest difference of a result from the program of one device, by its largest magnitude; and the program. */
function lowered({ data, horizontal, stages, microbatches, schedule }: Strategy) {
  const context = createContext();
  const read = () => parseModule(new SourceText('step.mlir', text), context)!;
  const [whole, module] = [read(), read()];
  const passes = [
    'dist-import',
    `dist-place-stages{stages=${stages} ${batch}}`,
    `dist-pipeline{microbatches=${microbatches} schedule=${schedule} ${batch}}`,
    `dist-lower-to-mpmd{data=${data} horizontal=${horizontal} ${batch}}`,
  ];
  const pipeline = parsePipeline(`builtin.module(${passes.join()})`, context);
  expect(runPasses(module, pipeline, context).succeeded).toBe(true);
  expect(verifyOp(module, context)).toBe(true);
  const inputs = randomInputs(entryFunction(whole), 1, 0.1);
  const expected = runSequential(whole, inputs, context);
  const { functions } = partitionedMeshes(module, context)!;
  const { results } = executeMeshes(module, functions, inputs, context);
  const differences = results.map((own, i) => {
    const [a, b] = [elementsOf(own).map(Number), elementsOf(expected[i]!).map(Number)];
    const largest = Math.max(...b.map(Math.abs));
    return Math.max(...a.map((value, at) => Math.abs(value - b[at]!))) / largest;
  });
  return {
    difference: Math.max(...differences),
    devices: functions.devices.count,
    text: printOp(module, context),
  };
}

test.each([
  { data: 2, horizontal: 1, stages: 2, microbatches: 4, schedule: '1f1b' },
  { data: 1, horizontal: 2, stages: 2, microbatches: 4, schedule: 'gpipe' },
  { data: 2, horizontal: 2, stages: 2, microbatches: 2, schedule: 'zb-h1' },
  { data: 2, horizontal: 4, stages: 4, microbatches: 4, schedule: 'pipedream' },
])('replicas and shards inside of stages compute what one device computes: %o', (strategy) => {
  const { difference, devices } = lowered(strategy);
  expect(difference).toBeLessThan(1e-4);
  expect(devices).toBe(strategy.data * strategy.horizontal * strategy.stages);
});

test('types say how tensors are split over the devices of a stage', () => {
  const { text: program } = lowered({ data: 2, horizontal: 2, stages: 2, microbatches: 2, schedule: '1f1b' });
  expect(program).toContain('sdy.mesh @mesh = <["data"=2, "model"=2]>');
  // The first layer by columns, the second by rows.
  const shardings = [...program.matchAll(/%arg\d+: [^%]*?sharding=<@mesh, (\[[^%]*?\])>>/g)].map(
    (own) => own[1],
  );
  expect(shardings.slice(0, 3)).toEqual(['[{}, {"model"}]', '[{"model"}]', '[{"model"}, {}]']);
});
