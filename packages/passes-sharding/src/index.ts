export { synchronizeCollectives } from './export/overlap-collectives/synchronize-collectives.ts';
export { separateCollectives } from './export/combine-collectives/separate-collectives.ts';
export { closeShardings } from './export/close-shardings.ts';
export { combiningReductions } from './export/explicit-reshards/combining.ts';
export { type PossibleShards, possibleShards } from './export/explicit-reshards/even-shards.ts';
export { insertExplicitReshards } from './export/explicit-reshards/insert-explicit-reshards.ts';
export { reshardToCollectives } from './export/reshard-to-collectives/reshard-to-collectives.ts';
export {
  type CollectiveStep,
  planCollectives,
  type PlanOptions,
} from './export/reshard-to-collectives/collective-plan.ts';
export { Resharding } from './export/reshard-to-collectives/resharding.ts';
export { shardingConstraintToReshard } from './export/sharding-constraint-to-reshard.ts';
export * from './explain/index.ts';
export * from './extension.ts';
export { propagationPipeline } from './propagation-pipeline.ts';
export { applyShardingConstraintsPass as applyShardingConstraints } from './import/apply-sharding-constraints.ts';
export { liftInlinedMeshes } from './import/lift-inlined-meshes.ts';
export { transformShardings } from './module/transform-shardings.ts';
export { FULL_TO_SHARD_CALL, importManualCalls } from './op-sharding/import-manual-calls.ts';
export { MHLO_SHARDING } from './op-sharding/import-mhlo-shardings.ts';
export { explainOpSharding } from './op-sharding/explain-op-sharding.ts';
export type {
  LeafOpSharding,
  MaximalOpSharding,
  OpSharding,
  OpShardingGroup,
  SubgroupType,
  TiledOpSharding,
  TupleOpSharding,
  UniformOpSharding,
} from './op-sharding/op-sharding.ts';
export { opShardingOfSdy } from './op-sharding/op-sharding-of-sdy.ts';
export { opShardingText } from './op-sharding/op-sharding.ts';
export { OpShardingError, parseOpSharding } from './op-sharding/parse-op-sharding.ts';
export { TileAssignment } from './op-sharding/tile-assignment.ts';
export { aggressivePropagate, userPriorityPropagate } from './propagation/propagation-passes.ts';
export {
  partitionDefaults,
  type PartitionSettings,
  type PartitionStage,
  partitionStages,
  passesAroundPropagation,
  propagationSettings,
} from './partition/partition-pipeline.ts';
export { partitionRule } from './partition/partition-rules.ts';
export { isMoreOperations } from './module/more-operations.ts';
export { MeshCosts, type SecondsOfBytes } from './module/mesh-costs.ts';
export { pointwiseRule } from './rules/pointwise.ts';
export { type FactorKind, NO_DIM, ShardingRuleBuilder } from './rules/rule-builder.ts';
export {
  attachedShardingRule,
  registeredShardingRule,
  shardingRule,
  type ShardingRuleOptions,
  type ShardingRuleProvider,
} from './rules/sharding-rule.ts';
export { isPartLocation } from './export/part-location.ts';
export { buildReducer, replicaGroupsAttr } from './export/global-to-local/collective-building.ts';
export { type GlobalOp, type GlobalValue, LocalConverter } from './export/global-to-local/local-converter.ts';
export { type LocalLowering, localLowering } from './export/global-to-local/local-lowering.ts';
export { isZeroConstant } from './export/zero-constant.ts';
export { attributeOfText } from './rules/attribute-text.ts';
export { writtenRuleText, writtenShardingRule, XLA_SDY_SHARDING_RULE } from './rules/written-rule.ts';
