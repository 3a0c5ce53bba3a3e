import { defaultAttr, defineOp, type OpReport, sameOperandsAndResultType } from '@shardform/ir-core';
import { reductionOpAttr, reductionOpConstraint, reductionOpOf } from '../attrs/enum-attrs.ts';
import type { ReductionOp } from '../attrs/reduction-op.ts';
import { axisRefListAttr, tensorShardingAttr } from '../attrs/stripped-attr.ts';
import { verifyAllReduce } from '../verify/verify-reductions.ts';
import { shaped } from './type-constraints.ts';
import { collective } from './sharding-traits.ts';

/** Combines the partial values that devices along the axes hold; each gets the whole. */
export class AllReduceOp extends defineOp('sdy.all_reduce', {
  summary: 'all-reduce along axes',
  operands: { tensor: shaped },
  attrs: {
    reduction_op: defaultAttr(reductionOpConstraint, () => reductionOpAttr('sum')),
    reduction_axes: axisRefListAttr,
    out_sharding: tensorShardingAttr,
  },
  results: { result: shaped },
  traits: [collective, sameOperandsAndResultType],
  effects: 'unknown',
  speculates: 'unknown',
  format:
    '($reduction_op^)? $reduction_axes $tensor `out_sharding` `` `=` `` $out_sharding attr-dict `:` type($result)',
}) {
  get reduction(): ReductionOp {
    return reductionOpOf(this.reductionOp);
  }

  verifySymbolUses(report: OpReport): boolean {
    return verifyAllReduce(this, report);
  }
}
