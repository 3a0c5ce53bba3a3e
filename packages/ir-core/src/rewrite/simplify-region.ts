import type { Block } from '../ir/block.ts';
import { reversePostOrder } from '../ir/dominator-tree.ts';
import { type IncomingBranch, incomingBranches } from '../ir/incoming-branches.ts';
import { branchOpInterface } from '../ir/interfaces.ts';
import type { Operation } from '../ir/operation.ts';
import type { Region } from '../ir/region.ts';
import type { Value } from '../ir/value.ts';
import { Liveness } from './liveness.ts';
import { mergeIdenticalBlocks } from './merge-blocks.ts';
import type { Rewriter } from './rewriter.ts';

/**
 * The simplification of a region's blocks: none; erasing what can't be reached or does not matter; or also merging
 * blocks that do the same.
 */
export type RegionSimplification = 'disabled' | 'normal' | 'aggressive';

/** Simplifies the control flow of a region and of those nested in it. Returns whether anything changed. */
export function simplifyRegion(
  region: Region,
  rewriter: Rewriter,
  level: Exclude<RegionSimplification, 'disabled'>,
): boolean {
  let changed = eraseUnreachableBlocks(region, rewriter);
  changed = eraseDeadParts(region, rewriter) || changed;
  if (level === 'aggressive') {
    changed = mergeIdenticalBlocks(region, rewriter) || changed;
    changed = dropRedundantArguments(region, rewriter) || changed;
  }
  return changed;
}

/** Replaces block arguments that get the same value from all branches by that value, in nested regions too. */
function dropRedundantArguments(region: Region, rewriter: Rewriter): boolean {
  let changed = false;
  if (region.blocks.length > 1) {
    // Branches stay where they are meanwhile.
    for (const [block, incoming] of incomingBranches(region)) {
      changed = dropRedundantArgumentsOf(block, incoming, rewriter) || changed;
    }
  }
  for (const nested of nestedRegions(region)) changed = dropRedundantArguments(nested, rewriter) || changed;
  return changed;
}

function dropRedundantArgumentsOf(
  block: Block,
  incoming: readonly IncomingBranch[],
  rewriter: Rewriter,
): boolean {
  // The arguments of the entry also come from the holder.
  if (block.arguments.length === 0 || block.isEntry) return false;
  const branches = incoming.map(({ op }) => rewriter.context.query(branchOpInterface, op));
  let changed = false;
  // From the last to the first, so that the indices of those before stay.
  for (let index = block.arguments.length - 1; index >= 0; index--) {
    const values = incoming.map(({ op, successorIndex }, i): Value | null => {
      const operands = branches[i]?.successorOperands(successorIndex);
      const offset = index - block.arguments.length + (operands?.count ?? 0);
      return operands === undefined || offset < 0 ? null : op.getOperand(operands.start + offset);
    });
    const [common] = values;
    const argument = block.getArgument(index);
    if (common === undefined || common === null || common === argument) continue;
    if (values.some((value) => value !== common)) continue;
    rewriter.replaceAllUses(argument, common);
    incoming.forEach(({ op, successorIndex }, i) => {
      const { count } = branches[i]!.successorOperands(successorIndex);
      const offset = index - block.arguments.length + count;
      rewriter.modifyInPlace(op, () => branches[i]!.eraseSuccessorOperand(successorIndex, offset));
    });
    block.eraseArgument(index);
    changed = true;
  }
  return changed;
}

/** Erases blocks to which no path from the entry leads. */
function eraseUnreachableBlocks(region: Region, rewriter: Rewriter): boolean {
  let changed = false;
  if (region.blocks.length > 1) {
    const reachable = new Set(reversePostOrder(region.entry));
    const dead = region.blocks.filter((block) => !reachable.has(block));
    // They may use each other's values: all uses go before the first block.
    for (const block of dead) block.dropAllReferences();
    for (const block of dead) rewriter.eraseBlock(block);
    changed = dead.length > 0;
  }
  for (const nested of nestedRegions(region)) changed = eraseUnreachableBlocks(nested, rewriter) || changed;
  return changed;
}

/** Erases operations and block arguments that nothing with an effect depends on. */
function eraseDeadParts(region: Region, rewriter: Rewriter): boolean {
  const liveness = new Liveness(region, rewriter.context);
  return !liveness.isAllLive && eraseUnless(liveness, region, rewriter);
}

function eraseUnless(liveness: Liveness, region: Region, rewriter: Rewriter): boolean {
  let changed = false;
  if (region.isEmpty) return changed;
  const blocks = region.blocks.length === 1 ? region.blocks : reversePostOrder(region.entry).reverse();
  for (const block of blocks) {
    if (region.blocks.length > 1) changed = eraseDeadSuccessorOperands(liveness, block, rewriter) || changed;
    for (let op = block.lastOp; op !== null;) {
      const { previous }: Operation = op;
      if (!liveness.isLive(op)) {
        dropUses(op);
        rewriter.eraseOp(op);
        changed = true;
      } else for (const nested of op.regions) changed = eraseUnless(liveness, nested, rewriter) || changed;
      op = previous;
    }
  }
  for (const block of region.blocks.slice(1)) {
    for (let i = block.arguments.length - 1; i >= 0; i--) {
      if (liveness.isLive(block.getArgument(i))) continue;
      block.eraseArgument(i);
      changed = true;
    }
  }
  return changed;
}

/** In graph regions dead operations may use each other in a cycle. */
function dropUses(op: Operation): void {
  for (const result of op.results) {
    while (result.firstUse !== null) result.firstUse.owner.dropAllReferences();
  }
}

function eraseDeadSuccessorOperands(liveness: Liveness, block: Block, rewriter: Rewriter): boolean {
  const op = block.lastOp;
  const branch = op === null ? undefined : rewriter.context.query(branchOpInterface, op);
  if (op === null || branch === undefined) return false;
  let changed = false;
  // From the last to the first, so that the indices of those before stay.
  for (let i = op.successors.length - 1; i >= 0; i--) {
    const target = op.successors[i]!;
    const { count } = branch.successorOperands(i);
    const produced = target.arguments.length - count;
    for (let offset = count - 1; offset >= 0; offset--) {
      if (liveness.isLive(target.getArgument(produced + offset))) continue;
      branch.eraseSuccessorOperand(i, offset);
      changed = true;
    }
  }
  return changed;
}

/** Returns the regions of all operations directly in a region. */
function nestedRegions(region: Region): Region[] {
  const nested: Region[] = [];
  for (const block of region.blocks) {
    for (let op = block.firstOp; op !== null; op = op.next)
      if (op.regions.length > 0) nested.push(...op.regions);
  }
  return nested;
}
