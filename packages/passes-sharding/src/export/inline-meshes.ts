import { definePass } from '@shardform/ir-core';
import { MeshAttr, meshOps, MeshTable } from '@shardform/dialect-sdy';
import { transformReplicaGroupMeshes } from '../module/replica-group-meshes.ts';
import { transformShardings } from '../module/transform-shardings.ts';
import { refusesNestedMeshes } from '../module/nested-meshes.ts';

/** `sdy-inline-meshes`. */
export const inlineMeshes = /* @__PURE__ */ definePass({
  name: 'sdy-inline-meshes',
  className: 'InlineMeshesPass',
  summary: 'Inlines all meshes into their respective shardings.',
  anchor: 'builtin.module',
  run(module, pass) {
    if (refusesNestedMeshes(module, pass)) return;
    const { context } = pass;
    const meshes = new MeshTable(module);
    transformShardings(module, context, (sharding) => {
      const mesh = meshes.meshOf(sharding);
      return mesh === null ? sharding : sharding.onMesh(mesh);
    });
    transformReplicaGroupMeshes(module, (meshOrRef) =>
      meshOrRef instanceof MeshAttr ? meshOrRef : (meshes.get(meshOrRef.root) ?? meshOrRef),
    );
    for (const op of meshOps(module)) op.erase();
  },
});
