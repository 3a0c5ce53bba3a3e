import { type Context, definePass, inlineCall, type ModuleOp } from '@shardform/ir-core';
import { callGraphPostOrder, callsIn, isRecursive } from '../module/call-graph.ts';
import { isMoreOperations } from '../module/more-operations.ts';

/** A program that becomes larger keeps its calls. */
const MOST_OPERATIONS = 20_000;

/** `shardform-inline-calls`. */
export const inlineCalls = /* @__PURE__ */ definePass({
  name: 'shardform-inline-calls',
  className: 'InlineCallsPass',
  summary: 'Inlines all calls, before the program is split as XLA splits it.',
  description:
    'XLA partitions programs without calls, in which values that several functions need are sent once. Calls stay once a program has more than 20,000 operations.',
  anchor: 'builtin.module',
  run(module, { context }) {
    if (callsIn(module).length > 0 && !isRecursive(module, context)) inlineAll(module, context);
  },
});

/** Functions come after those that they call, which have no calls by then. */
function inlineAll(module: ModuleOp, context: Context): void {
  for (const func of callGraphPostOrder(module))
    for (const call of callsIn(func)) {
      if (isMoreOperations(module, MOST_OPERATIONS)) return;
      const callee = call.calledFunction();
      if (callee === null || callee.isDeclaration) continue;
      if (inlineCall(call, callee, context, { clone: true })) call.erase();
    }
}
