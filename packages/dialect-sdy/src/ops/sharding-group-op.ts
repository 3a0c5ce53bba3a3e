import { defineOp, i64, integerAttr } from '@shardform/ir-core';
import { rankedTensor } from './type-constraints.ts';

/** Tensors with the same number get the same sharding. */
export class ShardingGroupOp extends defineOp('sdy.sharding_group', {
  summary: 'constrains tensors in the group to have the same sharding',
  operands: { input: rankedTensor },
  attrs: { group_id: integerAttr(i64, '64-bit signless integer attribute') },
  effects: 'unknown',
  speculates: 'unknown',
  format: '$input `group_id` `` `=` `` $group_id attr-dict `:` type($input)',
}) {}
