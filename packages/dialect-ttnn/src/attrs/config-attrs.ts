import {
  booleanField,
  attributeField,
  customField,
  defineStructAttr,
  type Field,
  integerField,
  listField,
  optionalField,
  type StructAttr,
  typedIntegerField,
  wordField,
} from '@shardform/dialect-ttcore';
import { Attribute, InternTable, type Parser, type Printer } from '@shardform/ir-core';

/** How exactly and in which width the cores compute. */
const computeFields = {
  /** From fastest to most exact. */
  math_fidelity: /* @__PURE__ */ optionalField(
    /* @__PURE__ */ wordField(['lofi', 'hifi2', 'hifi3', 'hifi4']),
  ),
  math_approx_mode: /* @__PURE__ */ optionalField(booleanField),
  /** Whether sums are kept in 32 bits. */
  fp32_dest_acc_en: /* @__PURE__ */ optionalField(booleanField),
  packer_l1_acc: /* @__PURE__ */ optionalField(booleanField),
  dst_full_sync_en: /* @__PURE__ */ optionalField(booleanField),
};

/** `#ttnn.device_compute_kernel_config<math_fidelity = hifi4, fp32_dest_acc_en = true>`. */
export const ComputeKernelConfigAttr = /* @__PURE__ */ defineStructAttr(
  'ttnn.device_compute_kernel_config',
  'TTNN DeviceComputeKernelConfig attribute',
  computeFields,
);
export type ComputeKernelConfigAttr = StructAttr<typeof computeFields>;

/** `#ttnn.core_coord<8, 8>`: column and row of a core, or a number of both. */
export class CoreCoordAttr extends Attribute {
  static readonly mnemonic = 'ttnn.core_coord';
  static readonly #table = new InternTable<CoreCoordAttr>();
  readonly x: number;
  readonly y: number;

  private constructor(x: number, y: number) {
    super();
    this.x = x;
    this.y = y;
  }

  static get(x: number, y: number): CoreCoordAttr {
    return this.#table.get(`${x},${y}`, () => new CoreCoordAttr(x, y));
  }

  static parse(this: void, parser: Parser): CoreCoordAttr {
    parser.expect('<');
    const x = parser.parseNumber();
    parser.expect(',');
    const y = parser.parseNumber();
    parser.expect('>');
    return CoreCoordAttr.get(x, y);
  }

  print(printer: Printer): void {
    printer.printDialectSymbol('#', CoreCoordAttr.mnemonic, () => printer.write(`<${this.x}, ${this.y}>`));
  }
}

/** `#ttnn.core_range_set<>`: the empty set of cores. */
export class CoreRangeSetAttr extends Attribute {
  static readonly mnemonic = 'ttnn.core_range_set';
  static readonly empty = /* @__PURE__ */ new CoreRangeSetAttr();

  static parse(this: void, parser: Parser): CoreRangeSetAttr {
    parser.expect('<');
    parser.expect('>');
    return CoreRangeSetAttr.empty;
  }

  print(printer: Printer): void {
    printer.printDialectSymbol('#', CoreRangeSetAttr.mnemonic, () => printer.write('<>'));
  }
}

/** Parts that the configurations of matrix products share; sizes are in tiles. */
const blockFields = {
  compute_with_storage_grid_size: /* @__PURE__ */ attributeField(CoreCoordAttr),
  in0_block_w: integerField,
  out_subblock_h: integerField,
  out_subblock_w: integerField,
  out_block_h: integerField,
  out_block_w: integerField,
  per_core_m: integerField,
  per_core_n: integerField,
};

const oneDimensionalFields = {
  ...blockFields,
  fuse_batch: booleanField,
  mcast_in0: booleanField,
  gather_in0: booleanField,
  hop_cores: /* @__PURE__ */ attributeField(CoreRangeSetAttr),
  num_global_cb_receivers: integerField,
  untilize_out: booleanField,
};

/** A matrix product spread over the cores in one dimension. */
export const Matmul1dConfigAttr = /* @__PURE__ */ defineStructAttr(
  'ttnn.matmul_multi_core_reuse_multi_cast_1d_program_config',
  'TTNN MatmulMultiCoreReuseMultiCast1DProgramConfig',
  oneDimensionalFields,
);
export type Matmul1dConfigAttr = StructAttr<typeof oneDimensionalFields>;

const twoDimensionalFields = { ...blockFields, transpose_mcast: booleanField, fuse_batch: booleanField };

/** A matrix product spread over rows and columns of cores. */
export const Matmul2dConfigAttr = /* @__PURE__ */ defineStructAttr(
  'ttnn.matmul_multi_core_reuse_multi_cast_program_config',
  'TTNN MatmulMultiCoreReuseMultiCastProgramConfig',
  twoDimensionalFields,
);
export type Matmul2dConfigAttr = StructAttr<typeof twoDimensionalFields>;

const reuseFields = {
  compute_with_storage_grid_size: /* @__PURE__ */ attributeField(CoreCoordAttr),
  in0_block_w: integerField,
  out_subblock_h: integerField,
  out_subblock_w: integerField,
  per_core_m: integerField,
  per_core_n: integerField,
};

/** Matrix products of which each core does whole ones. */
export const MatmulReuseConfigAttr = /* @__PURE__ */ defineStructAttr(
  'ttnn.matmul_multi_core_reuse_program_config',
  'TTNN MatmulMultiCoreReuseProgramConfig',
  reuseFields,
);
export type MatmulReuseConfigAttr = StructAttr<typeof reuseFields>;

/** How the cores share a matrix product. */
export type MatmulConfigAttr = Matmul1dConfigAttr | Matmul2dConfigAttr | MatmulReuseConfigAttr;

/** What one axis of the mesh does with a tensor. */
export interface Placement {
  readonly kind: 'replicate' | 'shard';
  /** The dimension that is split, -1 for none. */
  readonly dim: number;
}

const i32Field = /* @__PURE__ */ typedIntegerField('i32');
const placementWord = /* @__PURE__ */ wordField(['replicate', 'shard']);

/** `<shard, 0 : i32>`. */
const placementField: Field<Placement> = /* @__PURE__ */ customField<Placement>(
  (parser) => {
    parser.expect('<');
    const kind = placementWord.parse(parser);
    parser.expect(',');
    const dim = i32Field.parse(parser);
    parser.expect('>');
    return { kind, dim };
  },
  (printer, { kind, dim }) => printer.write(`<${kind}, ${dim} : i32>`),
  ({ kind, dim }) => `${kind}${dim}`,
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
  'TTNN MeshMapperConfig attribute',
  mapperFields,
);
export type MeshMapperConfigAttr = StructAttr<typeof mapperFields>;

const composerFields = { dims: /* @__PURE__ */ listField(i32Field), mesh_shape_override: meshShapeField };

/** Along which dimensions the parts of the mesh are joined, per axis. */
export const MeshComposerConfigAttr = /* @__PURE__ */ defineStructAttr(
  'ttnn.mesh_composer_config',
  'TTNN MeshComposerConfig attribute',
  composerFields,
);
export type MeshComposerConfigAttr = StructAttr<typeof composerFields>;
