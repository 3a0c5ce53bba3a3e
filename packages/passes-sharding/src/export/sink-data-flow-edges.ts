import {
  ArrayAttr,
  Attribute,
  booleanOption,
  definePass,
  type Operation,
  type Value,
} from '@shardform/ir-core';
import {
  BLOCK_ARG_PROPAGATION_EDGES,
  BLOCK_ARG_SHARDING_ORIGINS,
  dataFlowOf,
  DataFlowEdgeOp,
  edgeUserOf,
  PROPAGATION_EDGES,
  rankOf,
  RESULT_PROPAGATION_EDGES,
  RESULT_SHARDING_ORIGINS,
  SHARDING_ORIGINS,
  TensorShardingAttr,
  TensorShardingPerValueAttr,
} from '@shardform/dialect-sdy';

/** `sdy-sink-data-flow-edges`. */
export const sinkDataFlowEdges = /* @__PURE__ */ definePass({
  name: 'sdy-sink-data-flow-edges',
  className: 'SinkDataFlowEdgesPass',
  summary: 'Sinks all `DataFlowEdgeOp` into their input.',
  description:
    'The sharding of each edge moves to the owner of the edge, and the edge operation is replaced by its input.',
  options: {
    'sink-debug-sharding-origins': booleanOption(
      'Whether to sink the debug sharding origins info. See `debug-sharding-origins` option in propagation for more info.',
    ),
    'sink-debug-propagation-edge-sharding': booleanOption(
      'Whether to sink the debug propagation edge sharding info. See `debug-propagation-edge-sharding` option in propagation for more info.',
    ),
  },
  anchor: 'func.func',
  run(func, { context, options }) {
    const debug: DebugAttribute[] = [];
    if (options['sink-debug-sharding-origins']) debug.push(originsAttribute);
    if (options['sink-debug-propagation-edge-sharding']) debug.push(edgesAttribute);
    // Collected first: the operation that follows may be an edge, which is erased.
    const holders: Operation[] = [];
    const edges: DataFlowEdgeOp[] = [];
    func.walk((op) => {
      if (op instanceof DataFlowEdgeOp) edges.push(op);
      else if (dataFlowOf(op, context) !== null) holders.push(op);
    }, 'pre');
    for (const op of holders) {
      const dataFlow = dataFlowOf(op, context)!;
      const { blockArgumentOwners, resultOwners } = dataFlow;
      const inner = takeEdges(blockArgumentOwners);
      if (inner.shardings !== null) dataFlow.setBlockArgumentShardings(inner.shardings);
      const results = takeEdges(resultOwners);
      if (results.shardings !== null) dataFlow.setResultShardings(results.shardings);
      for (const attribute of debug) {
        sinkDebug(op, inner.edges, attribute, attribute.blockArguments);
        sinkDebug(op, results.edges, attribute, attribute.results);
      }
    }
    for (const edge of edges) {
      edge.replaceAllUsesWith([edge.input]);
      edge.erase();
    }
  },
});

interface TakenEdges {
  /** By owner; `null` where it has no edge operation. */
  readonly edges: readonly (DataFlowEdgeOp | null)[];
  /** `null` when no edge has a sharding. */
  readonly shardings: TensorShardingPerValueAttr | null;
}

function takeEdges(owners: readonly Value[]): TakenEdges {
  const edges = owners.map(edgeUserOf);
  const first = edges.find((edge) => (edge?.sharding ?? null) !== null)?.sharding ?? null;
  if (first === null) return { edges, shardings: null };
  const shardings = owners.map(
    (owner, i) => edges[i]?.sharding ?? TensorShardingAttr.fullyOpen(first.meshOrRef, rankOf(owner)),
  );
  return { edges, shardings: TensorShardingPerValueAttr.get(shardings) };
}

/** An attribute of edges that the operation with the regions keeps as a list. */
interface DebugAttribute {
  readonly name: string;
  readonly blockArguments: string;
  readonly results: string;
}

const originsAttribute: DebugAttribute = {
  name: SHARDING_ORIGINS,
  blockArguments: BLOCK_ARG_SHARDING_ORIGINS,
  results: RESULT_SHARDING_ORIGINS,
};

const edgesAttribute: DebugAttribute = {
  name: PROPAGATION_EDGES,
  blockArguments: BLOCK_ARG_PROPAGATION_EDGES,
  results: RESULT_PROPAGATION_EDGES,
};

function sinkDebug(
  op: Operation,
  edges: readonly (DataFlowEdgeOp | null)[],
  { name }: DebugAttribute,
  target: string,
): void {
  // As upstream does, edges without a known source are left out.
  const known = edges
    .map((edge) => edge?.getAttr(name))
    .filter((attribute) => attribute instanceof Attribute);
  op.setAttr(target, ArrayAttr.get(known));
}
