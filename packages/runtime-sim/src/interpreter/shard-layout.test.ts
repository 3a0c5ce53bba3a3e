import {
  AxisRefAttr,
  DimensionShardingAttr,
  MeshAttr,
  shardLayout,
  TensorShardingAttr,
} from '@shardform/dialect-sdy';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { arrayOf, assembleShards, elementsOf, sliceShard } from '../array/index.ts';

const mesh = MeshAttr.of([
  ['x', 2],
  ['y', 4],
]);

function sharding(...dims: readonly (readonly AxisRefAttr[])[]): TensorShardingAttr {
  return TensorShardingAttr.get(
    mesh,
    dims.map((axes) => DimensionShardingAttr.get(axes, true)),
  );
}

const [x, y] = [AxisRefAttr.get('x'), AxisRefAttr.get('y')];

describe('shardLayout', () => {
  test('gives neighbouring parts to neighbours along the axis of a dimension', () => {
    const { localShape, offsets } = shardLayout([4, 8], sharding([x], [y]), mesh);
    expect(localShape).toEqual([2, 2]);
    expect([...offsets]).toEqual([
      [0, [0, 0]],
      [1, [0, 2]],
      [2, [0, 4]],
      [3, [0, 6]],
      [4, [2, 0]],
      [5, [2, 2]],
      [6, [2, 4]],
      [7, [2, 6]],
    ]);
  });

  test('takes the first axis of a dimension for the major one', () => {
    const { offsets } = shardLayout([8], sharding([y, x]), mesh);
    expect([...offsets.values()].flat()).toEqual([0, 2, 4, 6, 1, 3, 5, 7]);
  });

  test('splits along the part of an axis that a sub-axis means', () => {
    const { localShape, offsets } = shardLayout([4], sharding([AxisRefAttr.sub('y', 2, 2)]), mesh);
    expect(localShape).toEqual([2]);
    expect([...offsets.values()].flat()).toEqual([0, 2, 0, 2, 0, 2, 0, 2]);
  });

  test('follows the device ids of the mesh', () => {
    const reversed = MeshAttr.of([['x', 2]], [1, 0]);
    const { offsets } = shardLayout([2], TensorShardingAttr.get(reversed, sharding([x]).dims), reversed);
    expect([...offsets]).toEqual([
      [1, [0]],
      [0, [1]],
    ]);
  });

  test('parts joined are the tensor, also when sizes do not divide', () => {
    const axes = fc.constantFrom([], [x], [y], [x, y], [y, x]);
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 9 }),
        fc.integer({ min: 1, max: 9 }),
        axes,
        (rows, columns, split) => {
          const global = arrayOf(
            'i32',
            [rows, columns],
            Array.from({ length: rows * columns }, (_, i) => i),
          );
          const layout = shardLayout(global.shape, sharding(split, []), mesh);
          const shards = Array.from({ length: mesh.totalSize }, (_, device) => {
            const offsets = layout.offsets.get(device)!;
            return { offsets, array: sliceShard(global, offsets, layout.localShape) };
          });
          expect(elementsOf(assembleShards('i32', global.shape, shards))).toEqual(elementsOf(global));
        },
      ),
    );
  });
});
