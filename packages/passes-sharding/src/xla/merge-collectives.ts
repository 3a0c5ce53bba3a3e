import { AllReduceOp, isCollectiveOp, ReduceScatterOp } from '@shardform/dialect-sdy';
import { definePass, eliminateCommonSubexpressions, type Operation } from '@shardform/ir-core';

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
  },
});

function isSent(op: Operation): boolean {
  return isCollectiveOp(op) && !(op instanceof AllReduceOp) && !(op instanceof ReduceScatterOp);
}
