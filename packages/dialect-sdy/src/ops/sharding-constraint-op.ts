import { anyType, defineOp, type OpReport, sameOperandsAndResultType } from '@shardform/ir-core';
import { tensorShardingAttr } from '../attrs/stripped-attr.ts';
import { verifyReshardLike } from '../verify/verify-reshard.ts';
import { carriesSharding } from './sharding-traits.ts';

/** Gives a tensor a sharding that propagation has to respect. Not pure: unused constraints mean something. */
export class ShardingConstraintOp extends defineOp('sdy.sharding_constraint', {
  summary: 'constrains a tensor to the specified sharding',
  description:
    'Propagation applies the sharding to the input where it can, and keeps the constraint where other uses of the input disagree.',
  operands: { input: anyType },
  attrs: { sharding: tensorShardingAttr },
  results: { result: anyType },
  traits: [carriesSharding, sameOperandsAndResultType],
  effects: 'unknown',
  speculates: 'unknown',
  format: '$input $sharding attr-dict `:` type($result)',
}) {
  verifySymbolUses(report: OpReport): boolean {
    return verifyReshardLike(this, report);
  }
}
