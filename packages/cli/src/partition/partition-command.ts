import { isDeviceProgramOfHlo } from '@shardform/dialect-hlo';
import { deviceCount, recordShardings, shardedFunction } from '@shardform/inspect';
import { printOp, verifyChanges } from '@shardform/ir-core';
import { entryFunction, ExecutionError } from '@shardform/runtime-sim';
import { type Facts, possibleBytes, programText } from '@shardform/study';
import { clusterFlags } from '../engine/cluster-flags.ts';
import { partitionByXla } from '../engine/compile-on-xla.ts';
import { pythonOf } from '../engine/python.ts';
import { programForXla } from '../engine/program-for-xla.ts';
import { XLA_TIMEOUT_SECONDS } from '../engine/xla-process.ts';
import { defineCommand } from '../command/define-command.ts';
import { refuseIdleFlags } from '../command/idle-flags.ts';
import { machineOfProgram } from '../distribution/simulated-program.ts';
import { type LoadedModule, ModuleError } from '../load-module.ts';
import { globalInputs } from '../run/inputs.ts';
import { inputFlags } from '../run/run-flags.ts';
import { describeExecutionError } from '../execution-error-text.ts';
import { costFlag } from '../sim/cost-flag.ts';
import { machineFlagFor } from '../sim/machine-flag.ts';
import { allFlag, verboseFlag } from '../table/length-flags.ts';
import { studiedForCpus, studiedProgram } from '../studied-program.ts';
import { type ToolInput, writeOutput } from '../tool-io.ts';
import { ExecutionCheck } from '../validate/execution-check.ts';
import { partitionedStudy } from './partitioned-study.ts';
import { partitionReport, partitionReportText } from './partition-report.ts';
import { partitionSchema } from './partition-schema.ts';
import { partitionerFlag } from './partitioner-flag.ts';

/** `shardform partition`. @throws UsageError or ModuleError. */
export const partitionCommand = defineCommand({
  name: 'partition',
  description:
    'Turns an annotated program into the one that each device runs, and reports its communication.',
  usage: [
    'FILE [-o OUT] [--emit KIND] [--engine xla] [--validate [--seed N | --in F.npz]] [--json]',
    'FILE --compare-xla [--python PATH] [--json]',
  ],
  examples: [
    'shardform partition step.mlir -o local.mlir',
    'shardform partition step.mlir -o local.mlir --validate',
    'shardform partition step.mlir -o local.mlir --engine xla',
    'shardform partition step.mlir --emit sdy-collectives',
    'shardform partition step.mlir --emit none --compare-xla',
  ],
  flags: {
    o: {
      value: 'OUT',
      type: 'output',
      inPlace: true,
      description: 'write the program there and the report to standard output',
    },
    emit: {
      value: 'KIND',
      choices: ['stablehlo', 'sdy-collectives', 'none'],
      description:
        'local sizes (stablehlo, the default), collectives on global sizes (sdy-collectives), or the report alone (none)',
    },
    engine: {
      value: 'NAME',
      choices: ['simulator', 'xla'],
      description:
        'of the printed program: with collectives of several tensors (simulator, the default), or apart, since XLA takes them only so (xla)',
    },
    machine: machineFlagFor('of the times that --json has, and of --partitioner best'),
    cost: costFlag,
    partitioner: partitionerFlag,
    validate: { description: 'execute the program after every pass and compare the numbers' },
    seed: { value: 'N', type: 'integer', description: 'seed of the random inputs for that, 0 unless given' },
    in: { value: 'FILE', type: 'input', description: 'or a file with the arrays arg0, arg1, ...' },
    tolerance: {
      value: 'R',
      type: 'number',
      least: 0,
      description: 'largest difference, as a fraction of the largest magnitude of a result',
    },
    'compare-xla': {
      description: "put the collectives of XLA's partitioner beside these, which takes a Python with jax",
    },
    python: clusterFlags.python,
    all: allFlag,
    verbose: verboseFlag,
  },
  notes:
    "The mesh and the shardings are the file's. What comes out is StableHLO with `mhlo.num_partitions`; with --engine\nxla it is what XLA compiles for that many devices, as `shardform run --engine xla` does. Exit code 1 when --validate finds a difference.\n\nCollectives are those that XLA's partitioner would make. With --compare-xla, which compiles for CPUs, bf16 is sent as f32. With --partitioner best devices\nsend the fewest bytes. With --machine, too, choices are priced in times on it: a program of up to 2,000 operations is also partitioned with\nthe fewest bytes and as Shardy does; the fastest in simulation is taken, and the report tells the times of all.",
  tool: {
    name: 'partition',
    flags: ['emit', 'machine', 'partitioner', 'validate', 'seed', 'tolerance'],
    defaults: { emit: 'none' },
  },
  run: async ([file], flags, input) => {
    if (!flags['compare-xla']) refuseIdleFlags(flags, ['python'], "without '--compare-xla'");
    if (!flags.validate) refuseIdleFlags(flags, ['seed', 'in', 'tolerance'], "without '--validate'");
    // A validation observes the passes.
    const given = flags.validate ? { ...input, studies: undefined } : input;
    const studied =
      flags['compare-xla'] && input.partitioner !== 'best'
        ? studiedForCpus(file!, input)
        : studiedProgram(file!, given, flags.machine);
    const { loaded, study } = studied;
    const { module, context, log } = loaded;
    const check = flags.validate ? executionCheck(file!, flags, loaded, input) : null;
    const { stages, collectives } = partitionedStudy(studied, input, check === null ? [] : [check]);
    const emitted = flags.emit === 'sdy-collectives' ? stages.collectives : stages.local;
    if (emitted === null || !verifyChanges(emitted, context))
      throw new ModuleError(log.text(), log.diagnostics);
    if (flags.emit !== 'sdy-collectives' && stages.propagated !== null)
      recordShardings(emitted, shardedFunction(stages.propagated));
    const devices = deviceCount(module);
    const machine = machineOfProgram(module, flags.machine, input);
    const facts = (): Facts => study.measured(machine).facts;
    if (flags.emit === 'none') refuseIdleFlags(flags, ['o'], "beside '--emit none'");
    if (flags.emit !== null && flags.emit !== 'stablehlo')
      refuseIdleFlags(flags, ['engine'], `beside '--emit ${flags.emit}'`);
    const printed = flags.engine === 'xla' ? programForXla(emitted, context) : emitted;
    const text = flags.emit === 'none' ? null : printOp(printed, context);
    // Before anything is written: there may be no XLA.
    const xla = flags['compare-xla']
      ? await partitionByXla(module, devices, context, {
          python: pythonOf(flags.python, process.env),
          timeoutSeconds: XLA_TIMEOUT_SECONDS,
          ownsProcess: input.program !== undefined,
        })
      : null;
    if (flags.o !== null && text !== null) writeOutput(flags.o, text, input);
    const report = partitionReport(
      {
        collectives,
        program: programText(study),
        choice: study.choice,
        partitioner: study.partitioner,
        possibleBytes: possibleBytes(study),
        facts,
      },
      devices,
      { file: flags.o, output: flags.o === null ? text : null },
      check?.checks ?? null,
      xla,
    );
    const exitCode = (check?.failure ?? null) === null ? 0 : 1;
    const note = isDeviceProgramOfHlo(module)
      ? `partitioned already: the program that XLA made for each of ${devices} devices, with its own collectives\n`
      : '';
    const data = { report, isAll: flags.all, isVerbose: flags.verbose };
    return { data, messages: log.text() + note, exitCode };
  },
  text({ report, ...options }) {
    const text = partitionReportText(report, options);
    return report.output === null ? text : { stdout: report.output, stderr: text };
  },
  json: {
    name: 'partitioning',
    get schema() {
      return partitionSchema;
    },
    of: ({ report }) => report,
  },
});

interface CheckFlags {
  readonly seed: number | null;
  readonly in: string | null;
  readonly tolerance: number | null;
}

function executionCheck(
  file: string,
  flags: CheckFlags,
  { module, context, log }: LoadedModule,
  input: ToolInput,
): ExecutionCheck {
  try {
    return new ExecutionCheck(
      module,
      globalInputs(entryFunction(module), inputFlags(flags), input),
      context,
      flags.tolerance,
    );
  } catch (error) {
    if (error instanceof ExecutionError) throw new ModuleError(log.text() + describeExecutionError(error));
    throw error;
  }
}
