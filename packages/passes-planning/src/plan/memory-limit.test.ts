import { type ModuleOp, parseModule } from '@shardform/ir-core';
import { expect, test } from 'vitest';
import { annotationFacts, context, planOf } from '../../tests/planned.ts';

/** A layer whose optimizer has a state as large as its weights. */
function step(rows: number, width: number, hidden: number): ModuleOp {
  const [x, w, h] = [
    `tensor<${rows}x${width}xf32>`,
    `tensor<${width}x${hidden}xf32>`,
    `tensor<${rows}x${hidden}xf32>`,
  ];
  const text = `sdy.mesh @mesh = <["x"=8]>
func.func @main(%w: ${w} {tf.aliasing_output = 0 : i32}, %m: ${w} {tf.aliasing_output = 1 : i32}, %x: ${x}) -> (${w}, ${w}) {
  %0 = stablehlo.dot_general %x, %w, contracting_dims = [1] x [0] : (${x}, ${w}) -> ${h}
  %1 = stablehlo.tanh %0 : ${h}
  %2 = stablehlo.dot_general %x, %1, contracting_dims = [0] x [0] : (${x}, ${h}) -> ${w}
  %3 = stablehlo.add %m, %2 : ${w}
  %4 = stablehlo.subtract %w, %3 : ${w}
  return %4, %3 : ${w}, ${w}
}`;
  return parseModule(text, context)!;
}

/** The peaks of all annotations of the arguments, by simulation. */
function peaksOf(module: ModuleOp): number[] {
  return annotationFacts(module).map(({ memory }) => memory!.bytes);
}

test.each([
  ['of many rows', 8192, 1024, 4096],
  ['of few rows', 512, 4096, 4096],
  ['of large weights', 1024, 8192, 8192],
])(
  'no annotation of a layer %s takes less memory than what is told to be the least',
  (_, rows, width, hidden) => {
    const module = step(rows, width, hidden);
    const { best, fits } = planOf(module, 1000);
    expect(fits).toBe(false);
    expect(best.facts.memory!.bytes).toBeLessThanOrEqual(Math.min(...peaksOf(module)));
  },
);

test('a plan fits wherever an annotation does', () => {
  const module = step(8192, 1024, 4096);
  const limit = Math.min(...peaksOf(module));
  const { best, fits } = planOf(module, limit);
  expect(fits).toBe(true);
  expect(best.facts.memory!.bytes).toBeLessThanOrEqual(limit);
});

/** Two layers whose optimizer has states as large as their weights. */
function twoLayers(rows: number, width: number, hidden: number): ModuleOp {
  const type = (a: number, b: number): string => `tensor<${a}x${b}xf32>`;
  const [x, v, w, h] = [type(rows, width), type(width, hidden), type(hidden, width), type(rows, hidden)];
  const text = `sdy.mesh @mesh = <["x"=2, "y"=4]>
func.func @main(%v: ${v} {tf.aliasing_output = 0 : i32}, %w: ${w} {tf.aliasing_output = 1 : i32}, %m: ${v} {tf.aliasing_output = 2 : i32}, %n: ${w} {tf.aliasing_output = 3 : i32}, %x: ${x}) -> (${v}, ${w}, ${v}, ${w}) {
  %0 = stablehlo.dot_general %x, %v, contracting_dims = [1] x [0] : (${x}, ${v}) -> ${h}
  %1 = stablehlo.tanh %0 : ${h}
  %2 = stablehlo.dot_general %1, %w, contracting_dims = [1] x [0] : (${h}, ${w}) -> ${x}
  %3 = stablehlo.dot_general %1, %2, contracting_dims = [0] x [0] : (${h}, ${x}) -> ${w}
  %4 = stablehlo.dot_general %2, %w, contracting_dims = [1] x [1] : (${x}, ${w}) -> ${h}
  %5 = stablehlo.multiply %4, %1 : ${h}
  %6 = stablehlo.dot_general %x, %5, contracting_dims = [0] x [0] : (${x}, ${h}) -> ${v}
  %7 = stablehlo.add %m, %6 : ${v}
  %8 = stablehlo.add %n, %3 : ${w}
  %9 = stablehlo.subtract %v, %7 : ${v}
  %10 = stablehlo.subtract %w, %8 : ${w}
  return %9, %10, %7, %8 : ${v}, ${w}, ${v}, ${w}
}`;
  return parseModule(text, context)!;
}

test('the least that is told is the same for all limits below it, and gathers are a part of it', () => {
  const MiB = 2 ** 20;
  const told = [60 * MiB, 1000].map((limit) => planOf(twoLayers(2048, 2048, 8192), limit));
  expect(told.map(({ fits }) => fits)).toEqual([false, false]);
  // By the rules of CPUs, which gather everything at first, the least is 80 MiB.
  expect(told.map(({ best }) => Math.round(best.facts.memory!.bytes / MiB))).toEqual([76, 76]);
});

test('what a plan holds at most is estimated by the rules of simulations, in-place updates aside', () => {
  const { tried, planning } = planOf(step(8192, 1024, 4096), Infinity);
  const ratios = tried.flatMap(({ model, facts }) =>
    model === null
      ? []
      : [planning.search.add(model.choices, model).estimate.peakBytes / facts.memory!.bytes],
  );
  expect(ratios.length).toBeGreaterThan(0);
  expect(Math.min(...ratios)).toBeGreaterThan(0.9);
  expect(Math.max(...ratios)).toBeLessThan(1.3);
});
