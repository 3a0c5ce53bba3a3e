import {
  localProgram,
  executeBoth,
  executeSpread,
  type Execution,
  type NamedValues,
  type ResultComparison,
  shardedFunction,
  type ShardedFunction,
} from '@shardform/inspect';
import { placedTypes } from '@shardform/dialect-dist';
import { FuncOp } from '@shardform/dialect-func';
import { type Context, type ModuleOp } from '@shardform/ir-core';
import { mpmdEntry } from '@shardform/passes-mpmd';
import {
  checkDemand,
  type DeviceWorkers,
  entryFunction,
  ExecutionError,
  type NdArray,
  SafetensorsError,
  writeNpz,
  writeSafetensors,
} from '@shardform/runtime-sim';
import { choiceText, partitionOn } from '@shardform/study';
import { defineCommand } from '../command/define-command.ts';
import { knownMachine } from '../distribution/simulated-program.ts';
import { executeWithXla } from '../engine/run-xla.ts';
import { pythonOf } from '../engine/python.ts';
import { XLA_TIMEOUT_SECONDS } from '../engine/xla-process.ts';
import { simulatorDifferenceLine, xlaHeading } from '../engine/xla-result.ts';
import { type LoadedModule, loadProgram, ModuleError } from '../load-module.ts';
import { type ToolInput, UsageError, writeOutput } from '../tool-io.ts';
import { useProcessorsForKernels } from '../kernel-threads.ts';
import { startDeviceThreads } from './device-threads.ts';
import { differenceErrors, executedResults, executionText } from './execution-report.ts';
import { type ExecutionJson, executionSchema, type GlobalCheckReport } from './execution-schema.ts';
import { GlobalCheck } from './global-check.ts';
import { globalCheckLine, globalCheckReport } from './global-check-report.ts';
import { describeExecutionError } from '../execution-error-text.ts';
import { globalInputs } from './inputs.ts';
import { machineOptions, machineReport, machineWatch } from './machine-options.ts';
import {
  compareWithFile,
  type KnownResults,
  knownResultsErrors,
  knownResultsLines,
} from './known-results.ts';
import { runLocal } from './local-run.ts';
import { runMeshes } from './mesh-run.ts';
import { holds } from './result-line.ts';
import { type RunArguments, runArguments, runFlags } from './run-flags.ts';

/** `shardform run`. @throws UsageError or ModuleError. */
export const run = defineCommand({
  name: 'run',
  description:
    'Partitions a program, executes it on simulated devices or with XLA and compares with sequential execution.',
  usage: [
    'FILE [--seed N | --in F.npz [--expect R.npz]] [--out G.npz] [--check-global] [--tolerance R] [--json]',
    'FILE --engine xla [--processes N | --coordinator HOST:PORT --process-id I --num-processes N] [--python PATH]',
    'LOCAL [--in F.npz] [--reference FILE]',
    'FILE [--workers N] [--memory] [--memory-limit SIZE] [--check-numerics] [--faults SCENARIO.json]',
  ],
  examples: [
    'shardform run step.mlir',
    'shardform run step.mlir --in batch.npz --out result.npz',
    'shardform run step.mlir --in batch.npz --expect jax-result.npz',
    'shardform run step.mlir --check-global',
    'shardform run stages/3-ttnn.mlir --reference step.mlir',
    'shardform run step.mlir --engine xla --processes 2',
  ],
  flags: runFlags,
  notes: `The mesh and the shardings are the file's. Exit code 1 when results differ, or are NaN throughout. Without --tolerance,
each element is judged by what other roundings in the sequential execution change of it: what they explain and is more than
last digits is called unstable, not wrong. Results are the same with any number of --workers, which
don't go with --memory, --memory-limit, --check-numerics, --check-global and --faults.

XLA runs what 'shardform bundle' writes, by the same launcher: in a cluster, start this command in each process, with --coordinator
or under Slurm or Open MPI. Each process compares the whole results; a bundle never gathers them.

What --faults reads:
  {"faults": [
    {"kind": "device-failure", "device": 3, "op": "stablehlo.all_reduce", "occurrence": 2},
    {"kind": "slow-link", "from": 0, "to": 1, "factor": 10},
    {"kind": "dropped-message", "from": 0, "to": 1, "op": "stablehlo.collective_permute"}]}`,
  tool: {
    name: 'simulate',
    flags: ['seed', 'deviation', 'tolerance', 'check-global', 'check-numerics', 'memory', 'memory-limit'],
  },
  async run([file], values, input) {
    const flags = runArguments(values);
    const loaded = loadProgram(file!, input);
    const { log, names } = loaded;
    refusePlaced(loaded.module, file!);
    try {
      const executed = await execute(loaded, names, flags, input);
      if (flags.out !== null) writeResults(flags.out, executed.results, input);
      const holdsAll = [...executed.comparisons, ...(executed.known?.comparisons ?? [])].every(holds);
      return {
        data: { executed, engine: flags.usesXla ? 'xla' : 'simulator', holdsAll },
        messages: log.text(),
        exitCode: holdsAll ? 0 : 1,
      };
    } catch (error) {
      if (error instanceof ExecutionError) throw new ModuleError(log.text() + describeExecutionError(error));
      throw error;
    }
  },
  text: ({ executed, holdsAll }) => {
    const { heading, comparisons, known, check, deviceCount } = executed;
    const messages = [...(known === null ? [] : knownResultsLines(known)), ...executed.messages];
    const said =
      check === null
        ? executionText(heading, comparisons, messages)
        : executionText(globalCheckLine(check, deviceCount, holdsAll), [], messages);
    const stderr =
      differenceErrors(comparisons) +
      (known === null ? '' : knownResultsErrors(known)) +
      firstDifference(check);
    return { said, stderr };
  },
  json: {
    name: 'execution',
    get schema() {
      return executionSchema;
    },
    of: jsonOf,
  },
});

/** @throws UsageError for a program of the dist dialect, which says itself where its tensors are. */
function refusePlaced(module: ModuleOp, file: string): void {
  module.walkOf(FuncOp, ({ functionType: { inputs, results } }) => {
    if (placedTypes([...inputs, ...results]).length > 0)
      throw new UsageError(
        `'${file}': its tensors are placed on devices already; 'shardform dist simulate' tells its time and memory, and Numbers in 'shardform play' executes it`,
      );
  });
}

/** The result of `shardform run`. */
interface RunAnswer {
  readonly executed: Executed;
  readonly engine: ExecutionJson['engine'];
  /** True if no result differs. */
  readonly holdsAll: boolean;
}

function jsonOf({ executed, engine }: RunAnswer): ExecutionJson {
  const { comparisons, known, check, messages, deviceCount } = executed;
  return {
    version: 1,
    engine,
    devices: deviceCount,
    results: executedResults(comparisons),
    expected: known === null ? null : { file: known.file, results: executedResults(known.comparisons) },
    check,
    messages,
  };
}

/** An execution with its report. */
interface Executed {
  readonly deviceCount: number;
  readonly heading: string;
  readonly results: readonly NdArray[];
  readonly comparisons: readonly ResultComparison[];
  /** Beside the results of a file, where one was given. */
  readonly known: KnownResults | null;
  readonly check: GlobalCheckReport | null;
  readonly messages: readonly string[];
}

/** The state shared by all kinds of execution. */
interface Prepared {
  readonly module: ModuleOp;
  readonly local: ModuleOp;
  readonly program: ShardedFunction;
  readonly inputs: readonly NdArray[];
  readonly context: Context;
  readonly names: NamedValues;
  readonly check: GlobalCheck | null;
}

async function execute(
  { module: given, context, log }: LoadedModule,
  names: NamedValues,
  flags: RunArguments,
  input: ToolInput,
): Promise<Executed> {
  if (flags.checksGlobal && flags.usesXla)
    throw new UsageError('XLA shows results only: --check-global is for the simulator');
  if (flags.machine !== null && (mpmdEntry(given) !== null || localProgram(given) !== null))
    throw new UsageError('--machine is for programs that are partitioned for it as a whole');
  if (mpmdEntry(given) !== null) return { ...runMeshes(given, context, log, flags, input), check: null };
  const split = localProgram(given);
  if (split !== null) return { ...runLocal(split, context, flags, input), check: null };
  if (flags.reference !== null)
    throw new UsageError('--reference is for the program of one device: others are compared with themselves');
  const entry = entryFunction(given);
  // Refusals come before inputs are drawn.
  if (!flags.usesXla && !entry.isDeclaration) checkDemand(entry.body, 1);
  const inputs = globalInputs(entry, flags, input);
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
  const prepared = { module, local, program, inputs, context, names, check };
  const executed = await (flags.usesXla
    ? withXla(prepared, flags, input)
    : onSimulator(prepared, flags, input));
  return choice === null ? executed : { ...executed, messages: [choiceText(choice), ...executed.messages] };
}

async function withXla(prepared: Prepared, flags: RunArguments, input: ToolInput): Promise<Executed> {
  const { module, local, program, inputs, context } = prepared;
  const execution = await executeWithXla(module, local, program, inputs, context, flags.tolerance, {
    python: pythonOf(flags.python, process.env),
    launch: flags.launch,
    timeoutSeconds: XLA_TIMEOUT_SECONDS,
    ownsProcess: input.program !== undefined,
  });
  const { deviceCount } = program;
  const heading = xlaHeading(deviceCount, execution.processes);
  return {
    ...execution,
    deviceCount,
    heading,
    known: knownResults(execution, program, flags, input),
    check: null,
    messages: [simulatorDifferenceLine(execution)],
  };
}

async function onSimulator(prepared: Prepared, flags: RunArguments, input: ToolInput): Promise<Executed> {
  const { module, local, program, inputs, context, names, check } = prepared;
  const { deviceCount } = program;
  useProcessorsForKernels();
  const watch = machineWatch(flags, deviceCount, input);
  const options = { ...machineOptions(watch), checksNumerics: flags.checksNumerics };
  const threads = Math.min(flags.workers, deviceCount);
  const workers = check === null ? deviceThreads(threads, input) : null;
  try {
    const both = (observed: GlobalCheck | null): Execution =>
      observed === null
        ? executeBoth(module, local, program, inputs, context, flags.tolerance, options)
        : executeBoth(
            module,
            local,
            program,
            inputs,
            context,
            flags.tolerance,
            { ...options, observe: observed.observeParts },
            { observe: observed.observeWhole },
          );
    const execution =
      workers === null
        ? both(check)
        : await executeSpread(workers, module, local, program, inputs, context, flags.tolerance, options);
    const devices = `${deviceCount} simulated device${deviceCount === 1 ? '' : 's'}`;
    const spread = workers !== null && workers.spreadRuns > 0 ? ` in ${threads} threads` : '';
    return {
      ...execution,
      deviceCount,
      heading: `executed on ${devices}${spread}`,
      known: knownResults(execution, program, flags, input),
      check:
        check === null
          ? null
          : globalCheckReport(check.differences(flags.tolerance, inputs), execution, local, names),
      messages: machineReport(watch),
    };
  } finally {
    workers?.close();
  }
}

/** Compares the results with those of the file that the flags name. */
function knownResults(
  execution: Execution,
  program: ShardedFunction,
  flags: RunArguments,
  input: ToolInput,
): KnownResults | null {
  if (flags.expect === null) return null;
  return compareWithFile(flags.expect, execution, program, flags.tolerance, input);
}

/** Threads for devices; `null` where this thread does it all: for one, or when threads would lack extensions. */
function deviceThreads(count: number, { program, extensions = [] }: ToolInput): DeviceWorkers | null {
  return count < 2 || program === undefined || extensions.length > 0
    ? null
    : startDeviceThreads(count, program);
}

function firstDifference(check: GlobalCheckReport | null): string {
  if (check?.first == null) return '';
  const { value, place, device } = check.first;
  return `shardform: note: the first value that differs is ${value}${place === null ? '' : ` (${place})`}, on device ${device}\n`;
}

/** Writes `res0`, `res1`, ... as an npz file, or as safetensors according to the extension. @throws UsageError */
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
