import { MeshOp } from '@shardform/dialect-sdy';
import { type Operation, type PassRun, symbolTable } from '@shardform/ir-core';

/**
 * Reports an error for a module with meshes in nested modules and returns whether there are any: shardings there refer
 * to other meshes than those visible to a pass on the outer module.
 */
export function refusesNestedMeshes(module: Operation, pass: Pick<PassRun, 'opError'>): boolean {
  const nested: MeshOp[] = [];
  module.walkOf(MeshOp, (mesh) => {
    if (mesh.parentOp !== module && mesh.parentOp?.hasTrait(symbolTable) === true) nested.push(mesh);
  });
  if (nested.length === 0) return false;
  pass.opError(
    nested[0]!,
    'stands in a module within the module that the pass runs on; run the pass before modules are nested, or on the inner one',
  );
  return true;
}
