export { closeShardings } from './export/close-shardings.ts';
export { insertExplicitReshards } from './export/explicit-reshards/insert-explicit-reshards.ts';
export { reshardToCollectives } from './export/reshard-to-collectives/reshard-to-collectives.ts';
export { shardingConstraintToReshard } from './export/sharding-constraint-to-reshard.ts';
export * from './explain/index.ts';
export * from './extension.ts';
export { applyShardingConstraintsPass as applyShardingConstraints } from './import/apply-sharding-constraints.ts';
export { importPipeline } from './import/import-pipeline.ts';
export { transformShardings } from './module/transform-shardings.ts';
export { commonMeshOfOpShardings, NoCommonMeshError } from './op-sharding/common-mesh-of-op-shardings.ts';
export { explainOpSharding } from './op-sharding/explain-op-sharding.ts';
export { exportMhloShardingsPass as exportMhloShardings } from './op-sharding/export-mhlo-shardings.ts';
export { importMhloShardingsPass as importMhloShardings } from './op-sharding/import-mhlo-shardings.ts';
export * from './op-sharding/op-sharding.ts';
export { opShardingOfSdy } from './op-sharding/op-sharding-of-sdy.ts';
export { OpShardingError, parseOpSharding } from './op-sharding/parse-op-sharding.ts';
export {
  OpShardingConversionError,
  type SdySharding,
  type SdyTarget,
  sdyOfOpSharding,
} from './op-sharding/sdy-of-op-sharding.ts';
export { TileAssignment } from './op-sharding/tile-assignment.ts';
export {
  aggressivePropagate,
  basicPropagate,
  opPriorityPropagate,
  userPriorityPropagate,
} from './propagation/propagation-passes.ts';
export * from './partition/partition-pipeline.ts';
export { pointwiseRule } from './rules/pointwise.ts';
export { type FactorKind, NO_DIM, ShardingRuleBuilder } from './rules/rule-builder.ts';
export * from './rules/sharding-rule.ts';
export { buildReducer, replicaGroupsAttr } from './export/global-to-local/collective-building.ts';
export { buildLookUp } from './export/device-id.ts';
export { type GlobalOp, type GlobalValue, LocalConverter } from './export/global-to-local/local-converter.ts';
export { type LocalLowering, localLowering } from './export/global-to-local/local-lowering.ts';
