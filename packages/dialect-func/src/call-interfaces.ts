import {
  callableOpInterface,
  callOpInterface,
  type CanonicalizationPattern,
  type DialectInlining,
  type InterfaceImplementation,
  pattern,
  SymbolRefAttr,
} from '@shardform/ir-core';
import { cf } from '@shardform/dialects-mlir';
import { CallIndirectOp } from './ops/call-indirect-op.ts';
import { CallOp } from './ops/call-op.ts';
import { ConstantOp } from './ops/constant-op.ts';
import { FuncOp } from './ops/func-op.ts';
import { ReturnOp } from './ops/return-op.ts';

/** Implementations of the interfaces by which the call graph and the inliner read functions and calls. */
export const callInterfaces: readonly InterfaceImplementation[] = [
  callOpInterface.implementFor(CallOp, (op) => ({
    callee: op.callee,
    argumentOperands: op.operandValues(),
    setCallee: (callee) => {
      op.callee = callee;
    },
  })),
  callOpInterface.implementFor(CallIndirectOp, (op) => ({
    callee: op.callee,
    argumentOperands: op.calleeOperands,
    setCallee(callee) {
      throw new Error(`'${op.name}' calls a value, not ${String(callee)}`);
    },
  })),
  callableOpInterface.implementFor(FuncOp, (op) => ({ callableRegion: op.isDeclaration ? null : op.body })),
];

/** Functions may be inlined unless the call says otherwise; a return hands its operands to the call's users. */
export const funcInlining: DialectInlining = {
  isLegalToInlineCall: (call) => !(call instanceof CallOp && call.noInline !== null),
  isLegalToInlineOp: () => true,
  isLegalToInlineRegion: () => true,
  handleTerminator(terminator, results) {
    results.forEach((result, i) => result.replaceAllUsesWith(terminator.getOperand(i)));
  },
  // Of several blocks, those that return go on after the call instead.
  handleBlockTerminator(terminator, next) {
    if (!(terminator instanceof ReturnOp)) return;
    const { location } = terminator;
    const branch = cf.BranchOp.create({ destOperands: terminator.operandValues() }, [], {
      location,
      successors: [next],
    });
    branch.moveBefore(terminator);
    terminator.erase();
  },
};

/** The patterns of calls. */
export const callPatterns: readonly CanonicalizationPattern[] = [
  pattern(CallIndirectOp, 'of-constant', (op, rewriter) => {
    const target = op.callee.definingOp;
    if (!(target instanceof ConstantOp)) return false;
    const callee = SymbolRefAttr.get(target.value.root);
    rewriter.replaceOpWith(op, CallOp, { callee, operands: op.calleeOperands }, op.resultTypes());
    return true;
  }),
];
