import { type AxisRefAttr, localShape, type MeshAttr, type TensorShardingAttr } from '@shardform/dialect-sdy';

/** Where the parts of a tensor lie: the offsets of each device's part and the size of a part. */
export interface ShardLayout {
  /** Sizes of a part; the last ones of an uneven split reach beyond the tensor. */
  readonly localShape: readonly number[];
  /** By device id: where the part begins, by dimension. */
  readonly offsets: ReadonlyMap<number, readonly number[]>;
}

/** Number of devices of a mesh. */
export function deviceCountOf(mesh: MeshAttr): number {
  return mesh.axes.reduce((product, { size }) => product * size, 1);
}

/** Which part of a tensor of `shape` each device holds under a sharding. */
export function shardLayout(
  shape: readonly number[],
  sharding: TensorShardingAttr,
  mesh: MeshAttr,
): ShardLayout {
  const local = localShape(shape, sharding, mesh) ?? shape;
  const offsets = new Map<number, readonly number[]>();
  for (let position = 0; position < deviceCountOf(mesh); position++) {
    const device = mesh.deviceIds.length === 0 ? position : mesh.deviceIds[position]!;
    offsets.set(
      device,
      sharding.dims.map((dim, d) => shardIndex(dim.axes, position, mesh) * local[d]!),
    );
  }
  return { localShape: local, offsets };
}

/** The number of the part along some axes, the first axis major, for the device at a position of the mesh. */
export function shardIndex(axes: readonly AxisRefAttr[], position: number, mesh: MeshAttr): number {
  let index = 0;
  for (const axis of axes) {
    const size = axis.size(mesh);
    const coordinate = coordinateAlong(axis.name, position, mesh);
    // A sub-axis is the middle of the three digits that its axis is written in.
    const minor = mesh.axisSize(axis.name) / (axis.preSize * size);
    index = index * size + (Math.floor(coordinate / minor) % size);
  }
  return index;
}

function coordinateAlong(name: string, position: number, mesh: MeshAttr): number {
  let rest = position;
  for (let i = mesh.axes.length - 1; i >= 0; i--) {
    const axis = mesh.axes[i]!;
    if (axis.name === name) return rest % axis.size;
    rest = Math.floor(rest / axis.size);
  }
  throw new Error(`the mesh has no axis '${name}'`);
}
