import { formatDiagnostic, positionOf } from '@shardform/ir-core';
import { entryFunction, ExecutionError, writeNpz } from '@shardform/runtime-sim';
import { loadModule, ModuleError } from '../load-module.ts';
import { partition } from '../partition/partition.ts';
import { type ToolInput, type ToolResult, writeOutput } from '../tool-io.ts';
import { parseRunArguments } from './arguments.ts';
import { describeMismatch, type ResultComparison } from './compare-results.ts';
import { executeBoth } from './execute.ts';
import { globalInputs } from './inputs.ts';
import { shardedFunction } from './sharded-function.ts';

const HELP = `Partitions a program, executes it on simulated devices and compares with sequential execution.

Usage: shardform run FILE [--seed N | --inputs F.npz] [--outputs G.npz] [--tolerance R]

  shardform run step.mlir
  shardform run step.mlir --inputs batch.npz --outputs result.npz

  --seed N        seed of the random inputs, 0 unless given
  --inputs FILE   an npz file with the global arrays arg0, arg1, ...
  --outputs FILE  write the global results res0, res1, ... there
  --tolerance R   largest difference allowed, as a part of the largest magnitude of a result

The mesh and the shardings are the file's. Exit code 1 when results differ.
`;

/** `shardform run`. @throws UsageError or ModuleError. */
export function run(args: readonly string[], input: ToolInput): ToolResult {
  if (args.some((argument) => /^--?h(elp)?$/.test(argument)))
    return { stdout: HELP, stderr: '', exitCode: 0 };
  const flags = parseRunArguments(args);
  const { module, context, log } = loadModule(flags.file, input);
  try {
    const inputs = globalInputs(entryFunction(module), flags, input);
    const { propagated, local } = partition(module, context);
    if (propagated === null || local === null) throw new ModuleError(log.text());
    const program = shardedFunction(propagated);
    const { results, comparisons } = executeBoth(module, local, program, inputs, context, flags.tolerance);
    if (flags.outputs !== null) {
      writeOutput(flags.outputs, writeNpz(new Map(results.map((array, i) => [`res${i}`, array]))), input);
    }
    const differing = comparisons.filter(({ mismatch }) => mismatch !== null);
    const heading = `executed on ${program.deviceCount} simulated device${program.deviceCount === 1 ? '' : 's'}\n`;
    return {
      stdout: heading + comparisons.map(resultLine).join(''),
      stderr:
        log.text() +
        differing.map((comparison) => `shardform: error: ${describeMismatch(comparison)}\n`).join(''),
      exitCode: differing.length === 0 ? 0 : 1,
    };
  } catch (error) {
    if (error instanceof ExecutionError) throw new ModuleError(log.text() + describeExecutionError(error));
    throw error;
  }
}

/** One line about a result. */
export function resultLine({
  index,
  description,
  maxDifference,
  relative,
  mismatch,
}: ResultComparison): string {
  const verdict = mismatch === null ? 'equal within tolerance' : 'DIFFERENT';
  return `res${index} ${description}: ${verdict}, largest difference ${maxDifference.toExponential(2)} (${relative.toExponential(2)} of the largest magnitude)\n`;
}

/** The message of a failed execution, with the place in the program. */
export function describeExecutionError(error: ExecutionError): string {
  const { location } = error.op;
  const message = positionOf(location) === null ? `${error.message} ('${error.op.name}')` : error.message;
  return formatDiagnostic({ severity: 'error', message, location, notes: [] });
}
