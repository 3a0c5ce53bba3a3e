import {
  compareResults,
  localInputs,
  type LocalProgram,
  wholeFunction,
  wholeResults,
} from '@shardform/inspect';
import { type Context, zip } from '@shardform/ir-core';
import { arrayTypeOf, runSpmd } from '@shardform/runtime-sim';
import { fromTarget, toTarget } from '@shardform/runtime-tt';
import { type ToolInput, UsageError } from '../tool-io.ts';
import { globalInputs } from './inputs.ts';
import { type KnownResults, knownResults } from './known-results.ts';
import { machineOptions, machineReport, machineWatch } from './machine-options.ts';
import type { ExecutedOnDevices } from './executed.ts';
import type { Reference } from './reference.ts';
import type { RunArguments } from './run-flags.ts';
import { referenceJson } from './tolerances.ts';

/** What a user of --expect has to know whose results differ by roundings. */
const STRICT =
  "only last digits may differ from a file's results: with '--reference FILE', the program that this was made from, so may what other roundings change; '--tolerance' allows more";

/**
 * Executes a partitioned program on all of its devices. Inputs and results are global tensors if the program records
 * their shardings, else every device gets the same. Results are compared with those of the reference, or between
 * replicas.
 *
 * @throws UsageError or ExecutionError.
 */
export function runLocal(
  { module, func, whole, isRecorded }: LocalProgram,
  file: string,
  context: Context,
  reference: Reference | null,
  flags: RunArguments,
  input: ToolInput,
): ExecutedOnDevices {
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
  if (unknown.length > 0 && (flags.expect !== null || reference !== null))
    throw new UsageError(
      `the program does not tell how its result ${unknown[0]!} is split over devices, which text of HLO leaves out: give the binary form (xla_dump_hlo_as_proto)`,
    );
  const told = [...whole.results.keys()].filter((i) => !unknown.includes(i));
  const toldOf = <T>(all: readonly T[]): T[] => told.map((i) => all[i]!);
  reference?.check({ file, func, inputs: whole.inputs, results: whole.results });
  const inputs = globalInputs(wholeFunction({ func, whole }), flags, input, reference);
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
  const compared = reference?.execute(inputs) ?? null;
  const known = knownResults(
    { results, expected: compared?.expected ?? results, samples: compared?.samples ?? null },
    whole,
    flags,
    input,
  );
  return {
    deviceCount,
    heading: headingOf(deviceCount, reference?.file ?? null),
    inputs,
    results,
    comparisons: compareResults(
      shards.map(toldOf),
      toldOf(compared?.expected ?? results),
      { ...whole, results: toldOf(whole.results) },
      flags.tolerance,
      compared?.samples ?? null,
    ).map((comparison) => ({ ...comparison, index: told[comparison.index]! })),
    known,
    reference: referenceJson(reference, compared?.expected ?? [], flags.tolerance),
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
