import type { CallOp, FuncOp } from '@shardform/dialect-func';
import {
  areShardingsEquivalent,
  MeshTable,
  ReshardOp,
  resultShardings,
  SHARDING,
  type TensorShardingAttr,
} from '@shardform/dialect-sdy';
import { definePass, type ModuleOp, type Operation } from '@shardform/ir-core';
import { insertBehind } from './add-data-flow-edges.ts';
import { callsIn, functionsByName } from './call-graph.ts';
import { completeFunctionShardings } from './func-shardings.ts';

/** Makes calls have the shardings of the called functions, and reshards their results where that changes something. */
export function insertFuncCallReshards(module: ModuleOp): void {
  const functions = functionsByName(module);
  const meshes = new MeshTable(module);
  for (const call of callsIn(module)) {
    const callee = functions.get(call.callee.root);
    if (callee !== undefined) reshardResults(call, callee, meshes);
  }
}

function reshardResults(call: CallOp, callee: FuncOp, meshes: MeshTable): void {
  const own = resultShardings(call)?.shardings ?? [];
  const given = completeFunctionShardings(callee, 'res_attrs', meshes);
  let last: Operation | null = null;
  call.results.forEach((result, i) => {
    const wanted: TensorShardingAttr | undefined = own[i];
    if (wanted === undefined || areShardingsEquivalent(wanted, given?.shardings[i] ?? null)) return;
    const reshard = ReshardOp.create({ input: result, sharding: wanted }, [result.type], { location: result.location });
    insertBehind(reshard, result, last);
    result.replaceUsesIf(reshard.result, (use) => use.owner !== reshard);
    last = reshard;
  });
  if (last !== null) call.setAttr(SHARDING, given);
}

/** `sdy-insert-func-call-reshards`. */
export const insertFuncCallReshardsPass = definePass({
  name: 'sdy-insert-func-call-reshards',
  className: 'InsertFuncCallReshardsPass',
  summary: 'Inserts reshards where the shardings of calls and called functions differ.',
  anchor: 'builtin.module',
  dependentDialects: ['sdy'],
  run: (module) => insertFuncCallReshards(module as ModuleOp),
});
