import type { Block, Value } from '@shardform/ir-core';
import { BranchOp } from '../branch-ops.ts';

/** The target of a branch with the operands that it passes. */
export interface Destination {
  readonly block: Block;
  readonly operands: readonly Value[];
}

/**
 * Returns the destination behind a block that does nothing but branch, with the operands it passes; `null` for other
 * blocks.
 */
export function throughBlock({ block, operands }: Destination): Destination | null {
  const branch = block.firstOp;
  if (!(branch instanceof BranchOp) || branch.next !== null || branch.dest === block) return null;
  for (const argument of block.arguments) {
    for (const use of argument.uses()) if (use.owner !== branch) return null;
  }
  const handedOver = branch.operandValues().map((value) => {
    const index = block.arguments.findIndex((argument) => argument === value);
    return index < 0 ? value : operands[index]!;
  });
  return { block: branch.dest, operands: handedOver };
}
