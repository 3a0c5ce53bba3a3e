import { builtinPasses, Context } from '@shardform/ir-core';
import { mpmdPasses } from '@shardform/passes-mpmd';
import { simulator } from '@shardform/runtime-sim';
import { expect, test } from 'vitest';
import { collectiveRows } from '../collectives/collective-rows.ts';
import { executeStages } from '../numbers/executed-stages.ts';
import { Study } from '../study.ts';
import { timelineOf } from '../time/timeline.ts';
import { valueCard } from './value-card.ts';
import { valueRows } from './value-rows.ts';
import { gridOfChips } from '../../tests/grid-of-chips.ts';

const T = 'tensor<4x8xf32>';
const W = 'tensor<8x8xf32>';
const product = (name: string, x: string, w: string) =>
  `mpmd.named_computation<"${name}"> (${x}, ${w}) (%p: ${T}, %q: ${W}) {
    %r = stablehlo.dot_general %p, %q, contracting_dims = [1] x [0] : (${T}, ${W}) -> ${T}
    mpmd.return %r : ${T}
  } : (${T}, ${W}) -> ${T}`;

/** Two products, each on a mesh of two devices that have halves of what is contracted. */
function study(): Study {
  const text = `sdy.mesh @mesh = <["x"=2]>
func.func public @main(%x: ${T}, %a: ${W} {sdy.sharding = #sdy.sharding<@mesh, [{}, {"x"}]>}, %b: ${W} {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}]>}) -> ${T} attributes {topology = #mpmd.topology<<"m1" : <["x"=2]>>, <"m2" : <["x"=2]>>>} {
  %h = ${product('f', '%x', '%a')}
  %y = ${product('g', '%h', '%b')}
  return %y : ${T}
}`;
  const own = Study.read('p.mlir', text, new Context([builtinPasses, mpmdPasses, simulator]));
  own.run('shardform-mpmd-pipeline{name-to-mesh-assignment=f@m1/0,g@m2/1 schedule=none}');
  return own;
}

test('a value on a mesh has the sharding of its type; inside a fragment it is not decided yet', () => {
  const own = study();
  const stage = own.stages.at(-1)!;
  const rows = valueRows(own, stage).rows.map(({ value, type, sharding, localType, isUndecided }) =>
    [value, type, sharding ?? 'none', localType ?? 'none', isUndecided].join(' '),
  );
  expect(rows).toMatchInlineSnapshot(`
    [
      "%x 4x8xf32 on m1 [{}, {}] 4x8xf32 false",
      "%a 8x8xf32 on m1 [{}, {"x"}] 8x4xf32 false",
      "%b 8x8xf32 on m2 [{"x"}, {}] 4x8xf32 false",
      "%p 4x8xf32 [{}, {}] 4x8xf32 false",
      "%q 8x8xf32 [{}, {"x"}] 8x4xf32 false",
      "%h 4x8xf32 on m1 [{}, {"x"}] 4x4xf32 false",
      "%r 4x8xf32 none none true",
      "%y.1 4x8xf32 on m2 [{}, {"x"}] 4x4xf32 false",
      "%p 4x8xf32 [{}, {"x"}] 4x4xf32 false",
      "%q 8x8xf32 [{"x"}, {}] 4x8xf32 false",
      "%y 4x8xf32 on m2 none 4x8xf32 on m2 false",
      "%r 4x8xf32 none none true",
    ]
  `);
  const cards = stage.values.all.map((value) => valueCard(own, stage, stage.values.idOf(value))!);
  expect(cards.map(({ name, mesh, isUndecided }) => [name, mesh, isUndecided].join(' ')))
    .toMatchInlineSnapshot(`
    [
      "%x m1 false",
      "%a m1 false",
      "%b m2 false",
      "%p m1 false",
      "%q m1 false",
      "%h m1 false",
      "%r m1 true",
      "%y.1 m2 false",
      "%p_1 m2 false",
      "%q_1 m2 false",
      "%y m2 false",
      "%r_1 m2 true",
    ]
  `);
});

test('costs and numbers at a stage are those of the devices of its meshes', () => {
  const own = study();
  const stage = own.stages.at(-1)!;
  const machine = gridOfChips();
  expect(own.measuredAt(own.source, machine).facts.problems).toEqual([
    expect.stringContaining('is on no mesh yet'),
  ]);
  expect(
    collectiveRows(own, machine, stage).rows.map(({ kind, axis, bytes }) => [kind, axis, bytes].join(' ')),
  ).toMatchInlineSnapshot(`
    [
      "transfer listed devices 64",
      "all_reduce x 128",
    ]
  `);
  const { lanes, operations } = timelineOf(own, stage, machine)!;
  expect(lanes.flatMap(({ devices }) => devices)).toEqual([0, 1, 2, 3]);
  expect(operations.flatMap(({ routes }) => routes)).toEqual([
    { from: 0, to: 2 },
    { from: 1, to: 3 },
  ]);
  const [, executed] = executeStages(own, { inputs: { seed: 0 } }).stages;
  expect(executed!.problem).toBeNull();
  expect([executed!.kind, executed!.deviceCount]).toEqual(['devices', 4]);
  expect(executed!.results.map(({ comparison }) => comparison.verdict)).toEqual(['equal']);
});

test('a program whose computations are on no mesh is not explained', () => {
  expect(study().inexplicable).toContain('on no mesh yet');
});
