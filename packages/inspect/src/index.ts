export * from './document/document-model.ts';
export * from './document/document-values.ts';
export * from './document/operation-hint.ts';
export * from './document/name-index.ts';
export type { BraceScope, NameKind, NameToken } from './document/text-names.ts';
export * from './execution/compare-results.ts';
export * from './execution/correlation.ts';
export * from './execution/execute.ts';
export { executeMeshes, meshFunction, runOnMeshes } from './execution/execute-meshes.ts';
export {
  InputError,
  inputsFromFile,
  randomInputs,
  resultsFromFile,
  type WantedArray,
} from './execution/global-inputs.ts';
export * from './execution/explained-propagation.ts';
export * from './execution/partition.ts';
export { partitionedMeshes, type PartitionedMeshes } from './execution/partition-meshes.ts';
export { distances, largestMagnitude, lastDigitsPart } from './execution/element-limits.ts';
export * from './execution/moved-as.ts';
export * from './execution/rounding-samples.ts';
export * from './execution/sharded-function.ts';
export * from './execution/shards.ts';
export * from './explanation/explanation.ts';
export * from './explanation/explanation-text.ts';
export * from './explanation/origin.ts';
export * from './graph/graph-layout.ts';
export * from './graph/model-explorer.ts';
export { type GroupItem, groupOperations, OperationGroup } from './graph/operation-groups.ts';
export * from './graph/program-graph.ts';
export { findRepeats, type Repeat, type RepeatOptions } from './graph/repeats.ts';
export {
  type LocalProgram,
  localProgram,
  recordShardings,
  recordUnknown,
  wholeFunction,
} from './local/local-program.ts';
export * from './local/partitioned-already.ts';
export { argumentName, resultName, scopeOf } from './names/location-names.ts';
export { isInBackwardPass, nameScopes } from './names/name-scopes.ts';
export * from './names/name-path.ts';
export { functionOf, NamedValues, locationOf } from './names/named-values.ts';
export { loneArrayRemedy } from './execution/lone-array.ts';
export { nameText, savedText, type ValueName } from './names/origin-text.ts';
export { shownValue } from './names/shown-value.ts';
export { sourcePlaceOf, type SourcePlace } from './names/source-place.ts';
export { operationKind, tagOperations, ValueCounterparts } from './names/operation-tags.ts';
export * from './names/value-reference.ts';
export { labelNumbers, type ShardGrid, type ShardPanel, shardPanels } from './picture/shard-grid.ts';
export { escapeMarkup } from './picture/escape-markup.ts';
export * from './picture/svg-picture.ts';
export * from './picture/terminal-picture.ts';
