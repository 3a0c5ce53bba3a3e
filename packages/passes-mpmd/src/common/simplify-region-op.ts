import { MpmdReturnOp } from '@shardform/dialect-mpmd';
import {
  type BlockArgument,
  isPure,
  type Operation,
  type OpResult,
  type Rewriter,
  simplifyRegion,
  type Type,
  type Value,
} from '@shardform/ir-core';

/** Makes an operation like the simplified one, with an empty region, at the insertion point. */
export type MakeSimplified = (operands: readonly Value[], resultTypes: readonly Type[]) => Operation;

/**
 * Simplifies an operation whose region's arguments are its operands: what is handed over twice, handed through or not
 * used is left out.
 */
export function simplifyRegionOp(op: Operation, make: MakeSimplified, rewriter: Rewriter): boolean {
  const { entry } = op.getRegion(0);
  const terminator = entry.getTerminator();
  const results = droppedResults(op, terminator, rewriter);
  const operands = op.operands.length === 0 ? new Set<number>() : droppedOperands(op, results, rewriter);
  for (const result of op.results) {
    if (result.hasUses || results.has(result.index)) continue;
    if (isDroppable(op, result, terminator, rewriter)) results.add(result.index);
  }
  if (results.size === op.results.length) {
    if (!isPure(op, rewriter.context)) return false;
    rewriter.eraseOp(op);
    return true;
  }
  if (results.size === 0 && operands.size === 0) return false;
  rewriter.modifyInPlace(terminator, () => {
    terminator.setOperands(terminator.operandValues().filter((_, i) => !results.has(i)));
  });
  for (let i = entry.arguments.length - 1; i >= 0; i--) if (operands.has(i)) rewriter.eraseArgument(entry, i);
  const kept = op.results.filter(({ index }) => !results.has(index));
  const simplified = make(
    op.operandValues().filter((_, i) => !operands.has(i)),
    kept.map(({ type }) => type),
  );
  rewriter.inlineRegion(op.getRegion(0), simplified.getRegion(0));
  simplifyRegion(simplified.getRegion(0), rewriter, 'normal');
  kept.forEach((result, i) => rewriter.replaceAllUses(result, simplified.getResult(i)));
  rewriter.eraseOp(op);
  return true;
}

/** Replaces results that repeat an earlier one. */
function droppedResults(op: Operation, terminator: Operation, rewriter: Rewriter): Set<number> {
  const dropped = new Set<number>();
  const seen: OpResult[] = [];
  for (const result of op.results) {
    const returned = terminator.getOperand(result.index);
    const earlier = seen.find(
      (known) => known.type === result.type && terminator.getOperand(known.index) === returned,
    );
    if (earlier === undefined) seen.push(result);
    else {
      rewriter.replaceAllUses(result, earlier);
      dropped.add(result.index);
    }
  }
  return dropped;
}

/** Replaces arguments that repeat an earlier one, and results that only hand an argument through. */
function droppedOperands(op: Operation, results: Set<number>, rewriter: Rewriter): Set<number> {
  const dropped = new Set<number>();
  const { entry } = op.getRegion(0);
  const seen: BlockArgument[] = [];
  for (const argument of entry.arguments) {
    const operand = op.getOperand(argument.index);
    const earlier = seen.find(
      (known) => known.type === argument.type && op.getOperand(known.index) === operand,
    );
    if (earlier === undefined) seen.push(argument);
    else {
      rewriter.replaceAllUses(argument, earlier);
      dropped.add(argument.index);
    }
  }
  for (const argument of entry.arguments) {
    const operand = op.getOperand(argument.index);
    let isUsed = false;
    for (const use of argument.uses()) {
      const result =
        use.owner instanceof MpmdReturnOp && use.owner.parent === entry ? op.getResult(use.index) : null;
      if (result !== null && result.type === operand.type) {
        rewriter.replaceAllUses(result, operand);
        results.add(use.index);
      } else isUsed = true;
    }
    if (!isUsed) dropped.add(argument.index);
  }
  return dropped;
}

/** A result without uses goes when that loses no effect. */
function isDroppable(op: Operation, result: OpResult, terminator: Operation, rewriter: Rewriter): boolean {
  const { context } = rewriter;
  if (op.results.length === 1) return isPure(op, context);
  const { definingOp } = terminator.getOperand(result.index);
  return definingOp === null || isPure(definingOp, context);
}
