import type { Block, Operation } from '@shardform/ir-core';

/** Puts operations at the start of a block, in order. */
export function prependAll(block: Block, ops: readonly Operation[]): void {
  const { firstOp } = block;
  for (const op of ops) block.insertBefore(op, firstOp);
}
