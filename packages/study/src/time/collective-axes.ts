import type { MeshAttr } from '@shardform/dialect-sdy';
import { DenseElementsAttr, type Operation, oneLine } from '@shardform/ir-core';
import { type GroupedOp, listedGroups } from '@shardform/runtime-sim';

/** Stands for the axes of collectives whose devices lie along no axes of a mesh. */
export const LISTED = 'listed devices';

/** Returns the name under which a collective counts: its axis, or several such as `x, y`. @param axisNames of the mesh. */
export function axisLabel(axisNames: readonly string[]): string {
  return axisNames.length === 0 ? LISTED : axisNames.map(oneLine).join(', ');
}

/** Returns the axes of a mesh along which the devices differ that an operation of StableHLO has communicate. */
export function axesOfGroups(op: Operation, mesh: MeshAttr): string[] {
  return axesBetween(listedDevices(op), mesh);
}

/** Returns the devices that an operation of StableHLO has communicate, in groups or pairs; `null` for all in one group. */
export function listedDevices(op: Operation): readonly (readonly number[])[] | null {
  if (op.name === 'stablehlo.collective_permute') {
    const pairs = op.getAttr('source_target_pairs');
    if (!(pairs instanceof DenseElementsAttr)) return [];
    const ids = pairs.integers().map(Number);
    return ids.flatMap((id, i) => (i % 2 === 0 ? [[id, ids[i + 1]!]] : []));
  }
  // The channel alone tells who sends to whom.
  if (op.name === 'stablehlo.send') return [];
  // Every other collective lists groups.
  const grouped = op as GroupedOp;
  const groups = listedGroups(grouped);
  return groups.length === 0 ? null : groups.map((ids) => ids.filter((id) => id >= 0));
}

/** The axes along which devices of a group differ. @param groups `null` for the group of all devices. */
export function axesBetween(groups: readonly (readonly number[])[] | null, mesh: MeshAttr): string[] {
  const positions = new Map<number, number>();
  for (let position = 0; position < mesh.totalSize; position++)
    positions.set(mesh.deviceId(position), position);
  const found = new Set<string>();
  for (const group of groups ?? [[...positions.keys()]]) {
    let stride = 1;
    for (const { name, size } of mesh.axes.toReversed()) {
      const coordinates = group.map((id) => Math.floor((positions.get(id) ?? 0) / stride) % size);
      if (new Set(coordinates).size > 1) found.add(name);
      stride *= size;
    }
  }
  return [...found].sort();
}
