import { isConvertedCall } from '@shardform/conversion-stablehlo-to-ttir';
import { join } from 'node:path';
import {
  copyOf,
  placedValue,
  recordShardings,
  type ShardedFunction,
  type ShardedValue,
} from '@shardform/inspect';
import type { TensorShardingAttr } from '@shardform/dialect-sdy';
import { type ModuleOp, printOp, type Type } from '@shardform/ir-core';
import { entryFunction, recordUses } from '@shardform/runtime-sim';
import { DEFAULT_BOUNDS, placementOf, STORED_FORMATS } from '@shardform/runtime-tt';
import { UnwritableOperation, writeTtnnBinary } from '@shardform/target-ttnn';
import { type Answer, defineCommand } from '../command/define-command.ts';
import { isLowered } from '../lowered-program.ts';
import { refuseIdleFlags } from '../command/idle-flags.ts';
import { type LoadedModule, loadTargetProgram } from '../load-module.ts';
import { inputFlags, runFlags } from '../run/run-flags.ts';
import { leftAligned } from '../distribution/table-text.ts';
import { columnNames } from '../table/column.ts';
import { tableFlags } from '../table/table-flags.ts';
import { makeOutputFolder, type ToolInput, UsageError, writeOutput } from '../tool-io.ts';
import { goldenColumns, goldenSchema } from './golden-table.ts';
import { profileColumns, profileSchema } from './profile-table.ts';
import { goldenAnswer, type ShownGolden } from './shown-golden.ts';
import { profileAnswer, type ShownProfile } from './shown-profile.ts';
import { lower, type Stage, STAGES } from './lowering.ts';
import { loweringSchema } from './lowering-schema.ts';
import { agrees, loweringJson, loweringText, passesText } from './lowering-report.ts';
import { executeStages, executionRefusal, type StageExecution } from './stage-execution.ts';

/** `shardform tt`. */
export const tt = defineCommand({
  name: 'tt',
  description:
    'Lowers a program to TTIR and TTNN for a mesh of Tenstorrent devices, executes every stage on simulated devices, and reports whether it gives the numbers of the program.',
  usage: [
    'FILE [--mesh 2x4] [--argument-types input,parameter] [--to ttnn] [-o FOLDER] [--seed N | --in F.npz] [--deviation D] [--no-run] [--json]',
    'FILE --profile [--arch blackhole] [--calibration FILE.csv] [--sort seconds] [--csv FILE] [--json]',
    'FILE --golden [--pcc 0.99] [--store FORMAT] [--short-sums] [--filter TEXT]... [--csv FILE] [--html FILE] [--json]',
  ],
  examples: [
    'shardform tt step.mlir --mesh 2x4',
    'shardform tt step.mlir --to ttir -o stages',
    'shardform tt step.mlir --golden --store bfp8',
    'shardform tt step.mlir --profile --sort seconds --top 10',
  ],
  flags: {
    mesh: {
      value: 'SIZES',
      description: "the mesh, such as 2x4, for programs that name none; the file's own unless given",
    },
    'argument-types': {
      value: 'TYPES',
      description:
        'what the arguments are, such as input,parameter,constant: what depends on the last two alone is computed once',
    },
    to: { value: 'STAGE', description: 'the last stage, ttnn unless given', choices: STAGES },
    o: {
      value: 'FOLDER',
      type: 'output',
      description: "write the program of every stage there, and the binary that Tenstorrent's runtime loads",
    },
    in: runFlags.in,
    deviation: runFlags.deviation,
    seed: runFlags.seed,
    'no-run': { description: 'do not execute' },
    verbose: { short: 'v', description: 'report the changes of each pass' },
    golden: {
      description:
        'compare each operation on each device with the same program in f32, also of files of TTIR, TTNN and .ttnn',
    },
    pcc: {
      value: 'R',
      type: 'number',
      least: -1,
      description: `the least correlation with the reference, ${DEFAULT_BOUNDS.pcc} unless given`,
    },
    atol: {
      value: 'D',
      type: 'number',
      least: 0,
      description: `of 'allclose': what an element may be off, ${DEFAULT_BOUNDS.atol} unless given`,
    },
    rtol: {
      value: 'R',
      type: 'number',
      least: 0,
      description: `of 'allclose': that as a part of the element, ${DEFAULT_BOUNDS.rtol} unless given`,
    },
    store: {
      value: 'FORMAT',
      description: 'the format that the device stores results in; that of their types unless given',
      choices: STORED_FORMATS,
    },
    'short-sums': {
      description: 'sums of products have 16 bits, also where fp32_dest_acc_en asks for 32',
    },
    profile: {
      description:
        'estimate the time and memory of each operation on a device, also of files of TTNN and .ttnn, and whether it fits',
    },
    arch: {
      value: 'FAMILY',
      description: 'the family of chips, wormhole_b0 unless given',
      choices: ['wormhole_b0', 'blackhole'],
    },
    calibration: {
      value: 'FILE',
      description: "measured times: the CSV of '--profile --csv' with a column measured_seconds",
    },
    html: { value: 'FILE', type: 'output', description: 'write the table there as a page, too' },
    ...tableFlags,
  },
  tool: { name: 'lower', flags: ['mesh', 'argument-types', 'to', 'seed', 'deviation', 'no-run'] },
  notes: `Columns of --golden: ${columnNames(goldenColumns)}.
Columns of --profile: ${columnNames(profileColumns)}.
Products are computed with the bits that math_fidelity leaves of their operands. Numbers are those of the execution with
the least correlation. Profiles are rooflines: an operation takes the launch and the longest of computing, DRAM, NoC, Ethernet
and PCIe, by public numbers of the chips; circular buffers are sized as tt-metal's kernels do.`,
  run: ([file], flags, input): Answer<Lowered | ShownGolden | ShownProfile> => {
    const options = { mesh: flags.mesh, argumentTypes: flags['argument-types'], arch: flags.arch };
    if (flags.profile || flags.golden)
      refuseIdleFlags(flags, ['verbose'], 'of a table of operations: it reports no passes');
    if (flags.profile) {
      refuseIdleFlags({ ...flags }, ['golden'], "beside '--profile'");
      return profileAnswer(file!, flags, options, input);
    }
    refuseIdleFlags({ ...flags }, ['calibration'], "without '--profile'");
    if (flags.golden) return goldenAnswer(file!, flags, input);
    const filter = flags.filter.length > 0;
    refuseIdleFlags({ ...flags, filter }, TABLE_ONLY, "without '--golden' or '--profile'");
    refuseIdleFlags({ ...flags }, GOLDEN_ONLY, "without '--golden'");
    if (flags['no-run']) refuseIdleFlags(flags, ['in', 'seed', 'deviation'], "beside '--no-run'");
    const loaded = loadTargetProgram(file!, input, isConvertedCall);
    if (isLowered(loaded.module))
      throw new UsageError(
        `'${file!}' is lowered already: '--golden' compares its operations, 'shardform run STAGE.mlir --reference FILE' its results, and '--profile' estimates its time; 'shardform opt --ttir-to-ttnn-backend-pipeline' lowers TTIR`,
      );
    const last = STAGES.find((name) => name === flags.to) ?? 'ttnn';
    const inputs = inputFlags(flags);
    const stages = lower(loaded, last, options);
    const files = flags.o === null ? [] : writeStages(flags.o, stages, loaded, input);
    const refusal = flags['no-run'] ? null : executionRefusal(loaded);
    const execution =
      flags['no-run'] || refusal !== null ? null : executeStages(loaded, stages, inputs, input);
    const isShown = refusal === null && (execution === null || agrees(execution));
    return {
      data: { file: file!, mesh: flags.mesh, stages, execution, refusal, files, isVerbose: flags.verbose },
      messages: loaded.log.text(),
      exitCode: isShown ? 0 : 1,
    };
  },
  text(data: Lowered | ShownGolden | ShownProfile) {
    if ('golden' in data) return data.golden;
    if ('profile' in data) return data.profile;
    const { stages, execution, refusal, files, isVerbose } = data;
    const written = files.length === 0 ? '' : `\nwritten: ${files.join(', ')}\n`;
    const passes = isVerbose ? stages.map(passesText).join('') : '';
    const said = loweringText(stages, execution, refusal) + passes + written + nextText(data);
    return { said, stderr: errorText(execution, refusal) };
  },
  json: {
    name: 'lowering',
    get schema() {
      return loweringSchema;
    },
    variants: [
      {
        flag: '--golden',
        name: 'golden',
        get schema() {
          return goldenSchema;
        },
      },
      {
        flag: '--profile',
        name: 'device-profile',
        get schema() {
          return profileSchema;
        },
      },
    ],
    of: (data) =>
      'golden' in data || 'profile' in data
        ? data.json
        : loweringJson(data.stages, data.execution, data.refusal),
  },
});

function errorText(execution: StageExecution | null, refusal: string | null): string {
  if (refusal !== null)
    return "shardform: error: the stages were not executed, so that their numbers are not known; '--no-run' only lowers\n";
  return execution === null || agrees(execution) ? '' : 'shardform: error: stages give different numbers\n';
}

/** Commands for what the report leaves out; what came by standard input has no name. */
function nextText({ file, mesh, files, isVerbose }: Lowered): string {
  if (file === '-') return '';
  const program = mesh === null ? file : `${file} --mesh ${mesh}`;
  const next = [
    ...(isVerbose ? [] : [[`shardform tt ${program} -v`, 'the changes of each pass']]),
    [`shardform tt ${program} --golden`, 'the numbers of each operation'],
    [`shardform tt ${program} --profile`, 'time and memory of each operation on a device'],
    ...(files.length > 0 ? [] : [[`shardform tt ${program} -o stages`, 'the programs, and the binary']]),
  ];
  return `\nnext:\n${leftAligned(next)
    .map((line) => `  ${line}\n`)
    .join('')}`;
}

/** Flags that say how a comparison with the reference is made and shown. */
const GOLDEN_ONLY = ['pcc', 'atol', 'rtol', 'store', 'short-sums', 'html'] as const;

/** Flags that say which rows of a table are shown, and where. */
const TABLE_ONLY = ['sort', 'filter', 'top', 'all', 'csv'] as const;

/** The stages of a program, their execution unless `--no-run` is given, and the files that were written. */
interface Lowered {
  readonly file: string;
  /** That a flag names. */
  readonly mesh: string | null;
  /** Why the stages were not executed though that was asked for; `null` if they were, or it was not. */
  readonly refusal: string | null;
  /** With the changes of each pass. */
  readonly isVerbose: boolean;
  readonly stages: readonly Stage[];
  readonly execution: StageExecution | null;
  readonly files: readonly string[];
}

/**
 * Writes the stages and returns the names of the files; per-device ones record the shardings of the global tensors, so that they can be
 * executed again.
 */
function writeStages(
  folder: string,
  stages: readonly Stage[],
  loaded: LoadedModule,
  input: ToolInput,
): string[] {
  const files: string[] = [];
  makeOutputFolder(folder, input);
  const whole = wholeProgram(loaded.module, stages[0]!.module);
  const source = entryFunction(loaded.module);
  for (const [i, { name, module }] of stages.entries()) {
    const written = copyOf(module);
    if (name === 'stablehlo') recordUses(entryFunction(written), source);
    else if (whole !== null) recordShardings(written, whole, source);
    const file = join(folder, `${i + 1}-${name}.mlir`);
    writeOutput(file, printOp(written, loaded.context), input);
    files.push(file);
    const binary = join(folder, 'program.ttnn');
    if (name === 'ttnn' && writeBinary(binary, module, loaded, input)) files.push(binary);
  }
  return files;
}

/** Writes the binary of the last stage, if it can; what has no form in it is a warning, as the stages are there. */
function writeBinary(file: string, module: ModuleOp, { context }: LoadedModule, input: ToolInput): boolean {
  try {
    writeOutput(file, writeTtnnBinary(module, context), input);
    return true;
  } catch (error) {
    if (!(error instanceof UnwritableOperation)) throw error;
    context.diagnostics.emitOn(error.operation, 'warning', `no '${file}' is written: ${error.message}`);
    return false;
  }
}

/** Returns the distribution of the program's arguments and results over the mesh of a stage; `null` without one. */
function wholeProgram(module: ModuleOp, stage: ModuleOp): ShardedFunction | null {
  const placement = placementOf(stage);
  if (placement === null) return null;
  const { mesh } = placement;
  const { inputs, results } = entryFunction(module).functionType;
  const value = (type: Type, sharding: TensorShardingAttr | null): ShardedValue[] => {
    const placed = placedValue(type, sharding, { mesh, meshName: 'mesh' });
    return placed === null ? [] : [placed];
  };
  return {
    mesh,
    meshName: 'mesh',
    deviceCount: mesh.totalSize,
    inputs: inputs.flatMap((type, i) => value(type, placement.inputs[i] ?? null)),
    results: results.flatMap((type, i) => value(type, placement.outputs[i]?.sharding ?? null)),
  };
}
