import { describe, expect, test } from 'vitest';
import { opShardingText } from './op-sharding.ts';
import { parseOpSharding } from './parse-op-sharding.ts';

const normalized = (text: string): string => opShardingText(parseOpSharding(text));

// Recorded from xla_client.HloSharding of jaxlib 0.10.2.
describe('the normal form', () => {
  test.each([
    '{replicated}',
    '{manual}',
    '{unknown}',
    '{unreduced}',
    '{maximal device=3}',
    '{devices=[2,2]0,1,2,3}',
    '{devices=[2,2]0,2,1,3}',
    '{devices=[2,3]<=[6]}',
    '{devices=[2,3]<=[2,3]T(1,0)}',
    '{devices=[1,1]<=[1]}',
    '{devices=[1,2,4]0,1,2,3,4,5,6,7 last_tile_dim_replicate}',
    '{devices=[2,2,2]<=[8] last_tile_dims={unreduced}}',
    '{devices=[2]<=[2] shard_as 3}',
    '{replicated shard_like 2}',
    '{}',
    '{{replicated}, {manual}}',
    '{{replicated}, {manual}, {unknown}, {unknown}, {replicated}, /*index=5*/{devices=[2]<=[2]}}',
  ])('%s stays', (text) => {
    expect(normalized(text)).toBe(text);
  });

  test.each([
    ['{devices=[4]<=[2,2]T(0,1)}', '{devices=[4]<=[4]}'],
    ['{devices=[8]<=[2,2,2]T(1,2,0)}', '{devices=[8]<=[2,4]T(1,0)}'],
    ['{devices=[4]<=[2,1,2]T(2,1,0)}', '{devices=[4]<=[2,2]T(1,0)}'],
    ['{devices=[1,1,8]<=[8] last_tile_dim_replicate}', '{replicated}'],
    ['{devices=[1,1,2]1,0 last_tile_dim_replicate}', '{replicated}'],
    ['{devices=[1,1,8]<=[8] last_tile_dims={manual}}', '{manual}'],
    ['{devices=[1,4]<=[2,2]T(0,1) last_tile_dims={unreduced}}', '{unreduced}'],
    [
      '{devices=[1,1,6]0,1,2,3,4,5 last_tile_dims={manual,unreduced}}',
      '{devices=[1,6]0,1,2,3,4,5 last_tile_dims={unreduced}}',
    ],
    [
      '{devices=[2,1,4]7,6,5,4,3,2,1,0 last_tile_dim_replicate}',
      '{devices=[2,1,4]4,5,6,7,0,1,2,3 last_tile_dim_replicate}',
    ],
    [
      '{devices=[1,2,4]<=[2,2,2]T(1,2,0) last_tile_dim_replicate}',
      '{devices=[1,2,4]<=[2,2,2]T(1,0,2) last_tile_dim_replicate}',
    ],
    [
      '{devices=[2,1,2,2]<=[2,2,2]T(2,1,0) last_tile_dims={replicated,manual}}',
      '{devices=[2,1,2,2]<=[4,2]T(1,0) last_tile_dims={manual, replicated}}',
    ],
    [
      '{devices=[2,1,2,2]<=[2,2,2]T(2,1,0) last_tile_dims={manual,manual}}',
      '{devices=[2,1,4]<=[2,2,2]T(2,1,0) last_tile_dims={manual}}',
    ],
    [
      '{devices=[2,1,1,4]<=[8] last_tile_dims={manual,replicated}}',
      '{devices=[2,1,4]<=[8] last_tile_dim_replicate}',
    ],
    [
      '{devices=[6,4]<=[2,2,3,2]T(1,0,2,3) last_tile_dim_replicate}',
      '{devices=[6,4]0,1,2,3,4,5,12,13,14,15,16,17,6,7,8,9,10,11,18,19,20,21,22,23 last_tile_dim_replicate}',
    ],
    ['{ devices = [2,2] <= [4] metadata={op_name="a}{b"} }', '{devices=[2,2]<=[4]}'],
  ])('%s is %s', (text, normal) => {
    expect(normalized(text)).toBe(normal);
  });
});

describe('texts that are no shardings', () => {
  test.each([
    ['replicated', "expected '{' to start sharding attribute"],
    ['{replicated', "expected '}' to end sharding attribute"],
    ['{{replicated} {manual}}', "expected '}' to end sharding attribute"],
    ['{foo}', 'unexpected token'],
    ['{devices=2}', "expected '[' to start sharding devices shape"],
    ['{devices=[4]<=[2,2]}', "expected 'T(' to start sharding devices iota_transpose_perm"],
    [
      '{devices=[4]<=[2,2]T(1)}',
      'iota_transpose_perm should have the same rank as iota_reshape_dims : expected 2, saw 1.',
    ],
    ['{devices=[4]<=[2,2]T(0,0)}', 'iota_transpose_perm should be a permutation'],
    ['{maximal}', 'maximal shardings should have exactly one device assigned'],
    ['{maximal device=x}', 'device= attribute must be an integer'],
    ['{replicated devices=[2]0,1}', 'replicated shardings should not have any devices assigned'],
    ['{devices=[1]0}', 'non-maximal shardings must have more than one device assigned'],
    ['{devices=[2,2]}', 'non-maximal shardings must have more than one device assigned'],
    ['{shard_as 1}', 'non-maximal shardings must have a tile assignment list including dimensions'],
    ['{devices=[1,2,4]0,1,2,3,4,5,6,7} last_tile_dim_replicate', 'Extra content after sharding'],
    ['{devices=[4]0,1}', 'the tile assignment has 4 places for 2 devices'],
    ['{devices=[4]0,1,2,2}', 'a device is assigned more than once'],
    ['{devices=[2,0]<=[1]}', 'sizes should be at least 1'],
    [
      '{devices=[2]<=[2] last_tile_dims={manual,manual}}',
      'there are more subgroups than tile assignment dimensions',
    ],
    ['{devices=[9999999999]<=[9999999999]}', '9999999999 devices are more than this reads'],
  ])('%s', (text, message) => {
    expect(() => parseOpSharding(text)).toThrow(
      expect.objectContaining({ name: 'OpShardingError', message }),
    );
  });
});

test('tuples nest as deep as other texts', () => {
  expect(() => parseOpSharding('{'.repeat(100_000))).toThrow(
    'tuples nest more than the 400 levels allowed; --limit-nesting raises the limit, to 400 levels at most',
  );
});
