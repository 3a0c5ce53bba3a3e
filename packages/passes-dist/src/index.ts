export { functionModels } from './model/function-model.ts';
export * from './model/gpt2-model.ts';
export * from './model/mlp-model.ts';
export * from './model/sequential-model.ts';
export { ScheduleError, type Stage } from './schedule/stage-graph.ts';
export { degreeGrid, type Degrees } from './strategy/degrees.ts';
export { StrategyError } from './strategy/flat-strategy.ts';
export { type ScheduleName, scheduleNames, unknownSchedule } from './schedule/named-schedules.ts';
export { batchArguments } from './transform/dist-function.ts';
export * from './transform/import-tensors.ts';
export * from './extension.ts';
export { functionOf } from './passes/on-function.ts';
export {
  type Candidate,
  candidateText,
  type CostModelName,
  costModelNames,
  type Evaluation,
  modelOf,
  programOf,
  type Simulated,
  simulateFor,
  type Workload,
} from './search/candidate.ts';
export type { LowerBound } from './search/lower-bound.ts';
export { type Outcomes, partOfCandidates, search, searchAmong } from './search/search.ts';
export { isRejection, type Rejection, type SearchOptions, type SearchResult } from './search/search-walk.ts';
export { serveSearch } from './search/serve-search.ts';
export { spreadSearch, type SpreadSearchOptions } from './search/spread-search.ts';
export {
  type PipelineTask,
  type PlanName,
  pipelinePlan,
  planNames,
  type TaskDurations,
  type TaskKind,
  type TimedPlan,
  type TimedTask,
  timePlan,
} from './schedule/pipeline-plan.ts';
