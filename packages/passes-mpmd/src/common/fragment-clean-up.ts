import { FragmentOp, TransferOp } from '@shardform/dialect-mpmd';
import { type Context, type OpResult, Rewriter, simplifyRegion, type Value } from '@shardform/ir-core';
import { distributedPass } from '../program/distributed-pass.ts';
import { walkReversed } from '../program/operations.ts';

/** `mpmd-fragment-dedup`. */
export const fragmentDedup = /* @__PURE__ */ distributedPass({
  name: 'mpmd-fragment-dedup',
  className: 'FragmentDedupPass',
  summary: 'Replaces operands and results of fragments that are there twice.',
  run(func) {
    func.walkOf(FragmentOp, (fragment) => {
      const argumentOf = new Map<Value, Value>();
      fragment.entry.arguments.forEach((argument, i) => {
        const operand = fragment.getOperand(i);
        const first = argumentOf.get(operand);
        if (first === undefined) argumentOf.set(operand, argument);
        else argument.replaceAllUsesWith(first);
      });
      const terminator = fragment.entry.getTerminator();
      const seen: OpResult[] = [];
      for (const result of fragment.results) {
        const returned = terminator.getOperand(result.index);
        const first = seen.find(
          (known) => known.type === result.type && terminator.getOperand(known.index) === returned,
        );
        if (first === undefined) seen.push(result);
        else result.replaceAllUsesWith(first);
      }
    });
  },
});

/** `mpmd-fragment-dce`. */
export const fragmentDce = /* @__PURE__ */ distributedPass({
  name: 'mpmd-fragment-dce',
  className: 'FragmentDcePass',
  summary: 'Removes results, arguments and operations of fragments that nobody uses, and unused transfers.',
  run(func, { context }) {
    walkReversed(func, (op) => {
      if (op instanceof FragmentOp) eraseDeadParts(op, context);
      else if (op instanceof TransferOp && op.hasNoUses()) op.erase();
    });
  },
});

function eraseDeadParts(fragment: FragmentOp, context: Context): void {
  const rewriter = new Rewriter(context);
  const op = withoutUnusedResults(fragment, rewriter);
  simplifyRegion(op.region, rewriter, 'normal');
  const used = op.entry.arguments.map((argument) => argument.hasUses);
  for (let i = used.length - 1; i >= 0; i--) if (!used[i]!) op.entry.eraseArgument(i);
  if (used.includes(false)) op.setOperands(op.operandValues().filter((_, i) => used[i]!));
  const isEmpty = op.results.length === 0 && op.operands.length === 0;
  if (isEmpty && op.entry.firstOp === op.entry.lastOp) op.erase();
}

function withoutUnusedResults(fragment: FragmentOp, rewriter: Rewriter): FragmentOp {
  const kept = fragment.results.filter((result) => result.hasUses);
  if (kept.length === fragment.results.length) return fragment;
  const terminator = fragment.entry.getTerminator();
  terminator.setOperands(kept.map(({ index }) => terminator.getOperand(index)));
  return withResults(fragment, kept, rewriter);
}

/** Makes a fragment like another one, of which only some results are left. All attributes stay as they are. */
export function withResults(fragment: FragmentOp, kept: readonly OpResult[], rewriter: Rewriter): FragmentOp {
  rewriter.setInsertionPoint(fragment);
  const { origin, meshName, stageId, inShardings, outShardings, location, discardable } = fragment;
  const smaller = rewriter.create(
    FragmentOp,
    { inputs: fragment.operandValues(), origin, meshName, stageId, inShardings, outShardings },
    kept.map(({ type }) => type),
    { location, attributes: discardable },
  );
  smaller.region.takeBody(fragment.region);
  kept.forEach((result, i) => result.replaceAllUsesWith(smaller.getResult(i)));
  fragment.erase();
  return smaller;
}
