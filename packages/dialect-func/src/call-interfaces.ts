import {
  callableOpInterface,
  callOpInterface,
  type DialectInlining,
  type InterfaceImplementation,
} from '@shardform/ir-core';
import { CallOp } from './ops/call-op.ts';
import { FuncOp } from './ops/func-op.ts';

/** What the call graph and the inliner ask of functions and calls. */
export const callInterfaces: readonly InterfaceImplementation[] = [
  callOpInterface.implementFor(CallOp, (op) => ({
    callee: op.callee,
    argumentOperands: op.operandValues(),
    setCallee: (callee) => {
      op.callee = callee;
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
};
