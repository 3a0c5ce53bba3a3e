import type { PassDefinition } from '@shardform/ir-core';
import { addDataFlowEdgesPass } from './add-data-flow-edges.ts';
import { addFuncDataFlowEdgesPass } from './add-func-data-flow-edges.ts';
import { applyShardingConstraintsPass } from './apply-sharding-constraints.ts';
import { constantOrScalarSplitter } from './constant-or-scalar-splitter.ts';
import { explicitGatherScatterBatching } from './explicit-gather-scatter-batching.ts';
import { exportNamedComputationsPass } from './export-named-computations.ts';
import { flattenCallGraphPass } from './flatten-call-graph.ts';
import { importFuncCallsPass } from './import-func-calls.ts';
import { insertFuncCallReshardsPass } from './insert-func-call-reshards.ts';
import { liftInlinedMeshesPass } from './lift-inlined-meshes.ts';
import { manualAxesCleanup } from './manual-axes-cleanup.ts';
import { preOrderFuncs } from './pre-order-funcs.ts';
import { propagateShardingFromFuncToCallPass } from './propagate-sharding-from-func-to-call.ts';
import { propagateToFuncResultsPass } from './propagate-to-func-results.ts';
import { removeSizeOneAxesPass } from './remove-size-one-axes.ts';
import { shardingGroupImport } from './sharding-group-import.ts';
import { sinkFuncDataFlowEdgesPass } from './sink-func-data-flow-edges.ts';
import { unflattenCallGraphPass } from './unflatten-call-graph.ts';

/** The passes that bring a module into the form in which shardings are propagated, and call graphs back. */
export const importPasses: readonly PassDefinition[] = [
  addDataFlowEdgesPass,
  addFuncDataFlowEdgesPass,
  applyShardingConstraintsPass,
  constantOrScalarSplitter,
  explicitGatherScatterBatching,
  exportNamedComputationsPass,
  flattenCallGraphPass,
  importFuncCallsPass,
  insertFuncCallReshardsPass,
  liftInlinedMeshesPass,
  manualAxesCleanup,
  preOrderFuncs,
  propagateShardingFromFuncToCallPass,
  propagateToFuncResultsPass,
  removeSizeOneAxesPass,
  shardingGroupImport,
  sinkFuncDataFlowEdgesPass,
  unflattenCallGraphPass,
];
