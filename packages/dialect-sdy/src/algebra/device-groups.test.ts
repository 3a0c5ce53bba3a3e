import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { meshWithDisjointAxes } from '../../tests/arbitraries.ts';
import { sharding } from '../../tests/sdy-text.ts';
import { AxisRefAttr } from '../attrs/axis-ref-attr.ts';
import { MeshAttr } from '../attrs/mesh-attr.ts';
import { axisListSize } from './axis-list.ts';
import { replicaGroups, sourceTargetPairs } from './device-groups.ts';
import { shardIndex, shardIndices } from './shard-index.ts';

const mesh = MeshAttr.of([
  ['x', 2],
  ['y', 4],
]);
const [x, y] = [AxisRefAttr.get('x'), AxisRefAttr.get('y')];
const reversed = MeshAttr.of([['x', 4]], [3, 2, 1, 0]);

describe('shards of devices', () => {
  test('are counted with the first axis major', () => {
    const indices = (...axes: AxisRefAttr[]): number[] => shardIndices(axes, mesh);
    expect(indices(x, y)).toEqual([0, 1, 2, 3, 4, 5, 6, 7]);
    expect(indices(y, x)).toEqual([0, 2, 4, 6, 1, 3, 5, 7]);
    expect(indices(AxisRefAttr.sub('y', 1, 2))).toEqual([0, 0, 1, 1, 0, 0, 1, 1]);
    expect(indices(AxisRefAttr.sub('y', 2, 2), x)).toEqual([0, 2, 0, 2, 1, 3, 1, 3]);
    expect(indices()).toEqual([0, 0, 0, 0, 0, 0, 0, 0]);
  });

  test('follow the device ids of the mesh', () => {
    expect(shardIndices([x], reversed)).toEqual([3, 2, 1, 0]);
    expect(shardIndex([x], 0, reversed)).toBe(0);
  });
});

describe('groups of devices', () => {
  test('have the devices along the axes, in the order of the axes', () => {
    expect(replicaGroups([y], mesh)).toEqual([
      [0, 1, 2, 3],
      [4, 5, 6, 7],
    ]);
    expect(replicaGroups([x], mesh)).toEqual([
      [0, 4],
      [1, 5],
      [2, 6],
      [3, 7],
    ]);
    expect(replicaGroups([y, x], mesh)).toEqual([[0, 4, 1, 5, 2, 6, 3, 7]]);
    expect(replicaGroups([AxisRefAttr.sub('y', 2, 2)], mesh)).toEqual([
      [0, 1],
      [2, 3],
      [4, 5],
      [6, 7],
    ]);
    expect(replicaGroups([x], reversed)).toEqual([[3, 2, 1, 0]]);
  });

  test('of any axes have every device once, and a member for each shard', () => {
    fc.assert(
      fc.property(meshWithDisjointAxes, ({ mesh, axes }) => {
        const groups = replicaGroups(axes, mesh);
        const devices = groups.flat().sort((a, b) => a - b);
        expect(devices).toEqual(Array.from({ length: mesh.totalSize }, (_, i) => i));
        for (const group of groups) {
          expect(group).toHaveLength(axisListSize(axes, mesh));
          expect(group.map((device) => shardIndex(axes, device, mesh))).toEqual([...group.keys()]);
        }
      }),
    );
  });
});

describe('moves between devices', () => {
  test('take each part to a device that holds it afterwards', () => {
    const from = sharding('<@m, [{"x"}, {"y"}]>');
    const to = sharding('<@m, [{"y":(1)2}, {"x", "y":(2)2}]>');
    // Device 2 holds shard 0 of 2 and shard 2 of 4, as device 4 does afterwards.
    expect(sourceTargetPairs(from, mesh, to, mesh)).toEqual([
      [0, 0],
      [1, 1],
      [2, 4],
      [3, 5],
      [4, 2],
      [5, 3],
      [6, 6],
      [7, 7],
    ]);
  });

  test('keep partial values at their place along the axes along which they are partial', () => {
    const cube = MeshAttr.of([
      ['x', 2],
      ['y', 2],
      ['z', 2],
    ]);
    const from = sharding('<@m, [{"z"}], unreduced={"y"}>');
    const to = sharding('<@m, [{"x"}], unreduced={"y"}>');
    const along = [AxisRefAttr.get('y')];
    for (const [source, target] of sourceTargetPairs(from, cube, to, cube))
      expect(shardIndex(along, source, cube)).toBe(shardIndex(along, target, cube));
  });

  test('between orders of the devices keep the parts', () => {
    const split = sharding('<@m, [{"x"}]>');
    const inOrder = MeshAttr.of([['x', 4]]);
    expect(sourceTargetPairs(split, inOrder, split, reversed)).toEqual([
      [0, 3],
      [1, 2],
      [2, 1],
      [3, 0],
    ]);
  });
});
