import { definePass } from '@shardform/ir-core';
import { ReshardOp, ShardingConstraintOp } from '@shardform/dialect-sdy';

/** `sdy-sharding-constraint-to-reshard`. */
export const shardingConstraintToReshard = /* @__PURE__ */ definePass({
  name: 'sdy-sharding-constraint-to-reshard',
  className: 'ShardingConstraintToReshardPass',
  summary: 'Converts ShardingConstraintOp into ReshardOp.',
  anchor: 'func.func',
  run(func) {
    func.walkOf(ShardingConstraintOp, (op) => {
      const { input, sharding, location } = op;
      const attributes = op.discardable;
      const reshard = ReshardOp.create({ input, sharding }, op.resultTypes(), { location, attributes });
      reshard.moveBefore(op);
      op.replaceAllUsesWith(reshard.results);
      op.erase();
    });
  },
});
