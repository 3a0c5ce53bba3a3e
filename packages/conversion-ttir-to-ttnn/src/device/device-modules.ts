import { ModuleOp, type Operation } from '@shardform/ir-core';
import { FuncOp } from '@shardform/dialect-func';
import { DeviceModuleOp, DeviceOp, MeshesAttr } from '@shardform/dialect-ttcore';

/** The modules whose functions run on the device: those in device modules, or the module itself without any. */
export function deviceModules(module: Operation): ModuleOp[] {
  const found: ModuleOp[] = [];
  module.walkOf(DeviceModuleOp, (device) => {
    const inner = device.bodyRegion.entry.firstOp;
    if (inner instanceof ModuleOp) found.push(inner);
  });
  if (found.length === 0 && module instanceof ModuleOp) found.push(module);
  return found;
}

/** The functions with bodies in device modules. */
export function deviceFunctions(module: Operation): FuncOp[] {
  return deviceModules(module).flatMap((inner) =>
    [...inner.body].filter((op): op is FuncOp => op instanceof FuncOp && !op.isDeclaration),
  );
}

/** The mesh of the machine registered in the module of an operation: rows and columns; one device without any. */
export function deviceMesh(op: Operation): readonly number[] {
  for (let at: Operation | null = op; at !== null; at = at.parentOp) {
    if (!(at instanceof ModuleOp)) continue;
    for (const inner of at.body) if (inner instanceof DeviceOp) return inner.deviceAttr.values.meshShape;
    const meshes = at.getAttr('ttcore.meshes');
    if (meshes instanceof MeshesAttr && meshes.meshes[0] !== undefined) return meshes.meshes[0].shape;
  }
  return [1, 1];
}
