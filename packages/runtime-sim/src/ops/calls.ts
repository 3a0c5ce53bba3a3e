import { CallOp } from '@shardform/dialect-func';
import type { InterfaceImplementation } from '@shardform/ir-core';
import { ExecutionError } from '../interpreter/execution-error.ts';
import { interpretable } from '../interpreter/interpretable.ts';

/** Calls of functions. */
export const callInterpreters: readonly InterfaceImplementation[] = [
  interpretable.implementFor(CallOp, (op) => (operands, state) => {
    const callee = op.calledFunction();
    if (callee === null || callee.isDeclaration) {
      throw new ExecutionError(op, `function '@${op.callee.root}' has no body to execute`);
    }
    return state.runRegion(callee.body, operands);
  }),
];
