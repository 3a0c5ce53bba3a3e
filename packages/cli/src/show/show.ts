import { parseArgs } from 'node:util';
import { parsePipeline, runPasses } from '@shardform/ir-core';
import { arrayTypeOf } from '@shardform/runtime-sim';
import { loadModule, ModuleError } from '../load-module.ts';
import { shardGrid } from '../picture/shard-grid.ts';
import { svgPicture, type TitledGrid } from '../picture/svg-picture.ts';
import { terminalPicture } from '../picture/terminal-picture.ts';
import { type ShardedValue, shardedFunction } from '../run/sharded-function.ts';
import { type ToolInput, type ToolResult, UsageError, writeOutput } from '../tool-io.ts';

const HELP = `Draws which device holds which part of each argument and result of the main function.

Usage: shardform show FILE [--as-written] [--svg FILE.svg]

  shardform show step.mlir
  shardform show step.mlir --svg shards.svg

  --as-written  the shardings that the file has; otherwise they are propagated first
  --svg FILE    write a drawing there instead
`;

/** `shardform show`. @throws UsageError or ModuleError. */
export function show(args: readonly string[], input: ToolInput): ToolResult {
  const { values: flags, positionals } = readArguments(args);
  if (flags.help === true) return { stdout: HELP, stderr: '', exitCode: 0 };
  const [file] = positionals;
  if (file === undefined) throw new UsageError('expected a file; use - for standard input');
  if (positionals.length > 1)
    throw new UsageError(`too many input files: '${file}' and '${positionals[1]!}'`);
  const { module, context, log } = loadModule(file, input);
  if (flags['as-written'] !== true) {
    const pipeline = parsePipeline('builtin.module(sdy-propagation-pipeline)', context);
    if (!runPasses(module, pipeline, context).succeeded) throw new ModuleError(log.text());
  }
  const { meshName, mesh, inputs, results } = shardedFunction(module);
  const grids = [...titled('argument', inputs), ...titled('result', results)];
  if (flags.svg !== undefined) {
    writeOutput(flags.svg, svgPicture(grids), input);
    return { stdout: '', stderr: log.text(), exitCode: 0 };
  }
  const axes = mesh.axes.map(({ name, size }) => `"${name}"=${size}`).join(', ');
  const heading = `@${meshName} has ${mesh.totalSize} devices, axes ${axes}\n`;
  const pictures = grids.map(({ title, grid }) => `\n${title}\n${terminalPicture(grid, input.colour)}`);
  return { stdout: heading + pictures.join(''), stderr: log.text(), exitCode: 0 };
}

function readArguments(args: readonly string[]) {
  try {
    return parseArgs({
      args: [...args],
      allowPositionals: true,
      options: {
        'as-written': { type: 'boolean' },
        svg: { type: 'string' },
        help: { type: 'boolean', short: 'h' },
      },
    });
  } catch (error) {
    throw new UsageError((error as Error).message);
  }
}

function titled(kind: string, values: readonly ShardedValue[]): TitledGrid[] {
  return values.map(({ type, sharding, layout }, i) => ({
    title: `${kind} ${i}: ${String(type)} ${sharding?.text ?? 'whole on every device'}`,
    grid: shardGrid(arrayTypeOf(type)?.shape ?? [], layout),
  }));
}
