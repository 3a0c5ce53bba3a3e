import { type Block, Builder, type Context, type Operation, type Region, zip } from '@shardform/ir-core';
import { cf } from '@shardform/dialects-mlir';
import { zeroConstant } from './placeholder.ts';

/** Edits that simplify the control flow at the end of a block. */
export function branchEdits(op: Operation, context: Context): (() => void)[] {
  if (op.successors.length === 0) return [];
  const edits = [() => leaveEarly(op, context)];
  if (op instanceof cf.CondBranchOp) {
    edits.push(() => goTo(op, op.trueDest, op.trueDestOperands, context));
    edits.push(() => goTo(op, op.falseDest, op.falseDestOperands, context));
  }
  if (op instanceof cf.BranchOp) edits.push(() => joinBlocks(op));
  return edits;
}

/** The block ends as the region's last way out does, with zeros. */
function leaveEarly(op: Operation, context: Context): void {
  const { parent: block, parentRegion: region } = op;
  const exit = region?.blocks
    .map(({ terminator }) => terminator)
    .find((last) => last?.successors.length === 0);
  if (block === null || region === null || exit === null || exit === undefined) return;
  const constants = exit.operandTypes().map((type) => zeroConstant(op, type, context));
  if (constants.includes(null)) return;
  for (const constant of constants) block.insertBefore(constant!, op);
  op.erase();
  exit.moveToEnd(block);
  exit.setOperands(constants.map((constant) => constant!.getResult()));
  dropUnreached(region);
}

function goTo(
  op: cf.CondBranchOp,
  dest: Block,
  destOperands: cf.CondBranchOp['trueDestOperands'],
  context: Context,
): void {
  const builder = new Builder(context);
  builder.setInsertionPoint(op);
  builder.create(cf.BranchOp, { destOperands }, [], { successors: [dest] });
  const region = op.parentRegion;
  op.erase();
  if (region !== null) dropUnreached(region);
}

/** Merges a block into its only predecessor. */
function joinBlocks(op: cf.BranchOp): void {
  const { parent: block, dest } = op;
  if (block === null || dest === block || dest.isEntry || dest.predecessors().length > 1) return;
  const values = [...op.destOperands];
  zip(dest.arguments, values).forEach(([argument, value]) => argument.replaceAllUsesWith(value));
  op.erase();
  for (const moved of [...dest]) moved.moveToEnd(block);
  dest.parent?.remove(dest);
}

function dropUnreached(region: Region): void {
  const reached = new Set<Block>();
  const open: Block[] = [region.entry];
  for (let block = open.pop(); block !== undefined; block = open.pop()) {
    if (reached.has(block)) continue;
    reached.add(block);
    open.push(...(block.terminator?.successors ?? []));
  }
  const unreached = region.blocks.filter((block) => !reached.has(block));
  // They may use each other's values.
  for (const block of unreached) for (const op of block) op.walk((nested) => nested.setOperands([]));
  for (const block of unreached) region.remove(block);
}
