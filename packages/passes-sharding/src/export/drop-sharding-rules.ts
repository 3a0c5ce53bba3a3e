import { definePass } from '@shardform/ir-core';
import { OpShardingRuleAttr, SHARDING_RULE } from '@shardform/dialect-sdy';

/** `sdy-drop-sharding-rules`. */
export const dropShardingRules = /* @__PURE__ */ definePass({
  name: 'sdy-drop-sharding-rules',
  className: 'DropShardingRulesPass',
  summary: 'Drops `OpShardingRuleAttr` from all registered ops.',
  anchor: 'func.func',
  run(func) {
    func.walk((op) => {
      const rule = op.discardable?.get(SHARDING_RULE);
      if (rule instanceof OpShardingRuleAttr && !rule.isCustom) op.setAttr(SHARDING_RULE, null);
    });
  },
});
