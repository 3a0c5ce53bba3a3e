import { deviceCount, partition, recordShardings, shardedFunction, tagOperations } from '@shardform/inspect';
import { type ModuleOp, printOp, verifyOp } from '@shardform/ir-core';
import { entryFunction, ExecutionError } from '@shardform/runtime-sim';
import { defineCommand } from '../command/define-command.ts';
import { refuseIdleFlags } from '../command/idle-flags.ts';
import { jsonLine } from '../command/json-output.ts';
import { numberFlag } from '../command/read-arguments.ts';
import { type LoadedModule, loadProgram, ModuleError } from '../load-module.ts';
import { globalInputs } from '../run/inputs.ts';
import { inputFlags } from '../run/run-flags.ts';
import { describeExecutionError } from '../execution-error-text.ts';
import { type ToolInput, writeOutput } from '../tool-io.ts';
import { ExecutionCheck } from '../validate/execution-check.ts';
import { listCollectives } from './collective-list.ts';
import { partitionReport, partitionReportText } from './partition-report.ts';
import { ReasonRecorder } from './reasons.ts';

/** `shardform partition`. @throws UsageError or ModuleError. */
export const partitionCommand = defineCommand({
  name: 'partition',
  description:
    'Turns an annotated program into the one that each device runs, and tells what it has to communicate.',
  usage: ['FILE [-o OUT] [--emit KIND] [--validate [--seed N | --in F.npz]] [--json]'],
  examples: [
    'shardform partition step.mlir -o local.mlir',
    'shardform partition step.mlir -o local.mlir --validate',
    'shardform partition step.mlir --emit sdy-collectives',
  ],
  flags: {
    o: { value: 'OUT', description: 'write the program there and the report to standard output' },
    emit: {
      value: 'KIND',
      choices: ['stablehlo', 'sdy-collectives'],
      description: 'local sizes (stablehlo, the default) or collectives on global sizes (sdy-collectives)',
    },
    validate: { description: 'execute the program after every pass and compare the numbers' },
    seed: { value: 'N', description: 'seed of the random inputs for that, 0 unless given' },
    in: { value: 'FILE', description: 'or a file with the arrays arg0, arg1, ...' },
    tolerance: {
      value: 'R',
      description: 'largest difference, as a part of the largest magnitude of a result',
    },
    json: { description: 'print the report as one JSON object' },
  },
  notes:
    "The mesh and the shardings are the file's. What comes out is StableHLO with `mhlo.num_partitions`, which XLA runs on\nthat many devices; `shardform run --engine xla` does. Exit code 1 when --validate finds a difference.",
  run: ([file], flags, input) => {
    if (!flags.validate) refuseIdleFlags(flags, ['seed', 'in', 'tolerance'], "without '--validate'");
    const loaded = loadProgram(file!, input);
    const { module, context, log, names } = loaded;
    const check = flags.validate ? executionCheck(file!, flags, loaded, input) : null;
    const reasons = new ReasonRecorder(context);
    tagOperations(module);
    names.addCopiesOf(module);
    const stages = partition(module, context, {
      instrumentations: check === null ? [reasons] : [reasons, check],
      onProgress: (stage, { pass, done }) => input.progress?.update(done, `${stage.name}: ${pass.pass.name}`),
    });
    input.progress?.clear();
    const emitted = flags.emit === 'sdy-collectives' ? stages.collectives : stages.local;
    if (stages.collectives === null || emitted === null || !verifyOp(emitted, context))
      throw new ModuleError(log.text(), log.diagnostics);
    if (flags.emit !== 'sdy-collectives' && stages.propagated !== null)
      recordShardings(emitted, shardedFunction(stages.propagated));
    const collectives = listCollectives(stages.collectives, context, { reasons, names });
    const text = programText(emitted, reasons, loaded);
    if (flags.o !== null) writeOutput(flags.o, text, input);
    const report = partitionReport(
      collectives,
      deviceCount(module),
      { file: flags.o, output: flags.o === null ? text : null },
      check?.checks ?? null,
    );
    const exitCode = (check?.failure ?? null) === null ? 0 : 1;
    if (flags.json) return { stdout: jsonLine(report), stderr: '', exitCode };
    const reportText = partitionReportText(report);
    return flags.o === null
      ? { stdout: text, stderr: log.text() + reportText, exitCode }
      : { stdout: reportText, stderr: log.text(), exitCode };
  },
});

interface CheckFlags {
  readonly seed: string | null;
  readonly in: string | null;
  readonly tolerance: string | null;
}

function executionCheck(
  file: string,
  flags: CheckFlags,
  { module, context, log }: LoadedModule,
  input: ToolInput,
): ExecutionCheck {
  const tolerance =
    flags.tolerance === null ? null : numberFlag('tolerance', flags.tolerance, (value) => value >= 0);
  try {
    return new ExecutionCheck(
      module,
      globalInputs(entryFunction(module), inputFlags(flags), input),
      context,
      tolerance,
    );
  } catch (error) {
    if (error instanceof ExecutionError) throw new ModuleError(log.text() + describeExecutionError(error));
    throw error;
  }
}

function programText(module: ModuleOp, reasons: ReasonRecorder, { context }: LoadedModule): string {
  reasons.restoreLocations(module);
  return printOp(module, context);
}
