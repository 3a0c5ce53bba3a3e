import { defaultAttr, defineOp, type OpReport, sameOperandsAndResultType } from '@shardform/ir-core';
import { reductionOpAttr, reductionOpConstraint, reductionOpOf } from '../attrs/enum-attrs.ts';
import type { ReductionOp } from '../attrs/reduction-op.ts';
import { listOfAxisRefListsAttr, tensorShardingAttr } from '../attrs/stripped-attr.ts';
import { verifyReduceScatter } from '../verify/verify-reductions.ts';
import { shaped } from './type-constraints.ts';
import { collective } from './sharding-traits.ts';

/** Combines partial values along the axes and leaves each device one shard of the dimensions that name them. */
export class ReduceScatterOp extends defineOp('sdy.reduce_scatter', {
  summary: 'reduce-scatter along axes',
  operands: { tensor: shaped },
  attrs: {
    reduction_op: defaultAttr(reductionOpConstraint, () => reductionOpAttr('sum')),
    reduce_scatter_axes: listOfAxisRefListsAttr,
    out_sharding: tensorShardingAttr,
  },
  results: { result: shaped },
  traits: [collective, sameOperandsAndResultType],
  effects: 'unknown',
  speculates: 'unknown',
  format:
    '($reduction_op^)? $reduce_scatter_axes $tensor `out_sharding` `` `=` `` $out_sharding attr-dict `:` type($result)',
}) {
  get reduction(): ReductionOp {
    return reductionOpOf(this.reductionOp);
  }

  verifySymbolUses(report: OpReport): boolean {
    return verifyReduceScatter(this, report);
  }
}
