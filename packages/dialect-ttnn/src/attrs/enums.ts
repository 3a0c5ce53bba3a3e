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

/** How the pages of a buffer are spread: in turn over all banks, or in blocks over cores. */
export const TensorMemoryLayoutAttr = /* @__PURE__ */ ttnnEnum(
  'tensor_memory_layout',
  'TensorMemoryLayout',
  'TTNN Tensor Memory Layout',
  ['interleaved', 'single_bank', 'height_sharded', 'width_sharded', 'block_sharded'],
);
export type TensorMemoryLayoutAttr = EnumAttr<(typeof TensorMemoryLayoutAttr.values)[number]>;
