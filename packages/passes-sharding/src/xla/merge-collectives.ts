import { AllReduceOp, isCollectiveOp, ReduceScatterOp, ReshardOp } from '@shardform/dialect-sdy';
import {
  type Block,
  definePass,
  type Operation,
  OperationKeys,
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
  summary: 'Merges collectives that move the same value in the same way.',
  description:
    'A value is sent once: XLA keeps what it has moved. Values that are computed twice are sent twice, and so is what an iteration of a loop needs of outside. Sums stay apart, of which each has a computation of its own.',
  anchor: 'func.func',
  run(func) {
    func.walk((op) => {
      for (const { blocks } of op.regions) for (const block of blocks) mergeIn(block);
    });
    func.walk((op) => {
      if (!(op instanceof ReshardOp)) op.setAttr(IN_GROUPS, null);
    });
  },
});

function mergeIn(block: Block): void {
  const keys = new OperationKeys();
  const known = new Map<string, Operation>();
  for (const op of [...block]) {
    if (!isSent(op)) continue;
    const key = keys.key(op);
    const same = known.get(key);
    if (same === undefined) known.set(key, op);
    else {
      op.replaceAllUsesWith(same.results);
      op.erase();
    }
  }
}

function isSent(op: Operation): boolean {
  const isSum = op instanceof AllReduceOp || op instanceof ReduceScatterOp;
  return op.operands.length === 1 && (op instanceof ReshardOp || isCollectiveOp(op)) && !isSum;
}
