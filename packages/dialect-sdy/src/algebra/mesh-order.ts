import { AxisRefAttr } from '../attrs/axis-ref-attr.ts';
import type { MeshAttr } from '../attrs/mesh-attr.ts';
import { type AxisList, addAxisOrMerge } from './axis-list.ts';
import { compareSubAxes } from './axis-ref.ts';
import { zip } from '@shardform/ir-core';

/** Orders references by the position of their axis in the mesh, then by position in the axis. */
export function compareInMesh(a: AxisRefAttr, b: AxisRefAttr, mesh: MeshAttr): number {
  if (a.name !== b.name) return mesh.axisPosition(a.name) - mesh.axisPosition(b.name);
  return compareSubAxes(a, b);
}

/** Returns the references in mesh order. */
export function sortInMesh(axes: AxisList, mesh: MeshAttr): AxisRefAttr[] {
  return [...axes].sort((a, b) => compareInMesh(a, b, mesh));
}

/** Returns the references in mesh order, adjacent sub-axes merged. */
export function sortAndMergeInMesh(axes: AxisList, mesh: MeshAttr): AxisRefAttr[] {
  const merged: AxisRefAttr[] = [];
  for (const axis of sortInMesh(axes, mesh)) addAxisOrMerge(merged, axis, mesh);
  return merged;
}

/**
 * All axes of the mesh in its order, each split where a reference of `used` begins or ends, so that every
 * reference is a run of the result.
 */
export function splitMeshAxes(mesh: MeshAttr, used: Iterable<AxisRefAttr>): AxisRefAttr[] {
  const cuts = new Map<string, Set<number>>();
  for (const axis of used) {
    if (axis.subAxis === null) continue;
    let set = cuts.get(axis.name);
    if (set === undefined) cuts.set(axis.name, (set = new Set()));
    set.add(axis.preSize);
    set.add(axis.subAxis.nextPreSize);
  }
  return mesh.axes.flatMap(({ name, size }) => {
    const set = cuts.get(name);
    if (set === undefined) return [AxisRefAttr.get(name)];
    const bounds = [...set.add(1).add(size)].sort((a, b) => a - b);
    if (bounds.length === 2) return [AxisRefAttr.get(name)];
    return zip(bounds.slice(1), bounds).map(([next, bound]) => AxisRefAttr.sub(name, bound, next / bound));
  });
}
