import { expect, test } from 'vitest';
import { partitionSpecAxes } from './partition-spec.ts';

test.each([
  ['P()', []],
  ['P("data")', [['data']]],
  ["P('data', None)", [['data'], []]],
  ['P(None, "model",)', [[], ['model']]],
  ['P(("data", \'model\'), None)', [['data', 'model'], []]],
  ['P(("data",))', [['data']]],
  ['P((), "x")', [[], ['x']]],
  ['PartitionSpec("data")', [['data']]],
  ['jax.sharding.PartitionSpec( "data" , None )', [['data'], []]],
  ['sharding.P("a b")', [['a b']]],
])('reads %s', (text, axes) => {
  expect(partitionSpecAxes(text)).toEqual(axes);
});

test.each([
  'data',
  'P',
  'P(data)',
  'P("data"',
  'P("data" "model")',
  'P("data",,)',
  'P(,)',
  'P(("data" "model"))',
  'P((("data")))',
  'P(1)',
  'Q("data")',
  'P("data"); print()',
])('does not read %s', (text) => {
  expect(partitionSpecAxes(text)).toBeNull();
});
