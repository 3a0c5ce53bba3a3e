import type { Context, ModuleOp } from '@shardform/ir-core';
import {
  type DeviceWorkers,
  type NdArray,
  type RunModuleOptions,
  runSequential,
  runSpmd,
} from '@shardform/runtime-sim';
import { type ResultComparison, compareResults } from './compare-results.ts';
import { RoundingSamples } from './rounding-samples.ts';
import type { ShardedFunction } from './sharded-function.ts';
import { localInputs, wholeResults } from './shards.ts';

/** A program executed twice: whole, and split over devices. */
export interface Execution {
  /** Global results of the split execution. */
  readonly results: readonly NdArray[];
  /** Those of the sequential one. */
  readonly expected: readonly NdArray[];
  /** Executions of the same program with other roundings. */
  readonly samples: RoundingSamples;
  readonly comparisons: readonly ResultComparison[];
}

/**
 * Executes the global program sequentially and the local one on simulated devices, on the same inputs.
 *
 * @param tolerance see `compareResults`.
 * @param options of the split execution.
 * @param wholeOptions of the sequential one.
 * @throws ExecutionError
 */
export function executeBoth(
  global: ModuleOp,
  local: ModuleOp,
  program: ShardedFunction,
  inputs: readonly NdArray[],
  context: Context,
  tolerance: number | null = null,
  options: RunModuleOptions = {},
  wholeOptions: RunModuleOptions = {},
): Execution {
  const shards = runSpmd(local, program.deviceCount, localInputs(program, inputs), context, options);
  const expected = runSequential(global, inputs, context, wholeOptions);
  const samples = new RoundingSamples(global, inputs, context);
  return compareExecutions(expected, shards, program, tolerance, samples);
}

/** Returns the same with the devices' work in other threads. @throws ExecutionError */
export async function executeSpread(
  workers: DeviceWorkers,
  global: ModuleOp,
  local: ModuleOp,
  program: ShardedFunction,
  inputs: readonly NdArray[],
  context: Context,
  tolerance: number | null,
  options: RunModuleOptions,
): Promise<Execution> {
  const inputsOf = localInputs(program, inputs);
  const shards = await workers.run(local, program.deviceCount, inputsOf, context, options);
  const expected = runSequential(global, inputs, context);
  const samples = new RoundingSamples(global, inputs, context);
  return compareExecutions(expected, shards, program, tolerance, samples);
}

/** Returns the results that devices have shards of, beside those of the sequential execution. */
export function compareExecutions(
  expected: readonly NdArray[],
  shards: readonly (readonly NdArray[])[],
  program: ShardedFunction,
  tolerance: number | null,
  samples: RoundingSamples,
): Execution {
  return {
    results: wholeResults(program, shards),
    expected,
    samples,
    comparisons: compareResults(shards, expected, program, tolerance, samples),
  };
}
