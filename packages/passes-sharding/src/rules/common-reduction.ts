import { AddOp, AndOp, MaxOp, MinOp, MulOp, OrOp } from '@shardform/dialect-stablehlo';
import { IntegerType, type Operation, RankedTensorType, type Region, type Value } from '@shardform/ir-core';

/**
 * Returns the operation by which a region combines each of `count` pairs of arguments, if it is the same associative
 * and commutative one for all of them; `null` otherwise. Argument `i` and argument `count + i` are a pair.
 */
export function commonReduction(region: Region, count: number): Operation | null {
  const block = region.blocks[0];
  const terminator = block?.lastOp ?? null;
  if (block?.arguments.length !== 2 * count || terminator?.operands.length !== count) return null;
  let common: Operation | null = null;
  for (let i = 0; i < count; i++) {
    const op = terminator.getOperand(i).definingOp;
    if (op === null || !isReduction(op)) return null;
    if (common !== null && common.name !== op.name) return null;
    common ??= op;
    const [first, second]: readonly Value[] = [block.getArgument(i), block.getArgument(count + i)];
    const [lhs, rhs] = [op.getOperand(0), op.getOperand(1)];
    if (!((lhs === first && rhs === second) || (lhs === second && rhs === first))) return null;
  }
  return common;
}

function isReduction(op: Operation): boolean {
  if (op instanceof AddOp || op instanceof MulOp || op instanceof MaxOp || op instanceof MinOp) return true;
  if (!(op instanceof AndOp || op instanceof OrOp)) return false;
  const { type } = op.getResult();
  const element = type instanceof RankedTensorType ? type.elementType : null;
  return element instanceof IntegerType && element.width === 1;
}
