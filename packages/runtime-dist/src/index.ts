export { type AttentionPlan, attentionPlan, mayHaveAttention } from './attention/attention-plan.ts';
export { calibrate, type Calibration, type Measurement } from './calibrate/calibration.ts';
export * from './cost/distir-cost.ts';
export { distir2021CostModel } from './cost/distir-2021-cost.ts';
export {
  FlatBuilder,
  type FlatOutput,
  type FlatProgram,
  kindOf,
  labelOf,
  NONE,
  opHistogram,
  sourceOf,
} from './program/flat-program.ts';
export * from './program/flat-type.ts';
export * from './program/op-kind.ts';
export { simulateClocks } from './simulate/clock-simulator.ts';
export * from './simulate/simulation.ts';
export { distSimulator } from './execute/extension.ts';
export { type DistObserver, runDist } from './execute/run-dist.ts';
export { flattenFunction } from './program/flatten-function.ts';
export { orderInTime } from './program/order-in-time.ts';
export { type FlattenedMeshes, flattenMeshes } from './program/flatten-meshes.ts';
export { combineCollectives } from './program/combine-collectives.ts';
export { flattenSpmd, operationLabel, type FlattenOptions } from './program/flatten-spmd.ts';
export { fuseOperations } from './program/fuse-operations.ts';
export { bodyCost } from './cost/body-cost.ts';
export {
  kernelWork,
  type KernelWork,
  launchSeconds,
  rooflineCostModel,
  type RooflineOptions,
} from './cost/roofline-cost.ts';
export * from './simulate/event-simulator.ts';
export { areDevicesAlike } from './simulate/devices-alike.ts';
export { LiveMemory } from './simulate/live-memory.ts';
export {
  chromeTrace,
  type EventDescription,
  type TracedRun,
  type TraceEvent,
} from './report/chrome-trace.ts';
export * from './report/gantt.ts';
export * from './report/summary-report.ts';
export * from './report/wire-traffic.ts';
export * from './simulate/rank-programs.ts';
export { estimateMemory, type MemoryEstimate, type MemoryOptions } from './memory/memory-estimate.ts';
export { type MemoryRules, memoryRulesOf, memoryRulesText } from './memory/memory-rules.ts';
export { donatedArguments } from './program/donation.ts';
export { type HeldMemory, type MemoryMoment, memoryPeak, type MemoryPeak } from './memory/memory-peak.ts';
export type { NumbersByIndex } from './program/numbers-by-index.ts';
