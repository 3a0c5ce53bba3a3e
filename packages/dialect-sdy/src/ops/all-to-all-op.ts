import { defineOp, type OpReport, sameOperandsAndResultType } from '@shardform/ir-core';
import { allToAllParamListAttr, tensorShardingAttr } from '../attrs/stripped-attr.ts';
import { verifyAllToAll } from '../verify/verify-all-to-all.ts';
import { shaped } from './type-constraints.ts';
import { collective } from './sharding-traits.ts';

/** Moves axes from the ends of dimensions to the ends of others. */
export class AllToAllOp extends defineOp('sdy.all_to_all', {
  summary: 'all-to-all along axes',
  operands: { tensor: shaped },
  attrs: { params: allToAllParamListAttr, out_sharding: tensorShardingAttr },
  results: { result: shaped },
  traits: [collective, sameOperandsAndResultType],
  effects: 'unknown',
  speculates: 'unknown',
  format: '$params $tensor `out_sharding` `` `=` `` $out_sharding attr-dict `:` type($result)',
}) {
  verifySymbolUses(report: OpReport): boolean {
    return verifyAllToAll(this, report);
  }
}
