import type { Context, ModuleOp } from '@shardform/ir-core';
import { type NdArray, type RunModuleOptions, runSequential, runSpmd } from '@shardform/runtime-sim';
import { type ResultComparison, compareResults } from './compare-results.ts';
import { RoundingSamples } from './rounding-samples.ts';
import type { ShardedFunction } from './sharded-function.ts';
import { localInputs, wholeResults } from './shards.ts';

/** The execution of a program as a whole, which that on devices is compared with. */
export interface WholeExecution {
  readonly expected: readonly NdArray[];
  /** Executions of the same program with other roundings. */
  readonly samples: RoundingSamples;
}

/** A program executed twice: whole, and split over devices. */
export interface Execution extends WholeExecution {
  /** Global results of the split execution. */
  readonly results: readonly NdArray[];
  readonly comparisons: readonly ResultComparison[];
}

/** Executes a program sequentially. @throws ExecutionError */
export function executeWhole(
  module: ModuleOp,
  inputs: readonly NdArray[],
  context: Context,
  options: RunModuleOptions = {},
): WholeExecution {
  const expected = runSequential(module, inputs, context, options);
  return { expected, samples: new RoundingSamples(module, inputs, context) };
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
  return compareExecutions(shards, executeWhole(global, inputs, context, wholeOptions), program, tolerance);
}

/** Returns the results that devices have shards of, beside those of the sequential execution. */
export function compareExecutions(
  shards: readonly (readonly NdArray[])[],
  { expected, samples }: WholeExecution,
  program: ShardedFunction,
  tolerance: number | null,
): Execution {
  return {
    results: wholeResults(program, shards),
    expected,
    samples,
    comparisons: compareResults(shards, expected, program, tolerance, samples),
  };
}
