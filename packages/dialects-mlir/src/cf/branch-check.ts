import { type BranchOp, defineTrait, type Operation, type OpReport, type Trait } from '@shardform/ir-core';

/** The op has this many successors. */
/* @__NO_SIDE_EFFECTS__ */
export function successorCount(count: number): Trait {
  return defineTrait({
    name: 'NSuccessors',
    phase: 'structure',
    verify: (op, report) =>
      op.successors.length === count ||
      report.opError(
        `requires ${count} successor${count === 1 ? '' : 's'} but found ${op.successors.length}`,
      ),
  });
}

/** Checks that every successor gets as many values as it has arguments, of their types. */
export function verifyBranch(
  op: Operation,
  successorOperands: BranchOp['successorOperands'],
  report: OpReport,
): boolean {
  for (const [i, { arguments: parameters }] of op.successors.entries()) {
    const { start, count } = successorOperands(i);
    if (count !== parameters.length) {
      return report.error(
        `branch has ${count} operands for successor #${i}, but target block has ${parameters.length}`,
      );
    }
    for (const [at, { type }] of parameters.entries()) {
      if (op.getOperand(start + at).type !== type) {
        return report.error(`type mismatch for bb argument #${at} of successor #${i}`);
      }
    }
  }
  return true;
}
