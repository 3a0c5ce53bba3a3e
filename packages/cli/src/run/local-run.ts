import {
  compareResults,
  localInputs,
  type LocalProgram,
  type ResultComparison,
  RoundingSamples,
  wholeFunction,
  wholeResults,
} from '@shardform/inspect';
import type { Context } from '@shardform/ir-core';
import { type NdArray, runSequential, runSpmd } from '@shardform/runtime-sim';
import { loadModule } from '../load-module.ts';
import { type ToolInput, UsageError } from '../tool-io.ts';
import { globalInputs } from './inputs.ts';
import { compareWithFile, type KnownResults } from './known-results.ts';
import { machineOptions, machineReport, machineWatch } from './machine-options.ts';
import type { RunArguments } from './run-flags.ts';

/** The outcome of executing a per-device program on all its devices. */
export interface LocalExecution {
  readonly deviceCount: number;
  readonly heading: string;
  readonly results: readonly NdArray[];
  readonly comparisons: readonly ResultComparison[];
  /** Beside the results of a file, where one was given. */
  readonly known: KnownResults | null;
  readonly messages: readonly string[];
}

/**
 * Executes a partitioned program on all of its devices. Inputs and results are global tensors if the program records
 * their shardings, else every device gets the same. Results are compared with those of the reference, or between
 * replicas.
 *
 * @throws UsageError or ExecutionError.
 */
export function runLocal(
  { module, func, whole, isRecorded }: LocalProgram,
  context: Context,
  flags: RunArguments,
  input: ToolInput,
): LocalExecution {
  if (flags.usesXla)
    throw new UsageError('--engine xla partitions itself: give it the program before partitioning');
  if (flags.workers > 1)
    throw new UsageError(
      "'--workers' has no effect on the program of one device: one thread does it all; leave it out",
    );
  if (flags.checksGlobal)
    throw new UsageError(
      '--check-global compares with the whole program: give it the program before partitioning',
    );
  const inputs = globalInputs(wholeFunction({ func, whole }), flags, input);
  const { deviceCount } = whole;
  const watch = machineWatch(flags, deviceCount, input);
  const shards = runSpmd(module, deviceCount, localInputs(whole, inputs), context, {
    ...machineOptions(watch),
    checksNumerics: flags.checksNumerics,
  });
  const results = wholeResults(whole, shards);
  const reference =
    flags.reference === null ? null : referenceResults(flags.reference, inputs, results, input);
  return {
    deviceCount,
    heading: `executed on ${deviceCount} simulated devices, the program of one device as it is; ${
      reference === null ? 'devices that hold the same are compared' : `compared with ${flags.reference!}`
    }`,
    results,
    comparisons: compareResults(
      shards,
      reference?.results ?? results,
      whole,
      flags.tolerance,
      reference?.samples ?? null,
    ),
    known:
      flags.expect === null
        ? null
        : compareWithFile(
            flags.expect,
            { results, expected: reference?.results ?? results, samples: reference?.samples ?? null },
            whole,
            flags.tolerance,
            input,
          ),
    messages: [
      ...(isRecorded
        ? []
        : ['the program does not tell how its arguments are split: every device got the same']),
      ...machineReport(watch),
    ],
  };
}

/** The results of another program on the same inputs. @throws UsageError or ModuleError. */
function referenceResults(
  file: string,
  inputs: readonly NdArray[],
  results: readonly NdArray[],
  input: ToolInput,
): { readonly results: readonly NdArray[]; readonly samples: RoundingSamples } {
  const { module, context } = loadModule(file, input);
  const expected = runSequential(module, inputs, context);
  const shapes = (arrays: readonly NdArray[]): string =>
    arrays.map(({ shape }) => `[${shape.join(', ')}]`).join(' ');
  if (shapes(expected) !== shapes(results))
    throw new UsageError(`'${file}' has results ${shapes(expected)}, the program has ${shapes(results)}`);
  return { results: expected, samples: new RoundingSamples(module, inputs, context) };
}
