import { machinePresets } from '@shardform/cost-model';
import { readFileSync } from 'node:fs';
import { programEntry } from '@shardform/dialect-func';
import { WhileOp } from '@shardform/dialect-stablehlo';
import { MeshAttr } from '@shardform/dialect-sdy';
import { executeMeshes, partitionedMeshes, randomInputs } from '@shardform/inspect';
import { parsePipeline, parseModule, runPasses, SourceText, verifyOp } from '@shardform/ir-core';
import { type PlanName, planNames } from '@shardform/passes-dist';
import { splitLayers, StagePlanning, tiesOf } from '@shardform/passes-planning';

import { arrayOf, elementsOf, entryFunction, type NdArray, runSequential } from '@shardform/runtime-sim';
import { describe, expect, test } from 'vitest';
import { createContext } from '../src/context.ts';
import { exampleBytes } from '../src/examples.ts';
import { trainingStep } from './training-step.ts';

interface Shape {
  readonly stages: number;
  readonly chunks: number;
  readonly microbatches: number;
  readonly schedule: PlanName;
  /** Sizes of the axes of the mesh of a stage. */
  readonly mesh: readonly number[];
}

/** What differs, or is wrong, when the devices of all stages execute a program. */
function problems(text: string, { mesh, ...shape }: Shape): readonly string[] {
  const context = createContext();
  const module = parseModule(new SourceText('step.mlir', text), context)!;
  runPasses(module, parsePipeline('builtin.module(sdy-drop-sharding-and-mesh)', context), context);
  const ties = tiesOf(programEntry(module)!);
  const machine = machinePresets.a100x8!();
  const planning = new StagePlanning({ module, context, machine, ties });
  const axes = MeshAttr.of(mesh.map((size, i) => ['xy'[i]!, size] as const));
  const prospect = planning.prospect({ ...shape, mesh: axes }, Infinity);
  if (prospect === null) return ['no cuts'];
  const staged = planning.simulate(prospect);
  if (staged === null) return ['it cannot be simulated'];
  if (!verifyOp(staged.module, context)) return ['it is not valid'];
  const inputs = randomInputs(entryFunction(module), 1, 0.1);
  const expected = runSequential(module, inputs, context);
  const { inputs: types } = entryFunction(staged.module).functionType;
  const shapes = types.map((type) => ('shape' in type ? (type.shape as readonly number[]) : []));
  const meshes = partitionedMeshes(staged.module, context)!;
  const { results } = executeMeshes(staged.module, meshes.functions, parts(inputs, shapes), context);
  const wanted = parts(
    expected,
    results.map(({ shape: own }) => own),
  );
  return results.flatMap((own, i) => (isClose(own, wanted[i]!) ? [] : [`result ${i}`]));
}

/** What is stacked over layers is an array for some of them each in a pipeline. */
function parts(whole: readonly NdArray[], shapes: readonly (readonly number[])[]): NdArray[] {
  let next = 0;
  return whole.flatMap((array) => {
    const found: NdArray[] = [];
    const rows = array.shape[0] ?? 1;
    const elements = elementsOf(array);
    for (let from = 0; from < rows;) {
      const shape = shapes[next++]!;
      const size = elements.length / rows;
      const to = from + (shape[0] ?? 1);
      found.push(arrayOf(array.kind, shape, elements.slice(from * size, to * size)));
      from = to;
    }
    return found;
  });
}

/** Sums in another order differ a little. */
function isClose(own: NdArray, wanted: NdArray): boolean {
  const [a, b] = [elementsOf(own).map(Number), elementsOf(wanted).map(Number)];
  const largest = Math.max(...b.map(Math.abs));
  return a.length === b.length && a.every((value, i) => Math.abs(value - b[i]!) <= 1e-4 * largest);
}

const two = { stages: 2, chunks: 1, microbatches: 4, mesh: [2] };
const scan = readFileSync(new URL('Inputs/scan-step.mlir', import.meta.url), 'utf8');
const transformer = new TextDecoder().decode(exampleBytes('gpt_train.mlir'));

describe('a plan with stages computes what one device computes', () => {
  test.each(planNames)('in the order of %s', (schedule) => {
    const chunks = schedule === 'interleaved-1f1b' ? 2 : 1;
    expect(problems(trainingStep(4, 16, 8), { ...two, chunks, schedule })).toEqual([]);
  });

  test.each([
    ['more stages than layers', { ...two, stages: 4, mesh: [1] }],
    ['stages of four devices', { ...two, mesh: [2, 2] }],
    ['as many microbatches as there are rows', { ...two, microbatches: 16 }],
  ])('in %s', (_, shape) => {
    expect(problems(trainingStep(3, 16, 8), { ...shape, schedule: '1f1b' })).toEqual([]);
  });

  test.each(['1f1b', 'zb-h1'] as const)('of loops over layers, in the order of %s', (schedule) => {
    expect(problems(scan, { ...two, schedule })).toEqual([]);
    expect(problems(scan, { ...two, stages: 3, mesh: [1], schedule })).toEqual([]);
  });

  test('where stages of one mesh do the same with tensors that are split in other ways', () => {
    const shape = { stages: 4, chunks: 2, microbatches: 4, mesh: [1, 2] };
    expect(problems(trainingStep(8, 24, 4), { ...shape, schedule: 'interleaved-1f1b' })).toEqual([]);
  });

  test('of a transformer', () => {
    expect(problems(transformer, { ...two, microbatches: 2, schedule: '1f1b' })).toEqual([]);
  });
});

test.each([2, 4, 6])('a program whose loops over 6 layers are %d parts computes what it did', (count) => {
  const context = createContext();
  const module = parseModule(new SourceText('scan-step.mlir', scan), context)!;
  const split = splitLayers(module, [], count, context);
  let loops = 0;
  split.module.walk((op) => void (loops += Number(op instanceof WhileOp)));
  // Forwards and backwards; a part of one layer is no loop.
  expect(loops).toBe({ 2: 4, 4: 4, 6: 0 }[count]);
  const inputs = randomInputs(entryFunction(module), 1, 0.1);
  const { inputs: types } = entryFunction(split.module).functionType;
  const shapes = types.map((type) => ('shape' in type ? (type.shape as readonly number[]) : []));
  const found = runSequential(split.module, parts(inputs, shapes), context);
  const wanted = parts(
    runSequential(module, inputs, context),
    found.map(({ shape }) => shape),
  );
  expect(found.map((own, i) => isClose(own, wanted[i]!))).toEqual(found.map(() => true));
});

/** More with `STAGED_PROGRAMS=200 npm test -- --project cli tests/planned-stages`. */
const COUNT = Number(process.env.STAGED_PROGRAMS ?? 3);

/** One of some, the same for the same seed. */
function chosen<T>(seed: number, place: number, all: readonly T[]): T {
  return all[(Math.imul(seed * 31 + place * 17 + 7, 2654435761) >>> 8) % all.length]!;
}

const random = Array.from({ length: COUNT }, (_, seed) => {
  const stages = chosen(seed, 0, [2, 3, 4]);
  const schedule = chosen(seed, 1, planNames);
  const chunks = schedule === 'interleaved-1f1b' ? 2 : 1;
  // Interleaving needs a multiple of the stages.
  const microbatches = chunks === 2 ? stages * chosen(seed, 2, [1, 2]) : chosen(seed, 2, [2, 3, 4, 6, 12]);
  const mesh = chosen(
    seed,
    3,
    [[1], [2], [1, 2], [2, 2]].filter((own) => own.reduce((a, b) => a * b) * stages <= 8),
  );
  const layers = chosen(seed, 4, [stages * chunks, stages * chunks + 1, 7]);
  return {
    layers,
    rows: 24,
    width: chosen(seed, 5, [4, 6, 8]),
    shape: { stages, chunks, microbatches, schedule, mesh },
  };
});

test.each(random)(
  'a random pipeline computes what one device computes: %o',
  ({ layers, rows, width, shape }) => {
    expect(problems(trainingStep(layers, rows, width), shape)).toEqual([]);
  },
);
