import { uniformMachine } from '@shardform/cost-model';
import { NamedValues, readDocument } from '@shardform/inspect';
import { parsePipeline, runPasses, verifyOp } from '@shardform/ir-core';

import { Study, type SimulatedRun } from '@shardform/study';
import { describe, expect, test } from 'vitest';
import { createContext } from '../src/context.ts';
import {
  ACTIVATION_BYTES,
  ADD_FLOPS,
  STAGE_FLOPS,
  uniformPasses,
  type UniformPipeline,
  uniformText,
} from './uniform-pipeline.ts';

/** Simulates a uniform pipeline on devices that only compute, a stage's forward pass in a second. */
function simulated(pipeline: UniformPipeline, schedule: string): SimulatedRun {
  const context = createContext();
  const model = readDocument('uniform.mlir', uniformText(pipeline), context);
  const passes = parsePipeline(`builtin.module(${uniformPasses(pipeline, schedule)})`, context);
  if (!runPasses(model.module, passes, context).succeeded || !verifyOp(model.module, context))
    throw new Error('the pipeline failed');
  const machine = uniformMachine(pipeline.meshes, {
    ...{ flops: STAGE_FLOPS, dram: Infinity, launch: 0, gbps: Infinity },
  });
  const { run, facts } = Study.of(model, new NamedValues()).measured(machine);
  if (run === null) throw new Error(facts.problems.join());
  return run.simulated;
}

/** Expects a closed form, and what adding up the gradients of as many microbatches takes at most. */
function expectSeconds(pipeline: UniformPipeline, schedule: string, closedForm: number): void {
  const { latency } = simulated(pipeline, schedule).simulation;
  const { meshes, chunks, microbatches } = pipeline;
  const adding = ((chunks * microbatches + meshes) * ADD_FLOPS) / STAGE_FLOPS;
  expect(latency).toBeGreaterThan(closedForm - 1e-9);
  expect(latency).toBeLessThan(closedForm + adding);
}

// A forward pass takes 1 s; a backward pass 2 s, half of it for the gradient of the weights.
describe('the simulated time of uniform stages is the closed form of their schedule', () => {
  test.each([
    [2, 1],
    [2, 4],
    [4, 8],
  ])('of %i meshes and %i microbatches', (meshes, microbatches) => {
    const one = { meshes, chunks: 1, microbatches };
    // Huang et al., 2019; Narayanan et al., 2021: the bubble is p - 1 passes through a stage.
    expectSeconds(one, 'GPipe', 3 * (microbatches + meshes - 1));
    expectSeconds(one, '1F1B', 3 * (microbatches + meshes - 1));
    // Qi et al., 2024: (p - 1) (F + B - W), where B = W = 1.
    if (microbatches >= meshes) expectSeconds(one, 'ZeroBubbleH1', 3 * microbatches + meshes - 1);
  });

  test.each([
    [2, 2, 4],
    [4, 2, 4],
  ])('of %i meshes with %i stages each, interleaved, and %i microbatches', (meshes, chunks, microbatches) => {
    expectSeconds({ meshes, chunks, microbatches }, 'Circular', 3 * (microbatches * chunks + meshes - 1));
  });
});

describe('a mesh holds the activations of the microbatches that are in flight', () => {
  /** By mesh after the first, whose inputs are there throughout, the peak above that of one microbatch, in activations. */
  function above(meshes: number, microbatches: number, schedule: string): number[] {
    const peaks = (count: number): number[] =>
      simulated({ meshes, chunks: 1, microbatches: count }, schedule)
        .simulation.devices.slice(1)
        .map(({ peakBytes }) => peakBytes ?? 0);
    const single = peaks(1);
    return peaks(microbatches).map((bytes, i) => Math.floor((bytes - single[i]!) / ACTIVATION_BYTES));
  }

  test('all of them with GPipe; the last mesh keeps its outputs, too, which are the gradient of its loss', () => {
    expect(above(4, 8, 'GPipe')).toEqual([7, 7, 14]);
  });

  test('as many as there are stages from there on with 1F1B, and the next one that arrives meanwhile', () => {
    expect(above(4, 8, '1F1B')).toEqual([2 + 1, 1 + 1, 0 + 1]);
  });
});
