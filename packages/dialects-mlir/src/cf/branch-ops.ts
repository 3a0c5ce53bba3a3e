import {
  anyType,
  type Attribute,
  attrSizedOperandSegments,
  type Block,
  type BranchOp as Branch,
  branchOpInterface,
  defineOp,
  i1,
  IntegerAttr,
  type InterfaceImplementation,
  onlyType,
  type OperandRange,
  type OpReport,
  segmentSizes,
  terminator,
  type Value,
  variadic,
} from '@shardform/ir-core';
import { successorCount, verifyBranch } from './branch-check.ts';

/** Goes on with a block (MLIR, `cf.br`). */
export class BranchOp extends defineOp('cf.br', {
  summary: 'branch operation',
  operands: { destOperands: variadic(anyType) },
  successors: ['dest'],
  traits: [successorCount(1), terminator],
  effects: 'none',
  speculates: 'always',
  format: '$dest (`(` $destOperands^ `:` type($destOperands) `)`)? attr-dict',
}) {
  get dest(): Block {
    return this.successors[0]!;
  }

  /** The operands that the successor at `index` gets. */
  successorOperands(_index: number): OperandRange {
    return { start: 0, count: this.operands.length };
  }

  override verifyOp(report: OpReport): boolean {
    return verifyBranch(this, (i) => this.successorOperands(i), report);
  }
}

/** Goes on with one of two blocks (MLIR, `cf.cond_br`). */
export class CondBranchOp extends defineOp('cf.cond_br', {
  summary: 'conditional branch operation',
  operands: {
    condition: onlyType(i1, '1-bit signless integer'),
    trueDestOperands: variadic(anyType),
    falseDestOperands: variadic(anyType),
  },
  successors: ['trueDest', 'falseDest'],
  traits: [successorCount(2), attrSizedOperandSegments, terminator],
  effects: 'none',
  speculates: 'always',
  format:
    '$condition `,` $trueDest (`(` $trueDestOperands^ `:` type($trueDestOperands) `)`)? `,` ' +
    '$falseDest (`(` $falseDestOperands^ `:` type($falseDestOperands) `)`)? attr-dict',
}) {
  get trueDest(): Block {
    return this.successors[0]!;
  }

  get falseDest(): Block {
    return this.successors[1]!;
  }

  /** The operands that the successor at `index` gets. */
  successorOperands(index: number): OperandRange {
    const count = this.trueDestOperands.length;
    return index === 0 ? { start: 1, count } : { start: 1 + count, count: this.falseDestOperands.length };
  }

  override verifyOp(report: OpReport): boolean {
    return verifyBranch(this, (i) => this.successorOperands(i), report);
  }
}

function resize(op: CondBranchOp, index: number, by: number): void {
  const sizes = [1, op.trueDestOperands.length, op.falseDestOperands.length];
  sizes[index + 1]! += by;
  op.setAttr('operandSegmentSizes', segmentSizes(sizes));
}

function inserted(values: readonly Value[], at: number, added: readonly Value[]): readonly Value[] {
  return [...values.slice(0, at), ...added, ...values.slice(at)];
}

function without(values: readonly Value[], at: number): readonly Value[] {
  return values.filter((_, i) => i !== at);
}

/** Interfaces of the branches for passes over control flow. */
export const branchInterfaces: readonly InterfaceImplementation[] = [
  branchOpInterface.implementFor(BranchOp, (op): Branch => ({
    successorForOperands: () => op.dest,
    successorOperands: (index) => op.successorOperands(index),
    appendSuccessorOperands: (_, values) => op.setOperands([...op.operandValues(), ...values]),
    eraseSuccessorOperand: (_, offset) => op.setOperands(without(op.operandValues(), offset)),
  })),
  branchOpInterface.implementFor(CondBranchOp, (op): Branch => ({
    successorForOperands: ([condition]: readonly (Attribute | null)[]) => {
      if (!(condition instanceof IntegerAttr)) return null;
      return condition.value === 0n ? op.falseDest : op.trueDest;
    },
    successorOperands: (index) => op.successorOperands(index),
    appendSuccessorOperands(index, values) {
      const { start, count } = op.successorOperands(index);
      op.setOperands(inserted(op.operandValues(), start + count, values));
      resize(op, index, values.length);
    },
    eraseSuccessorOperand(index, offset) {
      const { start } = op.successorOperands(index);
      // The sizes are read from the operands, before one of them is missing.
      resize(op, index, -1);
      op.setOperands(without(op.operandValues(), start + offset));
    },
  })),
];
