import {
  customField,
  defineStructAttr,
  type Field,
  listField,
  optionalField,
  pointField,
  type StructAttr,
  typedIntegerField,
  wordField,
} from '@shardform/dialect-ttcore';

/** What one axis of the mesh does with a tensor. */
export interface Placement {
  readonly kind: 'replicate' | 'shard';
  /** The dimension that is split; -1 or `null` for none. */
  readonly dim: number | null;
}

const i32Field = /* @__PURE__ */ typedIntegerField('i32');
const placementWord = /* @__PURE__ */ wordField(['replicate', 'shard']);

/** `<shard, 0 : i32>`. */
const placementField: Field<Placement> = /* @__PURE__ */ customField<Placement>(
  (parser) => {
    parser.expect('<');
    const kind = placementWord.parse(parser);
    const dim = parser.accept(',') ? i32Field.parse(parser) : null;
    parser.expect('>');
    return { kind, dim };
  },
  (printer, { kind, dim }) => printer.write(dim === null ? `<${kind}>` : `<${kind}, ${dim} : i32>`),
  ({ kind, dim }) => `${kind}${dim ?? ''}`,
);

const meshShapeField = /* @__PURE__ */ optionalField(
  /* @__PURE__ */ listField(/* @__PURE__ */ typedIntegerField('ui32')),
);

const mapperFields = {
  placements: /* @__PURE__ */ listField(placementField),
  mesh_shape_override: meshShapeField,
};

/** How a tensor of the host is spread over the mesh, per axis. */
export const MeshMapperConfigAttr = /* @__PURE__ */ defineStructAttr(
  'ttnn.mesh_mapper_config',
  'Mesh mapper configuration for tensor distribution',
  mapperFields,
);
export type MeshMapperConfigAttr = StructAttr<typeof mapperFields>;

const composerFields = { dims: /* @__PURE__ */ listField(i32Field), mesh_shape_override: meshShapeField };

/** Along which dimensions the parts of the mesh are joined, per axis. */
export const MeshComposerConfigAttr = /* @__PURE__ */ defineStructAttr(
  'ttnn.mesh_composer_config',
  'Mesh composer configuration for tensor aggregation',
  composerFields,
);
export type MeshComposerConfigAttr = StructAttr<typeof composerFields>;

const placementFields = {
  type: placementWord,
  dim: /* @__PURE__ */ optionalField(i32Field),
};

/** `#ttnn.placement<shard, 0 : i32>`: what one axis of the mesh does with a tensor. */
export const PlacementAttr = /* @__PURE__ */ defineStructAttr(
  'ttnn.placement',
  'Placement configuration for mesh mapping',
  placementFields,
  { style: 'positional' },
);
export type PlacementAttr = StructAttr<typeof placementFields>;

const meshRangeFields = { start_coord: pointField, end_coord: pointField };

/** `#ttnn.mesh_range<(0,0), (1,3)>`: devices from the first to the last row and column. */
export const MeshRangeAttr = /* @__PURE__ */ defineStructAttr(
  'ttnn.mesh_range',
  'TTNN Mesh range',
  meshRangeFields,
  {
    style: 'positional',
  },
);
export type MeshRangeAttr = StructAttr<typeof meshRangeFields>;
