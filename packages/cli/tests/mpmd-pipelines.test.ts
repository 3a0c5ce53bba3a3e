import { describeMismatch, executeMeshes, randomInputs } from '@shardform/inspect';
import { parseModule, parsePipeline, runPasses, SourceText, verifyOp } from '@shardform/ir-core';
import { deviceFunctionsOf } from '@shardform/passes-mpmd';

import { entryFunction } from '@shardform/runtime-sim';
import { expect, test } from 'vitest';
import { createContext } from '../src/context.ts';
import {
  pipelinePasses,
  pipelineSchedules,
  pipelineText,
  randomPipeline,
  type TrainingPipeline,
} from './random-pipeline.ts';

/** `PIPELINES=200` executes as many, of up to 8 stages and 16 microbatches. */
const wanted = process.env.PIPELINES;
const pipelines = Array.from({ length: Number(wanted ?? pipelineSchedules.length) }, (_, seed) =>
  randomPipeline(
    seed,
    wanted === undefined ? { meshes: 4, microbatches: 4 } : { meshes: 8, microbatches: 16 },
  ),
);

/** What differs, or is wrong, when the devices of all meshes execute a random pipeline. */
function problems(pipeline: TrainingPipeline, seed: number): readonly string[] {
  const context = createContext();
  const { result, diagnostics } = context.diagnostics.capture(() => {
    const read = (): ReturnType<typeof parseModule> =>
      parseModule(new SourceText('pipeline', pipelineText(pipeline)), context);
    const [whole, module] = [read(), read()];
    if (whole === null || module === null || !verifyOp(module, context)) return null;
    const passes = parsePipeline(`builtin.module(${pipelinePasses(pipeline)})`, context);
    if (!runPasses(module, passes, context).succeeded) return null;
    const devices = deviceFunctionsOf(module, context);
    if (devices === null || !verifyOp(devices.module, context)) return null;
    const inputs = randomInputs(entryFunction(whole), seed, 0.3);
    const { comparisons } = executeMeshes(whole, devices, inputs, context);
    return comparisons.flatMap((own) => {
      if (own.verdict === 'equal' || own.verdict === 'unstable') return [];
      return own.mismatch === null ? [`res${own.index} is NaN`] : [describeMismatch(own)];
    });
  });
  return result ?? diagnostics.map(({ message }) => message);
}

test.each(pipelines.map((pipeline, seed) => [seed, pipeline] as const))(
  'pipeline %i computes on its meshes what the sequential program does: %o',
  (seed, pipeline) => {
    expect(problems(pipeline, seed)).toEqual([]);
  },
);
