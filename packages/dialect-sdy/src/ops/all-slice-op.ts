import { defineOp, type OpReport, sameOperandsAndResultType } from '@shardform/ir-core';
import { listOfAxisRefListsAttr, tensorShardingAttr } from '../attrs/stripped-attr.ts';
import { verifyAllSlice } from '../verify/verify-gather-and-slice.ts';
import { shaped } from './type-constraints.ts';
import { collective } from './sharding-traits.ts';

/** Adds axes at the ends of dimensions: each device keeps its shard. Needs no communication. */
export class AllSliceOp extends defineOp('sdy.all_slice', {
  summary: 'all-slice along axes',
  operands: { tensor: shaped },
  attrs: { slicing_axes: listOfAxisRefListsAttr, out_sharding: tensorShardingAttr },
  results: { result: shaped },
  traits: [collective, sameOperandsAndResultType],
  effects: 'unknown',
  speculates: 'unknown',
  format: '$slicing_axes $tensor `out_sharding` `` `=` `` $out_sharding attr-dict `:` type($result)',
}) {
  verifySymbolUses(report: OpReport): boolean {
    return verifyAllSlice(this, report);
  }
}
