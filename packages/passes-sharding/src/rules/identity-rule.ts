import { OpShardingRuleAttr, TensorMappingAttr } from '@shardform/dialect-sdy';

const mappings: TensorMappingAttr[] = [];

/** Dimension `i` has factor `i` and no other. */
export function identityMapping(rank: number): TensorMappingAttr {
  return (mappings[rank] ??= TensorMappingAttr.of(Array.from({ length: rank }, (_, dim) => [dim])));
}

/**
 * Returns the rule of tensors of one shape that are sharded alike: one factor per dimension.
 *
 * @param operandCount number of operands, beside the one result.
 */
export function identityRule(shape: readonly number[], operandCount: number): OpShardingRuleAttr {
  const mapping = identityMapping(shape.length);
  return OpShardingRuleAttr.get(shape, new Array<TensorMappingAttr>(operandCount).fill(mapping), [mapping]);
}
