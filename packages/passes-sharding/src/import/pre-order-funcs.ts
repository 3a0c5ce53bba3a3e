import { definePass, type ModuleOp } from '@shardform/ir-core';
import { callGraphPreOrder } from '../module/call-graph.ts';

/** Puts the functions that calls can reach at the end of the module, callers before their callees. */
export function orderFunctionsByCalls(module: ModuleOp): void {
  for (const func of callGraphPreOrder(module)) func.moveToEnd(module.body);
}

/** `sdy-pre-order-funcs`. */
export const preOrderFuncs = /* @__PURE__ */ definePass({
  name: 'sdy-pre-order-funcs',
  className: 'PreOrderFuncsPass',
  summary: 'Reorders the functions in a pre-order traversal of the call graph.',
  anchor: 'builtin.module',
  run: (module) => orderFunctionsByCalls(module),
});
