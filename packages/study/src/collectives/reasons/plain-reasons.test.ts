import { funcDialect } from '@shardform/dialect-func';
import { sdyDialect } from '@shardform/dialect-sdy';
import { stablehloDialect } from '@shardform/dialect-stablehlo';
import { builtinPasses, Context } from '@shardform/ir-core';
import { shardingPasses } from '@shardform/passes-sharding';
import { simulator } from '@shardform/runtime-sim';
import { expect, test } from 'vitest';
import { Study } from '../../study.ts';

const EXTENSIONS = [builtinPasses, funcDialect, stablehloDialect, sdyDialect, shardingPasses, simulator];
const MATRIX = 'tensor<8x8xf32>';

/** The kinds and reasons of the collectives of a function, and the reasons as the partitioner has them. */
function reasonsOf(signature: string, body: string, partitioner: 'shardy' | 'xla' = 'shardy') {
  const text = `sdy.mesh @mesh = <["x"=2, "y"=2]>\nfunc.func @main(${signature} {\n${body}\n}`;
  const study = Study.read('p.mlir', text, new Context(EXTENSIONS), undefined, null, partitioner);
  return (study.collectives ?? []).map(({ kind, reason, detail }) => [kind, reason, detail]);
}

const on = (dims: string): string => `{sdy.sharding = #sdy.sharding<@mesh, [${dims}]>}`;
const line = (name: string, number: number): string =>
  `loc("jit(f)/${name}"("/home/u/model.py":${number}:3))`;
const dot = (left: string, right: string): string =>
  `stablehlo.dot_general ${left}, ${right}, contracting_dims = [1] x [0] : (${MATRIX}, ${MATRIX}) -> ${MATRIX} ${line('dot_general', 14)}`;

test('a product whose contracted dimension is split tells the argument, its dimension and the line', () => {
  expect(
    reasonsOf(
      `%arg0: ${MATRIX} ${on('{}, {"x"}')} loc("h"), %arg1: ${MATRIX} ${on('{"x"}, {}')} loc("params['wo']")) -> (${MATRIX} ${on('{}, {}')})`,
      `  %0 = ${dot('%arg0', '%arg1')}\n  return %0 : ${MATRIX}`,
    ),
  ).toEqual([
    [
      'all_reduce',
      'dot_general (model.py:14) sums products over dimension 1 of h, which is split along x: devices combine their parts of the result',
      'stablehlo.dot_general reduces dimension 1 of operand 0, which is sharded',
    ],
  ]);
});

test('a gathered operand is told beside the operand that is split otherwise', () => {
  expect(
    reasonsOf(
      `%arg0: ${MATRIX} ${on('{"y"}, {"x"}')} loc("h"), %arg1: ${MATRIX} ${on('{}, {"x"}')} loc("params['wo']")) -> (${MATRIX} ${on('{"y"}, {"x"}')})`,
      `  %0 = ${dot('%arg0', '%arg1')}\n  return %0 : ${MATRIX}`,
    ).map(([kind, reason]) => [kind, reason]),
  ).toEqual([
    [
      'all_gather',
      "dot_general (model.py:14): dimension 1 of h is split along x, but the matching dimension 0 of params['wo'] is not; its dimension 1 is",
    ],
  ]);
});

test('an operation that computes with whole dimensions needs them so', () => {
  const sort = `"stablehlo.sort"(%arg0) <{dimension = 0 : i64}> ({
  ^bb0(%l: tensor<f32>, %r: tensor<f32>):
    %m = stablehlo.compare LT, %l, %r : (tensor<f32>, tensor<f32>) -> tensor<i1>
    stablehlo.return %m : tensor<i1>
  }) : (${MATRIX}) -> ${MATRIX} ${line('sort', 5)}`;
  const [first] = reasonsOf(
    `%arg0: ${MATRIX} ${on('{"x"}, {}')} loc("scores")) -> (${MATRIX} ${on('{}, {}')})`,
    `  %0 = ${sort}\n  return %0 : ${MATRIX}`,
  );
  expect(first?.slice(0, 2)).toEqual([
    'all_to_all',
    'sort (model.py:5) needs dimension 0 of scores whole, which is split along x',
  ]);
});

test('a result that is wanted otherwise is told by its name, as it is computed and as it is wanted', () => {
  expect(
    reasonsOf(
      `%arg0: ${MATRIX} ${on('{"x"}, {}')} loc("h")) -> (${MATRIX} {jax.result_info = "result['out']", sdy.sharding = #sdy.sharding<@mesh, [{}, {"x"}]>})`,
      `  %0 = stablehlo.sine %arg0 {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{"x"}, {}]>]>} : ${MATRIX} ${line('sin', 7)}\n  return %0 : ${MATRIX}`,
    ).map(([kind, reason]) => [kind, reason]),
  ).toEqual([
    [
      'all_to_all',
      "result['out'] is computed split along x in dimension 0, and wanted split along x in dimension 1",
    ],
  ]);
});

test('without names or lines, values and operations are told as the text calls them', () => {
  expect(
    reasonsOf(
      `%h: ${MATRIX} ${on('{"y"}, {"x"}')}, %w: ${MATRIX} ${on('{}, {"x"}')}) -> (${MATRIX} ${on('{"y"}, {"x"}')})`,
      `  %0 = stablehlo.dot_general %h, %w, contracting_dims = [1] x [0] : (${MATRIX}, ${MATRIX}) -> ${MATRIX}\n  return %0 : ${MATRIX}`,
    ).map(([, reason]) => reason),
  ).toEqual([
    'dot_general: dimension 1 of %h is split along x, but the matching dimension 0 of %w is not; its dimension 1 is',
  ]);
});
