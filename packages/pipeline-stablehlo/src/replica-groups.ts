import { DenseElementsAttr, i64, RankedTensorType } from '@shardform/ir-core';
import { type AxisRefAttr, type MeshAttr, splitMeshAxes } from '@shardform/dialect-sdy';

/**
 * The groups of devices that differ only in their place along `axes`, each in the order of `axes`, as a
 * `replica_groups` attribute.
 */
export function replicaGroups(mesh: MeshAttr, axes: readonly AxisRefAttr[]): DenseElementsAttr {
  const all = splitMeshAxes(mesh, axes);
  const strides = new Map<AxisRefAttr, number>();
  let stride = 1;
  for (const axis of [...all].reverse()) {
    strides.set(axis, stride);
    stride *= axis.size(mesh);
  }
  // An axis of the list may be several runs of the split mesh when other parts of it are used too.
  const inside = axes.flatMap((axis) =>
    all.filter((part) => part === axis || (axis.subAxis === null && part.name === axis.name)),
  );
  const outside = all.filter((axis) => !inside.includes(axis));
  const offsets = (parts: readonly AxisRefAttr[]): number[] =>
    parts.reduce<number[]>(
      (sums, axis) =>
        sums.flatMap((sum) =>
          Array.from({ length: axis.size(mesh) }, (_, i) => sum + i * strides.get(axis)!),
        ),
      [0],
    );
  const members = offsets(inside);
  const ids = offsets(outside).flatMap((base) => members.map((offset) => base + offset));
  const devices = mesh.deviceIds.length === 0 ? ids : ids.map((id) => mesh.deviceIds[id]!);
  return DenseElementsAttr.fromNumbers(
    RankedTensorType.get([devices.length / members.length, members.length], i64),
    devices,
  );
}
