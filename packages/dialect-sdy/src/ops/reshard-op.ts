import { anyType, defineOp, type OpReport, sameOperandsAndResultType } from '@shardform/ir-core';
import { tensorShardingAttr } from '../attrs/stripped-attr.ts';
import { verifyReshardLike } from '../verify/verify-reshard.ts';
import { carriesSharding } from './sharding-traits.ts';

/** Changes how a tensor is split; its value stays the same. */
export class ReshardOp extends defineOp('sdy.reshard', {
  summary: 'reshards a tensor to a different sharding',
  description: 'The partitioner turns it into collective operations.',
  operands: { input: anyType },
  attrs: { sharding: tensorShardingAttr },
  results: { result: anyType },
  traits: [carriesSharding, sameOperandsAndResultType],
  effects: 'none',
  speculates: 'always',
  format: '$input $sharding attr-dict `:` type($result)',
}) {
  verifySymbolUses(report: OpReport): boolean {
    return verifyReshardLike(this, report);
  }
}
