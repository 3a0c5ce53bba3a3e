import type { OpShardingRuleAttr } from '@shardform/dialect-sdy';
import {
  type Attribute,
  idKey,
  type InterfaceImplementation,
  type Operation,
  type OpWithDefinition,
} from '@shardform/ir-core';
import { shardingRule } from './sharding-rule.ts';

/**
 * Implements the rule of operations in which it depends on types and inherent attributes only: several passes ask for it, of
 * many operations that are alike in these, and it is made once.
 */
/* @__NO_SIDE_EFFECTS__ */
export function ruleOfTypes<T extends Operation>(
  opClass: OpWithDefinition<T>,
  make: (op: T) => OpShardingRuleAttr,
): InterfaceImplementation {
  // Rules are interned for the process, as types and attributes are.
  const known = new Map<string, OpShardingRuleAttr>();
  return shardingRule.implementFor(opClass, (op) => () => {
    const parts: (Attribute | null)[] = [...op.properties];
    for (const { value } of op.operands) parts.push(value.type);
    for (const { type } of op.results) parts.push(type);
    const key = `${op.operands.length} ${idKey(parts)}`;
    let rule = known.get(key);
    if (rule === undefined) known.set(key, (rule = make(op)));
    return rule;
  });
}
