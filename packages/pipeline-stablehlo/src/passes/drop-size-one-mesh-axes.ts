import { definePass, type ModuleOp } from '@shardform/ir-core';
import { ManualAxesAttr, ManualComputationOp, MeshAttr, type MeshOp, meshOps } from '@shardform/dialect-sdy';
import { transformShardings } from '@shardform/passes-sharding';

/**
 * Takes axes of one device out of meshes, as tt-xla does before the pipeline on StableHLO: collectives along them would
 * move nothing, and the target has room for two axes. Expects that shardings name them no longer, see
 * `sdy-remove-size-one-axes`; axes that are named all the same stay.
 */
export const dropSizeOneMeshAxes = definePass({
  name: 'drop-size-one-mesh-axes',
  className: 'DropSizeOneMeshAxesPass',
  summary: 'remove axes of size one from meshes and manual computations',
  anchor: 'builtin.module',
  dependentDialects: ['sdy'],
  run(module, { context }) {
    if (hasCollectives(module)) return;
    // An axis of the same name may have another size in another mesh.
    const named = new Set(meshOps(module).flatMap(({ mesh }) => namesOf(mesh, (size) => size > 1)));
    transformShardings(module, context, (sharding) => {
      for (const axis of sharding.axes()) named.add(axis.name);
      return sharding;
    });
    const dropped = new Set(meshOps(module).flatMap((op) => dropAxes(op, named)));
    if (dropped.size === 0) return;
    module.walkOf(ManualComputationOp, (op) => {
      op.manualAxes = ManualAxesAttr.get({ value: op.manualAxes.value.filter((name) => !dropped.has(name)) });
    });
  },
});

function namesOf({ axes }: MeshAttr, wanted: (size: number) => boolean): readonly string[] {
  return axes.flatMap(({ name, size }) => (wanted(size) ? [name] : []));
}

/** Removes the axes of size one that nothing names, and returns their names. */
function dropAxes(op: MeshOp, named: ReadonlySet<string>): readonly string[] {
  const { mesh } = op;
  const dropped = namesOf(mesh, (size) => size === 1).filter((name) => !named.has(name));
  if (mesh.isMaximal || dropped.length === 0) return [];
  const kept = mesh.axes.filter(({ name }) => !dropped.includes(name));
  op.mesh = MeshAttr.of(kept.map(({ name, size }) => [name, size]));
  return dropped;
}

/** Collectives that the program has already name axes as they are. */
function hasCollectives(module: ModuleOp): boolean {
  let found = false;
  module.walk(({ name }) => {
    found ||= /^sdy\.(all_|reduce_scatter|collective_|sharded_to|replicated_to)/.test(name);
  });
  return found;
}
