import { FuncOp, setAllValueAttrs, valueAttrsList } from '@shardform/dialect-func';
import {
  FuncDataFlowEdgeOp,
  getSharding,
  MeshTable,
  rankOf,
  resultShardings,
  SHARDING,
  TensorShardingAttr,
} from '@shardform/dialect-sdy';
import {
  BlockArgument,
  type Context,
  definePass,
  type Operation,
  OpResult,
  type Value,
} from '@shardform/ir-core';
import { completeShardings } from '../module/func-shardings.ts';

/** Moves the shardings of function edges to arguments and calls, and removes the edges. */
export function sinkFuncDataFlowEdges(func: Operation, context: Context): void {
  const byOwner = new Map<Operation, Map<number, TensorShardingAttr | null>>();
  func.walkOf(FuncDataFlowEdgeOp, (edge) => {
    const { input } = edge;
    const owner = ownerOf(input);
    let shardings = byOwner.get(owner);
    if (shardings === undefined)
      byOwner.set(owner, (shardings = new Map<number, TensorShardingAttr | null>()));
    shardings.set(indexOf(input), shardingOf(edge, context));
    edge.result.replaceAllUsesWith(input);
    edge.erase();
  });
  for (const [owner, shardings] of byOwner) {
    if (owner instanceof FuncOp) setArgumentShardings(owner, shardings);
    else setResultShardings(owner, shardings);
  }
}

function shardingOf(edge: FuncDataFlowEdgeOp, context: Context): TensorShardingAttr | null {
  const own = resultShardings(edge)?.shardings[0];
  if (own !== undefined) return own;
  const before = getSharding(edge.input, context);
  return before === null ? null : TensorShardingAttr.fullyOpen(before.meshOrRef, rankOf(edge.input));
}

function ownerOf(input: Value): Operation {
  const owner = input.definingOp ?? input.parentBlock?.parentOp;
  if (owner === null || owner === undefined) throw new Error('the input of an edge is detached');
  return owner;
}

function indexOf(input: Value): number {
  return input instanceof BlockArgument || input instanceof OpResult ? input.index : 0;
}

function setArgumentShardings(func: FuncOp, shardings: ReadonlyMap<number, TensorShardingAttr | null>): void {
  const attrs = valueAttrsList(func, 'arg_attrs').map((dictionary, i) => {
    const sharding = shardings.get(i) ?? null;
    return sharding === null ? dictionary : dictionary.with(SHARDING, sharding);
  });
  setAllValueAttrs(func, 'arg_attrs', attrs);
}

function setResultShardings(
  call: Operation,
  shardings: ReadonlyMap<number, TensorShardingAttr | null>,
): void {
  const before = resultShardings(call);
  const all = call.results.map((_, i) => shardings.get(i) ?? before?.shardings[i] ?? null);
  const complete = completeShardings(all, call.resultTypes(), new MeshTable(call));
  if (complete !== null) call.setAttr(SHARDING, complete);
}

/** `sdy-sink-func-data-flow-edges`. */
export const sinkFuncDataFlowEdgesPass = /* @__PURE__ */ definePass({
  name: 'sdy-sink-func-data-flow-edges',
  className: 'SinkFuncDataFlowEdgesPass',
  summary: 'Sinks all `FuncDataFlowEdgeOp` into their input.',
  anchor: 'func.func',
  run: (func, { context }) => sinkFuncDataFlowEdges(func, context),
});
