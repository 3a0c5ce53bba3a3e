import {
  anyAttributeParameter,
  ArrayAttr,
  attributeWhere,
  defineAttr,
  type Parameter,
  type ParameterValues,
  SymbolRefAttr,
  withEncoding,
} from '@shardform/ir-core';
import { AxisRefAttr, MeshAttr } from './mesh-attrs.ts';

type Mesh = SymbolRefAttr | MeshAttr;

const meshParameter: Parameter<Mesh> = {
  ...anyAttributeParameter,
  kind: 'symbol or `#stablehlo.mesh`',
  // The verifier refuses all others, once the whole text is read.
  parse: (parser) => parser.parseAttribute() as Mesh,
  // Symbols are replaced by symbols.
  withParts: (_, [mesh]) => mesh as Mesh,
  encoding: {
    write: (writer, mesh) => writer.attribute(mesh),
    read(reader) {
      const mesh = reader.attribute();
      return mesh instanceof SymbolRefAttr || mesh instanceof MeshAttr
        ? mesh
        : reader.fail(`expected a mesh, but got: ${String(mesh)}`);
    },
  },
};

const axesParameter = /* @__PURE__ */ withEncoding(
  /* @__PURE__ */ attributeWhere((attribute) => attribute instanceof ArrayAttr, {
    kind: 'array',
    problem: 'invalid kind of attribute specified',
  }),
  {
    write: (writer, axes) => writer.attributes(axes.elements),
    read: (reader) => ArrayAttr.get(reader.attributes()),
  },
);

const parameters = {
  /** A symbol's name or the mesh itself. */
  mesh: meshParameter,
  axes: axesParameter,
};

/**
 * `#stablehlo.replica_group_mesh_axes<mesh = @mesh, axes = [...]>`: the groups of a collective as axes of a mesh, of
 * which each group takes all devices that agree on the other axes.
 */
export class ReplicaGroupMeshAxesAttr extends defineAttr('stablehlo.replica_group_mesh_axes', {
  summary: 'Replica groups as axes of a mesh',
  parameters,
  format: '`<` struct(params) `>`',
  verify: groupsProblem,
}) {}

/** The axes of a mesh that is written out are checked; those of a symbol are not known here. */
function groupsProblem({ mesh, axes }: ParameterValues<typeof parameters>): string | null {
  if (!(mesh instanceof MeshAttr))
    return mesh instanceof SymbolRefAttr && mesh.isFlat
      ? null
      : 'mesh must be a FlatSymbolRefAttr or MeshAttr';
  for (const axis of axes.elements) {
    if (!(axis instanceof AxisRefAttr)) return 'expected AxisRefAttr in axes list';
    if (!mesh.axes.some(({ name }) => name === axis.name))
      return `axis '${axis.name}' not found in mesh definition`;
  }
  return null;
}
