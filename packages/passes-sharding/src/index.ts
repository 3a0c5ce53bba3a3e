export { closeShardings } from './export/close-shardings.ts';
export { insertExplicitReshards } from './export/explicit-reshards/insert-explicit-reshards.ts';
export { reshardToCollectives } from './export/reshard-to-collectives/reshard-to-collectives.ts';
export { shardingConstraintToReshard } from './export/sharding-constraint-to-reshard.ts';
export * from './explain/index.ts';
export * from './extension.ts';
export { applyShardingConstraintsPass as applyShardingConstraints } from './import/apply-sharding-constraints.ts';
export { importPipeline } from './import/import-pipeline.ts';
export {
  aggressivePropagate,
  basicPropagate,
  opPriorityPropagate,
  userPriorityPropagate,
} from './propagation/propagation-passes.ts';
export { pointwiseRule } from './rules/pointwise.ts';
export { type FactorKind, NO_DIM, ShardingRuleBuilder } from './rules/rule-builder.ts';
export * from './rules/sharding-rule.ts';
export { buildReducer, replicaGroupsAttr } from './export/global-to-local/collective-building.ts';
export { buildLookUp } from './export/global-to-local/device-offset.ts';
