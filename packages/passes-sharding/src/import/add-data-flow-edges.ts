import {
  DataFlowEdgeOp,
  type DataFlowOp,
  dataFlowOf,
  edgeUserOf,
  type TensorShardingPerValueAttr,
} from '@shardform/dialect-sdy';
import {
  BlockArgument,
  type Context,
  definePass,
  type ModuleOp,
  type Operation,
  ShapedType,
  type Value,
} from '@shardform/ir-core';

/** Adds an edge operation for every data-flow edge in the module. */
export function addDataFlowEdges(module: ModuleOp, context: Context): void {
  module.walk((op) => {
    const dataFlow = dataFlowOf(op, context);
    if (dataFlow !== null) addEdgesOf(op, dataFlow);
  });
}

/** Adds the edge operations of one operation. */
export function addEdgesOf(op: Operation, dataFlow: DataFlowOp): void {
  addEdges(dataFlow.blockArgumentOwners, dataFlow.blockArgumentShardings());
  addEdges(dataFlow.resultOwners, dataFlow.resultShardings());
}

/** Puts an edge behind each owner, in the order of the owners; all other uses of the owner use the edge then. */
function addEdges(owners: readonly Value[], shardings: TensorShardingPerValueAttr | null): void {
  let last: Operation | null = null;
  owners.forEach((owner, i) => {
    if (!(owner.type instanceof ShapedType && owner.type.hasStaticShape) || edgeUserOf(owner) !== null)
      return;
    const edge = DataFlowEdgeOp.create(
      { input: owner, sharding: shardings?.shardings[i] ?? null },
      [owner.type],
      {
        location: owner.location,
      },
    );
    insertBehind(edge, owner, last);
    owner.replaceUsesIf(edge.result, (use) => use.owner !== edge);
    last = edge;
  });
}

/** Inserts behind the definition of `value`, or behind `last` if that is given. */
export function insertBehind(op: Operation, value: Value, last: Operation | null): void {
  const before = last ?? value.definingOp;
  if (before !== null) op.moveAfter(before);
  else if (value instanceof BlockArgument) value.owner.prepend(op);
}

/** `sdy-add-data-flow-edges`. */
export const addDataFlowEdgesPass = /* @__PURE__ */ definePass({
  name: 'sdy-add-data-flow-edges',
  className: 'AddDataFlowEdgesPass',
  summary: 'Inserts `DataFlowEdgeOp` for every data-flow edge.',
  anchor: 'builtin.module',
  dependentDialects: ['sdy'],
  run: (module, { context }) => addDataFlowEdges(module, context),
});
