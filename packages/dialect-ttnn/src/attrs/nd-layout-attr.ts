import { GridAttr } from '@shardform/dialect-ttcore';
import {
  defineAttr,
  isInstance,
  MemRefType,
  optionalParameter,
  strippedAttribute,
  strippedEnum,
  typeWhereParameter,
} from '@shardform/ir-core';
import { ShardDistributionStrategyAttr, ShardOrientationAttr, TensorMemoryLayoutAttr } from './enums.ts';

const memrefParameter = /* @__PURE__ */ typeWhereParameter((type) => isInstance(MemRefType, type), {
  kind: 'memref',
  problem: 'expected a memref type',
});

const parameters = {
  grid: /* @__PURE__ */ strippedAttribute(GridAttr),
  /** The buffer of one core. */
  memref: memrefParameter,
  mem_layout: /* @__PURE__ */ strippedEnum(TensorMemoryLayoutAttr),
  shard_orientation: /* @__PURE__ */ optionalParameter(/* @__PURE__ */ strippedEnum(ShardOrientationAttr)),
  shard_distribution_strategy: /* @__PURE__ */ optionalParameter(
    /* @__PURE__ */ strippedEnum(ShardDistributionStrategyAttr),
  ),
};

/** `#ttnn.ttnn_nd_layout<<1x1>, memref<...>, <block_sharded>, <row_major>, <grid_2d>>`: blocks of any rank. */
export class NdLayoutAttr extends defineAttr('ttnn.ttnn_nd_layout', {
  summary: 'Tensor encoding attribute used for ND sharded tensors. Used by TTNN JIT.',
  parameters,
  format: '`<` params `>`',
}) {}
