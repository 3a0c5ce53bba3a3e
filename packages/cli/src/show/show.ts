import { getSharding } from '@shardform/dialect-sdy';
import { type Context, type ModuleOp, parsePipeline, runPasses, type Value } from '@shardform/ir-core';
import { arrayTypeOf } from '@shardform/runtime-sim';
import {
  functionOf,
  NamedValues,
  placedValue,
  shardedFunction,
  type ShardedFunction,
  type ShardedValue,
  shardPanels,
  svgPicture,
  terminalPicture,
  type TitledGrid,
} from '@shardform/inspect';
import { defineCommand } from '../command/define-command.ts';
import { jsonLine } from '../command/json-output.ts';
import { loadModule, ModuleError } from '../load-module.ts';
import { namedValues, placesOf } from '../named-value.ts';
import { type ToolResult, UsageError, writeOutput } from '../tool-io.ts';
import { placementJson } from './placement-json.ts';
import { valueTitle } from './value-title.ts';

/** A value with what it is called. */
export interface ShownValue extends ShardedValue {
  readonly kind: 'argument' | 'result' | 'value';
  /** Of arguments and results, 0-based; else 0. */
  readonly index: number;
  /** As the file names it, or `argument 0`. */
  readonly name: string;
}

/** `shardform show`. */
export const show = defineCommand({
  name: 'show',
  description:
    'Draws which device holds which part of a value, or of each argument and result of the main function.',
  usage: ['FILE [VALUE] [--function NAME] [--as-written] [--svg FILE.svg | --json]'],
  examples: [
    'shardform show step.mlir',
    'shardform show step.mlir %3',
    'shardform show step.mlir --svg shards.svg',
  ],
  flags: {
    function: { value: 'NAME', description: 'where several functions have a value of the name' },
    'as-written': { description: 'the shardings that the file has; otherwise they are propagated first' },
    svg: { value: 'FILE', description: 'write a drawing there instead, - for standard output' },
    json: { description: 'print the same as JSON' },
  },
  positionals: [1, 2],
  run([file, name], flags, input): ToolResult {
    const names = new NamedValues();
    const { module, context, log } = loadModule(file!, input, (given, values) => {
      names.add(given, values);
    });
    const wanted = name === undefined ? null : namedValues(name, flags.function, names);
    if (!flags['as-written']) {
      const pipeline = parsePipeline('builtin.module(sdy-propagation-pipeline)', context);
      if (!runPasses(module, pipeline, context).succeeded) throw new ModuleError(log.text(), log.diagnostics);
    }
    const program = shardedFunction(module);
    const values =
      wanted === null
        ? signatureValues(program)
        : wanted.flatMap((value) => shownValues(value, names, program, module, context));
    if (values.length === 0)
      throw new UsageError(`no device holds '${name!}': it is no tensor of static sizes, or is never used`);
    const stderr = log.text();
    if (flags.json) return { stdout: jsonLine(placementJson(program, values)), stderr, exitCode: 0 };
    if (flags.svg !== null) {
      const picture = svgPicture(titledGrids(values, program));
      if (flags.svg === '-') return { stdout: picture, stderr, exitCode: 0 };
      writeOutput(flags.svg, picture, input);
      return { stdout: '', stderr, exitCode: 0 };
    }
    const pictures = values.map((value) => terminalText(value, program, input.colour));
    const head = wanted === null ? `${meshLine(program)}\n` : '';
    return { stdout: head + pictures.join('\n'), stderr, exitCode: 0 };
  },
});

/** `@mesh has 4 devices, axes "x"=2, "y"=2`. */
function meshLine({ meshName, mesh }: ShardedFunction): string {
  if (meshName === '') return 'one device: the program has no mesh\n';
  const axes = mesh.axes.map(({ name, size }) => `"${name}"=${size}`).join(', ');
  return `@${meshName} has ${mesh.totalSize} devices, axes ${axes}\n`;
}

/** The arguments and results of a program. */
export function signatureValues({ inputs, results }: ShardedFunction): ShownValue[] {
  const of = (kind: 'argument' | 'result') => (value: ShardedValue, index: number) => ({
    ...value,
    kind,
    index,
    name: `${kind} ${index}`,
  });
  return [...inputs.map(of('argument')), ...results.map(of('result'))];
}

function shownValues(
  value: Value,
  names: NamedValues,
  program: ShardedFunction,
  module: ModuleOp,
  context: Context,
): ShownValue[] {
  return placesOf(value, module).flatMap((place) => {
    const placed = placedValue(place.type, getSharding(place, context), program);
    if (placed === null) return [];
    const func = functionOf(place)?.symName.value ?? 'main';
    const name = names.describe(value) + (func === 'main' ? '' : ` in @${func}`);
    return [{ ...placed, kind: 'value' as const, index: 0, name }];
  });
}

/** The pictures of values, with what stands above each. */
export function titledGrids(values: readonly ShownValue[], { mesh }: ShardedFunction): TitledGrid[] {
  return values.flatMap(({ name, type, sharding, layout }) => {
    const title = valueTitle(name, type, sharding, layout, mesh);
    const panels = shardPanels(arrayTypeOf(type)?.shape ?? [], layout);
    return panels.map(({ title: part, grid }) => ({
      title: part === '' ? title : `${title}   ${part}`,
      grid,
    }));
  });
}

function terminalText(
  { name, type, sharding, layout }: ShownValue,
  { mesh }: ShardedFunction,
  colour: boolean,
): string {
  const shape = arrayTypeOf(type)?.shape;
  const panels = shape === undefined ? [] : shardPanels(shape, layout);
  const pictures = panels.map(
    ({ title, grid }) => (title === '' ? '' : `  ${title}\n`) + terminalPicture(grid, colour),
  );
  return `${valueTitle(name, type, sharding, layout, mesh)}\n${pictures.join('')}`;
}
