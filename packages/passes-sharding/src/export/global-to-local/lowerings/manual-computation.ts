import { ManualComputationOp } from '@shardform/dialect-sdy';
import type { InterfaceImplementation } from '@shardform/ir-core';
import { localLowering } from '../local-lowering.ts';

/** The body already works on local values: it is inlined. */
export const manualComputationLowering: InterfaceImplementation = /* @__PURE__ */ localLowering.implementFor(
  ManualComputationOp,
  (op) => (converter) => {
    const { entry } = op;
    for (const argument of entry.arguments) argument.replaceAllUsesWith(op.getOperand(argument.index));
    const terminator = entry.lastOp!;
    const results = terminator.operandValues();
    terminator.erase();
    for (const inner of entry) inner.moveBefore(op);
    converter.replace(op, results);
  },
);
