import { defineOp, type OpReport, sameOperandsAndResultType } from '@shardform/ir-core';
import { axisRefListAttr, tensorShardingAttr } from '../attrs/stripped-attr.ts';
import { verifyReplicatedToUnreduced } from '../verify/verify-to-unreduced.ts';
import { shaped } from './type-constraints.ts';
import { collective } from './sharding-traits.ts';

/** Turns replicated axes into unreduced ones: all devices but the first along them hold zeros. */
export class ReplicatedToUnreducedOp extends defineOp('sdy.replicated_to_unreduced', {
  summary: 'moves replicated axes to unreduced axes',
  operands: { tensor: shaped },
  attrs: { axes: axisRefListAttr, out_sharding: tensorShardingAttr },
  results: { result: shaped },
  traits: [collective, sameOperandsAndResultType],
  effects: 'unknown',
  speculates: 'unknown',
  format: '$axes $tensor `out_sharding` `` `=` `` $out_sharding attr-dict `:` type($result)',
}) {
  verifySymbolUses(report: OpReport): boolean {
    return verifyReplicatedToUnreduced(this, report);
  }
}
