import { arrayParameter, defineAttr, strippedAttribute } from '@shardform/ir-core';
import type { MeshAttr } from '@shardform/dialect-sdy';
import { NamedMeshAttr } from './named-mesh-attr.ts';

/** The meshes of an MPMD program, whose devices are disjoint: `#mpmd.topology<<"m1" : <["x"=2]>>, <"m2" : <["x"=2]>>>`. */
export class TopologyAttr extends defineAttr('mpmd.topology', {
  summary: 'Topology of named meshes.',
  parameters: {
    meshes: /* @__PURE__ */ arrayParameter(
      { .../* @__PURE__ */ strippedAttribute(NamedMeshAttr), cppType: 'NamedMeshAttr' },
      'none',
    ),
  },
  format: '`<` $meshes `>`',
  cppName: 'Mpmd_Topology',
  verify: ({ meshes }) => (meshes.length === 0 ? 'TopologyAttr must have at least one mesh.' : null),
}) {
  /** Returns the first mesh of that name, or `null`. */
  meshNamed(name: string): MeshAttr | null {
    return this.meshes.find((named) => named.name === name)?.mesh ?? null;
  }
}
