import { readFileSync } from 'node:fs';
import { distDialect } from '@shardform/dialect-dist';
import { funcDialect } from '@shardform/dialect-func';
import { sdyDialect } from '@shardform/dialect-sdy';
import { chloDialect, stablehloDialect } from '@shardform/dialect-stablehlo';
import { builtinPasses, Context } from '@shardform/ir-core';
import { shardingPasses } from '@shardform/passes-sharding';
import { describe, expect, test } from 'vitest';
import { Study } from '../study.ts';
import { collectiveRows } from './collective-rows.ts';
import { gridOfChips } from '../../tests/grid-of-chips.ts';

const EXTENSIONS = [
  ...[builtinPasses, funcDialect, stablehloDialect, chloDialect, sdyDialect, shardingPasses, distDialect],
];

function studied(text: string) {
  const study = Study.read('p.mlir', text, new Context(EXTENSIONS));
  const machine = gridOfChips();
  return { study, ...study.measured(machine), list: collectiveRows(study, machine) };
}

function example(name: string): string {
  return readFileSync(new URL(`../../../cli/examples/${name}.mlir`, import.meta.url), 'utf8');
}

test('a collective is told with the value that it moves, its line, and why it is there', () => {
  const { list, study } = studied(example('train'));
  const terms = list.rows.map(({ kind, axis, value, line, bytes }) => [kind, axis, value, line, bytes]);
  expect(terms).toEqual([
    ['all_reduce', 'y', '%4', 9, 6144],
    ['all_reduce', 'x', '%9', 16, 4],
    ['all_reduce', 'x', '%19', 30, 16384],
    ['all_reduce', 'x', '%14', 24, 16384],
  ]);
  expect(list.rows[0]!.reason).toBe(
    'dot_general sums products over dimension 0 of %arg1, which is split along y: devices combine their parts of the result',
  );
  const found = study.valuesOf(study.partitioned().collectives!).find(list.rows[0]!.id);
  expect(found?.definingOp?.name).toBe('sdy.all_reduce');
  expect(list.unlisted).toEqual([]);
});

test('a collective is in the name scopes of the operation whose result it moves', () => {
  const { list } = studied(example('layers'));
  expect(list.rows.map(({ userName, layer }) => [userName, layer])).toEqual([
    ['layer0/tanh, layers.py:13', 'layer0'],
    ['reduce_sum, layers.py:15', null],
    ['reduce_sum, layers.py:15', null],
    ["layer1/dot_general with params['layers'][1]['w'], backward, layers.py:13", 'layer1, backward'],
    ['layer0/reduce_sum, backward, layers.py:13', 'layer0, backward'],
    ["layer0/dot_general with batch['x'], backward, layers.py:13", 'layer0, backward'],
    ['layer1/reduce_sum, backward, layers.py:13', 'layer1, backward'],
    ['layer1/dot_general, backward, layers.py:13', 'layer1, backward'],
  ]);
});

test('a value that is cut to be moved is the one that is told', () => {
  const { list } = studied(`sdy.mesh @mesh = <["data"=2, "model"=4]>
func.func @main(%x: tensor<14x7xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"model":(1)2}, {}]>}) -> tensor<14x7xf32> {
  %y = sdy.sharding_constraint %x <@mesh, [{}, {"data"}]> : tensor<14x7xf32>
  return %y : tensor<14x7xf32>
}`);
  expect(list.rows.map(({ kind, value, userName }) => [kind, value, userName])).toEqual([
    ['all_gather', '%x', null],
  ]);
});

test('without name scopes, layers are the parts of the program that repeat', () => {
  const { list } = studied(example('gpt_train'));
  const counts = new Map<string | null, number>();
  for (const { layer } of list.rows) counts.set(layer, (counts.get(layer) ?? 0) + 1);
  expect([...counts]).toEqual([
    ['Layer 0', 2],
    ['Layer 1', 2],
    ['Layer 1, backward', 13],
    ['Layer 0, backward', 7],
  ]);
});

describe.each(['mlp', 'train', 'layers', 'gpt_train'])('the rows of %s', (name) => {
  const { list, facts } = studied(example(name));
  const sums = (of: (row: (typeof list.rows)[number]) => number): Map<string, number> => {
    const found = new Map<string, number>();
    for (const row of list.rows) found.set(row.axis, (found.get(row.axis) ?? 0) + of(row));
    return found;
  };

  test('have the bytes of the facts by axis', () => {
    expect([...sums(({ bytes }) => bytes)]).toEqual(
      facts.sent.byAxis.map(({ axis, bytes }) => [axis, bytes]),
    );
  });

  test('have the seconds of the facts by axis', () => {
    expect([...sums(({ seconds }) => seconds ?? 0)]).toEqual(
      facts.time!.byAxis.map(({ axis, seconds }) => [axis, seconds]),
    );
  });
});

test('truth values and narrow integers are sent in a byte each', () => {
  const program = (type: string) => `
sdy.mesh @mesh = <["x"=4]>
func.func @main(%a: tensor<64x${type}> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}]>})
    -> (tensor<64x${type}> {sdy.sharding = #sdy.sharding<@mesh, [{}]>}) {
  return %a : tensor<64x${type}>
}`;
  for (const type of ['i1', 'i4', 'i8']) {
    const { list, facts } = studied(program(type));
    expect(list.rows.map(({ kind, bytes }) => [kind, bytes])).toEqual([['all_gather', 48]]);
    expect(facts.sent.bytes).toBe(48);
  }
});

test('transfers between placed devices are listed with their devices', () => {
  const { list } = studied(`
    func.func @main(%arg0: !dist.tensor<4xf32, 0>) -> !dist.tensor<4xf32, 2> {
      %0 = dist.send %arg0 to 1 : (!dist.tensor<4xf32, 0>) -> !dist.tensor<4xf32, 1>
      %1 = dist.send %0 to 2 : (!dist.tensor<4xf32, 1>) -> !dist.tensor<4xf32, 2>
      return %1 : !dist.tensor<4xf32, 2>
    }`);
  expect(list.rows.map(({ kind, value, line, bytes, reason }) => [kind, value, line, bytes, reason])).toEqual(
    [
      ['send', '%arg0', 3, 16, 'from device 0 to device 1'],
      ['send', '%0', 4, 16, 'from device 1 to device 2'],
    ],
  );
  expect(list.unlisted).toEqual([]);
});
