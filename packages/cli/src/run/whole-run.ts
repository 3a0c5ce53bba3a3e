import {
  compareExecutions,
  executeWhole,
  localInputs,
  localProgram,
  type NamedValues,
  shardedFunction,
  type ShardedFunction,
  type WholeExecution,
} from '@shardform/inspect';
import type { Context, ModuleOp } from '@shardform/ir-core';
import { mpmdEntry } from '@shardform/passes-mpmd';
import {
  checkDemand,
  type DeviceWorkers,
  entryFunction,
  type NdArray,
  runSpmd,
} from '@shardform/runtime-sim';
import { choiceText, partitionOn } from '@shardform/study';
import { knownMachine } from '../distribution/simulated-program.ts';
import { pythonOf } from '../engine/python.ts';
import { executeWithXla } from '../engine/run-xla.ts';
import { XLA_TIMEOUT_SECONDS } from '../engine/xla-process.ts';
import { simulatorDifferenceLine, xlaHeading } from '../engine/xla-result.ts';
import { useProcessorsForKernels } from '../kernel-threads.ts';
import { type LoadedModule, ModuleError } from '../load-module.ts';
import { type ToolInput, UsageError } from '../tool-io.ts';
import { startDeviceThreads } from './device-threads.ts';
import { besideReference, type Executed } from './executed.ts';
import { GlobalCheck } from './global-check.ts';
import { globalCheckReport } from './global-check-report.ts';
import { globalInputs } from './inputs.ts';
import { knownResults } from './known-results.ts';
import { runLocal } from './local-run.ts';
import { machineOptions, machineReport, machineWatch } from './machine-options.ts';
import { runMeshes } from './mesh-run.ts';
import { type Reference, referenceOf } from './reference.ts';
import type { RunArguments } from './run-flags.ts';
import { signatureOf } from './signature.ts';
import { referenceJson } from './tolerances.ts';

/** The state shared by all kinds of execution. */
interface Prepared {
  readonly local: ModuleOp;
  readonly program: ShardedFunction;
  readonly inputs: readonly NdArray[];
  readonly context: Context;
  readonly names: NamedValues;
  readonly check: GlobalCheck | null;
  readonly reference: Reference | null;
  /** Executes the whole program to compare with. */
  readonly executeAll: () => WholeExecution;
}

/**
 * Executes a program of any kind on its devices.
 *
 * @throws UsageError, ModuleError or ExecutionError.
 */
export async function execute(
  { module: given, context, log, names }: LoadedModule,
  file: string,
  flags: RunArguments,
  input: ToolInput,
): Promise<Executed> {
  if (flags.checksGlobal && flags.usesXla)
    throw new UsageError('XLA shows results only: --check-global is for the simulator');
  if (flags.machine !== null && (mpmdEntry(given) !== null || localProgram(given) !== null))
    throw new UsageError('--machine is for programs that are partitioned for it as a whole');
  const reference = referenceOf(flags.reference, input);
  if (mpmdEntry(given) !== null) {
    const executed = runMeshes(given, file, context, log, reference, flags, input);
    return { ...executed, check: null };
  }
  const split = localProgram(given);
  if (split !== null) return { ...runLocal(split, file, context, reference, flags, input), check: null };
  const entry = entryFunction(given);
  // Refusals come before inputs are drawn.
  if (!flags.usesXla && !entry.isDeclaration) checkDemand(entry.body, 1);
  reference?.check(signatureOf(entry, file));
  const inputs = globalInputs(entry, flags, input, reference);
  const check = flags.checksGlobal ? new GlobalCheck(given, context) : null;
  const module = check?.module ?? given;
  const { stages, choice } = partitionOn(
    knownMachine(module, flags.machine, input),
    module,
    context,
    check === null ? {} : { instrumentations: [check] },
  );
  const { propagated, local } = stages;
  if (propagated === null || local === null) throw new ModuleError(log.text(), log.diagnostics);
  const program = shardedFunction(propagated);
  const executeAll = (): WholeExecution =>
    reference === null
      ? executeWhole(module, inputs, context, check === null ? {} : { observe: check.observeWhole })
      : reference.execute(inputs);
  const prepared = { local, program, inputs, context, names, check, reference, executeAll };
  const executed = await (flags.usesXla
    ? withXla(prepared, flags, input)
    : onSimulator(prepared, flags, input));
  return choice === null ? executed : { ...executed, messages: [choiceText(choice), ...executed.messages] };
}

async function withXla(prepared: Prepared, flags: RunArguments, input: ToolInput): Promise<Executed> {
  const { local, program, inputs, context, reference, executeAll } = prepared;
  const execution = await executeWithXla(executeAll, local, program, inputs, context, flags.tolerance, {
    python: pythonOf(flags.python, process.env),
    launch: flags.launch,
    timeoutSeconds: XLA_TIMEOUT_SECONDS,
    ownsProcess: input.program !== undefined,
  });
  const { deviceCount } = program;
  return {
    ...execution,
    inputs,
    deviceCount,
    heading: besideReference(xlaHeading(deviceCount, execution.processes), reference),
    known: knownResults(execution, program, flags, input),
    check: null,
    reference: referenceJson(reference, execution.expected, flags.tolerance),
    messages: [simulatorDifferenceLine(execution)],
  };
}

async function onSimulator(prepared: Prepared, flags: RunArguments, input: ToolInput): Promise<Executed> {
  const { local, program, inputs, context, names, check, reference, executeAll } = prepared;
  const { deviceCount } = program;
  useProcessorsForKernels();
  const watch = machineWatch(flags, deviceCount, input);
  const options = { ...machineOptions(watch), checksNumerics: flags.checksNumerics };
  const threads = Math.min(flags.workers, deviceCount);
  const workers = check === null ? deviceThreads(threads, input) : null;
  try {
    const run = { ...options, ...(check === null ? {} : { observe: check.observeParts }) };
    const parts = localInputs(program, inputs);
    const shards =
      workers === null
        ? runSpmd(local, deviceCount, parts, context, run)
        : await workers.run(local, deviceCount, parts, context, run);
    const execution = compareExecutions(shards, executeAll(), program, flags.tolerance);
    const devices = `${deviceCount} simulated device${deviceCount === 1 ? '' : 's'}`;
    const spread = workers !== null && workers.spreadRuns > 0 ? ` in ${threads} threads` : '';
    return {
      ...execution,
      inputs,
      deviceCount,
      heading: besideReference(`executed on ${devices}${spread}`, reference),
      known: knownResults(execution, program, flags, input),
      check:
        check === null
          ? null
          : globalCheckReport(check.differences(flags.tolerance, inputs), execution, local, names),
      reference: referenceJson(reference, execution.expected, flags.tolerance),
      messages: machineReport(watch),
    };
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
