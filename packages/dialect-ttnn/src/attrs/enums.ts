import { defineEnumAttr, type EnumAttr, type EnumAttrClass } from '@shardform/ir-core';

/* @__NO_SIDE_EFFECTS__ */
function ttnnEnum<const V extends string>(
  mnemonic: string,
  cppName: string,
  summary: string,
  values: readonly V[],
): EnumAttrClass<V> {
  return defineEnumAttr(`ttnn.${mnemonic}`, {
    values,
    style: 'angle',
    summary,
    cppEnum: `::mlir::tt::ttnn::${cppName}`,
    cppAttr: `TTNN_${cppName}Attr`,
  });
}

/** The memory that a buffer lies in: `#ttnn.buffer_type<dram>`. `l1` is a core's own memory. */
export const BufferTypeAttr = /* @__PURE__ */ ttnnEnum('buffer_type', 'BufferType', 'TTNN Buffer Type', [
  'dram',
  'l1',
  'system_memory',
  'l1_small',
  'trace',
]);
export type BufferTypeAttr = EnumAttr<(typeof BufferTypeAttr.values)[number]>;

/** The layout of the pages of a buffer: interleaved over all banks, or sharded over cores. */
export const TensorMemoryLayoutAttr = /* @__PURE__ */ ttnnEnum(
  'tensor_memory_layout',
  'TensorMemoryLayout',
  'TTNN Tensor Memory Layout',
  ['interleaved', 'single_bank', 'height_sharded', 'width_sharded', 'block_sharded', 'nd_sharded'],
);
export type TensorMemoryLayoutAttr = EnumAttr<(typeof TensorMemoryLayoutAttr.values)[number]>;

/** The order in which a tensor is stored, by rows or by tiles: `#ttnn.layout<tile>`. */
export const TensorLayoutAttr = /* @__PURE__ */ ttnnEnum('layout', 'Layout', 'TTNN Layout', [
  'row_major',
  'tile',
  'invalid',
]);
export type TensorLayoutAttr = EnumAttr<(typeof TensorLayoutAttr.values)[number]>;

/** The order in which blocks are given to cores: `#ttnn.shard_orientation<row_major>`. */
export const ShardOrientationAttr = /* @__PURE__ */ ttnnEnum(
  'shard_orientation',
  'ShardOrientation',
  'TTNN ShardOrientation',
  ['row_major', 'col_major'],
);
export type ShardOrientationAttr = EnumAttr<(typeof ShardOrientationAttr.values)[number]>;

/**
 * The order in which blocks go to cores, in turn or as they lie in the tensor:
 * `#ttnn.shard_distribution_strategy<grid_2d>`.
 */
export const ShardDistributionStrategyAttr = /* @__PURE__ */ ttnnEnum(
  'shard_distribution_strategy',
  'ShardDistributionStrategy',
  'TTNN ShardDistributionStrategy',
  ['round_robin_1d', 'grid_2d'],
);
export type ShardDistributionStrategyAttr = EnumAttr<(typeof ShardDistributionStrategyAttr.values)[number]>;
