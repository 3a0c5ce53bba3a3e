import { OpShardingRuleAttr, TensorMappingAttr } from '@shardform/dialect-sdy';

/**
 * The rule of tensors of one shape that are sharded alike: one factor per dimension. Rules are interned; asking
 * again is cheap for small shapes.
 *
 * @param operandCount number of operands, beside the one result.
 */
export function identityRule(shape: readonly number[], operandCount: number): OpShardingRuleAttr {
  const mapping = TensorMappingAttr.of(shape.map((_, dim) => [dim]));
  return OpShardingRuleAttr.get(shape, new Array<TensorMappingAttr>(operandCount).fill(mapping), [mapping]);
}
