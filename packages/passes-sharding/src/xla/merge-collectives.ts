import { AllReduceOp, isCollectiveOp, ReduceScatterOp, ReshardOp } from '@shardform/dialect-sdy';
import {
  definePass,
  eliminateCommonSubexpressions,
  type Operation,
  UnitAttr,
  type Value,
} from '@shardform/ir-core';

/** Marks what is sent within groups of devices for one operation alone. */
export const IN_GROUPS = 'shardform.in_groups';

/** Marks the collectives that gave a value, from the last one on. */
export function markInGroups(value: Value, count: number): void {
  let current = value;
  for (let left = count; left > 0; left--) {
    const op = current.definingOp!;
    op.setAttr(IN_GROUPS, UnitAttr.instance);
    current = op.getOperand(0);
  }
}

/** `shardform-merge-collectives`. */
export const mergeCollectives = /* @__PURE__ */ definePass({
  name: 'shardform-merge-collectives',
  className: 'MergeCollectivesPass',
  summary: 'Eliminates common subexpressions, among them collectives that move values.',
  description:
    'Equal values are sent once: XLA eliminates common subexpressions after partitioning. It keeps sums apart, of which each has a computation of its own.',
  anchor: 'func.func',
  run(func, { context }) {
    eliminateCommonSubexpressions(func, context, isSent);
    func.walk((op) => {
      if (!(op instanceof ReshardOp)) op.setAttr(IN_GROUPS, null);
    });
  },
});

function isSent(op: Operation): boolean {
  return isCollectiveOp(op) && !(op instanceof AllReduceOp) && !(op instanceof ReduceScatterOp);
}
