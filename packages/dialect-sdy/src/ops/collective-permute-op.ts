import { defineOp, type OpReport, sameOperandsAndResultType } from '@shardform/ir-core';
import { tensorShardingAttr } from '../attrs/stripped-attr.ts';
import { verifyCollectivePermute } from '../verify/verify-collective-permute.ts';
import { shaped } from './type-constraints.ts';
import { collective } from './sharding-traits.ts';

/** Exchanges axes by others of the same total size per dimension, or the order of devices: devices exchange shards. */
export class CollectivePermuteOp extends defineOp('sdy.collective_permute', {
  summary: 'collective permute that replaces axes',
  operands: { tensor: shaped },
  attrs: { out_sharding: tensorShardingAttr },
  results: { result: shaped },
  traits: [collective, sameOperandsAndResultType],
  effects: 'unknown',
  speculates: 'unknown',
  format: '$tensor `out_sharding` `` `=` `` $out_sharding attr-dict `:` type($result)',
}) {
  verifySymbolUses(report: OpReport): boolean {
    return verifyCollectivePermute(this, report);
  }
}
