import { MeshOp } from '@shardform/dialect-sdy';
import { type Operation, type PassRun, symbolTable } from '@shardform/ir-core';

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

/**
 * Returns the first mesh in a module that is nested in an operation.
 *
 * @param isNestedModule whether the operation itself is such a module.
 */
function nestedMesh(holder: Operation, isNestedModule = false): MeshOp | null {
  for (const { blocks } of holder.regions) {
    for (const block of blocks) {
      for (let op = block.firstOp; op !== null; op = op.next) {
        // Most operations have no regions, and nothing else is asked of them.
        if (op.regions.length > 0) {
          const found = nestedMesh(op, op.hasTrait(symbolTable));
          if (found !== null) return found;
        } else if (isNestedModule && op instanceof MeshOp) return op;
      }
    }
  }
  return null;
}
