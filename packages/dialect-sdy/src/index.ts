export {
  addAxisOrMerge,
  areAxisListsEqual,
  axesInDims,
  type AxisList,
  axisListSize,
  axisListsOverlap,
  axisPrefixWithoutOverlap,
  compareAxisLists,
  isAxisListPrefixOf,
  isAxisListStrictPrefixOf,
  subtractAxes,
  truncateWithoutOverlap,
  wholeAxes,
} from './algebra/axis-list.ts';
export {
  axesOverlap,
  axisOverlap,
  canAxesCoexist,
  canMergeAxes,
  compareAxes,
  containsAxis,
  greatestCommonAxisPrefix,
  isAxisPrefixOf,
  isAxisStrictPrefixOf,
  mergeAxes,
  subAxisOf,
} from './algebra/axis-ref.ts';
export * from './algebra/common-mesh.ts';
export * from './algebra/device-groups.ts';
export { eraseManualAxes } from './algebra/manual-axes.ts';
export { sortAndMergeInMesh, sortInMesh, splitMeshAxes } from './algebra/mesh-order.ts';
export * from './algebra/shard-index.ts';
export * from './algebra/shard-layout.ts';
export * from './algebra/shard-parts.ts';
export { areShardingsEquivalent, localShape, localType, shardedSizes } from './algebra/tensor-sharding.ts';
export * from './attribute-names.ts';
export * from './attrs/all-to-all-param-attr.ts';
export { AxisRefAttr } from './attrs/axis-ref-attr.ts';
export * from './attrs/axis-ref-list-attr.ts';
export * from './attrs/dimension-sharding-attr.ts';
export { type PropagationDirection, propagationDirections, reductionOpAttr } from './attrs/enum-attrs.ts';
export { factorSymbol } from './attrs/factor-symbol.ts';
export { ManualAxesAttr } from './attrs/manual-axes-attr.ts';
export * from './attrs/mesh-attr.ts';
export * from './attrs/mesh-axis-attr.ts';
export * from './attrs/op-sharding-rule-attr.ts';
export * from './attrs/propagation-edges-attr.ts';
export type { ReductionOp } from './attrs/reduction-op.ts';
export { tensorShardingPerValueAttr } from './attrs/stripped-attr.ts';
export * from './attrs/sub-axis-info-attr.ts';
export * from './attrs/tensor-mapping-attr.ts';
export * from './attrs/tensor-sharding-attr.ts';
export * from './attrs/tensor-sharding-per-value-attr.ts';
export { COLLECTIVE_LABEL } from './canonicalize/collective-patterns.ts';
export { RESHARD_LABEL } from './canonicalize/reshard-patterns.ts';
export * from './data-flow-op.ts';
export { computationDataFlow, type ComputationOp } from './ops/named-computation-data-flow.ts';
export * from './extension.ts';
export * from './legacy/modernize-sdy-text.ts';
export * from './mesh-table.ts';
export * from './program-mesh.ts';
export * from './ops/all-gather-op.ts';
export * from './ops/all-reduce-op.ts';
export * from './ops/all-slice-op.ts';
export * from './ops/all-to-all-op.ts';
export * from './ops/collective-permute-op.ts';
export { ConstantOp as SdyConstantOp } from './ops/constant-op.ts';
export * from './ops/data-flow-edge-ops.ts';
export * from './ops/manual-computation-op.ts';
export * from './ops/mesh-op.ts';
export * from './ops/named-computation-op.ts';
export * from './ops/propagation-barrier-op.ts';
export * from './ops/reduce-scatter-op.ts';
export * from './ops/replicated-to-unreduced-op.ts';
export * from './ops/reshard-op.ts';
export { keepsShardingsDivisible } from './ops/sharding-traits.ts';
export { ReturnOp as SdyReturnOp } from './ops/return-op.ts';
export * from './ops/sharded-to-unreduced-op.ts';
export * from './ops/sharding-constraint-op.ts';
export * from './ops/sharding-group-op.ts';
export {
  type CollectiveOp,
  dataFlowEdgeOf,
  edgeUserOf,
  functionArgumentSharding,
  functionResultSharding,
  getSharding,
  isCollectiveOp,
  rankOf,
  resultShardings,
  setFunctionArgumentSharding,
  setFunctionResultSharding,
  setSharding,
  shardableValue,
  skipPropagationBarriers,
} from './sharding-of-value.ts';
export * from './verify/unreduced-transition.ts';
export { tensorShardingProblem } from './verify/verify-tensor-sharding.ts';
