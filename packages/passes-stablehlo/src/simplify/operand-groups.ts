import { type Block, isTriviallyDead, type Operation, type Rewriter } from '@shardform/ir-core';

/** Hands out only the values at some positions of what a block returned, and erases what is not needed for them. */
export function returnOnly(block: Block, positions: readonly number[], rewriter: Rewriter): void {
  const terminator = block.terminator;
  if (terminator === null) return;
  const kept = positions.map((i) => terminator.getOperand(i));
  rewriter.modifyInPlace(terminator, () => {
    terminator.setOperands(kept);
  });
  for (let op = terminator.previous; op !== null;) {
    const { previous }: Operation = op;
    if (isTriviallyDead(op, rewriter.context)) rewriter.eraseOp(op);
    op = previous;
  }
}

/** Erases all arguments of a block but those at some positions; the others must be unused. */
export function keepArguments(block: Block, positions: readonly number[], rewriter: Rewriter): void {
  for (let i = block.arguments.length - 1; i >= 0; i--) {
    if (!positions.includes(i)) rewriter.eraseArgument(block, i);
  }
}
