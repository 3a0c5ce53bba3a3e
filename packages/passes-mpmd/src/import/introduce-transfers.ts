import type { FuncOp } from '@shardform/dialect-func';
import { AssignOp, MpmdCallOp, TransferOp, UnassignOp } from '@shardform/dialect-mpmd';
import { AddOp } from '@shardform/dialect-stablehlo';
import {
  applyPatternsGreedily,
  definePass,
  pattern,
  Rewriter,
  type RewritePattern,
  type Value,
} from '@shardform/ir-core';
import { argumentEdges, returnedValue } from '../program/call-edges.ts';
import { chainTransfers, crossMeshAssigns } from '../program/chained-transfers.ts';
import { isEntryPoint, mpmdFunctions } from '../program/functions.ts';
import { isResult } from '../program/operations.ts';
import { makeAssign, makeTransfer, makeUnassign } from '../program/make-ops.ts';
import { wrapInFragment } from '../program/wrap-op.ts';

/** `mpmd-introduce-transfers`. */
export const introduceTransfers = /* @__PURE__ */ definePass({
  name: 'mpmd-introduce-transfers',
  className: 'IntroduceTransfersPass',
  summary: 'Makes transfers of tensors that are taken off one mesh and put on another one.',
  anchor: 'builtin.module',
  run(module, { context }) {
    const rewriter = new Rewriter(context);
    for (const func of mpmdFunctions(module)) if (!isEntryPoint(func)) pushUnassigns(func, rewriter);
    applyPatternsGreedily(module, patterns, context, {
      fold: false,
      mergeConstants: false,
      regionSimplification: 'disabled',
    });
  },
});

/** Arguments that all calls take off one mesh are on that mesh inside the callee, too. */
function pushUnassigns(func: FuncOp, rewriter: Rewriter): void {
  for (const { sources, targets } of argumentEdges(func)) {
    const [argument] = targets;
    const unassigns = sources.map(({ value }) => unassignOf(value));
    const type = unassigns[0]?.tensor.type;
    if (type === undefined || unassigns.some((op) => op?.tensor.type.meshName !== type.meshName)) continue;
    if (!argument!.users().some((user) => user instanceof AssignOp)) continue;
    rewriter.setInsertionPointToStart(func.entry);
    const assign = makeAssign(rewriter, argument!, type);
    const unassign = makeUnassign(rewriter, assign.result, null, argument!.location);
    argument!.replaceUsesIf(unassign.result, (use) => use.owner !== assign);
  }
}

/** The unassignment behind an operand of a call: its definition, or that of what another call returns. */
function unassignOf(value: Value): UnassignOp | null {
  const { definingOp } = value;
  if (definingOp instanceof UnassignOp) return definingOp;
  if (!(definingOp instanceof MpmdCallOp) || !isResult(value)) return null;
  const returned = returnedValue(value).definingOp;
  return returned instanceof UnassignOp ? returned : null;
}

const assignOfUnassign = /* @__PURE__ */ pattern(AssignOp, 'mpmd-assign-of-unassign', (assign, rewriter) => {
  const unassign = assign.tensor.definingOp;
  if (!(unassign instanceof UnassignOp)) return false;
  const source = unassign.tensor;
  const { type } = assign.result;
  if (source.type === type) {
    rewriter.replaceOp(assign, [source]);
    return true;
  }
  const transfer = source
    .users()
    .find(
      (user): user is TransferOp =>
        user instanceof TransferOp && !user.isIntraMesh && user.result.type === type,
    );
  if (transfer !== undefined) {
    if (transfer.parent === assign.parent && assign.isBefore(transfer)) rewriter.moveBefore(transfer, assign);
    rewriter.replaceOp(assign, [transfer.result]);
    return true;
  }
  const cross = crossMeshAssigns(unassign);
  if (cross.length >= 2) chainTransfers(cross, source, rewriter);
  else rewriter.replaceOp(assign, [makeTransfer(rewriter, source, type, assign.location).result]);
  return true;
});

/** Sums of what was taken off meshes, such as gradients of microbatches, are computed where they are needed. */
const assignOfSum = /* @__PURE__ */ pattern(AssignOp, 'mpmd-assign-of-sum', (assign, rewriter) => {
  const { definingOp } = assign.tensor;
  if (!isSumOfUnassigned(definingOp)) return false;
  wrapInFragment(definingOp, assign.result.type.meshName, 'introduce_transfers', rewriter);
  return true;
});

function isSumOfUnassigned(op: Value['definingOp']): op is AddOp {
  return (
    op instanceof AddOp &&
    op.getResult().hasOneUse &&
    op
      .operandValues()
      .every(({ definingOp }) => definingOp instanceof UnassignOp || isSumOfUnassigned(definingOp))
  );
}

const patterns: readonly RewritePattern[] = [assignOfUnassign, assignOfSum];
