import { FuncOp } from '@shardform/dialect-func';
import {
  FuncDataFlowEdgeOp,
  resultShardings,
  SHARDING,
  type TensorShardingAttr,
  TensorShardingPerValueAttr,
} from '@shardform/dialect-sdy';
import { definePass, type ModuleOp, type Operation, ShapedType, type Value } from '@shardform/ir-core';
import { insertBehind } from './add-data-flow-edges.ts';
import { callsIn } from '../module/call-graph.ts';
import { functionShardings } from '../module/func-shardings.ts';
import { mainFunction } from '../module/main-function.ts';

/** Adds an edge operation for every argument of a function other than the main one, and every result of a call. */
export function addFuncDataFlowEdges(module: ModuleOp): void {
  const main = mainFunction(module);
  for (const func of module.body) {
    if (!(func instanceof FuncOp) || func === main || func.isDeclaration) continue;
    addEdges(func.entry.arguments, functionShardings(func, 'arg_attrs'));
  }
  for (const call of callsIn(module)) addEdges(call.results, resultShardings(call)?.shardings ?? []);
}

function addEdges(values: readonly Value[], shardings: readonly (TensorShardingAttr | null)[]): void {
  let last: Operation | null = null;
  values.forEach((value, i) => {
    if (!(value.type instanceof ShapedType && value.type.hasStaticShape)) return;
    const sharding = shardings[i] ?? null;
    const edge = FuncDataFlowEdgeOp.create({ input: value }, [value.type], { location: value.location });
    if (sharding !== null) edge.setAttr(SHARDING, TensorShardingPerValueAttr.get([sharding]));
    insertBehind(edge, value, last);
    value.replaceUsesIf(edge.result, (use) => use.owner !== edge);
    last = edge;
  });
}

/** `sdy-add-func-data-flow-edges`. */
export const addFuncDataFlowEdgesPass = /* @__PURE__ */ definePass({
  name: 'sdy-add-func-data-flow-edges',
  className: 'AddFuncDataFlowEdgesPass',
  summary: 'Inserts `FuncDataFlowEdgeOp` for every argument of functions and every result of calls.',
  anchor: 'builtin.module',
  dependentDialects: ['sdy'],
  run: (module) => addFuncDataFlowEdges(module),
});
