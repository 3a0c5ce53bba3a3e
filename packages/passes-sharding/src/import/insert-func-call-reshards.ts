import type { CallOp, FuncOp } from '@shardform/dialect-func';
import {
  areShardingsEquivalent,
  MeshTable,
  ReshardOp,
  resultShardings,
  SHARDING,
  TensorShardingAttr,
  type TensorShardingPerValueAttr,
} from '@shardform/dialect-sdy';
import { definePass, type ModuleOp, zip } from '@shardform/ir-core';
import { callsIn, functionsByName } from '../module/call-graph.ts';
import { completeFunctionShardings } from '../module/func-shardings.ts';

/** Gives calls the shardings of the called functions, and reshards their results where the call's sharding differs. */
export function insertFuncCallReshards(module: ModuleOp): void {
  const functions = functionsByName(module);
  const meshes = new MeshTable(module);
  for (const call of callsIn(module)) {
    const callee = functions.get(call.callee.root);
    if (callee !== undefined) reshardResults(call, callee, meshes);
  }
}

function reshardResults(call: CallOp, callee: FuncOp, meshes: MeshTable): void {
  const own = resultShardings(call);
  const given = completeFunctionShardings(callee, 'res_attrs', meshes);
  const model = own ?? given;
  if (model === null) return;
  // A sharding given on one side only is closed and replicated on the other one.
  const wanted = own ?? closedLike(model);
  const provided = given ?? closedLike(model);
  zip(call.results, wanted.shardings, provided.shardings).forEach(([result, sharding, givenSharding]) => {
    if (areShardingsEquivalent(reduced(sharding), reduced(givenSharding))) return;
    const reshard = ReshardOp.create({ input: result, sharding }, [result.type], {
      location: result.location,
    });
    // Inserted directly after the call, so that the reshard of the last result comes first.
    reshard.moveAfter(call);
    result.replaceUsesIf(reshard.result, (use) => use.owner !== reshard);
  });
  call.setAttr(SHARDING, provided);
}

/** Partial values are combined where they are used, not here. */
function reduced(sharding: TensorShardingAttr): TensorShardingAttr {
  return sharding.unreducedAxes.length === 0 ? sharding : sharding.with({ unreducedAxes: [] });
}

function closedLike(shardings: TensorShardingPerValueAttr): TensorShardingPerValueAttr {
  return shardings.map(({ meshOrRef, rank }) => TensorShardingAttr.fullyClosed(meshOrRef, rank));
}

/** `sdy-insert-func-call-reshards`. */
export const insertFuncCallReshardsPass = /* @__PURE__ */ definePass({
  name: 'sdy-insert-func-call-reshards',
  className: 'InsertFuncCallReshardsPass',
  summary: 'Inserts reshards where the shardings of calls and called functions differ.',
  anchor: 'builtin.module',
  dependentDialects: ['sdy'],
  run: (module) => insertFuncCallReshards(module),
});
