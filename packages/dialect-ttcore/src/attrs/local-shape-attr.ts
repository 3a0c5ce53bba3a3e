import { defineAttr, isInstance, RankedTensorType, typeWhereParameter } from '@shardform/ir-core';

/**
 * `#ttcore<local_shape local_shape = tensor<16x64xf32>>`: the shape of the shard of an argument or result on one
 * device.
 */
export class LocalShapeAttr extends defineAttr('ttcore.local_shape', {
  summary: 'Local shape attribute in TT dialect.',
  parameters: {
    local_shape: typeWhereParameter((type) => isInstance(RankedTensorType, type), {
      kind: 'ranked tensor',
      problem: 'expected a ranked tensor type',
    }),
  },
  format: '`local_shape` `=` $local_shape',
}) {}
