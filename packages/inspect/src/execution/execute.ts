import type { Context, ModuleOp } from '@shardform/ir-core';
import {
  assembleShards,
  type DeviceWorkers,
  type NdArray,
  type RunModuleOptions,
  runSequential,
  runSpmd,
  sliceShard,
} from '@shardform/runtime-sim';
import { type ResultComparison, compareResults } from './compare-results.ts';
import { RoundingSamples } from './rounding-samples.ts';
import type { ShardedFunction } from './sharded-function.ts';

/** A program executed twice: whole, and split over devices. */
export interface Execution {
  /** Global results of the split execution. */
  readonly results: readonly NdArray[];
  /** Those of the sequential one. */
  readonly expected: readonly NdArray[];
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
  return compareBoth(expected, shards, program, tolerance, samples);
}

/** The same with the devices' work in other threads. @throws ExecutionError */
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
  return compareBoth(expected, shards, program, tolerance, samples);
}

/** The parts of the inputs that a device gets. */
function localInputs(
  program: ShardedFunction,
  inputs: readonly NdArray[],
): (device: number) => readonly NdArray[] {
  return (device) =>
    inputs.map((input, i) => {
      const { layout } = program.inputs[i]!;
      return sliceShard(input, layout.offsets.get(device)!, layout.localShape);
    });
}

function compareBoth(
  expected: readonly NdArray[],
  shards: readonly (readonly NdArray[])[],
  program: ShardedFunction,
  tolerance: number | null,
  samples: RoundingSamples,
): Execution {
  const results = expected.map(({ kind, shape }, i) => {
    const { offsets } = program.results[i]!.layout;
    return assembleShards(
      kind,
      shape,
      shards.map((own, device) => ({ offsets: offsets.get(device)!, array: own[i]! })),
    );
  });
  return { results, expected, comparisons: compareResults(shards, expected, program, tolerance, samples) };
}
