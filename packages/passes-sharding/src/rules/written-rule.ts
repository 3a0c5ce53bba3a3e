import { type Context, DictionaryAttr, type Operation, StringAttr } from '@shardform/ir-core';
import { OpShardingRuleAttr } from '@shardform/dialect-sdy';
import { attributeOfText } from './attribute-text.ts';

/** A custom call's sharding rule as a text, among the attributes of the front end or beside them. */
export const XLA_SDY_SHARDING_RULE = 'xla.sdy.custom_sharding_rule';

/** Returns the text of the rule that a front end wrote on an operation; `null` where there is none. */
export function writtenRuleText(op: Operation): string | null {
  const frontend = op.getAttr('mhlo.frontend_attributes');
  const inFrontend = frontend instanceof DictionaryAttr ? frontend.get(XLA_SDY_SHARDING_RULE) : null;
  const entry = inFrontend ?? op.getAttr(XLA_SDY_SHARDING_RULE);
  const text = entry instanceof StringAttr ? entry.value.trim() : '';
  return text === '' ? null : text;
}

/** Returns the rule that a front end wrote as a text on an operation; `null` where there is none, or no text of one. */
export function writtenShardingRule(op: Operation, context: Context): OpShardingRuleAttr | null {
  const text = writtenRuleText(op);
  const rule = text === null ? null : attributeOfText(text, context);
  if (!(rule instanceof OpShardingRuleAttr)) return null;
  return OpShardingRuleAttr.get(rule.factorSizes, rule.operands, rule.results, rule);
}
