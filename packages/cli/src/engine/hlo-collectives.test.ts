import { expect, test } from 'vitest';
import { hloCollectives } from './hlo-collectives.ts';
import { parseHlo } from './hlo-module.ts';

const collectivesOf = (text: string, devices = 8) =>
  hloCollectives(parseHlo(text), devices).map(
    ({ kind, groupSize, type, bytes, executions, executionsMeaning }) =>
      [kind, groupSize, type, bytes, executions, executionsMeaning].join(' '),
  );

const entry = (...lines: readonly string[]) => `HloModule m, num_partitions=8

ENTRY %main.0_spmd (param: f32[16,8]) -> f32[16,8] {
  %param = f32[16,8]{1,0} parameter(0)
${lines.map((line) => `  ${line}\n`).join('')}}
`;

test.each([
  [
    'all-gather',
    'f32[64,8]{1,0}',
    'replica_groups={{0,2,4,6},{1,3,5,7}}, dimensions={0}',
    'all_gather 4 f32[64,8] 1536',
  ],
  ['all-reduce', 'f32[16,8]{1,0}', 'replica_groups={}, to_apply=%add', 'all_reduce 8 f32[16,8] 896'],
  [
    'all-reduce',
    'bf16[16,8]{1,0}',
    'replica_groups=[4,2]<=[8], to_apply=%add',
    'all_reduce 2 bf16[16,8] 256',
  ],
  [
    'all-to-all',
    '(f32[8,8]{1,0}, /*index=1*/f32[8,8]{1,0})',
    'replica_groups={{0,1},{2,3}}',
    'all_to_all 2 f32[8,8], f32[8,8] 256',
  ],
  [
    'reduce-scatter',
    'f32[4,8]{1,0}',
    "replica_groups=mesh['x'=4,'y'=2] {'x'}, to_apply=%add",
    'reduce_scatter 4 f32[4,8] 384',
  ],
  [
    'all-gather',
    'f32[32,8]{1,0}',
    "replica_groups=mesh['x'=4,'y'=2], device_ids=[8] {'x':(1)2}, dimensions={0}",
    'all_gather 2 f32[32,8] 512',
  ],
  [
    'collective-permute',
    'pred[16,8]{1,0}',
    'source_target_pairs={{0,1},{1,0}}',
    'collective_permute 2 pred[16,8] 128',
  ],
  [
    'collective-permute',
    'pred[16,8]{1,0}',
    'source_target_pairs={{0,0},{2,1},{1,2}}',
    'collective_permute 2 pred[16,8] 128',
  ],
  [
    'all-gather-start',
    '(f32[16,8]{1,0}, f32[32,8]{1,0})',
    'replica_groups={{0,1}}',
    'all_gather 2 f32[32,8] 512',
  ],
])('an instruction %s -> %s, %s', (opcode, type, attributes, expected) => {
  const line = `ROOT %c = ${type} ${opcode}(%param), channel_id=1, ${attributes}, metadata={op_name="jit(f)/dot"}`;
  expect(collectivesOf(entry(line))).toEqual([`${expected} 1 exact`]);
});

test('nothing is sent where devices keep what they have', () => {
  expect(
    collectivesOf(
      entry('ROOT %c = f32[16,8]{1,0} collective-permute(%param), source_target_pairs={{0,0},{1,1}}'),
    ),
  ).toEqual([]);
  expect(
    collectivesOf(entry('ROOT %c = f32[16,8]{1,0} all-reduce(%param), replica_groups={{0},{1}}')),
  ).toEqual([]);
});

test('a sum of which a slice is used is scattered, in a fusion too', () => {
  const fused = `%fused (p0: f32[16,8], p1: s32[]) -> f32[4,8] {
  %p0 = f32[16,8]{1,0} parameter(0)
  %p1 = s32[] parameter(1)
  ROOT %slice = f32[4,8]{1,0} dynamic-slice(%p0, %p1, %p1), dynamic_slice_sizes={4,8}
}

`;
  const sum = '%sum = f32[16,8]{1,0} all-reduce(%param), replica_groups={{0,1,2,3},{4,5,6,7}}, to_apply=%add';
  const use = 'ROOT %use = f32[4,8]{1,0} fusion(%sum, %i), kind=kLoop, calls=%fused';
  expect(collectivesOf(fused + entry(sum, use))).toEqual(['reduce_scatter 4 f32[4,8] 384 1 exact']);
  const other = '%other = f32[16,8]{1,0} negate(%sum)';
  expect(collectivesOf(fused + entry(sum, other, use))).toEqual(['all_reduce 4 f32[16,8] 768 1 exact']);
});

test('collectives of loops count their trips, those of branches at most', () => {
  const body = `%body (p: f32[16,8]) -> f32[16,8] {
  %p = f32[16,8]{1,0} parameter(0)
  ROOT %c = f32[16,8]{1,0} all-reduce(%p), replica_groups={{0,1}}, to_apply=%add
}

`;
  const loop = (config: string) =>
    `ROOT %w = f32[16,8]{1,0} while(%param), condition=%cond, body=%body${config}`;
  expect(collectivesOf(body + entry(loop(', backend_config={"known_trip_count":{"n":"12"}}')))).toEqual([
    'all_reduce 2 f32[16,8] 512 12 exact',
  ]);
  expect(collectivesOf(body + entry(loop('')))).toEqual(['all_reduce 2 f32[16,8] 512 1 per-iteration']);
  expect(
    collectivesOf(
      body + entry('ROOT %b = f32[16,8]{1,0} conditional(%i, %param), branch_computations={%body, %body}'),
    ),
  ).toEqual(Array(2).fill('all_reduce 2 f32[16,8] 512 1 at-most'));
});
