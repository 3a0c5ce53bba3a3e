import type { Block } from '../ir/block.ts';
import { type IncomingBranch, incomingBranches } from '../ir/incoming-branches.ts';
import { branchOpInterface } from '../ir/interfaces.ts';
import { isSameOperationUpToOperands } from '../ir/operation-key.ts';
import type { Region } from '../ir/region.ts';
import type { OpOperand, Value } from '../ir/value.ts';
import type { Rewriter } from './rewriter.ts';
import { zip } from '../list/zip.ts';

/**
 * Makes branches to one of several equal blocks branch to the first of them, here and in nested regions. Values
 * from outside that the blocks use differently become arguments. The entry, blocks whose values are used
 * elsewhere and blocks with regions stay as they are.
 */
export function mergeIdenticalBlocks(region: Region, rewriter: Rewriter): boolean {
  let changed = false;
  while (region.blocks.length > 2 && mergeBlocksOf(region, rewriter)) changed = true;
  for (const block of region.blocks) {
    for (let op = block.firstOp; op !== null; op = op.next) {
      for (const nested of op.regions) changed = mergeIdenticalBlocks(nested, rewriter) || changed;
    }
  }
  return changed;
}

/** An operand of a block by the positions of its operation and among the operation's operands. */
type OperandPlace = readonly [opIndex: number, operandIndex: number];

/** Blocks that do the same, except for operands from outside. */
interface Cluster {
  readonly leader: Block;
  readonly merged: Block[];
  /** Operands that differ, in the order of the block; they become arguments of the leader. */
  readonly differences: Map<string, OperandPlace>;
}

/** The branches to a block: see {@link incomingBranches}. */
type Branches = (block: Block) => readonly IncomingBranch[];

function mergeBlocksOf(region: Region, rewriter: Rewriter): boolean {
  const clusters: Cluster[] = [];
  for (const block of region.blocks.slice(1)) {
    if (!isSelfContained(block) || clusters.some((cluster) => addToCluster(cluster, block))) continue;
    clusters.push({ leader: block, merged: [], differences: new Map() });
  }
  let changed = false;
  const incoming = incomingBranches(region);
  // Branches of blocks that were merged are gone.
  const branchesTo: Branches = (block) => incoming.get(block)?.filter(({ op }) => op.parent !== null) ?? [];
  for (const cluster of clusters) changed = mergeCluster(cluster, branchesTo, rewriter) || changed;
  return changed;
}

function isSelfContained(block: Block): boolean {
  for (let op = block.firstOp; op !== null; op = op.next) {
    if (op.regions.some((nested) => !nested.isEmpty)) return false;
  }
  return block.arguments.every((argument) => isUsedOnlyIn(block, argument));
}

function isUsedOnlyIn(block: Block, value: Value): boolean {
  for (let use = value.firstUse; use !== null; use = use.nextUse) {
    if (use.owner.parent !== block) return false;
  }
  return true;
}

function addToCluster(cluster: Cluster, block: Block): boolean {
  const { leader } = cluster;
  if (leader.arguments.length !== block.arguments.length) return false;
  if (leader.arguments.some(({ type }, i) => type !== block.getArgument(i).type)) return false;
  const counterparts = new Map<Value, Value>();
  leader.arguments.forEach((argument, i) => counterparts.set(argument, block.getArgument(i)));
  const differences: OperandPlace[] = [];
  let other = block.firstOp;
  let opIndex = 0;
  for (let op = leader.firstOp; op !== null; op = op.next) {
    if (other === null || !isSameOperationUpToOperands(op, other)) return false;
    if (!op.results.every((result) => isUsedOnlyIn(leader, result))) return false;
    if (!other.results.every((result) => isUsedOnlyIn(block, result))) return false;
    for (const [operandIndex, { value }] of op.operands.entries()) {
      const otherValue = other.getOperand(operandIndex);
      if (value === otherValue) continue;
      if (value.type !== otherValue.type) return false;
      const isInside = value.parentBlock === leader;
      if (isInside !== (otherValue.parentBlock === block)) return false;
      if (isInside) {
        if (counterparts.get(value) !== otherValue) return false;
      } else if (canBePassed(leader, value) && canBePassed(block, otherValue)) {
        differences.push([opIndex, operandIndex]);
      } else return false;
    }
    for (const [i, result] of op.results.entries()) counterparts.set(result, other.getResult(i));
    other = other.next;
    opIndex++;
  }
  if (other !== null) return false;
  for (const place of differences) cluster.differences.set(place.join(), place);
  cluster.merged.push(block);
  return true;
}

/** Returns false for results of the branch itself, which it can't pass to its successor. */
function canBePassed(block: Block, value: Value): boolean {
  const { definingOp, parentBlock } = value;
  if (parentBlock === null || definingOp === null || definingOp !== parentBlock.lastOp) return true;
  return !definingOp.successors.includes(block);
}

function mergeCluster(
  { leader, merged, differences }: Cluster,
  branchesTo: Branches,
  rewriter: Rewriter,
): boolean {
  if (merged.length === 0) return false;
  if (
    differences.size > 0 &&
    !passAsArguments(leader, merged, [...differences.values()], branchesTo, rewriter)
  )
    return false;
  for (const block of merged) {
    for (const { op } of branchesTo(block)) {
      rewriter.modifyInPlace(op, () => {
        op.setSuccessors(op.successors.map((successor) => (successor === block ? leader : successor)));
      });
    }
    rewriter.eraseBlock(block);
  }
  return true;
}

/** Adds an argument to the leader for each position, with the values of all blocks passed by their branches. */
function passAsArguments(
  leader: Block,
  merged: readonly Block[],
  unordered: readonly OperandPlace[],
  branchesTo: Branches,
  rewriter: Rewriter,
): boolean {
  const { context } = rewriter;
  const blocks = [leader, ...merged];
  const isKnown = ({ op }: IncomingBranch): boolean => context.query(branchOpInterface, op) !== undefined;
  if (!blocks.every((block) => branchesTo(block).every(isKnown))) return false;
  const places = [...unordered].sort((a, b) => a[0] - b[0] || a[1] - b[1]);
  const values = blocks.map((block) => operandsAt(block, places).map((operand) => operand.value));
  const kept: number[] = [];
  for (const [i, operand] of operandsAt(leader, places).entries()) {
    // The same argument serves where all blocks use the same value as at an earlier position.
    const earlier = kept.findIndex((index) => values.every((list) => list[index] === list[i]));
    const argument =
      earlier >= 0
        ? leader.getArgument(leader.arguments.length - kept.length + earlier)
        : leader.addArgument(operand.value.type, operand.value.location);
    if (earlier < 0) kept.push(i);
    rewriter.modifyInPlace(operand.owner, () => operand.set(argument));
  }
  zip(blocks, values).forEach(([block, list]) => {
    for (const { op, successorIndex } of branchesTo(block)) {
      const passed = kept.map((i) => list[i]!);
      rewriter.modifyInPlace(op, () =>
        context.query(branchOpInterface, op)?.appendSuccessorOperands(successorIndex, passed),
      );
    }
  });
  return true;
}

function operandsAt(block: Block, places: readonly OperandPlace[]): OpOperand[] {
  const ops = [...block];
  return places.map(([opIndex, operandIndex]) => ops[opIndex]!.operands[operandIndex]!);
}
