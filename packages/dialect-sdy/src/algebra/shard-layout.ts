import type { MeshAttr } from '../attrs/mesh-attr.ts';
import type { TensorShardingAttr } from '../attrs/tensor-sharding-attr.ts';
import { shardIndex } from './shard-index.ts';
import { localShape } from './tensor-sharding.ts';

/** The layout of a tensor's shards: the offsets of each device's shard and the shard size. */
export interface ShardLayout {
  /** Shape of a shard; the last ones of an uneven split extend beyond the tensor. */
  readonly localShape: readonly number[];
  /** By device id, the offset of its shard, by dimension. */
  readonly offsets: ReadonlyMap<number, readonly number[]>;
}

/** Returns the shard of a tensor of `shape` that each device holds under a sharding. */
export function shardLayout(
  shape: readonly number[],
  sharding: TensorShardingAttr,
  mesh: MeshAttr,
): ShardLayout {
  const local = localShape(shape, sharding, mesh) ?? shape;
  const offsets = new Map<number, readonly number[]>();
  for (let position = 0; position < mesh.totalSize; position++) {
    offsets.set(
      mesh.deviceId(position),
      sharding.dims.map((dim, d) => shardIndex(dim.axes, position, mesh) * local[d]!),
    );
  }
  return { localShape: local, offsets };
}
