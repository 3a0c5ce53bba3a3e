import { formatDiagnostic, note, positionOf } from '@shardform/ir-core';
import {
  type DeviceWorkers,
  entryFunction,
  ExecutionError,
  type NdArray,
  SafetensorsError,
  writeNpz,
  writeSafetensors,
} from '@shardform/runtime-sim';
import { loadModule, ModuleError } from '../load-module.ts';
import { partition } from '../partition/partition.ts';
import { type ToolInput, type ToolResult, UsageError, writeOutput } from '../tool-io.ts';
import { executeWithXla } from '../engine/run-xla.ts';
import { pythonOf } from '../engine/xla-engine.ts';
import { xlaResult } from '../engine/xla-result.ts';
import { parseRunArguments } from './arguments.ts';
import { describeMismatch, type ResultComparison } from './compare-results.ts';
import { startDeviceThreads } from './device-threads.ts';
import { executeBoth, executeSpread } from './execute.ts';
import { globalInputs } from './inputs.ts';
import { machineOptions, machineReport, machineWatch } from './machine-options.ts';
import { resultLine } from './result-line.ts';
import { excuseUnstable } from './rounding-effect.ts';
import { shardedFunction } from './sharded-function.ts';

/** XLA itself gives up on devices that wait for each other after a minute. */
const XLA_TIMEOUT_SECONDS = 600;

const HELP = `Partitions a program, executes it on simulated devices or with XLA and compares with sequential execution.

Usage: shardform run FILE [--seed N | --inputs F.npz] [--outputs G.npz] [--tolerance R]
                     [--engine xla [--processes N] [--python PATH]]
                     [--workers N] [--memory] [--memory-limit SIZE] [--check-numerics] [--faults SCENARIO.json]

  shardform run step.mlir
  shardform run step.mlir --inputs batch.npz --outputs result.npz
  shardform run step.mlir --engine xla --processes 2

  --seed N             seed of the random inputs, 0 unless given
  --deviation D        standard deviation of random floating-point inputs, 1 unless given
  --inputs FILE        an npz or safetensors file with the global arrays arg0, arg1, ...
  --outputs FILE       write the global results res0, res1, ... there, as safetensors if the name ends so
  --tolerance R        largest difference allowed, as a part of the largest magnitude of a result; without it
                       results that other last digits of the inputs change as much are called unstable, not wrong
  --engine xla         execute with XLA on CPU devices, which takes a Python with jax
  --processes N        in so many processes, which talk over the loopback device; 1 unless given
  --python PATH        that Python; otherwise SHARDFORM_PYTHON, or python3
  --workers N          threads among which the devices' work is spread, 1 unless given; results are the same
                       (with --memory, --memory-limit, --check-numerics and --faults one thread does it all)
  --memory             tell how much memory a device needs, and where
  --memory-limit SIZE  memory of a device, such as 16GiB; a run that needs more ends where it ran out
  --check-numerics     end at the first NaN or infinity, with the operation and the device that made it
  --faults FILE        what goes wrong during the run:
                       {"faults": [
                         {"kind": "device-failure", "device": 3, "op": "stablehlo.all_reduce", "occurrence": 2},
                         {"kind": "slow-link", "from": 0, "to": 1, "factor": 10},
                         {"kind": "dropped-message", "from": 0, "to": 1, "op": "stablehlo.collective_permute"}]}

The mesh and the shardings are the file's. Exit code 1 when results differ.
`;

/** `shardform run`. @throws UsageError or ModuleError. */
export async function run(args: readonly string[], input: ToolInput): Promise<ToolResult> {
  if (args.some((argument) => /^--?h(elp)?$/.test(argument)))
    return { stdout: HELP, stderr: '', exitCode: 0 };
  const flags = parseRunArguments(args);
  const { module, context, log } = loadModule(flags.file, input);
  let workers: DeviceWorkers | null = null;
  try {
    const inputs = globalInputs(entryFunction(module), flags, input);
    const { propagated, local } = partition(module, context);
    if (propagated === null || local === null) throw new ModuleError(log.text());
    const program = shardedFunction(propagated);
    // Who says how much may differ is taken at their word.
    const judged = (comparisons: readonly ResultComparison[]): readonly ResultComparison[] =>
      flags.tolerance === null ? excuseUnstable(comparisons, module, inputs, context) : comparisons;
    if (flags.engine === 'xla') {
      const execution = await executeWithXla(module, local, program, inputs, context, flags.tolerance, {
        python: pythonOf(flags.python, process.env),
        processes: flags.processes,
        timeoutSeconds: XLA_TIMEOUT_SECONDS,
      });
      if (flags.outputs !== null) writeResults(flags.outputs, execution.results, input);
      const comparisons = judged(execution.comparisons);
      return xlaResult({ ...execution, comparisons }, program.deviceCount, flags.processes, log.text());
    }
    const watch = machineWatch(flags, program.deviceCount, input);
    const options = { ...machineOptions(watch), checksNumerics: flags.checksNumerics };
    const threads = Math.min(flags.workers, program.deviceCount);
    workers = deviceThreads(threads, input);
    const execution =
      workers === null
        ? executeBoth(module, local, program, inputs, context, flags.tolerance, options)
        : await executeSpread(workers, module, local, program, inputs, context, flags.tolerance, options);
    const { results } = execution;
    const comparisons = judged(execution.comparisons);
    if (flags.outputs !== null) writeResults(flags.outputs, results, input);
    const differing = comparisons.filter(({ mismatch }) => mismatch !== null);
    const devices = `${program.deviceCount} simulated device${program.deviceCount === 1 ? '' : 's'}`;
    const spread = workers !== null && workers.spreadRuns > 0 ? ` in ${threads} threads` : '';
    const heading = `executed on ${devices}${spread}\n`;
    return {
      stdout: heading + comparisons.map(resultLine).join('') + machineReport(watch),
      stderr:
        log.text() +
        differing.map((comparison) => `shardform: error: ${describeMismatch(comparison)}\n`).join(''),
      exitCode: differing.length === 0 ? 0 : 1,
    };
  } catch (error) {
    if (error instanceof ExecutionError) throw new ModuleError(log.text() + describeExecutionError(error));
    throw error;
  } finally {
    workers?.close();
  }
}

/** Threads for devices; `null` where this thread does it all: for one, or when threads would lack extensions. */
function deviceThreads(count: number, { program, extensions = [] }: ToolInput): DeviceWorkers | null {
  return count < 2 || program === undefined || extensions.length > 0
    ? null
    : startDeviceThreads(count, program);
}

/** Writes `res0`, `res1`, ... as an npz file, or as safetensors where the name says so. @throws UsageError */
function writeResults(path: string, results: readonly NdArray[], input: ToolInput): void {
  const arrays = new Map(results.map((array, i) => [`res${i}`, array]));
  if (!path.endsWith('.safetensors')) {
    writeOutput(path, writeNpz(arrays), input);
    return;
  }
  try {
    writeOutput(path, writeSafetensors(arrays), input);
  } catch (error) {
    if (error instanceof SafetensorsError) throw new UsageError(`'${path}': ${error.message}`);
    throw error;
  }
}

/** The message of a failed execution, with the place in the program. */
export function describeExecutionError(error: ExecutionError): string {
  const { location } = error.op;
  const message = positionOf(location) === null ? `${error.message} ('${error.op.name}')` : error.message;
  const notes = error.notes.map(({ op, message: text }) => note(op.location, text));
  return formatDiagnostic({ severity: 'error', message, location, notes });
}
