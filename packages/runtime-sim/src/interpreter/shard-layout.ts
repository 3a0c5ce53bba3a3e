import { localShape, type MeshAttr, shardIndex, type TensorShardingAttr } from '@shardform/dialect-sdy';

/** Where the parts of a tensor lie: the offsets of each device's part and the size of a part. */
export interface ShardLayout {
  /** Sizes of a part; the last ones of an uneven split reach beyond the tensor. */
  readonly localShape: readonly number[];
  /** By device id: where the part begins, by dimension. */
  readonly offsets: ReadonlyMap<number, readonly number[]>;
}

/** Which part of a tensor of `shape` each device holds under a sharding. */
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
