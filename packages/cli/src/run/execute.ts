import type { Context, ModuleOp } from '@shardform/ir-core';
import { assembleShards, type NdArray, runSequential, runSpmd, sliceShard } from '@shardform/runtime-sim';
import { type ResultComparison, compareResults } from './compare-results.ts';
import type { ShardedFunction } from './sharded-function.ts';

/** A program executed twice: whole, and split over devices. */
export interface Execution {
  /** Global results of the split execution. */
  readonly results: readonly NdArray[];
  readonly comparisons: readonly ResultComparison[];
}

/**
 * Executes the global program sequentially and the local one on simulated devices, on the same inputs.
 *
 * @throws ExecutionError
 */
export function executeBoth(
  global: ModuleOp,
  local: ModuleOp,
  program: ShardedFunction,
  inputs: readonly NdArray[],
  context: Context,
  tolerance: number | null = null,
): Execution {
  const expected = runSequential(global, inputs, context);
  const shards = runSpmd(
    local,
    program.deviceCount,
    (device) =>
      inputs.map((input, i) => {
        const { layout } = program.inputs[i]!;
        return sliceShard(input, layout.offsets.get(device)!, layout.localShape);
      }),
    context,
  );
  const results = expected.map(({ kind, shape }, i) => {
    const { offsets } = program.results[i]!.layout;
    return assembleShards(
      kind,
      shape,
      shards.map((own, device) => ({ offsets: offsets.get(device)!, array: own[i]! })),
    );
  });
  return { results, comparisons: compareResults(shards, expected, program, tolerance) };
}
