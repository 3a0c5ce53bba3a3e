import { MeshTable, SHARDING } from '@shardform/dialect-sdy';
import { definePass, type ModuleOp } from '@shardform/ir-core';
import { callsIn, functionsByName } from '../module/call-graph.ts';
import { completeFunctionShardings } from '../module/func-shardings.ts';

/** Gives calls without shardings those of the results of the called function. */
export function propagateShardingFromFuncToCall(module: ModuleOp): void {
  const functions = functionsByName(module);
  const meshes = new MeshTable(module);
  for (const call of callsIn(module)) {
    if (call.hasAttr(SHARDING)) continue;
    const callee = functions.get(call.callee.root);
    if (callee === undefined) continue;
    const shardings = completeFunctionShardings(callee, 'res_attrs', meshes);
    if (shardings !== null) call.setAttr(SHARDING, shardings);
  }
}

/** `sdy-propagate-sharding-from-func-to-call`. */
export const propagateShardingFromFuncToCallPass = /* @__PURE__ */ definePass({
  name: 'sdy-propagate-sharding-from-func-to-call',
  className: 'PropagateShardingFromFuncToCallPass',
  summary: 'Propagates the shardings of function results to the calls that have none.',
  anchor: 'builtin.module',
  dependentDialects: ['sdy'],
  run: (module) => propagateShardingFromFuncToCall(module),
});
