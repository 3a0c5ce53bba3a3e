import { readFileSync } from 'node:fs';
import { funcDialect } from '@shardform/dialect-func';
import { sdyDialect } from '@shardform/dialect-sdy';
import { chloDialect, stablehloDialect } from '@shardform/dialect-stablehlo';
import { builtinPasses, Context } from '@shardform/ir-core';
import { shardingPasses } from '@shardform/passes-sharding';
import { expect, test } from 'vitest';
import { Study } from '../study.ts';

function replayed(name: string) {
  const text = readFileSync(
    new URL(`../../../playground/src/examples/${name}.mlir`, import.meta.url),
    'utf8',
  );
  const extensions = [builtinPasses, funcDialect, stablehloDialect, chloDialect, sdyDialect, shardingPasses];
  return Study.read('p.mlir', text, new Context(extensions)).replay()!;
}

test('moves are told in the order of propagation, each once, with the round in which they can happen', () => {
  const { moves } = replayed('conflict');
  expect(moves.map(({ axis, from, to, round }) => `${axis}: ${from.name} to ${to.name}, ${round}`)).toEqual([
    'x: %a to %0, 1',
    'x: %0 to %1, 2',
  ]);
});

test('an axis that a value has on another dimension is a conflict, from the move on that brings it', () => {
  const { conflicts } = replayed('conflict');
  expect(
    conflicts.map(({ axis, dimension, value, holder, since }) => [
      axis,
      dimension,
      value.name,
      holder.name,
      since,
    ]),
  ).toEqual([['x', 1, '%0', '%b', 1]]);
});

test('a value has an axis from the move on that brings it', () => {
  const { moves, values } = replayed('mlp');
  for (const [i, { to, axis }] of moves.entries()) expect(values.get(to.id)?.since[axis]).toBe(i + 1);
});
