import {
  addAxisOrMerge,
  type AxisList,
  type AxisRefAttr,
  DimensionShardingAttr,
  type MeshAttr,
  MeshTable,
  type TensorShardingAttr,
} from '@shardform/dialect-sdy';
import { type Context, definePass, type ModuleOp } from '@shardform/ir-core';
import { transformShardings } from '../module/transform-shardings.ts';
import { refusesNestedMeshes } from '../module/nested-meshes.ts';

/** Takes axes of one device, which split nothing, out of all shardings. */
export function removeSizeOneAxes(module: ModuleOp, context: Context): void {
  const meshes = new MeshTable(module);
  const hasSizeOne = [...meshes.entries()].some(([, mesh]) => mesh.axes.some(({ size }) => size === 1));
  if (!hasSizeOne) return;
  transformShardings(module, context, (sharding) => {
    const mesh = meshes.meshOf(sharding);
    return mesh === null ? sharding : withoutSizeOneAxes(sharding, mesh);
  });
}

function withoutSizeOneAxes(sharding: TensorShardingAttr, mesh: MeshAttr): TensorShardingAttr {
  const splits = (axis: AxisRefAttr): boolean => axis.size(mesh) > 1;
  const filtered = (axes: AxisList): AxisList => {
    if (axes.every(splits)) return axes;
    // Sub-axes that were separated by an axis of size 1 can be merged.
    const kept: AxisRefAttr[] = [];
    for (const axis of axes) if (splits(axis)) addAxisOrMerge(kept, axis, mesh);
    return kept;
  };
  return sharding.with({
    dims: sharding.dims.map((dim) => {
      const axes = filtered(dim.axes);
      // Nothing is left to propagate.
      const keepsPriority = axes.length > 0 || !dim.isClosed;
      return DimensionShardingAttr.get(axes, dim.isClosed, keepsPriority ? dim.priority : null);
    }),
    replicatedAxes: filtered(sharding.replicatedAxes),
    unreducedAxes: filtered(sharding.unreducedAxes),
  });
}

/** `sdy-remove-size-one-axes`. */
export const removeSizeOneAxesPass = /* @__PURE__ */ definePass({
  name: 'sdy-remove-size-one-axes',
  className: 'RemoveSizeOneAxesPass',
  summary: 'Removes axes of size one from all shardings, manual computations, and sharding rules.',
  anchor: 'builtin.module',
  dependentDialects: ['sdy'],
  run(module, pass) {
    if (refusesNestedMeshes(module, pass)) return;
    removeSizeOneAxes(module, pass.context);
  },
});
