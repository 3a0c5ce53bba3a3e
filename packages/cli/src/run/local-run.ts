import {
  compareResults,
  localInputs,
  type LocalProgram,
  type ResultComparison,
  RoundingSamples,
  wholeFunction,
  wholeResults,
} from '@shardform/inspect';
import { type Context, zip } from '@shardform/ir-core';
import { arrayTypeOf, type NdArray, runSequential, runSpmd } from '@shardform/runtime-sim';
import { fromTarget, toTarget } from '@shardform/runtime-tt';
import { loadOperations } from '../load-module.ts';
import { type ToolInput, UsageError } from '../tool-io.ts';
import { globalInputs } from './inputs.ts';
import { compareWithFile, type KnownResults } from './known-results.ts';
import { machineOptions, machineReport, machineWatch } from './machine-options.ts';
import type { RunArguments } from './run-flags.ts';

/** What a user of --expect has to know whose results differ by roundings. */
const STRICT =
  "only last digits may differ from a file's results: with '--reference FILE', the program that this was made from, so may what other roundings change; '--tolerance' allows more";

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
  const unknown = whole.results.flatMap(({ isUnknown }, i) => (isUnknown === true ? [i] : []));
  if (unknown.length > 0 && (flags.expect ?? flags.reference) !== null)
    throw new UsageError(
      `the program does not tell how its result ${unknown[0]!} is split over devices, which text of HLO leaves out: give the binary form (xla_dump_hlo_as_proto)`,
    );
  const told = [...whole.results.keys()].filter((i) => !unknown.includes(i));
  const toldOf = <T>(all: readonly T[]): T[] => told.map((i) => all[i]!);
  const inputs = globalInputs(wholeFunction({ func, whole }), flags, input);
  const { deviceCount } = whole;
  const watch = machineWatch(flags, deviceCount, input);
  const inputsOf = localInputs(whole, inputs);
  const types = func.functionType.inputs;
  const shards = runSpmd(
    module,
    deviceCount,
    (device) => zip(inputsOf(device), types).map(([input, type]) => toTarget(input, type)),
    context,
    { ...machineOptions(watch), checksNumerics: flags.checksNumerics },
  ).map((own) =>
    zip(own, whole.results).map(([result, { type }]) =>
      fromTarget(result, arrayTypeOf(type)?.kind ?? result.kind),
    ),
  );
  const results = wholeResults(whole, shards);
  const reference =
    flags.reference === null ? null : referenceResults(flags.reference, inputs, results, input);
  const known =
    flags.expect === null
      ? null
      : compareWithFile(
          flags.expect,
          { results, expected: reference?.results ?? results, samples: reference?.samples ?? null },
          whole,
          flags.tolerance,
          input,
        );
  return {
    deviceCount,
    heading: headingOf(deviceCount, flags.reference),
    results,
    comparisons: compareResults(
      shards.map(toldOf),
      toldOf(reference?.results ?? results),
      { ...whole, results: toldOf(whole.results) },
      flags.tolerance,
      reference?.samples ?? null,
    ).map((comparison) => ({ ...comparison, index: told[comparison.index]! })),
    known,
    messages: [
      ...(reference === null && flags.tolerance === null && hasMismatch(known) ? [STRICT] : []),
      ...(isRecorded
        ? []
        : ['the program does not tell how its arguments are split: every device got the same']),
      ...(unknown.length === 0
        ? []
        : [
            `not compared: ${unknown.map((i) => `res${i}`).join(', ')}, of which each device has its own part; text of HLO does not tell of what whole, the binary form does`,
          ]),
      ...machineReport(watch),
    ],
  };
}

function hasMismatch(known: KnownResults | null): boolean {
  return known?.comparisons.some(({ mismatch }) => mismatch !== null) ?? false;
}

function headingOf(deviceCount: number, reference: string | null): string {
  const devices = `executed on ${deviceCount} simulated device${deviceCount === 1 ? '' : 's'}`;
  if (reference !== null) return `${devices}, the program of one device as it is; compared with ${reference}`;
  // One device has nobody to be compared with.
  return deviceCount === 1
    ? `${devices}; '--reference FILE' compares with the program that it was made from`
    : `${devices}, the program of one device as it is; devices that hold the same are compared`;
}

/** The results of another program on the same inputs. @throws UsageError or ModuleError. */
function referenceResults(
  file: string,
  inputs: readonly NdArray[],
  results: readonly NdArray[],
  input: ToolInput,
): { readonly results: readonly NdArray[]; readonly samples: RoundingSamples } {
  const { module, context } = loadOperations(file, input);
  const expected = runSequential(module, inputs, context);
  const shapes = (arrays: readonly NdArray[]): string =>
    arrays.map(({ shape }) => `[${shape.join(', ')}]`).join(' ');
  if (shapes(expected) !== shapes(results))
    throw new UsageError(`'${file}' has results ${shapes(expected)}, the program has ${shapes(results)}`);
  return { results: expected, samples: new RoundingSamples(module, inputs, context) };
}
