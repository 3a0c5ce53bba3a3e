import type { Block } from '../ir/block.ts';
import { OperationKeys } from '../ir/operation-key.ts';
import type { Region } from '../ir/region.ts';
import type { Value } from '../ir/value.ts';
import type { Rewriter } from './rewriter.ts';

/**
 * Makes branches to one of several equal blocks branch to the first of them, here and in nested regions. The
 * entry, blocks whose values are used elsewhere and blocks with regions stay as they are. Blocks that differ in
 * operands, which MLIR merges by passing those as arguments, stay as well.
 */
export function mergeIdenticalBlocks(region: Region, rewriter: Rewriter): boolean {
  let changed = region.blocks.length > 2 && mergeBlocksOf(region, rewriter);
  for (const block of region.blocks) {
    for (let op = block.firstOp; op !== null; op = op.next) {
      for (const nested of op.regions) changed = mergeIdenticalBlocks(nested, rewriter) || changed;
    }
  }
  return changed;
}

function mergeBlocksOf(region: Region, rewriter: Rewriter): boolean {
  const keys = new OperationKeys();
  const byKey = new Map<string, Block>();
  const replacements = new Map<Block, Block>();
  for (const block of region.blocks.slice(1)) {
    if (!isSelfContained(block)) continue;
    const key = keys.blockKey(block);
    const leader = byKey.get(key);
    if (leader === undefined) byKey.set(key, block);
    else replacements.set(block, leader);
  }
  if (replacements.size === 0) return false;
  for (const block of region.blocks) {
    const branch = block.lastOp;
    if (branch?.successors.some((successor) => replacements.has(successor)) !== true) continue;
    rewriter.modifyInPlace(branch, () => {
      branch.successors = branch.successors.map((successor) => replacements.get(successor) ?? successor);
    });
  }
  for (const block of replacements.keys()) rewriter.eraseBlock(block);
  return true;
}

function isSelfContained(block: Block): boolean {
  for (let op = block.firstOp; op !== null; op = op.next) {
    if (
      op.regions.some((nested) => !nested.isEmpty) ||
      !op.results.every((result) => isUsedOnlyIn(block, result))
    ) {
      return false;
    }
  }
  return block.arguments.every((argument) => isUsedOnlyIn(block, argument));
}

function isUsedOnlyIn(block: Block, value: Value): boolean {
  for (let use = value.firstUse; use !== null; use = use.nextUse)
    if (use.owner.parent !== block) return false;
  return true;
}
