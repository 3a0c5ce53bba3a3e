import { type Block, type Operation, type Region, type Rewriter, type Value } from '@shardform/ir-core';
import { YieldOp } from '../yield-op.ts';

/** Replaces the yield at the end of a block by one of other values. */
export function replaceYield(block: Block, values: readonly Value[], rewriter: Rewriter): void {
  const old = block.lastOp!;
  rewriter.setInsertionPoint(old);
  rewriter.create(YieldOp, { results: values }, [], { location: old.location });
  rewriter.eraseOp(old);
}

/** Replaces an operation by the operations of a block of it; what the block yields becomes the results. */
export function replaceByBlock(
  op: Operation,
  block: Block,
  args: readonly Value[],
  rewriter: Rewriter,
): void {
  const end = block.lastOp!;
  const results = end.operandValues();
  rewriter.inlineBlock(block, op.parent!, op, args);
  // Values that the block hands over may be its own arguments, which are replaced by now.
  const yielded = results.map((_, i) => end.getOperand(i));
  rewriter.eraseOp(end);
  rewriter.replaceOp(op, yielded);
}

/** Returns true if a value is defined in a region or in one nested in it. */
export function isDefinedIn(region: Region, value: Value): boolean {
  return value.parentBlock?.parent?.isInside(region) === true;
}

/** Returns the entries of a list for which the flag at their index is set. */
export function keepWhere<T>(list: readonly T[], flags: readonly boolean[]): T[] {
  return list.filter((_, i) => flags[i] === true);
}
