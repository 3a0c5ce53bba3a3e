import { join } from 'node:path';
import {
  type Context,
  type ModuleOp,
  parseModule,
  parsePipeline,
  printOp,
  runPasses,
  SourceText,
  verifyOp,
} from '@shardform/ir-core';
import { entryFunction, randomArray, arrayTypeOf } from '@shardform/runtime-sim';
import { shardGrid, terminalPicture } from '@shardform/inspect';
import { defineCommand } from '../command/define-command.ts';
import { createContext } from '../context.ts';
import { DiagnosticLog } from '../diagnostic-log.ts';
import { exampleText } from '../examples.ts';
import { ModuleError } from '../load-module.ts';
import { listCollectives } from '../partition/collective-list.ts';
import { copyOf, partition } from '../partition/partition.ts';
import { describeMismatch, type ResultComparison } from '../run/compare-results.ts';
import { executeBoth } from '../run/execute.ts';
import { resultLine } from '../run/result-line.ts';
import { type ShardedFunction, shardedFunction } from '../run/sharded-function.ts';
import { makeOutputFolder, type ToolInput, type ToolResult, writeOutput } from '../tool-io.ts';

const EXAMPLE = 'mlp_train.mlir';

/** From StableHLO with shardings to Tenstorrent's TTNN. */
const TENSTORRENT = [
  ['ttir', 'stablehlo-pipeline{result-presharded=1,1,1},convert-stablehlo-to-ttir'],
  ['ttnn', 'ttir-to-ttnn-backend-pipeline'],
] as const;

/** `shardform demo`. */
export const demo = defineCommand({
  name: 'demo',
  description:
    'Shows the whole tool on an example: one training step of a two-layer perceptron, printed by JAX.',
  usage: ['[-o FOLDER]'],
  examples: ['shardform demo', 'shardform demo -o /tmp/demo'],
  flags: {
    o: { value: 'FOLDER', description: "where the files of every stage go, 'shardform-demo' unless given" },
  },
  positionals: [0, 0],
  run: (_positionals, flags, input) => runDemo(flags.o ?? 'shardform-demo', input),
});

function runDemo(folder: string, input: ToolInput): ToolResult {
  const context = createContext();
  const source = new SourceText(EXAMPLE, exampleText(EXAMPLE));
  const log = new DiagnosticLog(context, source);
  const module = parseModule(source, context);
  if (module === null || !verifyOp(module, context)) throw new ModuleError(log.text());

  const stages = partition(module, context);
  if (stages.propagated === null || stages.collectives === null || stages.local === null)
    throw new ModuleError(log.text());
  const program = shardedFunction(stages.propagated);
  const lowered = lower(module, context, log);
  const { comparisons } = executeBoth(module, stages.local, program, randomInputs(module), context);

  makeOutputFolder(folder, input);
  const files: [string, ModuleOp][] = [
    ['1-input.mlir', module],
    ['2-propagated.mlir', stages.propagated],
    ['3-collectives.mlir', stages.collectives],
    ['4-local.mlir', stages.local],
    ['5-ttir.mlir', lowered.ttir],
    ['6-ttnn.mlir', lowered.ttnn],
  ];
  for (const [name, stage] of files) writeOutput(join(folder, name), printOp(stage, context), input);

  const differing = comparisons.filter(({ mismatch }) => mismatch !== null);
  return {
    stdout: [
      `The program: ${EXAMPLE}, ${countOps(module)} operations, as JAX printed it.\n`,
      meshSection(program),
      argumentSection(program, input.colour),
      collectiveSection(stages.collectives, context),
      ttnnSection(lowered.ttnn, context),
      numbersSection(comparisons, program),
      `Files of every stage: ${folder}/\n${files.map(([name]) => `  ${name}\n`).join('')}`,
    ].join('\n'),
    stderr: differing.map((comparison) => `shardform: error: ${describeMismatch(comparison)}\n`).join(''),
    exitCode: differing.length === 0 ? 0 : 1,
  };
}

function lower(module: ModuleOp, context: Context, log: DiagnosticLog): Record<'ttir' | 'ttnn', ModuleOp> {
  let current = copyOf(module);
  const stages = {} as Record<'ttir' | 'ttnn', ModuleOp>;
  for (const [name, passes] of TENSTORRENT) {
    const pipeline = parsePipeline(`builtin.module(${passes})`, context);
    if (!runPasses(current, pipeline, context).succeeded) throw new ModuleError(log.text());
    stages[name] = current;
    current = copyOf(current);
  }
  return stages;
}

function randomInputs(module: ModuleOp): ReturnType<typeof randomArray>[] {
  return entryFunction(module).functionType.inputs.map((type, i) => {
    // The example's arguments are all static tensors.
    const { kind, shape } = arrayTypeOf(type)!;
    return randomArray(kind, shape, i);
  });
}

function countOps(module: ModuleOp): number {
  let count = 0;
  module.walk(() => {
    count++;
  });
  return count;
}

function meshSection({ mesh, meshName, deviceCount }: ShardedFunction): string {
  const axes = mesh.axes.map(({ name, size }) => `"${name}"=${size}`).join(', ');
  return `The mesh: @${meshName} has ${deviceCount} devices, axes ${axes}.\n`;
}

function argumentSection(program: ShardedFunction, colour: boolean): string {
  const pictures = program.inputs.flatMap(({ type, sharding, layout }, i) => {
    if (sharding === null || sharding.isFullyReplicated) return [];
    const shape = arrayTypeOf(type)?.shape ?? [];
    return [
      `%arg${i}: ${String(type)} ${sharding.text}\n${terminalPicture(shardGrid(shape, layout), colour)}`,
    ];
  });
  return `Who holds what: the parts of each argument and the devices that hold them.\n\n${pictures.join('\n')}`;
}

function collectiveSection(module: ModuleOp, context: Context): string {
  const rows = listCollectives(module, context).map(
    ({ kind, axes, bytes, source, place }) =>
      `  ${kind.padEnd(18)} ${axes.padEnd(8)} ${String(bytes).padStart(7)} bytes per device   after ${source}${place === null ? '' : ` (${place})`}\n`,
  );
  return `Collectives that partitioning inserted:\n${rows.join('')}`;
}

function ttnnSection(module: ModuleOp, context: Context): string {
  const operations = new Map<string, number>();
  module.walk((op) => {
    if (op.definition.dialect === 'ttnn') operations.set(op.name, (operations.get(op.name) ?? 0) + 1);
  });
  const counts = [...operations].map(([name, count]) => `${name} ${count}`).join(', ');
  const lines = printOp(module, context).split('\n');
  const start = lines.findIndex((line) => line.includes('func.func public @main'));
  const body = lines.slice(start + 1, start + 13).map((line) => `  ${line.trim().slice(0, 116)}\n`);
  return `TTNN that came out: ${counts}.\nIts first operations:\n${body.join('')}`;
}

function numbersSection(comparisons: readonly ResultComparison[], { deviceCount }: ShardedFunction): string {
  const lines = comparisons.map((comparison) => `  ${resultLine(comparison)}`);
  const largest = Math.max(...comparisons.map(({ maxDifference }) => maxDifference));
  return (
    `Executed on ${deviceCount} simulated devices and sequentially, on the same random inputs:\n${lines.join('')}` +
    `Largest difference between sharded and sequential execution: ${largest.toExponential(2)}\n`
  );
}
