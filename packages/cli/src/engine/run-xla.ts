import {
  compareExecutions,
  type Execution,
  localInputs,
  type ShardedFunction,
  type WholeExecution,
} from '@shardform/inspect';
import { compareArrays, type NdArray, runSpmd } from '@shardform/runtime-sim';
import type { Context, ModuleOp } from '@shardform/ir-core';
import { runOnXla, type XlaOptions } from './xla-engine.ts';

/** The results of XLA beside those of the other executions. */
export interface XlaExecution extends Execution {
  /** Largest difference between a number of XLA and the simulator's, per result. */
  readonly simulatorDifferences: readonly number[];
  /** Number of processes of XLA. */
  readonly processes: number;
}

/**
 * Executes a program of local sizes with XLA and on simulated devices, on the same inputs as the whole one.
 *
 * @param executeAll executes the whole one sequentially.
 * @throws UsageError when XLA can't be used, ExecutionError when the simulator can't execute the program.
 */
export async function executeWithXla(
  executeAll: () => WholeExecution,
  local: ModuleOp,
  program: ShardedFunction,
  inputs: readonly NdArray[],
  context: Context,
  tolerance: number | null,
  options: XlaOptions,
): Promise<XlaExecution> {
  const inputsOf = localInputs(program, inputs);
  const { shards, processes } = await runOnXla(local, program, inputs, context, options);
  const whole = executeAll();
  const simulated = runSpmd(local, program.deviceCount, inputsOf, context);
  const exact = { absolute: 0, relative: 0, ulps: 0 };
  return {
    ...compareExecutions(shards, whole, program, tolerance),
    processes,
    simulatorDifferences: whole.expected.map((_, i) =>
      Math.max(
        ...shards.map((own, device) => compareArrays(own[i]!, simulated[device]![i]!, exact).maxAbsolute),
      ),
    ),
  };
}
