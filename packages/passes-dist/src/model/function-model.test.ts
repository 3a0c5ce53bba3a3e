import { uniformMachine } from '@shardform/cost-model';
import {
  flattenFunction,
  kindOf,
  opHistogram,
  rooflineCostModel,
  simulateEvents,
} from '@shardform/runtime-dist';
import { describe, expect, test } from 'vitest';
import { distContext, functionIn, parsed, transformed } from '../../tests/dist-programs.ts';
import { type Candidate, programOf, simulateFor, type Workload } from '../search/candidate.ts';
import { search } from '../search/search.ts';
import { degreeGrid } from '../strategy/degrees.ts';
import { importTensors } from '../transform/import-tensors.ts';
import { functionModels } from './function-model.ts';

const [LAYERS, WIDTH, BATCH] = [4, 256, 256];

/** A training step of StableHLO: products with `tanh`, squared error, gradients, and the update of the weights. */
function step(): string {
  const [x, w, s] = [`tensor<${BATCH}x${WIDTH}xf32>`, `tensor<${WIDTH}x${WIDTH}xf32>`, 'tensor<f32>'];
  const layers = Array.from({ length: LAYERS }, (_, i) => i);
  const dot = (result: string, lhs: string, rhs: string, dims: string, types: string): string =>
    `${result} = stablehlo.dot_general ${lhs}, ${rhs}, contracting_dims = ${dims} : ${types}`;
  const forward = layers.flatMap((i) => [
    dot(`%p${i}`, `%a${i}`, `%w${i}`, '[1] x [0]', `(${x}, ${w}) -> ${x}`),
    `%a${i + 1} = stablehlo.tanh %p${i} : ${x}`,
  ]);
  const backward = [...layers]
    .reverse()
    .flatMap((i) => [
      `%s${i} = stablehlo.multiply %a${i + 1}, %a${i + 1} : ${x}`,
      `%e${i} = stablehlo.multiply %g${i + 1}, %s${i} : ${x}`,
      dot(`%dw${i}`, `%a${i}`, `%e${i}`, '[0] x [0]', `(${x}, ${x}) -> ${w}`),
      dot(`%g${i}`, `%e${i}`, `%w${i}`, '[1] x [1]', `(${x}, ${w}) -> ${x}`),
    ]);
  const update = layers.map((i) => `%n${i} = stablehlo.subtract %w${i}, %dw${i} : ${w}`);
  const weights = layers.map((i) => `%w${i}: ${w}`).join(', ');
  return `func.func @main(${weights}, %a0: ${x}, %z: ${x}) -> (${s}, ${layers.map(() => w).join(', ')}) {
    %zero = stablehlo.constant dense<0.0> : ${s}
    ${forward.join('\n    ')}
    %g${LAYERS} = stablehlo.subtract %a${LAYERS}, %z : ${x}
    %q = stablehlo.multiply %g${LAYERS}, %g${LAYERS} : ${x}
    %l = stablehlo.reduce(%q init: %zero) applies stablehlo.add across dimensions = [0, 1] : (${x}, ${s}) -> ${s}
    ${backward.join('\n    ')}
    ${update.join('\n    ')}
    return %l, ${layers.map((i) => `%n${i}`).join(', ')} : ${s}, ${layers.map(() => w).join(', ')}
  }`;
}

const machine = uniformMachine(16, { gbps: 100_000 });
const batches = [LAYERS, LAYERS + 1];

function workload(fuses = false): Workload {
  const context = distContext();
  const placed = importTensors(functionIn(parsed(step(), context)), 0, context);
  return {
    model: functionModels(placed, batches, context),
    batch: BATCH,
    machine,
    costModel: 'roofline',
    fuses,
  };
}

describe('a function as a model', () => {
  const own = workload();

  test.each([
    [1, 1, 1, 1],
    [2, 1, 1, 1],
    [1, 2, 1, 1],
    [2, 2, 1, 1],
    [1, 1, 2, 4],
    [2, 2, 2, 4],
  ])('as %i/%i/%i/%i takes what its program by passes takes', (data, horizontal, pipeline, microbatches) => {
    const at = `batch=${batches.join()}`;
    const passes = [
      'dist-import',
      ...(pipeline > 1
        ? [
            `dist-place-stages{stages=${pipeline} ${at}}`,
            `dist-pipeline{microbatches=${microbatches} ${at}}`,
            'dist-unroll-pipeline{schedule=1f1b}',
            'dist-dissolve-tuples',
          ]
        : []),
      ...(data * horizontal > 1 ? [`dist-spread{data=${data} horizontal=${horizontal} ${at}}`] : []),
    ];
    const context = distContext();
    const byPasses = flattenFunction(functionIn(transformed(step(), passes.join(), context)), context);
    const expected = simulateEvents(byPasses, rooflineCostModel(machine), machine).latency;
    const degrees = { data, horizontal, pipeline, microbatches };
    const program = programOf(own, { degrees, schedule: '1f1b', recompute: false });
    // Passes distribute inputs from a host and collect results there, which takes a little on fast links.
    const found = simulateFor(own, program).latency;
    expect(found / expected).toBeGreaterThan(0.85);
    expect(found / expected).toBeLessThan(1.02);
    const ops = opHistogram(program);
    const products = data * horizontal * microbatches;
    // Updates are done once for all microbatches, each weight's by itself.
    expect(ops.Composite).toBe(products * (2 * LAYERS + 3 + 4 * LAYERS) + data * horizontal * LAYERS);
  });

  test.each([false, true])(
    'the bounded search finds what all do, with fusions: %s',
    (fuses) => {
      const own = workload(fuses);
      const grid = [2, 4, 8].flatMap((devices) => degreeGrid(devices, BATCH));
      const candidates = grid
        .filter(({ microbatches }) => microbatches <= 8)
        .flatMap((degrees) =>
          (['gpipe', '1f1b', 'zb-h1'] as const).flatMap((schedule) =>
            [false, true].map((recompute): Candidate => ({ degrees, schedule, recompute })),
          ),
        );
      const all = search(own, candidates, { mode: 'exhaustive' });
      const few = search(own, candidates);
      expect(few.best!.latency).toBe(all.best!.latency);
      expect(few.evaluated).toBeLessThan(all.evaluated / 5);
    },
    180_000,
  );

  /** `step` with momentum: states that only updates use. */
  const momentum = `func.func @main(%w: tensor<8x8xf32>, %m: tensor<8x8xf32>, %v: tensor<8x8xf32>, %x: tensor<8x8xf32>) -> (tensor<f32>, tensor<8x8xf32>, tensor<8x8xf32>) {
    %zero = stablehlo.constant dense<0.0> : tensor<f32>
    %p = stablehlo.dot_general %x, %v, contracting_dims = [1] x [0] : (tensor<8x8xf32>, tensor<8x8xf32>) -> tensor<8x8xf32>
    %y = stablehlo.dot_general %p, %w, contracting_dims = [1] x [0] : (tensor<8x8xf32>, tensor<8x8xf32>) -> tensor<8x8xf32>
    %l = stablehlo.reduce(%y init: %zero) applies stablehlo.add across dimensions = [0, 1] : (tensor<8x8xf32>, tensor<f32>) -> tensor<f32>
    %g = stablehlo.dot_general %p, %y, contracting_dims = [0] x [0] : (tensor<8x8xf32>, tensor<8x8xf32>) -> tensor<8x8xf32>
    %n = stablehlo.add %m, %g : tensor<8x8xf32>
    %u = stablehlo.subtract %w, %n : tensor<8x8xf32>
    return %l, %n, %u : tensor<f32>, tensor<8x8xf32>, tensor<8x8xf32>
  }`;

  function modelled(text: string, batch: readonly number[]): Workload {
    const context = distContext();
    const placed = importTensors(functionIn(parsed(text, context)), 0, context);
    return { ...workload(), model: functionModels(placed, batch, context), batch: 8 };
  }

  test.each([
    [1, 1, 1, 1],
    [2, 1, 1, 1],
    [1, 1, 2, 2],
    [2, 2, 2, 2],
  ])('an optimizer with states runs as %i/%i/%i/%i', (data, horizontal, pipeline, microbatches) => {
    const own = modelled(momentum, [3]);
    const degrees = { data, horizontal, pipeline, microbatches };
    const program = programOf(own, { degrees, schedule: '1f1b', recompute: true });
    // Both updates, once on each shard of each replica.
    const updates = Array.from({ length: program.opCount }, (_, op) => op).filter(
      (op) => program.opStage[op] === -1 && kindOf(program, op) === 'Composite',
    );
    expect(updates).toHaveLength(2 * data * horizontal);
    expect(simulateFor(own, program).latency).toBeGreaterThan(0);
  });

  test('a program without weights runs on replicas', () => {
    const text = `func.func @main(%x: tensor<8x8xf32>) -> tensor<8x8xf32> {
      %0 = stablehlo.tanh %x : tensor<8x8xf32>
      return %0 : tensor<8x8xf32>
    }`;
    const degrees = { data: 2, horizontal: 1, pipeline: 1, microbatches: 1 };
    const program = programOf(modelled(text, [0]), { degrees, schedule: '1f1b', recompute: false });
    expect(opHistogram(program)).toEqual({ Composite: 2 });
  });
});
