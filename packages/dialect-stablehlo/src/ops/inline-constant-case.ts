import { DenseElementsAttr, isInstance, pattern, type RewritePattern } from '@shardform/ir-core';
import { CaseOp } from './branch-ops.ts';
import { ConstantOp } from './constant-op.ts';

/** The branch that a constant chooses stands in the place of the choice; indices out of range are left as they are. */
export const inlineConstantCase: RewritePattern = /* @__PURE__ */ pattern(
  CaseOp,
  'inline the branch of a constant index',
  (op, rewriter) => {
    const source = op.index.definingOp;
    if (!(source instanceof ConstantOp) || !isInstance(DenseElementsAttr, source.value)) return false;
    const [index = -1n] = source.value.integers();
    const branch = index < 0n ? undefined : op.branches[Number(index)];
    const terminator = branch?.entry.terminator ?? null;
    if (branch === undefined || terminator === null) return false;
    const values = terminator.operandValues();
    if (op.results.some(({ type }, i) => values[i]?.type !== type)) return false;
    for (const moved of branch.entry) if (moved !== terminator) rewriter.moveBefore(moved, op);
    rewriter.replaceOp(op, values);
    return true;
  },
);
