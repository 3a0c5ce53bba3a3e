import type { Block } from './block.ts';
import type { Operation } from './operation.ts';
import type { Region } from './region.ts';

/** One of the branches of an operation. */
export interface IncomingBranch {
  readonly op: Operation;
  readonly successorIndex: number;
}

/**
 * Returns the branches to each block of a region, in the order of the blocks they come from; blocks that no branch
 * leads to are missing. A picture of the region when it was made: O(branches), while `Block.predecessors` looks through
 * the whole region for each block.
 */
export function incomingBranches(region: Region): Map<Block, IncomingBranch[]> {
  const incoming = new Map<Block, IncomingBranch[]>();
  for (const { lastOp: op } of region.blocks) {
    op?.successors.forEach((target, successorIndex) => {
      const branches = incoming.get(target);
      if (branches === undefined) incoming.set(target, [{ op, successorIndex }]);
      else branches.push({ op, successorIndex });
    });
  }
  return incoming;
}
