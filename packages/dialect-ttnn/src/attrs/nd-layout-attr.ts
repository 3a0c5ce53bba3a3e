import {
  defineStructAttr,
  enumField,
  GridAttr,
  optionalField,
  strippedField,
  type StructAttr,
  customField,
  type Field,
} from '@shardform/dialect-ttcore';
import { isInstance, MemRefType } from '@shardform/ir-core';
import { ShardDistributionStrategyAttr, ShardOrientationAttr, TensorMemoryLayoutAttr } from './enums.ts';

const memrefField: Field<MemRefType> = /* @__PURE__ */ customField(
  (parser) => {
    const { offset } = parser;
    const type = parser.parseType();
    return isInstance(MemRefType, type) ? type : parser.fail('expected a memref type', offset);
  },
  (printer, type) => printer.printType(type),
  (type) => String(type.id),
);

const fields = {
  grid: /* @__PURE__ */ strippedField(GridAttr),
  /** What one core holds. */
  memref: memrefField,
  mem_layout: /* @__PURE__ */ enumField(TensorMemoryLayoutAttr),
  shard_orientation: /* @__PURE__ */ optionalField(/* @__PURE__ */ enumField(ShardOrientationAttr)),
  shard_distribution_strategy: /* @__PURE__ */ optionalField(
    /* @__PURE__ */ enumField(ShardDistributionStrategyAttr),
  ),
};

/** `#ttnn.ttnn_nd_layout<<1x1>, memref<...>, <block_sharded>, <row_major>, <grid_2d>>`: blocks of any rank. */
export const NdLayoutAttr = /* @__PURE__ */ defineStructAttr(
  'ttnn.ttnn_nd_layout',
  'Tensor encoding attribute used for ND sharded tensors. Used by TTNN JIT.',
  fields,
  { style: 'positional' },
);
export type NdLayoutAttr = StructAttr<typeof fields>;
