import { defineAttr, integerParameter } from '@shardform/ir-core';

/**
 * The sub-axis of an axis viewed as `pre * size * post` devices: `(pre)size`. The prefix has `preSize` positions; what
 * remains beyond `nextPreSize` is minor.
 */
export class SubAxisInfoAttr extends defineAttr('sdy.sub_axis_info', {
  summary: 'Info about how this sub-axis is derived from the full axis',
  parameters: { pre_size: integerParameter, size: integerParameter },
  format: '`(` $pre_size `)` `` $size',
  cppName: 'Sdy_SubAxisInfo',
}) {
  /** The position at which the next minor sub-axis begins. */
  get nextPreSize(): number {
    return this.preSize * this.size;
  }
}
