export * from './array/index.ts';
export { checkCustomCalls, checkDialect } from './check-dialect/extension.ts';
export {
  type CountMeaning,
  type ExecutionCount,
  ExecutionCounts,
  programEntries,
  weakerMeaning,
} from './counts/execution-counts.ts';
export * from './extension.ts';
export * from './faults/index.ts';
export * from './inputs/argument-use.ts';
export * from './inputs/draw-inputs.ts';
export * from './interpreter/array-type.ts';
export * from './interpreter/check-numerics.ts';
export * from './interpreter/device-execution.ts';
export * from './interpreter/device-memory.ts';
export * from './interpreter/execution-error.ts';
export * from './interpreter/interpretable.ts';
export * from './interpreter/custom-calls/standard-custom-calls.ts';
export * from './interpreter/machine.ts';
export * from './interpreter/rendezvous.ts';
export * from './interpreter/rounding-noise.ts';
export * from './interpreter/runtime-value.ts';
export * from './interpreter/run-module.ts';
export * from './interpreter/run-on-devices.ts';
export * from './interpreter/shard-layout.ts';
export * from './interpreter/value-text.ts';
export * from './kernels/index.ts';
export {
  type GroupedOp,
  groupsByDevice,
  listedGroups,
  movingStrategy,
  reducingStrategy,
} from './ops/process-groups.ts';
export { arrayType, constantArray, indexOf, kindOf, numbersOf } from './ops/types.ts';
export { canBeSpread, DeviceWorkers } from './workers/device-workers.ts';
export { serveDevices } from './workers/serve-devices.ts';
export * from './workers/worker-port.ts';
