import { defineOp, type OpReport, sameOperandsAndResultType } from '@shardform/ir-core';
import { listOfAxisRefListsAttr, tensorShardingAttr } from '../attrs/stripped-attr.ts';
import { verifyShardedToUnreduced } from '../verify/verify-to-unreduced.ts';
import { shaped } from './type-constraints.ts';
import { collective } from './sharding-traits.ts';

/** Turns axes at the ends of dimensions into unreduced ones: each device pads its shard with zeros. */
export class ShardedToUnreducedOp extends defineOp('sdy.sharded_to_unreduced', {
  summary: 'moves sharded axes to unreduced axes',
  operands: { tensor: shaped },
  attrs: { axes: listOfAxisRefListsAttr, out_sharding: tensorShardingAttr },
  results: { result: shaped },
  traits: [collective, sameOperandsAndResultType],
  effects: 'unknown',
  speculates: 'unknown',
  format: '$axes $tensor `out_sharding` `` `=` `` $out_sharding attr-dict `:` type($result)',
}) {
  verifySymbolUses(report: OpReport): boolean {
    return verifyShardedToUnreduced(this, report);
  }
}
