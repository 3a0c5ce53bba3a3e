import { ConcatenateOp, SliceOp } from '@shardform/dialect-stablehlo';
import type { InterfaceImplementation, Value } from '@shardform/ir-core';
import type { FactorKind } from './rule-builder.ts';
import { ShardingRuleBuilder } from './rule-builder.ts';
import { shardingRule } from './sharding-rule.ts';

/**
 * Dimensions other than the concatenated one are shared. Slices of tensors that are concatenated again only move
 * elements (a permutation); other operands have to be whole along the dimension.
 */
export const concatenateRule: InterfaceImplementation = /* @__PURE__ */ shardingRule.implementFor(
  ConcatenateOp,
  (op) =>
    ({ conservative }) => {
      const along = op.dimension.number;
      const kind: FactorKind = { type: rearrangesSlices(op.inputs) ? 'permutation' : 'need-replication' };
      const builder = new ShardingRuleBuilder(op);
      op.result.type.shape.forEach((size, dim) => {
        if (dim !== along) builder.addFactorToAll(dim, size);
        else if (!conservative) builder.addFactorToAll(dim, size, kind);
      });
      return builder.build();
    },
);

/** All operands are slices, or slices of one tensor beside the tensor itself. */
function rearrangesSlices(inputs: readonly Value[]): boolean {
  const sources = inputs.map((input) =>
    input.definingOp instanceof SliceOp ? input.definingOp.operand : null,
  );
  if (!sources.includes(null)) return true;
  if (sources.every((source) => source === null)) return false;
  return inputs.every((input, i) => (sources[i] ?? input) === (sources[0] ?? inputs[0]));
}
