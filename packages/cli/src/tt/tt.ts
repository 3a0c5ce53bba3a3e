import { join } from 'node:path';
import {
  compareParts,
  copyOf,
  InputError,
  placedValue,
  randomInputs,
  recordShardings,
  type ResultComparison,
  RoundingSamples,
  type ShardedFunction,
  type ShardedValue,
} from '@shardform/inspect';
import { type MeshAttr, MeshTable, type TensorShardingAttr } from '@shardform/dialect-sdy';
import {
  type Context,
  type ModuleOp,
  parsePipeline,
  printOp,
  runPasses,
  type Type,
} from '@shardform/ir-core';
import {
  arrayTypeText,
  convert,
  entryFunction,
  ExecutionError,
  type NdArray,
  runSequential,
} from '@shardform/runtime-sim';
import { type Placement, placementOf, runOnMesh } from '@shardform/runtime-tt';
import { defineCommand } from '../command/define-command.ts';
import { numberFlag } from '../command/read-arguments.ts';
import { type LoadedModule, loadModule, ModuleError } from '../load-module.ts';
import { describeExecutionError } from '../execution-error-text.ts';
import { holds, resultLine } from '../run/result-line.ts';
import { makeOutputFolder, type ToolInput, type ToolResult, UsageError, writeOutput } from '../tool-io.ts';
import { changeText, type PassChange, PassChanges } from './pass-changes.ts';

const STAGES = ['stablehlo', 'ttir', 'ttnn'] as const;
type StageName = (typeof STAGES)[number];

interface Stage {
  readonly name: StageName;
  readonly module: ModuleOp;
  readonly changes: readonly PassChange[];
}

/** `shardform tt`. */
export const tt = defineCommand({
  name: 'tt',
  description:
    'Lowers a program to TTIR and TTNN for a mesh of Tenstorrent devices, tells what each pass changed, executes every stage on simulated devices and compares the numbers.',
  usage: ['FILE [--mesh 2x4] [--to ttnn] [-o FOLDER] [--seed N] [--deviation D] [--no-run]'],
  examples: ['shardform tt step.mlir --mesh 2x4', 'shardform tt step.mlir --to ttir -o stages'],
  flags: {
    mesh: {
      value: 'SIZES',
      description: "the mesh, such as 2x4, for programs that name none; the file's own unless given",
    },
    to: { value: 'STAGE', description: 'the last stage, ttnn unless given', choices: STAGES },
    o: { value: 'FOLDER', description: 'write the program of every stage there' },
    deviation: {
      value: 'D',
      description:
        'standard deviation of all random floating-point inputs; unless given, each is drawn as its use asks',
    },
    seed: { value: 'N', description: 'seed of the random inputs, 0 unless given' },
    'no-run': { description: 'do not execute' },
  },
  run: ([file], flags, input) => {
    const loaded = loadModule(file!, input);
    const last = STAGES.find((name) => name === flags.to) ?? 'ttnn';
    const seed = flags.seed === null ? 0 : numberFlag('seed', flags.seed, Number.isSafeInteger);
    const deviation =
      flags.deviation === null ? null : numberFlag('deviation', flags.deviation, (number) => number > 0);
    checkMesh(loaded.module, flags.mesh);
    const stages = lower(loaded, last, flags.mesh);
    if (flags.o !== null) writeStages(flags.o, stages, loaded, input);
    const text = stages.map(stageText).join('\n');
    const checked = flags['no-run'] ? { text: '', isEqual: true } : execute(loaded, stages, seed, deviation);
    return result(`${text}${checked.text}`, loaded, checked.isEqual);
  },
});

function result(stdout: string, { log }: LoadedModule, isEqual: boolean): ToolResult {
  const problem = isEqual ? '' : 'shardform: error: stages give different numbers\n';
  return { stdout, stderr: log.text() + problem, exitCode: isEqual ? 0 : 1 };
}

/** @throws UsageError for a mesh of other sizes than the file's, which would be left out of account. */
function checkMesh(module: ModuleOp, text: string | null): void {
  if (text === null) return;
  const meshes = [...new MeshTable(module).entries()].filter(([, mesh]) => mesh.axes.length > 0);
  const sizesOf = (mesh: MeshAttr): string => mesh.axes.map(({ size }) => size).join('x');
  const other = meshes.find(([, mesh]) => sizesOf(mesh) !== text);
  if (other !== undefined)
    throw new UsageError(
      `flag '--mesh=${text}' does not fit the file: its mesh @${other[0]} is ${sizesOf(other[1])}; leave the flag out`,
    );
}

/** @throws UsageError */
function meshOption(text: string | null): string {
  if (text === null) return '';
  if (!/^\d+(x\d+)+$/.test(text))
    throw new UsageError(`flag '--mesh' expects sizes such as 2x4, got '${text}'`);
  return `{mesh-shape=${text.replaceAll('x', ',')}}`;
}

/** What tt-xla sets unless its user asks for an optimization level. */
const TTNN_OPTIONS = 'enable-erase-inverse-ops-pass=false enable-permute-matmul-fusion=true';

/** @throws ModuleError when a stage cannot be made. */
function lower({ module, context, log }: LoadedModule, last: StageName, mesh: string | null): Stage[] {
  const pipelines: Readonly<Record<StageName, string>> = {
    stablehlo: `stablehlo-pipeline${meshOption(mesh)}`,
    ttir: 'stablehlo-to-ttir-pipeline',
    ttnn: `ttir-to-ttnn-backend-pipeline{${TTNN_OPTIONS}}`,
  };
  const stages: Stage[] = [];
  let current = copyOf(module);
  for (const name of STAGES.slice(0, STAGES.indexOf(last) + 1)) {
    const noted = new PassChanges(current, context);
    const pipeline = parsePipeline(`builtin.module(${pipelines[name]})`, context);
    if (!runPasses(current, pipeline, context, { instrumentations: [noted] }).succeeded)
      throw new ModuleError(log.text(), log.diagnostics);
    stages.push({ name, module: current, changes: noted.changes });
    current = copyOf(current);
  }
  return stages;
}

function stageText({ name, changes }: Stage): string {
  const heading = `${name}: ${changes.length} pass${changes.length === 1 ? '' : 'es'} changed the program\n`;
  return heading + changes.map(changeText).join('');
}

/** Writes the stages; those of one device tell how the whole tensors are split, so that they can be executed again. */
function writeStages(folder: string, stages: readonly Stage[], loaded: LoadedModule, input: ToolInput): void {
  makeOutputFolder(folder, input);
  const whole = wholeProgram(loaded.module, stages[0]!.module);
  for (const [i, { name, module }] of stages.entries()) {
    const written = copyOf(module);
    if (name !== 'stablehlo' && whole !== null) recordShardings(written, whole);
    writeOutput(join(folder, `${i + 1}-${name}.mlir`), printOp(written, loaded.context), input);
  }
}

interface Checked {
  readonly text: string;
  readonly isEqual: boolean;
}

/** Executes the program and its stages on the same inputs. @throws ModuleError */
function execute(
  { module, context, log }: LoadedModule,
  stages: readonly Stage[],
  seed: number,
  deviation: number | null,
): Checked {
  try {
    const inputs = randomInputs(entryFunction(module), seed, deviation);
    const expected = runSequential(module, inputs, context);
    const samples = new RoundingSamples(module, inputs, context);
    const placement = placementOf(stages[0]!.module);
    const lines = stages.map((stage) => {
      const results = runStage(stage, placement, inputs, context);
      return comparison(stage.name, results, expected, samples);
    });
    const devices = placement?.mesh.totalSize ?? 1;
    const heading = `\nexecuted on ${devices} simulated device${devices === 1 ? '' : 's'}\n`;
    return {
      text: heading + lines.map(({ text }) => text).join(''),
      isEqual: lines.every(({ isEqual }) => isEqual),
    };
  } catch (error) {
    if (error instanceof InputError) throw new UsageError(`${error.message}; use --no-run`);
    if (error instanceof ExecutionError) throw new ModuleError(log.text() + describeExecutionError(error));
    throw error;
  }
}

function runStage(
  { name, module }: Stage,
  placement: Placement | null,
  inputs: readonly NdArray[],
  context: Context,
): readonly NdArray[] {
  return name === 'stablehlo'
    ? runSequential(module, inputs, context)
    : runOnMesh(module, placement, inputs, context);
}

/** The stage's results beside those of the program; the machine has no numbers of 64 bits. */
function comparison(
  name: StageName,
  results: readonly NdArray[],
  expected: readonly NdArray[],
  samples: RoundingSamples,
): Checked {
  const comparisons = expected.map((wanted, index): ResultComparison => {
    const array = convert(results[index]!, wanted.kind);
    const part = { device: 0, offsets: wanted.shape.map(() => 0), array };
    const sampled = (count: number): NdArray[] => samples.first(count).map((own) => own[index]!);
    const description = arrayTypeText(wanted);
    return { index, description, ...compareParts([part], wanted, null, sampled) };
  });
  const isEqual = comparisons.every(holds);
  const worst = comparisons.filter(({ verdict }) => verdict !== 'equal').map(resultLine);
  const largest = comparisons.reduce((most, { relative }) => Math.max(most, relative), 0);
  const verdict = isEqual ? 'equal within tolerance' : 'DIFFERENT';
  const heading = `  ${name.padEnd(10)} ${verdict}, largest difference ${largest.toExponential(2)} of the largest magnitude`;
  return {
    text: [heading, ...worst.map((line) => `    ${line}`)].map((line) => `${line}\n`).join(''),
    isEqual,
  };
}
/** How the arguments and results of the program lie on the mesh of a stage; `null` without one. */
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
