import { MeshOp } from '@shardform/dialect-sdy';
import { type Operation, type PassRun, perState, symbolTable } from '@shardform/ir-core';

/**
 * Reports an error for a module with meshes in nested modules and returns whether there are any: shardings there refer
 * to other meshes than those visible to a pass on the outer module.
 */
export function refusesNestedMeshes(module: Operation, pass: Pick<PassRun, 'opError'>): boolean {
  const nested = nestedMesh(module);
  if (nested === null) return false;
  pass.opError(
    nested,
    'stands in a module within the module that the pass runs on; run the pass before modules are nested, or on the inner one',
  );
  return true;
}

/** The first mesh in a nested module. */
const nestedMesh = /* @__PURE__ */ perState((module: Operation): MeshOp | null => {
  let found: MeshOp | null = null;
  module.walkOf(MeshOp, (mesh) => {
    if (mesh.parentOp === module || mesh.parentOp?.hasTrait(symbolTable) !== true) return 'advance';
    found = mesh;
    return 'interrupt';
  });
  return found;
});
