import { pointParameter, typedIntegerParameter } from '@shardform/dialect-ttcore';
import {
  arrayParameter,
  defineAttr,
  optionalParameter,
  type Parameter,
  wordParameter,
} from '@shardform/ir-core';

/** The distribution of a tensor along one axis of the mesh. */
export interface Placement {
  readonly kind: 'replicate' | 'shard';
  /** The dimension that is split; -1 or `null` for none. */
  readonly dim: number | null;
}

const i32Parameter = /* @__PURE__ */ typedIntegerParameter('i32');
const placementWord = /* @__PURE__ */ wordParameter(['replicate', 'shard']);

/** `<shard, 0 : i32>`. */
const placementParameter: Parameter<Placement> = {
  kind: 'placement',
  parse: (parser) => {
    parser.expect('<');
    const kind = placementWord.parse(parser);
    const dim = parser.accept(',') ? i32Parameter.parse(parser) : null;
    parser.expect('>');
    return { kind, dim };
  },
  print: (printer, { kind, dim }) => printer.write(dim === null ? `<${kind}>` : `<${kind}, ${dim} : i32>`),
  key: ({ kind, dim }) => `${kind}${dim ?? ''}`,
};

const meshShapeParameter = /* @__PURE__ */ optionalParameter(
  /* @__PURE__ */ arrayParameter(/* @__PURE__ */ typedIntegerParameter('ui32')),
);

const mapperParameters = {
  placements: /* @__PURE__ */ arrayParameter(placementParameter),
  mesh_shape_override: meshShapeParameter,
};

/** The distribution of a host tensor over the mesh, per axis. */
export class MeshMapperConfigAttr extends defineAttr('ttnn.mesh_mapper_config', {
  summary: 'Mesh mapper configuration for tensor distribution',
  parameters: mapperParameters,
  format: '`<` struct(params) `>`',
}) {}

const composerParameters = {
  dims: /* @__PURE__ */ arrayParameter(i32Parameter),
  mesh_shape_override: meshShapeParameter,
};

/** The dimensions along which the shards of the mesh are concatenated, per axis. */
export class MeshComposerConfigAttr extends defineAttr('ttnn.mesh_composer_config', {
  summary: 'Mesh composer configuration for tensor aggregation',
  parameters: composerParameters,
  format: '`<` struct(params) `>`',
}) {}

const placementParameters = {
  type: placementWord,
  dim: /* @__PURE__ */ optionalParameter(i32Parameter),
};

/** `#ttnn.placement<shard, 0 : i32>`: what one axis of the mesh does with a tensor. */
export class PlacementAttr extends defineAttr('ttnn.placement', {
  summary: 'Placement configuration for mesh mapping',
  parameters: placementParameters,
  format: '`<` params `>`',
}) {}

const meshRangeParameters = { start_coord: pointParameter, end_coord: pointParameter };

/** `#ttnn.mesh_range<(0,0), (1,3)>`: devices from the first to the last row and column. */
export class MeshRangeAttr extends defineAttr('ttnn.mesh_range', {
  summary: 'TTNN Mesh range',
  parameters: meshRangeParameters,
  format: '`<` params `>`',
}) {}
