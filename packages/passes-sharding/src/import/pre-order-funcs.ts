import { definePass, type ModuleOp, type Operation } from '@shardform/ir-core';
import { callGraphPreOrder } from '../module/call-graph.ts';

/** Puts the functions that calls can reach at the end of the module, callers before their callees. */
export function orderFunctionsByCalls(module: ModuleOp): void {
  const ordered = callGraphPreOrder(module);
  // Functions that are where they belong are not moved: what changes is verified again.
  let last: Operation | null = module.body.lastOp;
  const isOrdered = ordered.toReversed().every((func) => {
    const isHere = func === last;
    last = func.previous;
    return isHere;
  });
  if (isOrdered) return;
  for (const func of ordered) func.moveToEnd(module.body);
}

/** `sdy-pre-order-funcs`. */
export const preOrderFuncs = /* @__PURE__ */ definePass({
  name: 'sdy-pre-order-funcs',
  className: 'PreOrderFuncsPass',
  summary: 'Reorders the functions in a pre-order traversal of the call graph.',
  anchor: 'builtin.module',
  run: (module) => orderFunctionsByCalls(module),
});
