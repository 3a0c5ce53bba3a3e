import type { AxisRefAttr } from '../attrs/axis-ref-attr.ts';
import type { ManualAxesAttr } from '../attrs/manual-axes-attr.ts';
import type { MeshAttr } from '../attrs/mesh-attr.ts';
import type { TensorShardingAttr } from '../attrs/tensor-sharding-attr.ts';
import type { AxisList } from './axis-list.ts';
import { sortInMesh } from './mesh-order.ts';

/** Returns a sharding as it is seen inside a manual computation: without the manual axes. */
export function eraseManualAxes(sharding: TensorShardingAttr, manual: ManualAxesAttr): TensorShardingAttr {
  if (manual.isEmpty) return sharding;
  const isFree = (axis: AxisRefAttr): boolean => !manual.includes(axis.name);
  return sharding.with({
    dims: sharding.dims.map((dim) => (dim.axes.every(isFree) ? dim : dim.withAxes(dim.axes.filter(isFree)))),
    replicatedAxes: sharding.replicatedAxes.filter(isFree),
    unreducedAxes: sharding.unreducedAxes.filter(isFree),
  });
}

/**
 * Returns a sharding from inside a manual computation as it is seen outside: with the manual axes of `outer` in front
 * of its own in each dimension, and among the replicated and unreduced ones.
 *
 * @param mesh the mesh of both; `null` where replicated and unreduced axes need no order.
 */
export function addManualAxes(
  inner: TensorShardingAttr,
  outer: TensorShardingAttr,
  manual: ManualAxesAttr,
  mesh: MeshAttr | null,
): TensorShardingAttr {
  if (manual.isEmpty) return inner;
  const isManual = (axis: AxisRefAttr): boolean => manual.includes(axis.name);
  const merged = (own: AxisList, free: AxisList): AxisList => {
    const all = [...own.filter(isManual), ...free];
    return mesh === null ? all : sortInMesh(all, mesh);
  };
  return inner.with({
    dims: inner.dims.map((dim, i) => {
      const own = outer.dims[i]?.axes.filter(isManual) ?? [];
      return own.length === 0 ? dim : dim.withAxes([...own, ...dim.axes]);
    }),
    replicatedAxes: merged(outer.replicatedAxes, inner.replicatedAxes),
    unreducedAxes: merged(outer.unreducedAxes, inner.unreducedAxes),
  });
}
