export * from './collectives/collective-list.ts';
export * from './collectives/collective-rows.ts';
export * from './collectives/collective-totals.ts';
export * from './collectives/inserted-collective.ts';
export * from './collectives/partition-with-reasons.ts';
export * from './collectives/reasons.ts';
export * from './compare/changed-shardings.ts';
export * from './compare/compare-partitionings.ts';
export * from './explain/alternatives.ts';
export * from './explain/cheaper-sharding.ts';
export * from './explain/communication.ts';
export * from './explain/explainer.ts';
export * from './explain/move-text.ts';
export * from './explain/sharding-move.ts';
export * from './explain/value-collectives.ts';
export * from './graph/described-nodes.ts';
export { ArgumentGroup, type GraphContent, type GraphItem } from './graph/graph-item.ts';
export * from './graph/operation-seconds.ts';
export * from './graph/stage-graph.ts';
export * from './memory/donations.ts';
export * from './memory/live-set.ts';
export * from './memory/memory-report.ts';
export * from './numbers/array-error.ts';
export {
  type ComparedValue,
  type ComparedValues,
  type ErrorVerdict,
  type ValueError,
} from './numbers/compared-values.ts';
export * from './numbers/error-size.ts';
export * from './numbers/executed-stages.ts';
export { inputsText, type NumbersInputs } from './numbers/numbers-inputs.ts';
export type { TargetRunner } from './numbers/stage-program.ts';
export * from './numbers/verdict-text.ts';
export * from './numbers/work-estimate.ts';
export * from './stages/stage.ts';
export * from './study.ts';
export * from './text/aligned-operations.ts';
export * from './text/stage-text.ts';
export * from './text/units.ts';
export * from './time/facts.ts';
export * from './time/flat-program-of.ts';
export * from './time/function-to-simulate.ts';
export * from './time/measured-program.ts';
export * from './time/mesh-numbers.ts';
export * from './time/simulated-module.ts';
export * from './time/simulated-time.ts';
export * from './time/simulation-warnings.ts';
export * from './time/staged-program.ts';
export * from './time/time-shares.ts';
export * from './time/timeline.ts';
export * from './values/layer.ts';
export * from './values/sharding-chip.ts';
export * from './values/stable-names.ts';
export * from './values/value-card.ts';
export * from './values/value-id.ts';
export * from './values/value-identities.ts';
export type { StageChanges } from './stages/stage-changes.ts';
export { partitionSteps } from './stages/run-step.ts';
