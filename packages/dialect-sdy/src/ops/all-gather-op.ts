import { defineOp, type OpReport, sameOperandsAndResultType } from '@shardform/ir-core';
import { listOfAxisRefListsAttr, tensorShardingAttr } from '../attrs/stripped-attr.ts';
import { verifyAllGather } from '../verify/verify-gather-and-slice.ts';
import { shaped } from './type-constraints.ts';
import { collective } from './sharding-traits.ts';

/** Removes axes from the ends of dimensions: each device gets the shards of the others along them. */
export class AllGatherOp extends defineOp('sdy.all_gather', {
  summary: 'all-gather along axes',
  operands: { tensor: shaped },
  attrs: { gathering_axes: listOfAxisRefListsAttr, out_sharding: tensorShardingAttr },
  results: { result: shaped },
  traits: [collective, sameOperandsAndResultType],
  effects: 'unknown',
  speculates: 'unknown',
  format: '$gathering_axes $tensor `out_sharding` `` `=` `` $out_sharding attr-dict `:` type($result)',
}) {
  verifySymbolUses(report: OpReport): boolean {
    return verifyAllGather(this, report);
  }
}
