import { defineAttr, integerParameter } from '@shardform/ir-core';

/**
 * The middle part of an axis viewed as `pre * size * post` devices: `(pre)size`. The major part has `preSize`
 * positions; what remains beyond `nextPreSize` is minor.
 */
export class SubAxisInfoAttr extends defineAttr('sdy.sub_axis_info', {
  summary: 'Info about how this sub-axis is derived from the full axis',
  parameters: { pre_size: integerParameter, size: integerParameter },
  format: '`(` $pre_size `)` `` $size',
  cppName: 'Sdy_SubAxisInfo',
}) {
  /** Where the next minor part begins. */
  get nextPreSize(): number {
    return this.preSize * this.size;
  }
}
