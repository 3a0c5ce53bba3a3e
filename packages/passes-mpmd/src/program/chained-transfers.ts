import { AssignOp, type MeshTensorType, type UnassignOp } from '@shardform/dialect-mpmd';
import type { Rewriter, Value } from '@shardform/ir-core';
import { makeTransfer } from './make-ops.ts';
import { compareMeshes } from './mesh-order.ts';

/** Returns the assignments of an unassigned tensor to other meshes, the newest first. */
export function crossMeshAssigns(unassign: UnassignOp): AssignOp[] {
  const mesh = unassign.tensor.type.meshName;
  return assignUsersOf(unassign.result).filter((assign) => assign.result.type.meshName !== mesh);
}

/** Returns the assignments of a tensor, the newest first. */
export function assignUsersOf(value: Value): AssignOp[] {
  return value.users().filter((user) => user instanceof AssignOp);
}

/** Replaces assignments by transfers from one mesh to the next, in the order of the meshes. */
export function chainTransfers(
  assigns: readonly AssignOp[],
  source: Value<MeshTensorType>,
  rewriter: Rewriter,
): void {
  const sorted = [...assigns].sort((a, b) => compareMeshes(a.result.type.meshName, b.result.type.meshName));
  const earliest = assigns.reduce((first, assign) => (assign.isBefore(first) ? assign : first));
  rewriter.setInsertionPoint(earliest);
  let previous: Value<MeshTensorType> = source;
  for (const assign of sorted) {
    const { type } = assign.result;
    if (type !== previous.type) previous = makeTransfer(rewriter, previous, type, assign.location).result;
    rewriter.replaceOp(assign, [previous]);
  }
}
