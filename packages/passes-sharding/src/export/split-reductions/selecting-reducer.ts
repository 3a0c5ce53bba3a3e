import { AndOp, MaxOp, MinOp, OrOp, SelectOp } from '@shardform/dialect-stablehlo';
import type { Region, Value } from '@shardform/ir-core';

/**
 * Returns whether a reducer of `count` accumulators gives one of its two arguments for each of them, or what the logic of
 * the two is: applied to equal arguments it gives these, so that it makes no difference how often one takes part.
 */
export function onlySelects(region: Region, count: number): boolean {
  const block = region.blocks[0];
  const terminator = block?.lastOp ?? null;
  if (block === undefined || terminator?.operands.length !== count) return false;
  const selects = (value: Value, index: number): boolean => {
    if (value === block.getArgument(index) || value === block.getArgument(index + count)) return true;
    const { definingOp: op } = value;
    if (op instanceof SelectOp) return selects(op.onTrue, index) && selects(op.onFalse, index);
    const isLattice = op instanceof MaxOp || op instanceof MinOp || op instanceof AndOp || op instanceof OrOp;
    return isLattice && op.operandValues().every((operand) => selects(operand, index));
  };
  return terminator.operandValues().every(selects);
}
