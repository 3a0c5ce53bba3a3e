import { parsePipeline, runPasses } from '@shardform/ir-core';
import { arrayTypeOf } from '@shardform/runtime-sim';
import { shardGrid, svgPicture, terminalPicture, type TitledGrid } from '@shardform/inspect';
import { defineCommand } from '../command/define-command.ts';
import { jsonLine } from '../command/json-output.ts';
import { loadModule, ModuleError } from '../load-module.ts';
import { type ShardedFunction, type ShardedValue, shardedFunction } from '../run/sharded-function.ts';
import { type ToolResult, writeOutput } from '../tool-io.ts';
import { placementJson } from './placement-json.ts';

/** `shardform show`. */
export const show = defineCommand({
  name: 'show',
  description: 'Draws which device holds which part of each argument and result of the main function.',
  usage: ['FILE [--as-written] [--svg FILE.svg | --json]'],
  examples: ['shardform show step.mlir', 'shardform show step.mlir --svg shards.svg'],
  flags: {
    'as-written': { description: 'the shardings that the file has; otherwise they are propagated first' },
    svg: { value: 'FILE', description: 'write a drawing there instead, - for standard output' },
    json: { description: 'print the same as JSON' },
  },
  run([file], flags, input): ToolResult {
    const { module, context, log } = loadModule(file!, input);
    if (!flags['as-written']) {
      const pipeline = parsePipeline('builtin.module(sdy-propagation-pipeline)', context);
      if (!runPasses(module, pipeline, context).succeeded) throw new ModuleError(log.text(), log.diagnostics);
    }
    const program = shardedFunction(module);
    const stderr = log.text();
    if (flags.json) return { stdout: jsonLine(placementJson(program)), stderr, exitCode: 0 };
    const grids = titledGrids(program);
    if (flags.svg === '-') return { stdout: svgPicture(grids), stderr, exitCode: 0 };
    if (flags.svg !== null) {
      writeOutput(flags.svg, svgPicture(grids), input);
      return { stdout: '', stderr, exitCode: 0 };
    }
    const pictures = grids.map(({ title, grid }) => `\n${title}\n${terminalPicture(grid, input.colour)}`);
    return { stdout: meshLine(program) + pictures.join(''), stderr, exitCode: 0 };
  },
});

/** `@mesh has 4 devices, axes "x"=2, "y"=2`. */
function meshLine({ meshName, mesh }: ShardedFunction): string {
  const axes = mesh.axes.map(({ name, size }) => `"${name}"=${size}`).join(', ');
  return `@${meshName} has ${mesh.totalSize} devices, axes ${axes}\n`;
}

/** The pictures of arguments and results, with what stands above each. */
export function titledGrids({ inputs, results }: ShardedFunction): TitledGrid[] {
  return [...titled('argument', inputs), ...titled('result', results)];
}

function titled(kind: string, values: readonly ShardedValue[]): TitledGrid[] {
  return values.map(({ type, sharding, layout }, i) => ({
    title: `${kind} ${i}: ${String(type)} ${sharding?.text ?? 'whole on every device'}`,
    grid: shardGrid(arrayTypeOf(type)?.shape ?? [], layout),
  }));
}
