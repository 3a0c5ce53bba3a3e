import { MeshAttr, meshOps, type MeshOp, resultShardings } from '@shardform/dialect-sdy';
import { type Operation, type PassRun, SymbolRefAttr } from '@shardform/ir-core';
import { transformShardings } from '@shardform/passes-sharding';
import { insertMesh } from './insert-mesh.ts';

/**
 * Leaves one mesh of two axes, as Tenstorrent's systems have them: meshes without axes, which JAX writes for scalars,
 * are given up for the one that has axes, and a mesh of one axis gets an axis of one device in front.
 *
 * @param takesMore whether a mesh of more axes is left as it is.
 * @returns whether it was possible; otherwise the reason was reported.
 */
export function makeMeshTwoDimensional(
  module: Operation,
  pass: PassRun<unknown>,
  takesMore = false,
): boolean {
  foldEmptyMeshes(module, pass);
  const meshes = meshOps(module);
  const onHost = meshes.length > 1 ? opOnSingleDevice(module, meshes) : null;
  if (onHost !== null) {
    pass.opError(
      onHost,
      `is on a single device, '${String(resultShardings(onHost)!.shardings[0]!.meshOrRef)}', as calls of the host's functions are; the target computes on all devices of one mesh: leave the call out (jax.debug.print, jax.pure_callback, jax.experimental.io_callback), or compile the parts before and behind it`,
    );
    return false;
  }
  if (meshes.length > 1) {
    pass.opError(
      module,
      `has ${meshes.length} meshes, but all shardings have to be on one; keep a single sdy.mesh`,
    );
    return false;
  }
  const [op] = meshes;
  if (op === undefined || op.mesh.axes.length === 2) return true;
  if (op.mesh.axes.length > 2) {
    if (takesMore) return true;
    pass.opError(
      op,
      `has ${op.mesh.axes.length} axes, but the target has two; put several axes together, for example ${example(op)}`,
    );
    return false;
  }
  const axis = op.mesh.axes[0] ?? { name: 'default', size: 1 };
  const mesh = MeshAttr.of([
    [`${axis.name}_aux`, 1],
    [axis.name, axis.size],
  ]);
  const name = op.symName.value;
  op.erase();
  insertMesh(module, name, mesh);
  return true;
}

/** The first operation whose result is on a mesh of one device beside the program's mesh. */
function opOnSingleDevice(module: Operation, meshes: readonly MeshOp[]): Operation | null {
  const single = new Set(meshes.filter(({ mesh }) => mesh.isMaximal).map(({ symName }) => symName.value));
  let found: Operation | null = null;
  module.walk((op) => {
    if (found === null && single.has(resultShardings(op)?.shardings[0]?.meshName ?? '')) found = op;
  });
  return found;
}

/** Shardings on a mesh without axes split nothing: they say the same on any mesh. */
function foldEmptyMeshes(module: Operation, { context }: PassRun<unknown>): void {
  const meshes = meshOps(module);
  const [mesh, ...others] = meshes.filter(({ mesh }) => mesh.axes.length > 0);
  if (mesh === undefined || others.length > 0) return;
  const empty = meshes.filter(({ mesh }) => mesh.isEmpty);
  const names = new Set(empty.map(({ symName }) => symName.value));
  if (names.size === 0) return;
  const meshOrRef = SymbolRefAttr.get(mesh.symName.value);
  transformShardings(module, context, (sharding) =>
    names.has(sharding.meshName ?? '') ? sharding.with({ meshOrRef }) : sharding,
  );
  for (const op of empty) op.erase();
}

function example({ mesh }: MeshOp): string {
  const [first, ...rest] = mesh.axes;
  const size = rest.reduce((product, axis) => product * axis.size, 1);
  return `["${first!.name}"=${first!.size}, "${rest.map(({ name }) => name).join('_')}"=${size}]`;
}
