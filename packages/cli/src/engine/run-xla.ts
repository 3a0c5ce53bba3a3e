import {
  compareResults,
  type ResultComparison,
  RoundingSamples,
  type ShardedFunction,
} from '@shardform/inspect';
import {
  assembleShards,
  compareArrays,
  type NdArray,
  runSequential,
  runSpmd,
  sliceShard,
} from '@shardform/runtime-sim';
import type { Context, ModuleOp } from '@shardform/ir-core';
import { runOnXla, type XlaOptions } from './xla-engine.ts';

/** What XLA made of a program, beside what others make of it. */
export interface XlaExecution {
  /** The global results of XLA. */
  readonly results: readonly NdArray[];
  /** Those of the sequential execution. */
  readonly expected: readonly NdArray[];
  /** XLA's results on each device beside those of sequential execution. */
  readonly comparisons: readonly ResultComparison[];
  /** Largest difference between a number of XLA and the simulator's, per result. */
  readonly simulatorDifferences: readonly number[];
}

/**
 * Executes a program of local sizes with XLA and on simulated devices, and the whole one sequentially, on the same inputs.
 *
 * @throws UsageError when XLA can't be used, ExecutionError when the simulator can't execute the program.
 */
export async function executeWithXla(
  global: ModuleOp,
  local: ModuleOp,
  program: ShardedFunction,
  inputs: readonly NdArray[],
  context: Context,
  tolerance: number | null,
  options: XlaOptions,
): Promise<XlaExecution> {
  const inputsOf = (device: number): readonly NdArray[] =>
    inputs.map((input, i) => {
      const { layout } = program.inputs[i]!;
      return sliceShard(input, layout.offsets.get(device)!, layout.localShape);
    });
  const shards = await runOnXla(local, program.deviceCount, inputsOf, context, options);
  const expected = runSequential(global, inputs, context);
  const simulated = runSpmd(local, program.deviceCount, inputsOf, context);
  const exact = { absolute: 0, relative: 0, ulps: 0 };
  return {
    results: expected.map(({ kind, shape }, i) => {
      const { offsets } = program.results[i]!.layout;
      const parts = shards.map((own, device) => ({ offsets: offsets.get(device)!, array: own[i]! }));
      return assembleShards(kind, shape, parts);
    }),
    expected,
    comparisons: compareResults(
      shards,
      expected,
      program,
      tolerance,
      new RoundingSamples(global, inputs, context),
    ),
    simulatorDifferences: expected.map((_, i) =>
      Math.max(
        ...shards.map((own, device) => compareArrays(own[i]!, simulated[device]![i]!, exact).maxAbsolute),
      ),
    ),
  };
}
