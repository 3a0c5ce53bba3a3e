import { defineOp, hasParent, type OpReport, optionalAttr, stringAttr, type Type } from '@shardform/ir-core';
import { MeshWithOriginsAttr } from '../attrs/origin-attrs.ts';
import type { MeshTensorType } from '../types/mesh-tensor-type.ts';
import { verifyMeshTensor } from '../verify/verify-mesh-tensor.ts';
import { anyTensor, meshTensor } from './type-constraints.ts';

/** Puts a tensor on a mesh, on all devices of which it is replicated. */
export class AssignOp extends defineOp('mpmd.assign', {
  summary: 'assign operation',
  operands: { tensor: anyTensor },
  attrs: { origin: optionalAttr(stringAttr) },
  results: { result: meshTensor },
  traits: [hasParent('func.func', 'mpmd.for')],
  effects: 'none',
  speculates: 'always',
  format: 'attr-dict $tensor `:` functional-type(operands, results)',
}) {
  /** The mesh with the reason for the assignment, if one is given. */
  get meshWithOrigin(): MeshWithOriginsAttr {
    return MeshWithOriginsAttr.of(this.result.type.meshName, this.origin === null ? [] : [this.origin.value]);
  }

  override verifyOp(report: OpReport): boolean {
    return verifyReplicated(this.result.type, this.tensor.type, report);
  }
}

/** Takes a tensor off its mesh. */
export class UnassignOp extends defineOp('mpmd.unassign', {
  summary: 'unassign operation',
  operands: { tensor: meshTensor },
  attrs: { origin: optionalAttr(stringAttr) },
  results: { result: anyTensor },
  traits: [hasParent('func.func', 'mpmd.for')],
  effects: 'none',
  speculates: 'always',
  infer: (op) => [op.tensor.type.globalType],
  format: 'attr-dict $tensor `:` functional-type(operands, results)',
}) {
  /** The mesh with the reason for the assignment, if one is given. */
  get meshWithOrigin(): MeshWithOriginsAttr {
    return MeshWithOriginsAttr.of(this.tensor.type.meshName, this.origin === null ? [] : [this.origin.value]);
  }

  override verifyOp(report: OpReport): boolean {
    return verifyReplicated(this.tensor.type, this.result.type, report);
  }
}

function verifyReplicated(meshType: MeshTensorType, local: Type, report: OpReport): boolean {
  if (!verifyMeshTensor(meshType, report)) return false;
  if (!meshType.isFullyReplicated) {
    return report.opError(`MeshTensorType should be fully replicated: '${String(meshType)}'`);
  }
  return (
    meshType.globalType === local ||
    report.opError(
      `mismatch between the given local type '${String(local)}' and mesh_type ranked tensor type: '${String(meshType.globalType)}'`,
    )
  );
}
