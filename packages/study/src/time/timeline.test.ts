import { readFileSync } from 'node:fs';
import { funcDialect } from '@shardform/dialect-func';
import { sdyDialect } from '@shardform/dialect-sdy';
import { chloDialect, stablehloDialect } from '@shardform/dialect-stablehlo';
import { builtinPasses, Context } from '@shardform/ir-core';
import { distPasses } from '@shardform/passes-dist';
import { shardingPasses } from '@shardform/passes-sharding';
import { expect, test } from 'vitest';
import { Study } from '../study.ts';
import { type Timeline, timelineOf } from './timeline.ts';
import { gridOfChips } from '../../tests/grid-of-chips.ts';

const EXTENSIONS = [
  ...[builtinPasses, funcDialect, stablehloDialect, chloDialect, sdyDialect],
  ...[shardingPasses, distPasses],
];
const machine = gridOfChips();

/** The timeline of a program after some steps. */
function timeline(path: string, steps: readonly string[] = []): { study: Study; timeline: Timeline } {
  const text = readFileSync(new URL(`../../../${path}`, import.meta.url), 'utf8');
  const study = Study.read('p.mlir', text, new Context(EXTENSIONS));
  for (const step of steps) study.run(step);
  return { study, timeline: timelineOf(study, study.stages.at(-1)!, machine)! };
}

test('devices that do the same are one lane, and what they do adds up to the time of the program', () => {
  const { study, timeline: known } = timeline('cli/examples/train.mlir');
  const { lanes, operations, seconds } = known;
  expect(lanes.map(({ devices }) => devices)).toEqual([[0, 1, 2, 3, 4, 5, 6, 7]]);
  const [lane] = lanes;
  const events = [...lane!.operations].map((number) => operations[number]!);
  expect(events.map(({ name, axis, bound }) => [name, axis, bound])).toEqual([
    ['dot_general', null, 'launch'],
    ['maximum', null, 'launch'],
    ['dot_general', null, 'launch'],
    ['all_reduce', 'y', 'network'],
    ['reduce', null, 'launch'],
    ['multiply', null, 'launch'],
    ['dot_general', null, 'launch'],
    ['select', null, 'launch'],
    ['dot_general', null, 'launch'],
    ['dot_general', null, 'launch'],
    ['all_reduce', 'x', 'network'],
    ['divide', null, 'launch'],
    ['subtract', null, 'launch'],
    ['subtract', null, 'launch'],
  ]);
  const { facts } = study.measured(machine);
  const spent = (axis: string | null): number =>
    lane!.durations.reduce((sum, own, i) => sum + (events[i]!.axis === axis ? own : 0), 0);
  expect(spent('y')).toBeCloseTo(facts.time!.byAxis.find(({ axis }) => axis === 'y')!.seconds, 12);
  expect(spent(null)).toBeCloseTo(facts.time!.compute + facts.time!.launch, 12);
  expect(seconds).toBe(facts.time!.seconds);
});

test('what a collective sends is the number that the list of collectives has', () => {
  const { study, timeline: known } = timeline('cli/examples/train.mlir');
  const sent = known.operations.filter(({ bound }) => bound === 'network').map(({ bytes }) => bytes);
  const [first, ...combined] = study.measured(machine).collectives.map(({ bytes }) => bytes);
  expect(combined).toEqual([4, 16384, 16384]);
  expect(sent).toEqual([first, 32772]);
});

test.each(['gpipe', '1f1b'])(
  'microbatches of a pipeline keep their numbers when %s unrolls it',
  (schedule) => {
    const { timeline: known } = timeline('playground/src/examples/sequential-mlp.mlir', [
      'dist-place-stages{stages=2}',
      `dist-pipeline{microbatches=4 schedule=${schedule}}`,
      'dist-unroll-pipeline',
    ]);
    const named = (name: string, lane: number): (number | null)[] =>
      [...known.lanes[lane]!.operations]
        .map((number) => known.operations[number]!)
        .filter((operation) => operation.name === name)
        .map(({ microbatch }) => microbatch);
    // Two layers are on each device.
    expect(named('matmul', 0)).toEqual([0, 0, 1, 1, 2, 2, 3, 3]);
    expect(named('matmul_grad', 1)).toEqual([0, 0, 1, 1, 2, 2, 3, 3]);
    expect(named('send', 0).sort()).toEqual([0, 0, 1, 1, 2, 2, 3, 3]);
    expect(named('sgd', 0)).toEqual([null, null]);
  },
);

test('stages of a pipeline are lanes of their own', () => {
  const { timeline: known } = timeline('playground/src/examples/sequential-mlp.mlir', [
    'dist-place-stages{stages=2}',
    'dist-pipeline{microbatches=4}',
  ]);
  expect(known.lanes.map(({ devices }) => devices)).toEqual([[0], [1]]);
  const microbatches = known.lanes.map(({ operations }) => [
    ...new Set([...operations].map((number) => known.operations[number]!.microbatch)),
  ]);
  expect(microbatches).toEqual([
    [null, 0, 1, 2, 3],
    [null, 0, 1, 2, 3],
  ]);
});
