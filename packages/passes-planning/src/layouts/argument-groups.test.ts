import { programEntry } from '@shardform/dialect-func';
import { parseModule } from '@shardform/ir-core';
import { expect, test } from 'vitest';
import { context } from '../../tests/planned.ts';
import { argumentGroups } from './argument-groups.ts';

test('a parameter is in one group with its moments, and not with another one of its shape', () => {
  const names = [
    "p['a']['w']",
    "p['b']['w']",
    "opt[0].mu['a']['w']",
    "opt[0].mu['b']['w']",
    "opt[0].nu['a']['w']",
    'x',
  ];
  const args = names.map((name, i) => `%arg${i}: tensor<8x8xf32> loc(${JSON.stringify(name)})`).join(', ');
  const module = parseModule(
    `func.func @main(${args}) -> tensor<8x8xf32> { return %arg0 : tensor<8x8xf32> }`,
    context,
  );
  const func = programEntry(module!)!;
  expect(argumentGroups({ func, classOf: new Map() })).toEqual([[0, 2, 4], [1, 3], [5]]);
});

test('arguments of one class are in one group', () => {
  const module = parseModule(
    'func.func @main(%a: tensor<8xf32>, %b: tensor<8xf32>, %c: tensor<8xf32>) -> tensor<8xf32> { return %a : tensor<8xf32> }',
    context,
  );
  const func = programEntry(module!)!;
  const [a, , c] = func.entry.arguments;
  expect(
    argumentGroups({
      func,
      classOf: new Map([
        [a!, 7],
        [c!, 7],
      ]),
    }),
  ).toEqual([[0, 2], [1]]);
});
