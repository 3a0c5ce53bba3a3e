import { FuncOp } from '@shardform/dialect-func';
import { CpuModuleOp, deviceMesh, deviceModules, isKind } from '@shardform/dialect-ttcore';
import { ArrayAttr, definePass, i64, IntegerAttr, product } from '@shardform/ir-core';

/** The attribute of functions of the host that says on which mesh the tensors are that they take. */
export const MESH_SHAPE = 'ttcore.device_mesh_shape';

/** Functions of the host learn the mesh of the devices, whose tensors they take piece by piece. */
export const captureMeshShape = definePass({
  name: 'capture-mesh-shape',
  className: 'CaptureMeshShape',
  summary: 'tells functions of the host the mesh of the devices',
  anchor: 'builtin.module',
  run(module) {
    const [device] = deviceModules(module);
    if (device === undefined) return;
    const mesh = deviceMesh(device);
    if (product(mesh) === 1) return;
    const shape = ArrayAttr.get(mesh.map((size) => IntegerAttr.get(size, i64)));
    module.walkOf(CpuModuleOp, (host) => {
      host.walkOf(FuncOp, (func) => {
        if (isKind(func, 'forward_cpu')) func.setAttr(MESH_SHAPE, shape);
      });
    });
  },
});
