import { SdyConstantOp } from '@shardform/dialect-sdy';
import { DynamicSliceOp, DynamicUpdateSliceOp } from '@shardform/dialect-stablehlo';
import { constantLike, type InterfaceImplementation, type Value } from '@shardform/ir-core';
import { NO_DIM, ShardingRuleBuilder } from './rule-builder.ts';
import { shardingRule } from './sharding-rule.ts';

/** The devices that hold the elements of a slice are not known statically. */
export const dynamicSliceRule: InterfaceImplementation = /* @__PURE__ */ shardingRule.implementFor(
  DynamicSliceOp,
  (op) => () => {
    const result = op.result.type.shape;
    const indices = op.startIndices.map(() => NO_DIM);
    const builder = new ShardingRuleBuilder(op);
    op.operand.type.shape.forEach((size, dim) =>
      builder.addFactor(
        [dim, ...indices],
        [dim],
        size,
        size === result[dim] ? {} : { type: 'need-replication', isBlocked: true },
      ),
    );
    return builder.build();
  },
);

/** The operand keeps its sharding; sliced dimensions of the update need replication. */
export const dynamicUpdateSliceRule: InterfaceImplementation = /* @__PURE__ */ shardingRule.implementFor(
  DynamicUpdateSliceOp,
  (op) => () => {
    const update = op.update.type.shape;
    const indices = op.startIndices.map(() => NO_DIM);
    const isPlaceKnown = op.startIndices.every(isConstant);
    const builder = new ShardingRuleBuilder(op);
    op.operand.type.shape.forEach((size, dim) => {
      if (size === update[dim]) {
        builder.addFactor([dim, dim, ...indices], [dim], size);
        return;
      }
      builder.addFactor([dim, NO_DIM, ...indices], [dim], size);
      builder.addFactor([NO_DIM, dim, ...indices], [NO_DIM], op.update.type.dimSize(dim), {
        type: isPlaceKnown ? 'pass-through' : 'need-replication',
      });
    });
    return builder.build();
  },
);

function isConstant({ definingOp }: Value): boolean {
  return definingOp !== null && (definingOp instanceof SdyConstantOp || definingOp.hasTrait(constantLike));
}
