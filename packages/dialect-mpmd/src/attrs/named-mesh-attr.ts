import { defineAttr, type Parameter, strippedAttribute, stringParameter } from '@shardform/ir-core';
import { MeshAttr } from '@shardform/dialect-sdy';

const meshParameter: Parameter<MeshAttr> = {
  .../* @__PURE__ */ strippedAttribute(MeshAttr),
  cppType: 'sdy::MeshAttr',
};

/** A mesh with the name by which types and fragments refer to it: `<"m1" : <["x"=2]>>`. */
export class NamedMeshAttr extends defineAttr('mpmd.named_mesh', {
  summary: 'A pair with a name and a Mesh.',
  parameters: { name: stringParameter, mesh: meshParameter },
  format: '`<` $name `:` $mesh `>`',
  cppName: 'Mpmd_NamedMesh',
}) {}
