export {
  type ArrayData,
  type ArrayDifference,
  type ArrayFilter,
  type ArrayHeader,
  type ArrayKind,
  arrayOf,
  arrayText,
  arrayTypeText,
  asDoubles,
  assembleShards,
  bytesOf,
  compareArrays,
  type Complex,
  type ComplexKind,
  defaultTolerance,
  type Distribution,
  elementAt,
  elementCount,
  elementsOf,
  filled,
  fromDenseBytes,
  indexOfPosition,
  isArrayKind,
  isBigKind,
  isComplexKind,
  isNpy,
  isSafetensors,
  lanesOf,
  makeArray,
  type Mismatch,
  narrowed,
  narrowsTo,
  type NdArray,
  NpyError,
  type NpzFilter,
  partKind,
  randomArray,
  type RandomSource,
  randomSource,
  readNpy,
  readNpz,
  readSafetensors,
  rowMajorStrides,
  SafetensorsError,
  type Scalar,
  scalarArray,
  type Shard,
  sliceShard,
  storeDoubles,
  toDenseBytes,
  type Tolerance,
  writeNpy,
  writeNpz,
  writeSafetensors,
  zeros,
} from './array/index.ts';
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
export * from './inputs/draw-inputs.ts';
export { recordUses } from './inputs/recorded-use.ts';
export * from './interpreter/array-type.ts';
export { checkNumerics } from './interpreter/check-numerics.ts';
export * from './interpreter/device-execution.ts';
export * from './interpreter/device-memory.ts';
export { checkDemand, leastWork } from './interpreter/demand.ts';
export { executableForm } from './interpreter/executable-form.ts';
export * from './interpreter/execution-error.ts';
export * from './interpreter/interpretable.ts';
export * from './interpreter/custom-calls/standard-custom-calls.ts';
export * from './interpreter/machine.ts';
export * from './interpreter/rendezvous.ts';
export type { Rounding } from './interpreter/rounding.ts';
export * from './interpreter/rounding-noise.ts';
export * from './interpreter/runtime-value.ts';
export {
  entryFunction,
  evaluateModule,
  type RunModuleOptions,
  runPrograms,
  runSequential,
  runSpmd,
} from './interpreter/run-module.ts';
export * from './interpreter/value-text.ts';
export {
  type Accumulation,
  type ArrayCombiner,
  type ArraySelector,
  batchNormInference,
  batchNormTraining,
  binary,
  type BinaryOp,
  bitcastConvert,
  broadcastInDim,
  compare,
  type ComparisonDirection,
  concatenate,
  type ConvDims,
  convert,
  convolution,
  type ConvWindow,
  type DotDimensions,
  dotGeneral,
  dynamicSlice,
  gather,
  type GatherDims,
  type IsBefore,
  type RowOrder,
  pad,
  reduce,
  type Reducer,
  reduceWindow,
  reshape,
  reverse,
  scatterReduce,
  scatterReplace,
  select,
  selectedPositions,
  shardAlong,
  slice,
  sortRows,
  transpose,
  unary,
  type UnaryOp,
  type WindowDim,
} from './kernels/index.ts';
export {
  type GroupedOp,
  groupsByDevice,
  listedGroups,
  movingStrategy,
  reducingStrategy,
} from './ops/process-groups.ts';
export { arrayType, constantArray, numbersOf } from './ops/types.ts';
export { ArrayPool } from './memory/array-pool.ts';
export { DeviceWorkers } from './workers/device-workers.ts';
export {
  kernelThreadCode,
  type KernelThreadStart,
  type StartKernelThread,
  useKernelThreads,
} from './threads/kernel-threads.ts';
export { serveDevices } from './workers/serve-devices.ts';
export { messagePort, type WorkerPort } from './workers/worker-port.ts';
