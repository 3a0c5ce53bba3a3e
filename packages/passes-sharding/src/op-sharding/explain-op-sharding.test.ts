import { expect, test } from 'vitest';
import { explainOpSharding } from './explain-op-sharding.ts';
import { parseOpSharding } from './parse-op-sharding.ts';

const explained = (text: string, shape: readonly number[] | null = null): string =>
  explainOpSharding(parseOpSharding(text), shape);

test('tells what each dimension is split into and where the tiles are', () => {
  expect(explained('{devices=[2,1,4]0,1,2,3,4,5,6,7 last_tile_dim_replicate}', [4, 3])).toBe(
    `{devices=[2,1,4]0,1,2,3,4,5,6,7 last_tile_dim_replicate}
8 devices; a tensor of 2 dimensions
  dimension 0: 4 in 2 parts of 2
  dimension 1: whole, 3
  each tile is on 4 devices: copies
  [0:2, 0:3] on devices 0 1 2 3
  [2:4, 0:3] on devices 4 5 6 7
in sdy: #sdy.sharding<mesh<["_axis_0"=2, "_axis_1"=4]>, [{"_axis_0"}, {}]>
`,
  );
});

test('tells of parts that are not full, and of partial values', () => {
  expect(explained('{devices=[4,2]<=[8] last_tile_dims={unreduced} shard_as 1}', [5])).toBe(
    `{devices=[4,2]<=[8] last_tile_dims={unreduced} shard_as 1}
8 devices; a tensor of 1 dimension
  dimension 0: 5 in 4 parts: 2 of 2, one of 1, 1 empty; devices hold 2 with padding
  each tile is on 2 devices as partial values, whose sum it is (unreduced)
  [0:2] on devices 0 1
  [2:4] on devices 2 3
  [4:5] on devices 4 5
  [none] on devices 6 7
in sdy: #sdy.sharding<mesh<["_axis_0"=4, "_axis_1"=2]>, [{"_axis_0"}], unreduced={"_axis_1"}>
split exactly as all of group 1
`,
  );
});

test('tells of manual devices and of shapes that do not fit', () => {
  expect(explained('{devices=[2,2]<=[2,2]T(1,0) last_tile_dims={manual}}', [4, 4])).toBe(
    `{devices=[2,2]<=[2,2]T(1,0) last_tile_dims={manual}}
4 devices; a tensor of 1 dimension
does not fit a tensor of 2 dimensions
  dimension 0: in 2 parts
  each tile is on 2 devices that the program tells apart itself (manual)
  tile [0] on devices 0 2
  tile [1] on devices 1 3
in sdy: #sdy.sharding<mesh<["_axis_0"=2, "_axis_1"=2]>, [{"_axis_1"}]> inside of manual axes "_axis_0"
`,
  );
});

test('the other kinds are one sentence each', () => {
  expect(explained('{{replicated}, {manual}, {unknown}, {unreduced}, {maximal device=3 shard_like 2}}')).toBe(
    `{{replicated}, {manual}, {unknown}, {unreduced}, {maximal device=3 shard_like 2}}
the shardings of 5 values

value 0: {replicated}
every device has the whole tensor

value 1: {manual}
the program says itself what each device has: devices have tensors of their own

value 2: {unknown}
nothing is said: the compiler may choose

value 3: {unreduced}
every device has a partial value of the whole tensor; their sum is the value

value 4: {maximal device=3 shard_like 2}
device 3 has the whole tensor, others nothing
split like those of group 2
`,
  );
});

test('long lists of tiles are cut', () => {
  expect(explained('{devices=[100]<=[100]}')).toContain('  tile [63] on device 63\n  and 36 tiles more\n');
});
