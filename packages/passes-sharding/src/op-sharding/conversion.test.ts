import { AxisRefAttr, MeshAttr, sdyDialect, TensorShardingAttr } from '@shardform/dialect-sdy';
import { Context, parseModule } from '@shardform/ir-core';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { randomMesh, randomSharding } from '../../tests/random-sharding.ts';
import { commonMeshOfOpShardings } from './common-mesh-of-op-shardings.ts';
import { type LeafOpSharding, opShardingText } from './op-sharding.ts';
import { opShardingOfSdy } from './op-sharding-of-sdy.ts';
import { parseOpSharding } from './parse-op-sharding.ts';
import { sdyOfOpSharding } from './sdy-of-op-sharding.ts';

function tensorSharding(mesh: string, text: string): TensorShardingAttr {
  const module = parseModule(
    `module attributes {t.a = #sdy.sharding<mesh${mesh}, ${text}>} {}`,
    new Context([sdyDialect]),
  );
  const sharding = module?.getAttr('t.a');
  if (sharding instanceof TensorShardingAttr) return sharding;
  throw new Error(text);
}

/** The mesh that a sharding has in place. */
const meshOf = (sharding: TensorShardingAttr): MeshAttr => sharding.meshOrRef as MeshAttr;

const leaf = (text: string): LeafOpSharding => parseOpSharding(text) as LeafOpSharding;

// Recorded from xla_client.HloSharding of jaxlib 0.10.2 (`v3_to_v2_sharding`).
describe('sdy to XLA', () => {
  test.each([
    ['<["a"=2, "b"=2]>', '[{"a"}, {}]', '{devices=[2,1,2]<=[4] last_tile_dim_replicate}'],
    ['<["a"=2, "b"=2]>', '[{"b"}, {}]', '{devices=[2,1,2]<=[2,2]T(1,0) last_tile_dim_replicate}'],
    ['<["a"=2, "b"=2]>', '[{"a"}, {"b", ?}]', '{devices=[2,2]<=[4]}'],
    ['<["a"=2, "b"=2]>', '[{"b", "a"}, {}]', '{devices=[4,1]<=[2,2]T(1,0)}'],
    ['<["a"=2, "b"=2]>', '[{}, {?}]', '{replicated}'],
    ['<["a"=4, "b"=2]>', '[{"a":(1)2}, {"b"}]', '{devices=[2,2,2]<=[2,2,2]T(0,2,1) last_tile_dim_replicate}'],
    ['<["a"=4, "b"=2]>', '[{"a":(2)2}, {"b"}]', '{devices=[2,2,2]<=[2,4]T(1,0) last_tile_dim_replicate}'],
    ['<["x"=2, "y"=3, "z"=2]>', '[{"x", "z"}, {"y"}]', '{devices=[4,3]<=[2,3,2]T(0,2,1)}'],
    ['<["a"=2, "b"=2]>', '[{"a"}], unreduced={"b"}', '{devices=[2,2]<=[4] last_tile_dims={unreduced}}'],
    ['<["a"=2, "b"=2], device_ids=[0, 2, 1, 3]>', '[{"a"}, {"b"}]', '{devices=[2,2]0,2,1,3}'],
    ['<[], device_ids=[3]>', '[]', '{maximal device=3}'],
    ['<[]>', '[{}]', '{replicated}'],
  ])('%s %s', (mesh, text, expected) => {
    const sharding = tensorSharding(mesh, text);
    expect(opShardingText(opShardingOfSdy(sharding, meshOf(sharding)))).toBe(expected);
  });

  test('devices that are manual are apart', () => {
    const sharding = tensorSharding('<["a"=2, "b"=2, "c"=2]>', '[{"c"}]');
    const [a, b, c] = ['a', 'b', 'c'].map((name) => AxisRefAttr.get(name));
    expect(opShardingText(opShardingOfSdy(sharding, meshOf(sharding), [b!]))).toBe(
      '{devices=[2,2,2]<=[2,2,2]T(2,1,0) last_tile_dims={manual, replicated}}',
    );
    expect(opShardingText(opShardingOfSdy(sharding, meshOf(sharding), [a!, b!, c!]))).toBe('{manual}');
  });
});

describe('XLA to sdy', () => {
  const converted = (text: string, rank: number, isOpen = false): string => {
    const sharding = leaf(text);
    const mesh = commonMeshOfOpShardings([sharding]);
    return sdyOfOpSharding(sharding, { mesh, meshOrRef: mesh, rank, isOpen }).sharding.text;
  };

  test.each([
    [
      '{devices=[6,35]<=[7,10,3]T(2,1,0)}',
      '<mesh<["_axis_0"=7, "_axis_1"=2, "_axis_2"=5, "_axis_3"=3]>, [{"_axis_3", "_axis_1"}, {"_axis_2", "_axis_0"}]>',
    ],
    [
      '{devices=[2,1,4]<=[8] last_tile_dim_replicate}',
      '<mesh<["_axis_0"=2, "_axis_1"=4]>, [{"_axis_0"}, {}]>',
    ],
    ['{devices=[2,2]0,2,1,3}', '<mesh<["_axis_0"=2, "_axis_1"=2]>, [{"_axis_1"}, {"_axis_0"}]>'],
    [
      '{devices=[2,3]<=[2,3]T(1,0)}',
      '<mesh<["_axis_0"=2, "_axis_1"=3], device_ids=[0, 3, 1, 4, 2, 5]>, [{"_axis_0"}, {"_axis_1"}]>',
    ],
    [
      '{devices=[2,2,2]<=[8] last_tile_dims={unreduced}}',
      '<mesh<["_axis_0"=2, "_axis_1"=2, "_axis_2"=2]>, [{"_axis_0"}, {"_axis_1"}], unreduced={"_axis_2"}>',
    ],
    ['{replicated}', '<mesh<[]>, [{}, {}]>'],
    ['{unknown}', '<mesh<[]>, [{?}, {?}]>'],
    ['{maximal device=3}', '<mesh<[], device_ids=[3]>, []>'],
  ])('%s', (text, expected) => {
    expect(converted(text, 2)).toBe(expected);
  });

  test('dimensions may be open', () => {
    expect(converted('{devices=[2,1]<=[2]}', 2, true)).toBe('<mesh<["_axis_0"=2]>, [{"_axis_0", ?}, {?}]>');
  });

  test('a mesh for several shardings has the axes of all', () => {
    const shardings = ['{devices=[4,8]<=[8,4]T(1,0)}', '{devices=[2,16]<=[32]}', '{replicated}'].map(leaf);
    expect(commonMeshOfOpShardings(shardings)).toBe(
      MeshAttr.of([
        ['_axis_0', 2],
        ['_axis_1', 4],
        ['_axis_2', 4],
      ]),
    );
    expect(() => commonMeshOfOpShardings(['{devices=[2,3]<=[6]}', '{devices=[3,2]<=[6]}'].map(leaf))).toThrow(
      'the shardings cannot be written with the axes of one mesh',
    );
    expect(() => commonMeshOfOpShardings(['{devices=[6]<=[6]}', '{devices=[4]<=[4]}'].map(leaf))).toThrow(
      'one sharding is of 6 devices, another of 4',
    );
  });

  test('a sharding has to fit the mesh and the rank', () => {
    const mesh = MeshAttr.of([['x', 4]]);
    const target = { mesh, meshOrRef: mesh, rank: 1 };
    expect(() => sdyOfOpSharding(leaf('{devices=[2,2]<=[4]}'), target)).toThrow(
      'the sharding is of 2 dimensions, the value has 1',
    );
    expect(() => sdyOfOpSharding(leaf('{devices=[8]<=[8]}'), target)).toThrow(
      'the sharding is of 8 devices, the mesh has 4',
    );
    expect(() => sdyOfOpSharding(leaf('{devices=[4]0,1,3,2}'), target)).toThrow(
      'the sharding cannot be written with the axes of the mesh',
    );
  });
});

test('a sharding is the same after it was in the other form, on its own mesh and on the one that is found', () => {
  fc.assert(
    fc.property(
      randomMesh([2, 3, 4, 6, 8]).chain((mesh) => fc.tuple(fc.constant(mesh), randomSharding(mesh, 3))),
      ([mesh, sharding]) => {
        const there = opShardingOfSdy(sharding, mesh);
        expect(leaf(opShardingText(there))).toEqual(there);
        const back = sdyOfOpSharding(there, { mesh, meshOrRef: sharding.meshOrRef, rank: 3 });
        expect(back.sharding).toBe(sharding);
        const found = commonMeshOfOpShardings([there]);
        const elsewhere = sdyOfOpSharding(there, { mesh: found, meshOrRef: found, rank: 3 });
        if (there.kind === 'tiled') expect(opShardingOfSdy(elsewhere.sharding, found)).toEqual(there);
      },
    ),
    { seed: 1, numRuns: 500 },
  );
});
