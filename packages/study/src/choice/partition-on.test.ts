import { clusterMachine, type Machine } from '@shardform/cost-model';
import { sdyDialect } from '@shardform/dialect-sdy';
import { funcDialect } from '@shardform/dialect-func';
import { chloDialect, stablehloDialect } from '@shardform/dialect-stablehlo';
import { readDocument } from '@shardform/inspect';
import { builtinPasses, Context, printOp } from '@shardform/ir-core';
import { shardingPasses } from '@shardform/passes-sharding';
import { expect, test } from 'vitest';
import { Study } from '../study.ts';
import { choiceText } from './choice-text.ts';
import { partitionOn } from './partition-on.ts';
import { gridOfChips } from '../../tests/grid-of-chips.ts';

const EXTENSIONS = [builtinPasses, funcDialect, stablehloDialect, chloDialect, sdyDialect, shardingPasses];

/** Sums of each row and its neighbours, of rows that are split. */
const stencil = (rows: number, columns: number) => `sdy.mesh @mesh = <["x"=2, "y"=4]>
func.func @main(%x: tensor<${rows}x${columns}xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"y"}, {}]>})
    -> (tensor<${rows}x${columns}xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"y"}, {}]>}) {
  %c = stablehlo.constant dense<0.0> : tensor<f32>
  %0 = "stablehlo.reduce_window"(%x, %c) <{window_dimensions = array<i64: 3, 1>, window_strides = array<i64: 1, 1>, padding = dense<[[1, 1], [0, 0]]> : tensor<2x2xi64>}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %1 = stablehlo.add %a, %b : tensor<f32>
    stablehlo.return %1 : tensor<f32>
  }) : (tensor<${rows}x${columns}xf32>, tensor<f32>) -> tensor<${rows}x${columns}xf32>
  return %0 : tensor<${rows}x${columns}xf32>
}`;

const read = (text: string) => readDocument('p.mlir', text, new Context(EXTENSIONS));

function kindsOf(text: string, machine: Machine | null): (string | undefined)[] {
  const study = Study.read('p.mlir', text, new Context(EXTENSIONS), () => machine, null, 'best');
  return study.collectives!.map(({ kind }) => kind);
}

test('times decide for a machine, and bytes where none is known', () => {
  const chips = gridOfChips();
  expect(kindsOf(stencil(16, 4), null)).toEqual(['collective_permute', 'collective_permute']);
  // Rows become whole, and columns are split meanwhile: each takes less than the kernels that exchange borders.
  expect(kindsOf(stencil(16, 4), chips)).toEqual(['all_to_all', 'all_to_all']);
  expect(kindsOf(stencil(4096, 512), chips)).toEqual(['collective_permute', 'collective_permute']);
  // Nobody named it.
  expect(kindsOf(stencil(16, 4), { ...chips, isAssumed: true })).toEqual(kindsOf(stencil(16, 4), null));
});

test('machines have no say in what XLA or Shardy would do', () => {
  const chips = gridOfChips();
  for (const partitioner of ['xla', 'shardy'] as const) {
    const [named, unnamed] = [chips, null].map((machine) =>
      Study.read('p.mlir', stencil(16, 4), new Context(EXTENSIONS), () => machine, null, partitioner),
    );
    expect([named!.choice, named!.collectives]).toEqual([null, unnamed!.collectives]);
    expect(named!.measured(chips).collectives.map(({ kind }) => kind)).toEqual(
      named!.collectives!.map(({ kind }) => kind),
    );
  }
});

test('no way that was tried is faster than that which is taken', () => {
  const { module, context } = read(stencil(16, 4));
  const { choice } = partitionOn(gridOfChips(), module, context);
  expect(choice!.tried.map(({ way }) => way).toSorted()).toEqual(['bytes', 'shardy', 'time']);
  expect(choice!.tried[0]!.way).toBe(choice!.way);
  expect(Math.min(...choice!.tried.map(({ seconds }) => seconds))).toBe(choice!.tried[0]!.seconds);
});

test('a study has the same program for a machine that it is of and that it is asked about', () => {
  const device = { kind: 'gpu', flops: 300e12, dram: 2e12, launch: 1e-5, memory: 80e9 };
  const machine = clusterMachine('node', {
    ...{ nodes: 1, perNode: 8, device },
    ...{ insideGbps: 2000, betweenGbps: 200, insideLatency: 3e-6 },
  });
  const read = (machineFor: () => Machine | null) =>
    Study.read('p.mlir', stencil(64, 32), new Context(EXTENSIONS), machineFor, null, 'best');
  const [of, about] = [read(() => machine), read(() => null)];
  expect(about.measured(machine).facts).toEqual(of.measured(machine).facts);
  expect(about.partitionedFor(machine).choice).toEqual(of.choice);
  expect(about.choice).toBeNull();
});

test('steps that are run one by one give the program that is partitioned for the machine', () => {
  const machine = gridOfChips();
  const study = Study.read('p.mlir', stencil(16, 4), new Context(EXTENSIONS), () => machine, null, 'best');
  for (const step of ['propagate', 'insert-reshards', 'reshards-to-collectives', 'to-local'])
    study.run(`shardform-${step}`);
  const { collectives, local } = study.partitioned();
  expect(study.stages.slice(3).map(({ module }) => module)).toEqual([collectives, local]);
});

test('a choice tells the times of all ways, that of the one taken first', () => {
  const tried = [
    { way: 'bytes', seconds: 4e-5 },
    { way: 'time', seconds: 5e-5 },
  ] as const;
  expect(choiceText({ machine: 'chips', way: 'bytes', tried })).toBe(
    'partitioned for chips by bytes sent: 40.0 µs; by its times 50.0 µs',
  );
  expect(choiceText({ machine: 'chips', way: 'time', tried: [] })).toBe('partitioned for chips by its times');
});

test('a program is partitioned as it is without a study, which gives collectives locations of their own', () => {
  const text = `sdy.mesh @mesh = <["x"=2, "y"=4]>
func.func @main(%x: tensor<8x128x256xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}, {"y"}]>},
    %w1: tensor<256x512xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {"y"}]>},
    %w2: tensor<512x1024xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"y"}, {}]>}) -> tensor<8x128x1024xf32> {
  %0 = stablehlo.dot_general %x, %w1, contracting_dims = [2] x [0] : (tensor<8x128x256xf32>, tensor<256x512xf32>) -> tensor<8x128x512xf32>
  %1 = stablehlo.dot_general %0, %w2, contracting_dims = [2] x [0] : (tensor<8x128x512xf32>, tensor<512x1024xf32>) -> tensor<8x128x1024xf32>
  return %1 : tensor<8x128x1024xf32>
}`;
  const study = Study.read('p.mlir', text, new Context(EXTENSIONS), gridOfChips, null, 'best');
  const { context, module } = study;
  const alone = partitionOn(gridOfChips(), module, context).stages.local!;
  const studied = study.partitionedFor(gridOfChips()).stages.local!;
  expect(printOp(alone, context)).toBe(printOp(studied, context));
  expect(printOp(alone, context)).toContain('async_start');
});
