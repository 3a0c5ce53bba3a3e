import {
  arrayParameter,
  attributeBody,
  defaultParameter,
  defineAttr,
  type Parameter,
  stringParameter,
} from '@shardform/ir-core';

/** Why something is assigned to a mesh, in one word: a named computation, or a rule of the compiler. */
export class OriginAttr extends defineAttr('mpmd.origin', {
  summary: 'Origin of mesh assignment.',
  parameters: { origin_label: stringParameter },
  format: '`` $origin_label',
  cppName: 'Mpmd_Origin',
}) {
  static of(originLabel: string): OriginAttr {
    return OriginAttr.get({ originLabel });
  }
}

const originsParameter: Parameter<readonly OriginAttr[]> = /* @__PURE__ */ arrayParameter(
  /* @__PURE__ */ attributeBody(OriginAttr, { cppType: 'OriginAttr', what: 'an origin' }),
  'none',
);

/** A mesh with the reasons for using it: `"m1"["a", "b"]`. The mesh `*` stands for all meshes. */
export class MeshWithOriginsAttr extends defineAttr('mpmd.mesh_with_origins', {
  summary: 'Mesh with its origins.',
  parameters: {
    mesh_name: stringParameter,
    origins: /* @__PURE__ */ defaultParameter(originsParameter, () => []),
  },
  format: '`` $mesh_name (`` `[` $origins^ `]`)?',
  cppName: 'Mpmd_MeshWithOrigins',
}) {
  static of(meshName: string, labels: Iterable<string> = []): MeshWithOriginsAttr {
    return MeshWithOriginsAttr.get({
      meshName,
      origins: Array.from(labels, (label) => OriginAttr.of(label)),
    });
  }
}

const meshesParameter: Parameter<readonly MeshWithOriginsAttr[]> = /* @__PURE__ */ arrayParameter(
  /* @__PURE__ */ attributeBody(MeshWithOriginsAttr, { cppType: 'MeshWithOriginsAttr', what: 'a mesh' }),
  'none',
);

/** The meshes that a value is used on, or may be on, with the reasons: `#mpmd.meshes_with_origins<"m1"["a"], "m2">`. */
export class MeshesWithOriginsAttr extends defineAttr('mpmd.meshes_with_origins', {
  summary: 'A list of meshes with their origins.',
  parameters: { value: /* @__PURE__ */ defaultParameter(meshesParameter, () => []) },
  format: '`<` ($value^)? `>`',
  cppName: 'Mpmd_MeshesWithOrigins',
}) {}

/** The mesh that stands for all meshes. */
export const WILDCARD_MESH = '*';
