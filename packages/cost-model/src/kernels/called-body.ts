import { CallOp, FuncOp } from '@shardform/dialect-func';
import type { Block } from '@shardform/ir-core';
import { CostError } from '../cost-error.ts';

/**
 * Returns the body of the function that an operation in a region calls; calls of a program itself are inlined before its costs are
 * looked up.
 *
 * @throws CostError for a function without a body, and for recursion.
 */
export function calledBody(call: CallOp): Block {
  const callee = call.calledFunction();
  const name = `'@${call.callee.root}'`;
  if (callee === null || callee.isDeclaration) throw new CostError(call, `the cost of ${name} is not known`);
  if (calleesOf(callee).has(callee)) throw new CostError(call, `calls ${name} recursively`);
  return callee.body.entry;
}

/** All functions that a function calls, and those that these call. */
function calleesOf(func: FuncOp): ReadonlySet<FuncOp> {
  const found = new Set<FuncOp>();
  const add = (caller: FuncOp): void => {
    caller.walkOf(CallOp, (call) => {
      const callee = call.calledFunction();
      if (callee === null || found.has(callee)) return;
      found.add(callee);
      add(callee);
    });
  };
  add(func);
  return found;
}
