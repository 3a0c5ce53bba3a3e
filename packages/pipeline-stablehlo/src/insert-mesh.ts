import { type Operation, StringAttr } from '@shardform/ir-core';
import { type MeshAttr, MeshOp } from '@shardform/dialect-sdy';

/** Gives a mesh a name at the head of a module. */
export function insertMesh(module: Operation, name: string, mesh: MeshAttr): void {
  const body = module.getRegion(0).entry;
  body.insertBefore(MeshOp.create({ symName: StringAttr.get(name), mesh }, []), body.firstOp);
}
