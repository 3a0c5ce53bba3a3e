import { distDialect } from '@shardform/dialect-dist';
import { funcDialect, programEntry } from '@shardform/dialect-func';
import { sdyDialect } from '@shardform/dialect-sdy';
import { chloDialect, stablehloDialect } from '@shardform/dialect-stablehlo';
import { builtinPasses, Context } from '@shardform/ir-core';
import { shardingPasses } from '@shardform/passes-sharding';
import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { partitionSteps } from '../stages/run-step.ts';
import { Study } from '../study.ts';
import { type ValueRow, valueRows } from './value-rows.ts';
import { gridOfChips } from '../../tests/grid-of-chips.ts';

const EXTENSIONS = [
  ...[builtinPasses, funcDialect, stablehloDialect, chloDialect, sdyDialect, shardingPasses, distDialect],
];

function propagatedRows(text: string): ReturnType<typeof valueRows> {
  const study = Study.read('p.mlir', text, new Context(EXTENSIONS));
  return valueRows(study, study.run(partitionSteps[0]!).stage!);
}

const terms = (rows: readonly ValueRow[]) =>
  rows.map(({ value, localType, sharding, bytes, executions, line }) =>
    [value, localType, sharding, bytes, executions, line].join(' '),
  );

const MESH = 'sdy.mesh @mesh = <["x"=2, "y"=2]>';

test('values of loops and functions are told once, with how often they are computed', () => {
  const { rows, removed } = propagatedRows(`${MESH}
func.func @main(%w: tensor<8x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}]>}) -> tensor<8x8xf32> {
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %n = stablehlo.constant dense<5> : tensor<i32>
  %one = stablehlo.constant dense<1> : tensor<i32>
  %r:2 = stablehlo.while(%i = %zero, %a = %w) : tensor<i32>, tensor<8x8xf32>
  cond {
    %c = stablehlo.compare LT, %i, %n : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %c : tensor<i1>
  } do {
    %next = stablehlo.add %i, %one : tensor<i32>
    %f = func.call @f(%a) : (tensor<8x8xf32>) -> tensor<8x8xf32>
    stablehlo.return %next, %f : tensor<i32>, tensor<8x8xf32>
  }
  %unused = stablehlo.negate %w : tensor<8x8xf32>
  %last = func.call @f(%r#1) : (tensor<8x8xf32>) -> tensor<8x8xf32>
  return %last : tensor<8x8xf32>
}
func.func private @f(%x: tensor<8x8xf32>) -> tensor<8x8xf32> {
  %y = stablehlo.tanh %x : tensor<8x8xf32>
  return %y : tensor<8x8xf32>
}`);
  expect(terms(rows)).toEqual([
    '%w 4x8xf32 [{"x"}, {}] 128 1 2',
    '%zero i32  4 1 3',
    '%n i32  4 1 4',
    '%one i32  4 1 5',
    '%v i32 [] 4 6 8',
    '%v_1 4x8xf32 [{"x"}, {}] 128 6 8',
    '%i i32 [] 4 5 6',
    '%a 4x8xf32 [{"x"}, {}] 128 5 6',
    '%r#0 i32 [] 4 1 6',
    '%r#1 4x8xf32 [{"x"}, {}] 128 1 6',
    '%c i1  1 6 8',
    '%next i32  4 5 11',
    '@f:%y 4x8xf32 [{"x"}, {}] 128 5 20',
    '%f.y_1 4x8xf32 [{"x"}, {}] 128 1 20',
  ]);
  expect(removed).toBe(1);
});

test('a value inside a manual computation has the sizes that its free axes leave', () => {
  const { rows } = propagatedRows(`${MESH}
func.func @main(%a: tensor<8x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {"y"}]>}) -> tensor<8x8xf32> {
  %0 = sdy.manual_computation(%a) in_shardings=[<@mesh, [{"x"}, {"y"}]>] out_shardings=[<@mesh, [{"x"}, {"y"}]>] manual_axes={"x"} (%b: tensor<4x8xf32>) {
    %1 = stablehlo.tanh %b : tensor<4x8xf32>
    sdy.return %1 : tensor<4x8xf32>
  } : (tensor<8x8xf32>) -> tensor<8x8xf32>
  return %0 : tensor<8x8xf32>
}`);
  expect(terms(rows)).toEqual([
    '%a 4x4xf32 [{"x"}, {"y"}] 64 1 2',
    '%b 4x4xf32 [{}, {"y"}] 64 1 3',
    '%0 4x4xf32 [{"x"}, {"y"}] 64 1 3',
    '%1 4x4xf32 [{}, {"y"}] 64 1 4',
  ]);
});

test('a value of unknown sizes has no bytes', () => {
  const text = `func.func @main(%a: tensor<?x4xf32>, %t: !stablehlo.token) -> tensor<?x4xf32> {
  %0 = stablehlo.tanh %a : tensor<?x4xf32>
  return %0 : tensor<?x4xf32>
}`;
  const study = Study.read('p.mlir', text, new Context(EXTENSIONS));
  expect(terms(valueRows(study, study.source).rows)).toEqual([
    '%a ?x4xf32   1 1',
    '%t !stablehlo.token   1 1',
    '%0 ?x4xf32   1 2',
  ]);
});

test('functions of a module in the module are executed', () => {
  const text = `module {
  module @device {
    func.func @main(%a: tensor<4xf32>) -> tensor<4xf32> {
      return %a : tensor<4xf32>
    }
  }
}`;
  const study = Study.read('p.mlir', text, new Context(EXTENSIONS));
  expect(terms(valueRows(study, study.source).rows)).toEqual(['%a 4xf32  16 1 3']);
});

test('a tensor of one device is told with the device', () => {
  const text = `func.func @main(%a: !dist.tensor<4xf32, 0>) -> !dist.tensor<4xf32, 1> {
  %0 = dist.send %a to 1 : (!dist.tensor<4xf32, 0>) -> !dist.tensor<4xf32, 1>
  return %0 : !dist.tensor<4xf32, 1>
}`;
  const study = Study.read('p.mlir', text, new Context(EXTENSIONS));
  expect(terms(valueRows(study, study.source).rows)).toEqual([
    '%a 4xf32 on 0  16 1 1',
    '%0 4xf32 on 1  16 1 2',
  ]);
});

describe.each(['mlp', 'train', 'layers', 'gpt_train'])('the rows of %s', (name) => {
  const text = readFileSync(new URL(`../../../cli/examples/${name}.mlir`, import.meta.url), 'utf8');
  const study = Study.read('p.mlir', text, new Context(EXTENSIONS));
  for (const step of partitionSteps) study.run(step);
  const { rows } = valueRows(study, study.stages[1]!);

  test('have the bytes of arguments that the memory of a device has', () => {
    const main = programEntry(study.module)!;
    const held = rows
      .filter(({ id }) => study.source.values.find(id)?.parentBlock === main.entry)
      .filter(({ operation }) => operation === null);
    const { facts } = study.measured(gridOfChips());
    expect(held.reduce((sum, { bytes }) => sum + bytes!, 0)).toBe(facts.memory!.parts!.arguments);
  });

  test('have the sizes that the program of one device has', () => {
    const local = study.stages[4]!;
    const own = valueRows(study, local).rows.filter(({ id }) => !id.includes('+'));
    const byId = new Map(own.map((row) => [row.id, row]));
    const both = rows.flatMap((row) => {
      const other = byId.get(row.id);
      return other?.sharding !== row.sharding ? [] : [[row.localType, other.localType]];
    });
    expect(both.length).toBeGreaterThan(rows.length / 3);
    for (const [here, there] of both) expect(here).toBe(there);
  });
});
