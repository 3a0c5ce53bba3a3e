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

/** Marks a reshard that the program asks for before another one: XLA goes by it. */
const STEP = 'shardform.step';

/** Marks the reshards of a function that others follow. */
export function markSteps(func: Operation): void {
  func.walkOf(ReshardOp, ({ input: { definingOp } }) => {
    if (definingOp instanceof ReshardOp) definingOp.setAttr(STEP, UnitAttr.instance);
  });
}

/** Makes a reshard of a reshard one, where the program does not ask for both. */
function foldReshards(func: Operation): void {
  func.walkOf(ReshardOp, (op) => {
    for (;;) {
      const inner = op.input.definingOp;
      if (!(inner instanceof ReshardOp) || !inner.result.hasOneUse || inner.getAttr(STEP) !== null) return;
      op.setOperand(0, inner.input);
      inner.erase();
    }
  });
}

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
    'A reshard of a reshard is one, unless both are constraints of the program. A value is sent once: XLA keeps what it has moved. Values that are computed twice are sent twice, and so is what an iteration of a loop needs of outside. Sums stay apart, of which each has a computation of its own.',
  anchor: 'func.func',
  run(func) {
    foldReshards(func);
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
