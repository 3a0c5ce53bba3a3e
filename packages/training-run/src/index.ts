export { type RunSearch, searchRuns, type Workload } from './search/search-runs.ts';
export { strategyText } from './run/strategy-text.ts';
export { modelNamed, modelPresets } from './run/model-presets.ts';
export { machineOfRun } from './run/hardware.ts';
export { flopsOfStep } from './run/model-flops.ts';
export { checkRun, readModel, readRun } from './run/read-run.ts';
export { RunError } from './run/run-error.ts';
export * from './run/training-run.ts';
export {
  type RunOptions,
  type RunOutcome,
  type RunSchedule,
  runSchedules,
  simulateRun,
} from './simulate/simulate-run.ts';
export { partNames, type TimeParts } from './simulate/time-parts.ts';
export { RunTasks } from './simulate/run-tasks.ts';
export { simulateBest } from './simulate/best-microbatch.ts';
