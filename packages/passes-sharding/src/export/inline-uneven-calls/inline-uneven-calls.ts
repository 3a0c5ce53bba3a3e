import { CallOp, type FuncOp } from '@shardform/dialect-func';
import { type Context, inlineCall, type ModuleOp } from '@shardform/ir-core';
import { callCounts, callGraphPostOrder } from '../../module/call-graph.ts';
import { isMoreOperations } from '../../module/more-operations.ts';
import { CallBoundary } from './call-boundary.ts';

/** Larger functions stay where they are called several times. */
const MOST_OPERATIONS = 64;

/** Returns whether a program has calls that {@link inlineUnevenCalls} would inline. */
export function hasUnevenCalls(module: ModuleOp, context: Context): boolean {
  let found = false;
  forUnevenCalls(module, context, () => (found = true));
  return found;
}

/** Inlines calls at which a value is split unevenly on either side, of functions that are small or called once. */
export function inlineUnevenCalls(module: ModuleOp, context: Context): void {
  forUnevenCalls(module, context, (call, callee, boundary) => {
    boundary.skipReshards(call);
    if (inlineCall(call, callee, context, { clone: true })) call.erase();
  });
}

function forUnevenCalls(
  module: ModuleOp,
  context: Context,
  visit: (call: CallOp, callee: FuncOp, boundary: CallBoundary) => void,
): void {
  const boundary = new CallBoundary(module, context);
  const calls = callCounts(module);
  for (const func of callGraphPostOrder(module))
    func.walkOf(CallOp, (call) => {
      const callee = call.calledFunction();
      if (callee === null || callee === func || callee.isDeclaration) return;
      const mayInline = calls.get(callee) === 1 || !isMoreOperations(callee, MOST_OPERATIONS);
      if (mayInline && boundary.isUneven(call, callee)) visit(call, callee, boundary);
    });
}
