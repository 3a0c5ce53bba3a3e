import {
  type Block,
  boolAttr,
  type CanonicalizationPattern,
  constantOf,
  IntegerAttr,
  type Operation,
  pattern,
  type Rewriter,
  type Value,
  zip,
} from '@shardform/ir-core';
import { ConstantOp } from '../../arith/constant-op.ts';
import { SelectOp } from '../../arith/select-op.ts';
import { AssertOp } from '../assert-op.ts';
import { BranchOp, CondBranchOp } from '../branch-ops.ts';
import { type Destination, throughBlock } from './pass-through.ts';

/** Returns the only predecessor of a block, which branches there once. */
export function singlePredecessor(block: Block): Block | null {
  const predecessors = block.predecessors();
  return predecessors.length === 1 ? predecessors[0]! : null;
}

/** Replaces a terminator by a branch to one destination. */
export function replaceByBranch(op: Operation, to: Destination, rewriter: Rewriter): void {
  rewriter.replaceOpWith(op, BranchOp, { destOperands: to.operands }, [], { successors: [to.block] });
}

function destinations(op: CondBranchOp): readonly [Destination, Destination] {
  return [
    { block: op.trueDest, operands: op.trueDestOperands },
    { block: op.falseDest, operands: op.falseDestOperands },
  ];
}

/** Uses of the condition in a block that is only reached when it is `value` are that value. */
function propagateCondition(op: CondBranchOp, block: Block, value: boolean, rewriter: Rewriter): boolean {
  if (singlePredecessor(block) === null) return false;
  let constant: Value | null = null;
  for (const use of [...op.condition.uses()]) {
    if (use.owner.parent !== block) continue;
    if (constant === null) {
      rewriter.setInsertionPoint(op);
      constant = rewriter.create(ConstantOp, { value: boolAttr(value) }, [op.condition.type]).result;
    }
    const replacement: Value = constant;
    rewriter.modifyInPlace(use.owner, () => use.set(replacement));
  }
  return constant !== null;
}

/** The patterns of branches and assertions. */
export const branchPatterns: readonly CanonicalizationPattern[] = [
  pattern(BranchOp, 'to-single-predecessor', (op, rewriter) => {
    const { dest } = op;
    const block = op.parent!;
    if (dest === block || singlePredecessor(dest) === null) return false;
    const operands = op.operandValues();
    rewriter.eraseOp(op);
    rewriter.inlineBlock(dest, block, null, operands);
    return true;
  }),
  pattern(BranchOp, 'through-empty-block', (op, rewriter) => {
    const to = throughBlock({ block: op.dest, operands: op.operandValues() });
    if (to === null) return false;
    replaceByBranch(op, to, rewriter);
    return true;
  }),
  pattern(CondBranchOp, 'constant-condition', (op, rewriter) => {
    const condition = constantOf(op.condition);
    if (!(condition instanceof IntegerAttr)) return false;
    const [whenTrue, whenFalse] = destinations(op);
    replaceByBranch(op, condition.value === 0n ? whenFalse : whenTrue, rewriter);
    return true;
  }),
  pattern(CondBranchOp, 'through-empty-block', (op, rewriter) => {
    const before = destinations(op);
    const [throughTrue, throughFalse] = before.map(throughBlock);
    if (throughTrue === null && throughFalse === null) return false;
    const [whenTrue, whenFalse] = [throughTrue ?? before[0], throughFalse ?? before[1]];
    rewriter.replaceOpWith(
      op,
      CondBranchOp,
      {
        condition: op.condition,
        trueDestOperands: whenTrue.operands,
        falseDestOperands: whenFalse.operands,
      },
      [],
      { successors: [whenTrue.block, whenFalse.block] },
    );
    return true;
  }),
  pattern(CondBranchOp, 'to-one-block', (op, rewriter) => {
    const [whenTrue, whenFalse] = destinations(op);
    const { block } = whenTrue;
    if (block !== whenFalse.block) return false;
    const isSame = whenTrue.operands.every((value, i) => value === whenFalse.operands[i]);
    // The selections would be executed for nothing when the block is reached from elsewhere too.
    if (!isSame && block.predecessors().some((predecessor) => predecessor !== op.parent)) return false;
    const operands = zip(whenTrue.operands, whenFalse.operands).map(([trueValue, falseValue]) => {
      if (trueValue === falseValue) return trueValue;
      const { condition } = op;
      return rewriter.create(SelectOp, { condition, trueValue, falseValue }, [trueValue.type]).result;
    });
    replaceByBranch(op, { block, operands }, rewriter);
    return true;
  }),
  pattern(CondBranchOp, 'same-condition-before', (op, rewriter) => {
    const block = op.parent!;
    const before = singlePredecessor(block)?.lastOp;
    if (!(before instanceof CondBranchOp) || before.condition !== op.condition) return false;
    const [whenTrue, whenFalse] = destinations(op);
    replaceByBranch(op, before.trueDest === block ? whenTrue : whenFalse, rewriter);
    return true;
  }),
  pattern(CondBranchOp, 'condition-in-destinations', (op, rewriter) => {
    const inTrue = propagateCondition(op, op.trueDest, true, rewriter);
    return propagateCondition(op, op.falseDest, false, rewriter) || inTrue;
  }),
  pattern(AssertOp, 'holds', (op, rewriter) => {
    const condition = constantOf(op.arg);
    if (!(condition instanceof IntegerAttr) || condition.value === 0n) return false;
    rewriter.eraseOp(op);
    return true;
  }),
];
