import { ModuleOp, type Operation } from '@shardform/ir-core';
import { MeshesAttr } from '../attrs/index.ts';
import { DeviceOp } from '../ops/index.ts';

/**
 * Returns the mesh of the device registered in the module of an operation: rows and columns; one device without any.
 */
export function deviceMesh(op: Operation): readonly number[] {
  for (let at: Operation | null = op; at !== null; at = at.parentOp) {
    if (!(at instanceof ModuleOp)) continue;
    for (const inner of at.body) if (inner instanceof DeviceOp) return inner.deviceAttr.meshShape;
    const meshes = at.getAttr('ttcore.meshes');
    if (meshes instanceof MeshesAttr && meshes.meshes[0] !== undefined) return meshes.meshes[0].shape;
  }
  return [1, 1];
}
