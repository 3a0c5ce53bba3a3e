import { readFileSync } from 'node:fs';
import { funcDialect } from '@shardform/dialect-func';
import { sdyDialect } from '@shardform/dialect-sdy';
import { chloDialect, stablehloDialect } from '@shardform/dialect-stablehlo';
import { builtinPasses, Context } from '@shardform/ir-core';
import { shardingPasses } from '@shardform/passes-sharding';
import { expect, test } from 'vitest';
import { Study } from '../study.ts';
import { type Alternative, AlternativeSearch, byTime } from './alternatives.ts';
import { measureMoved } from './sharding-move.ts';
import { gridOfChips } from '../../tests/grid-of-chips.ts';

const EXTENSIONS = [builtinPasses, funcDialect, stablehloDialect, chloDialect, sdyDialect, shardingPasses];
const machine = gridOfChips();

function searched(text: string, work = 100_000): AlternativeSearch {
  const { module, context, ...study } = read(text);
  return new AlternativeSearch(module, context, study.measured, {
    machine,
    work,
    partitioner: 'best',
  });
}

function read(text: string) {
  const study = Study.read('p.mlir', text, new Context(EXTENSIONS));
  return { module: study.module, context: study.context, measured: study.measured(machine) };
}

function all(search: AlternativeSearch): readonly Alternative[] {
  while (!search.isDone) search.advance();
  return search.tried;
}

const train = readFileSync(new URL('../../../cli/examples/train.mlir', import.meta.url), 'utf8');

function movesText({ moves }: Alternative): string {
  return moves
    .map(({ args, sharding }) => `${args.join()} ${sharding.text.replace('<@mesh, ', '').replace('>', '')}`)
    .join('; ');
}

test('each move by one axis is told with its time, bytes and memory', () => {
  const search = searched(train);
  const singles = all(search).filter(({ moves }) => moves.length === 1);
  const known = [...singles].sort((a, b) => byTime(a.cost!, b.cost!));
  const costs = known.map((own) => [
    movesText(own),
    Number((own.cost!.seconds * 1e6).toFixed(1)),
    own.cost!.bytes,
    own.cost!.peakBytes,
  ]);
  // %arg2 and %arg3 are alike. Fewer bytes can take longer.
  expect(costs).toEqual([
    ['1 [{}, {"y"}]', 64.4, 57351, 122908],
    ['1 [{"y", "x"}, {}]', 66.9, 25092, 67616],
    ['2,3 [{"x", "y"}, {}]', 67.1, 41991, 100380],
    ['2,3 [{"x"}, {"y"}]', 67.1, 41991, 100380],
    ['2,3 [{}, {}]', 67.7, 12288, 98332],
    ['1 [{"y"}, {"x"}]', 68.2, 32772, 73760],
    ['0 [{}, {"y", "x"}]', 69.2, 18436, 73824],
    ['0 [{"x"}, {"y"}]', 69.3, 32772, 81952],
    ['1 [{}, {}]', 73.2, 32768, 163872],
    ['2,3 [{}, {"x"}]', 73.3, 14340, 77920],
    ['0 [{}, {}]', 75.6, 38916, 155744],
    ['0 [{"y"}, {}]', 77.7, 51200, 114716],
  ]);
  expect(search.tried.length - singles.length).toBe(9);
  expect(search.possible).toBe(search.tried.length);
});

test('costs are those of the program with these shardings', () => {
  const { module, context, measured } = read(train);
  const search = new AlternativeSearch(module, context, measured, {
    machine,
    work: 100_000,
    partitioner: 'best',
  });
  const [first] = all(search);
  const again = measureMoved(module, first!.moves, context, machine, 'best')!;
  expect(first!.cost!.seconds).toBe(again.facts.time!.seconds);
  expect(search.now!.seconds).toBe(measured.facts.time!.seconds);
});

test('a pair changes different arguments', () => {
  for (const { moves } of all(searched(train))) {
    const args = moves.flatMap((move) => move.args);
    expect(new Set(args).size).toBe(args.length);
  }
});

test('work is limited by the operations that are partitioned', () => {
  const search = searched(train, 200);
  expect(all(search).length).toBe(4);
  expect(search.isDone).toBe(true);
  expect(search.possible).toBeGreaterThan(4);
});

test('nothing is tried without a mesh', () => {
  const search = searched(
    'func.func @main(%arg0: tensor<4xf32>) -> tensor<4xf32> {\n  return %arg0 : tensor<4xf32>\n}\n',
  );
  expect([search.isDone, search.possible]).toEqual([true, 0]);
});
