import { callOpInterface, type InterfaceImplementation, loopLikeOpInterface } from '@shardform/ir-core';
import { CallOp } from '../ops/call-op.ts';
import { ForOp } from '../ops/for-op.ts';
import { FragmentCallOp } from '../ops/fragment-call-op.ts';

/** How the call graph and loop passes read the operations of the dialect. */
export const mpmdCallInterfaces: readonly InterfaceImplementation[] = [
  callOpInterface.implementFor(CallOp, (op) => ({
    callee: op.callee,
    argumentOperands: op.operandValues(),
    setCallee: (callee) => {
      op.callee = callee;
    },
  })),
  callOpInterface.implementFor(FragmentCallOp, (op) => ({
    callee: op.callee,
    argumentOperands: op.operandValues(),
    setCallee: (callee) => {
      op.callee = callee;
    },
  })),
  loopLikeOpInterface.implementFor(ForOp, (op) => ({
    loopRegions: [op.region],
    loopInductionVars: op.entry.arguments.slice(-1),
    inits: { start: 0, count: op.operands.length },
    regionIterArgs: op.entry.arguments.slice(0, -1),
    yieldedValues: op.entry.getTerminator().operandValues(),
    loopResults: op.results,
  })),
];
