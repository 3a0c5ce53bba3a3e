import { expect, test } from 'vitest';
import { readHloText } from '@shardform/hlo-module';
import { compiledCollectives } from './list-compiled.ts';

const collectivesOf = (text: string) =>
  compiledCollectives(readHloText(text)).map(
    ({ kind, groupSize, type, bytes, executions, executionsMeaning }) =>
      [kind, groupSize, type, bytes, executions, executionsMeaning].join(' '),
  );

const add = `%add (a: f32[], b: f32[]) -> f32[] {
  %a = f32[] parameter(0)
  %b = f32[] parameter(1)
  ROOT %sum = f32[] add(%a, %b)
}

`;

const program = (computations: string, ...lines: readonly string[]) => `HloModule m, num_partitions=8

${add}${computations}ENTRY %main.0_spmd (param: f32[16,8]) -> f32[16,8] {
  %param = f32[16,8]{1,0} parameter(0)
  %i = s32[] constant(0)
${lines.map((line) => `  ${line}\n`).join('')}}
`;

const entry = (...lines: readonly string[]) => program('', ...lines);

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
    "replica_groups=mesh['x'=4,'y'=2], device_ids=([2,4]T(1,0)) {'x':(1)2}, dimensions={0}",
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

test('the slice of a sum that a device uses is told, in a fusion too', () => {
  const fused = `%fused (p0: f32[16,8], p1: s32[]) -> f32[4,8] {
  %p0 = f32[16,8]{1,0} parameter(0)
  %p1 = s32[] parameter(1)
  ROOT %slice = f32[4,8]{1,0} dynamic-slice(%p0, %p1, %p1), dynamic_slice_sizes={4,8}
}

`;
  const sum = '%sum = f32[16,8]{1,0} all-reduce(%param), replica_groups={{0,1,2,3},{4,5,6,7}}, to_apply=%add';
  const use = (start: string): string =>
    `%device = u32[] partition-id()
  %part = s32[] convert(%device)
  ROOT %use = f32[4,8]{1,0} fusion(%sum, ${start}), kind=kLoop, calls=%fused`;
  const other = '%other = f32[16,8]{1,0} negate(%sum)';
  const slices = (...lines: readonly string[]) =>
    compiledCollectives(readHloText(program(fused, ...lines))).map(({ usedSlice }) => usedSlice);
  expect(slices(sum, use('%part'))).toEqual([{ type: 'f32[4,8]', bytes: 384 }]);
  expect(slices(sum, other, use('%part'))).toEqual([null]);
  // All devices take the same.
  expect(slices(sum, use('%i'))).toEqual([null]);
});

test('collectives of loops count their trips, those of branches at most', () => {
  const body = `%body (p: f32[16,8]) -> f32[16,8] {
  %p = f32[16,8]{1,0} parameter(0)
  ROOT %c = f32[16,8]{1,0} all-reduce(%p), replica_groups={{0,1}}, to_apply=%add
}

%cond (q: f32[16,8]) -> pred[] {
  %q = f32[16,8]{1,0} parameter(0)
  ROOT %true = pred[] constant(true)
}

`;
  const loop = (config: string) =>
    program(body, `ROOT %w = f32[16,8]{1,0} while(%param), condition=%cond, body=%body${config}`);
  expect(collectivesOf(loop(', backend_config={"known_trip_count":{"n":"12"}}'))).toEqual([
    'all_reduce 2 f32[16,8] 512 12 exact',
  ]);
  expect(collectivesOf(loop(''))).toEqual(['all_reduce 2 f32[16,8] 512 1 per-iteration']);
  const branches = 'conditional(%i, %param, %param), branch_computations={%body, %body}';
  // Each branch is executed at most once.
  expect(collectivesOf(program(body, `ROOT %b = f32[16,8]{1,0} ${branches}`))).toEqual([
    'all_reduce 2 f32[16,8] 512 2 at-most',
  ]);
});

test('what begins and ends asynchronously counts once', () => {
  const wrapped = `%wrapped (p: f32[16,8]) -> f32[2,8] {
  %p = f32[16,8]{1,0} parameter(0)
  ROOT %c = f32[2,8]{1,0} reduce-scatter(%p), replica_groups={}, dimensions={0}, to_apply=%add
}

`;
  expect(
    collectivesOf(
      program(
        wrapped,
        '%start = ((f32[16,8]{1,0}), f32[2,8]{1,0}) async-start(%param), calls=%wrapped',
        'ROOT %done = f32[2,8]{1,0} async-done(%start), calls=%wrapped',
      ),
    ),
  ).toEqual(['reduce_scatter 8 f32[2,8] 448 1 exact']);
});

test('devices that send to each other, and exchange raggedly', () => {
  const sent = (...lines: readonly string[]) =>
    compiledCollectives(readHloText(program('', ...lines))).map(
      ({ kind, groupSize, bytes, bytesMeaning }) => [...[kind, groupSize, bytes, bytesMeaning]],
    );
  expect(
    sent(
      '%t = token[] after-all()',
      'ROOT %s = (f32[16,8]{1,0}, u32[], token[]) send(%param, %t), channel_id=1, frontend_attributes={_xla_send_recv_source_target_pairs={{0,1},{1,2}}}',
    ),
  ).toEqual([['send', 2, 512, 'exact']]);
  expect(
    sent(
      '%n = s32[4]{0} broadcast(%i), dimensions={}',
      'ROOT %r = f32[16,8]{1,0} ragged-all-to-all(%param, %param, %n, %n, %n, %n), replica_groups={{0,1,2,3}}',
    ),
  ).toEqual([['ragged_all_to_all', 4, 512, 'at-most']]);
});

test('the widening of a sum of bf16 that XLA for CPUs computes in f32 is 2', () => {
  const narrow = `%narrow (a: bf16[], b: bf16[]) -> bf16[] {
  %a = bf16[] parameter(0)
  %b = bf16[] parameter(1)
  ROOT %sum = bf16[] add(%a, %b)
}

`;
  const text = program(
    narrow,
    '%wide = f32[16,8]{1,0} all-reduce(%param), replica_groups={}, to_apply=%narrow',
    'ROOT %own = f32[16,8]{1,0} all-reduce(%wide), replica_groups={}, to_apply=%add',
  );
  expect(compiledCollectives(readHloText(text)).map(({ bytes, widening }) => [bytes, widening])).toEqual([
    [896, 2],
    [896, 1],
  ]);
});

test('the widening of a sum whose computation was promoted is 2', () => {
  const promoted = `%region_1.clone_promoted (a: f32[], b: f32[]) -> f32[] {
  %a = f32[] parameter(0)
  %b = f32[] parameter(1)
  ROOT %sum = f32[] add(%a, %b)
}

`;
  const sum =
    'ROOT %own = f32[16,8]{1,0} all-reduce(%param), replica_groups={}, to_apply=%region_1.clone_promoted';
  const [own] = compiledCollectives(readHloText(program(promoted, sum)));
  expect([own?.bytes, own?.widening]).toEqual([896, 2]);
});

test('a combined sum has one computation for its arrays', () => {
  const narrow = `%narrow (a: bf16[], b: bf16[]) -> bf16[] {
  %a = bf16[] parameter(0)
  %b = bf16[] parameter(1)
  ROOT %sum = bf16[] add(%a, %b)
}

`;
  const sum =
    'ROOT %both = (f32[16,8]{1,0}, f32[16,8]{1,0}) all-reduce(%param, %param), replica_groups={}, to_apply=%narrow';
  const [own] = compiledCollectives(readHloText(program(narrow, sum)));
  expect([own?.bytes, own?.widening]).toEqual([1792, 2]);
});
