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
import { entryFunction } from '@shardform/runtime-sim';
import { placementOf } from '@shardform/runtime-tt';
import { defineCommand } from '../command/define-command.ts';
import { refuseIdleFlags } from '../command/idle-flags.ts';
import { type LoadedModule, loadProgram } from '../load-module.ts';
import { inputFlags, runFlags } from '../run/run-flags.ts';
import { makeOutputFolder, type ToolInput, writeOutput } from '../tool-io.ts';
import { lower, type Stage, STAGES } from './lowering.ts';
import { loweringSchema } from './lowering-schema.ts';
import { agrees, executionText, loweringJson, stageText } from './lowering-report.ts';
import { executeStages, type StageExecution } from './stage-execution.ts';

/** `shardform tt`. */
export const tt = defineCommand({
  name: 'tt',
  description:
    'Lowers a program to TTIR and TTNN for a mesh of Tenstorrent devices, reports the changes of each pass, executes every stage on simulated devices and compares the numbers.',
  usage: [
    'FILE [--mesh 2x4] [--to ttnn] [-o FOLDER] [--seed N | --in F.npz] [--deviation D] [--no-run] [--json]',
  ],
  examples: ['shardform tt step.mlir --mesh 2x4', 'shardform tt step.mlir --to ttir -o stages'],
  flags: {
    mesh: {
      value: 'SIZES',
      description: "the mesh, such as 2x4, for programs that name none; the file's own unless given",
    },
    to: { value: 'STAGE', description: 'the last stage, ttnn unless given', choices: STAGES },
    o: { value: 'FOLDER', type: 'output', description: 'write the program of every stage there' },
    in: runFlags.in,
    deviation: runFlags.deviation,
    seed: runFlags.seed,
    'no-run': { description: 'do not execute' },
  },
  tool: { name: 'lower', flags: ['mesh', 'to', 'seed', 'deviation', 'no-run'] },
  run: ([file], flags, input) => {
    if (flags['no-run']) refuseIdleFlags(flags, ['in', 'seed', 'deviation'], "beside '--no-run'");
    const loaded = loadProgram(file!, input);
    const last = STAGES.find((name) => name === flags.to) ?? 'ttnn';
    const inputs = inputFlags(flags);
    const stages = lower(loaded, last, flags.mesh);
    if (flags.o !== null) writeStages(flags.o, stages, loaded, input);
    const execution = flags['no-run'] ? null : executeStages(loaded, stages, inputs, input);
    const isEqual = execution === null || agrees(execution);
    return { data: { stages, execution }, messages: loaded.log.text(), exitCode: isEqual ? 0 : 1 };
  },
  text({ stages, execution }: Lowered) {
    const stdout = stages.map(stageText).join('\n') + (execution === null ? '' : executionText(execution));
    const isEqual = execution === null || agrees(execution);
    return { stdout, stderr: isEqual ? '' : 'shardform: error: stages give different numbers\n' };
  },
  json: {
    name: 'lowering',
    schema: loweringSchema,
    of: ({ stages, execution }) => loweringJson(stages, execution),
  },
});

/** The stages of a program, and their execution unless `--no-run` is given. */
interface Lowered {
  readonly stages: readonly Stage[];
  readonly execution: StageExecution | null;
}

/**
 * Writes the stages; per-device ones record the shardings of the global tensors, so that they can be executed again.
 */
function writeStages(folder: string, stages: readonly Stage[], loaded: LoadedModule, input: ToolInput): void {
  makeOutputFolder(folder, input);
  const whole = wholeProgram(loaded.module, stages[0]!.module);
  for (const [i, { name, module }] of stages.entries()) {
    const written = copyOf(module);
    if (name !== 'stablehlo' && whole !== null) recordShardings(written, whole);
    writeOutput(join(folder, `${i + 1}-${name}.mlir`), printOp(written, loaded.context), input);
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
