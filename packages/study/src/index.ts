export * from './choice/choice-text.ts';
export * from './choice/partitioned-text.ts';
export * from './choice/partitioner.ts';
export { type PartitionChoice, partitionOn, type PartitionWay } from './choice/partition-on.ts';
export * from './collectives/collective-list.ts';
export * from './collectives/collective-rows.ts';
export * from './collectives/collective-totals.ts';
export * from './collectives/inserted-collective.ts';
export * from './collectives/partition-with-reasons.ts';
export { groupsText, patternText } from './collectives/permute-pattern.ts';
export * from './collectives/reasons/reason-recorder.ts';
export * from './compare/aligned-values.ts';
export * from './compare/changed-shardings.ts';
export * from './compare/compared-program.ts';
export * from './compare/compare-partitionings.ts';
export * from './explain/alternatives.ts';
export * from './explain/cheaper-sharding.ts';
export * from './explain/communication.ts';
export * from './explain/explainer.ts';
export { heldBytes } from './explain/held-bytes.ts';
export * from './explain/move-text.ts';
export * from './explain/propagation-replay.ts';
export { givenSharding, tiedTo, type TiedValues } from './explain/other-shardings.ts';
export * from './explain/sharding-move.ts';
export * from './explain/value-collectives.ts';
export * from './graph/described-nodes.ts';
export { ArgumentGroup, type GraphContent, type GraphItem } from './graph/graph-item.ts';
export * from './graph/operation-seconds.ts';
export * from './graph/model-explorer.ts';
export * from './graph/stage-graph.ts';
export * from './memory/donations.ts';
export * from './memory/live-set.ts';
export * from './memory/held-groups.ts';
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
export { inputsText, type NumbersInputs, wholeInputs } from './numbers/numbers-inputs.ts';
export type { TargetRunner } from './numbers/stage-program.ts';
export * from './numbers/verdict-text.ts';
export * from './numbers/work-estimate.ts';
export { hasLocalParts, importGspmdShardings } from './reading/gspmd-shardings.ts';
export {
  importHloFile,
  isHlo,
  programOfHlo,
  readHlo,
  readHloModule,
  type ReadHloOptions,
} from './reading/read-hlo.ts';
export { modelOfProgram, type ReadProgram, withOperations } from './reading/read-program.ts';
export type { TargetReading } from './reading/read-text.ts';
export * from './stages/root-of.ts';
export * from './stages/stage.ts';
export type * from './program-versions.ts';
export * from './study.ts';
export * from './text/aligned-operations.ts';
export * from './text/any-layer.ts';
export * from './text/stage-text.ts';
export * from './text/units.ts';
export { type MachineUse, ASSUMED_MACHINE, ratesText } from './time/machine-use.ts';
export { contentionSeconds } from './time/contention-facts.ts';
export * from './time/facts.ts';
export * from './time/flat-program-of.ts';
export * from './time/function-to-simulate.ts';
export * from './time/machine-traffic.ts';
export * from './time/measured-program.ts';
export * from './time/mesh-numbers.ts';
export * from './time/simulated-module.ts';
export * from './time/simulated-time.ts';
export * from './time/simulation-warnings.ts';
export * from './time/staged-program.ts';
export { type StepSize, type Throughput, throughputOf, throughputText } from './time/throughput.ts';
export * from './time/time-parts.ts';
export * from './time/time-shares.ts';
export * from './time/timeline.ts';
export * from './time/timeline-trace.ts';
export { writtenAttention, type WrittenAttention } from './time/written-attention.ts';
export * from './values/derived-value.ts';
export * from './values/layer.ts';
export * from './values/mesh-holding.ts';
export * from './values/sharding-chip.ts';
export * from './values/stable-names.ts';
export * from './values/value-card.ts';
export * from './values/value-id.ts';
export * from './values/value-identities.ts';
export * from './values/value-rows.ts';
export * from './values/whole-value.ts';
export type { StageChanges } from './stages/stage-changes.ts';
export { partitionSteps } from './stages/run-step.ts';
export { addCompiled, type CompiledFile, notCompiledFrom } from './compiled/add-compiled.ts';
export * from './compiled/attribution.ts';
export * from './compiled/cause.ts';
export type { CompiledCollective, MovedArray, UsedSlice } from './compiled/compiled-collective.ts';
export { insertedCollective } from './compiled/compiled-rows.ts';
export { type CompiledMemory, ownMemory } from './compiled/compiled-memory.ts';
export { isCompiledForCpus } from './compiled/compiled-for-cpus.ts';
export { sentByAccelerators } from './compiled/sent-by-accelerators.ts';
export { CompiledStudy, type MeasuredCompiled } from './compiled/compiled-study.ts';
export type { CompiledProgram } from './compiled/compiled-program.ts';
export type {
  BesidePrediction,
  PredictionVerdict,
  UnusedPrediction,
} from './compiled/compared-with-prediction.ts';
export type { CompilerDecision } from './compiled/decisions.ts';
export { compiledCollectives } from './compiled/list-compiled.ts';
export { candidateChanges } from './compiled/remedies/candidate-changes.ts';
export { changedProgram, type ProgramChange } from './compiled/remedies/program-change.ts';
export { numberedCopy, type NumberedCopy, withoutNumbers } from './compiled/numbered-copy.ts';
export type { Bound } from './profiled/predicted-instructions.ts';
export type { PlaceMeaning } from './profiled/joined-instructions.ts';
export type * from './profiled/profile-report.ts';
export { profileReport } from './profiled/profile-report-of.ts';
export { type MeasuredRow, ProfileOverlay } from './profiled/profile-overlay.ts';
export * from './profiled/predicted-events.ts';
export * from './profiled/program-of-profile.ts';
export { type ProfiledSource, sourceOfHlo, sourceOfStudy } from './profiled/profiled-source.ts';
export { type KernelSamples, kernelSamples } from './profiled/kernel-samples.ts';
export * from './profiled/compare-profiles.ts';
