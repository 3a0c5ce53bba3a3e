import { definePass } from '@shardform/ir-core';
import { ShardingGroupOp } from '@shardform/dialect-sdy';

/** `sdy-remove-sharding-groups`. */
export const removeShardingGroups = /* @__PURE__ */ definePass({
  name: 'sdy-remove-sharding-groups',
  className: 'RemoveShardingGroupsPass',
  summary: 'Removes ShardingGroupOps after propagation.',
  anchor: 'builtin.module',
  run(module) {
    module.walkOf(ShardingGroupOp, (op) => op.erase());
  },
});
