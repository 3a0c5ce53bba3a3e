import {
  type AxisList,
  axesOverlap,
  type AxisRefAttr,
  canAxesCoexist,
  type MeshAttr,
  subAxisOf,
} from '@shardform/dialect-sdy';
import { zip } from '@shardform/ir-core';

/**
 * Splits the axes of two shardings, given per dimension, at the boundaries of the other side's axes, so that sub-axes
 * that both sides have are the same references.
 */
export function alignSubAxes(
  a: readonly AxisList[],
  b: readonly AxisList[],
  mesh: MeshAttr,
): readonly [AxisRefAttr[][], AxisRefAttr[][]] {
  return [splitBy(a, b.flat(), mesh), splitBy(b, a.flat(), mesh)];
}

/** Returns the lists with their axes split at the bounds of `others`. */
export function splitBy(lists: readonly AxisList[], others: AxisList, mesh: MeshAttr): AxisRefAttr[][] {
  return lists.map((axes) => axes.flatMap((axis) => splitAxis(axis, others, mesh)));
}

function splitAxis(axis: AxisRefAttr, others: AxisList, mesh: MeshAttr): AxisRefAttr[] {
  const [begin, end] = [axis.preSize, axis.nextPreSize(mesh)];
  const cuts = new Set<number>();
  for (const other of others) {
    if (other === axis || !axesOverlap(axis, other) || !canAxesCoexist(axis, other)) continue;
    for (const cut of [other.preSize, other.nextPreSize(mesh)]) if (begin < cut && cut < end) cuts.add(cut);
  }
  if (cuts.size === 0) return [axis];
  const bounds = [begin, ...[...cuts].sort((x, y) => x - y), end];
  return zip(bounds.slice(1), bounds).map(([next, bound]) => subAxisOf(axis.name, bound, next / bound, mesh));
}
