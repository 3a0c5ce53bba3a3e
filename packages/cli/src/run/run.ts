import { placedTypes } from '@shardform/dialect-dist';
import { FuncOp } from '@shardform/dialect-func';
import type { ModuleOp } from '@shardform/ir-core';
import {
  ExecutionError,
  type NdArray,
  SafetensorsError,
  writeNpz,
  writeSafetensors,
} from '@shardform/runtime-sim';
import { defineCommand } from '../command/define-command.ts';
import { describeExecutionError } from '../execution-error-text.ts';
import { loadStage, ModuleError } from '../load-module.ts';
import { refuseBinaryOfMesh } from '../lowered-program.ts';
import { type ToolInput, UsageError, writeOutput } from '../tool-io.ts';
import { differenceErrors, executedResults, executionText } from './execution-report.ts';
import { type ExecutionJson, executionSchema, type GlobalCheckReport } from './execution-schema.ts';
import { globalCheckText } from './global-check-report.ts';
import { knownResultsErrors, knownResultsLines } from './known-results.ts';
import { holds } from './result-line.ts';
import { runArguments, runFlags } from './run-flags.ts';
import { tolerancesLine } from './tolerances.ts';
import type { Executed } from './executed.ts';
import { execute } from './whole-run.ts';

/** `shardform run`. @throws UsageError or ModuleError. */
export const run = defineCommand({
  name: 'run',
  description:
    'Partitions a program, executes it on simulated devices or with XLA and compares with sequential execution, or with another program.',
  usage: [
    'FILE [--seed N | --in F.npz [--expect R.npz]] [--out G.npz] [--check-global] [--tolerance R] [--json]',
    'FILE --engine xla [--processes N | --coordinator HOST:PORT --process-id I --num-processes N] [--python PATH]',
    'FILE --reference PLAIN [--seed N | --in F.npz] [--tolerance R] [--json]',
    'FILE [--workers N] [--memory] [--memory-limit SIZE] [--check-numerics] [--faults SCENARIO.json]',
  ],
  examples: [
    'shardform run step.mlir',
    'shardform run step.mlir --in batch.npz --out result.npz',
    'shardform run step.mlir --in batch.npz --expect jax-result.npz',
    'shardform run step.mlir --check-global',
    'shardform run ring-attention.mlir --reference attention.mlir',
    'shardform run stages/3-ttnn.mlir --reference step.mlir',
    'shardform run step.mlir --engine xla --processes 2',
  ],
  flags: runFlags,
  notes: `The mesh and the shardings are the file's. Exit code 1 when results differ, or are NaN throughout. Without --tolerance,
each element is judged by what other roundings in the sequential execution change of it: what they explain and is more than
last digits is called unstable, not wrong. Results are the same with any number of --workers, which
don't go with --memory, --memory-limit, --check-numerics, --check-global and --faults.

With --reference, what the devices compute is compared with what another program computes as a whole, whatever shardings that one
has: a shard_map with the plain function, a partitioned program with the one that it was made from. Arguments and results are
matched by position, and their whole types have to agree. Random inputs are those that the reference takes: its indices are in range.

XLA runs what 'shardform bundle' writes, by the same launcher: in a cluster, start this command in each process, with --coordinator
or under Slurm or Open MPI. Each process compares the whole results; a bundle never gathers them.

What --faults reads:
  {"faults": [
    {"kind": "device-failure", "device": 3, "op": "stablehlo.all_reduce", "occurrence": 2},
    {"kind": "slow-link", "from": 0, "to": 1, "factor": 10},
    {"kind": "dropped-message", "from": 0, "to": 1, "op": "stablehlo.collective_permute"}]}`,
  tool: {
    name: 'simulate',
    programs: ['reference'],
    flags: ['seed', 'deviation', 'tolerance', 'check-global', 'check-numerics', 'memory', 'memory-limit'],
  },
  async run([file], values, input) {
    const flags = runArguments(values);
    const loaded = loadStage(file!, input);
    const { log } = loaded;
    refusePlaced(loaded.module, file!);
    refuseBinaryOfMesh(file!, loaded);
    try {
      const executed = await execute(loaded, file!, flags, input);
      if (flags.saveInputs !== null) writeArrays(flags.saveInputs, 'arg', executed.inputs, input);
      if (flags.out !== null) writeArrays(flags.out, 'res', executed.results, input);
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
    const { heading, comparisons, known, check, deviceCount, reference } = executed;
    const messages = [
      ...(reference === null ? [] : [tolerancesLine(reference.tolerances, reference.file)]),
      ...(known === null ? [] : knownResultsLines(known)),
      ...executed.messages,
    ];
    const said =
      check === null
        ? executionText(heading, comparisons, messages)
        : executionText(globalCheckText(check, deviceCount, holdsAll), [], messages);
    const stderr =
      differenceErrors(comparisons, reference?.file ?? null) +
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
  const { comparisons, known, check, messages, deviceCount, reference } = executed;
  return {
    version: 1,
    engine,
    devices: deviceCount,
    results: executedResults(comparisons),
    reference,
    expected: known === null ? null : { file: known.file, results: executedResults(known.comparisons) },
    check,
    messages,
  };
}

function firstDifference(check: GlobalCheckReport | null): string {
  if (check?.first == null) return '';
  const { value, place, device } = check.first;
  return `shardform: note: the first value that differs is ${value}${place === null ? '' : ` (${place})`}, on device ${device}\n`;
}

/** Writes `res0`, `res1`, ... as an npz file, or as safetensors according to the extension. @throws UsageError */
function writeArrays(path: string, prefix: string, all: readonly NdArray[], input: ToolInput): void {
  const arrays = new Map(all.map((array, i) => [`${prefix}${i}`, array]));
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
