import { entryProblem, type FuncOp, valueAttrs } from '@shardform/dialect-func';
import { getSharding, type MeshAttr, MeshTable, SHARDING, TensorShardingAttr } from '@shardform/dialect-sdy';
import { type Context, type ModuleOp, type Value, oneLine } from '@shardform/ir-core';
import { arrayTypeOf, entryFunction } from '@shardform/runtime-sim';
import {
  argumentName,
  definedFunctions,
  functionOf,
  type LocalProgram,
  localProgram,
  type NamedValues,
  placedValue,
  resultName,
  shardedFunction,
  type ShardedFunction,
  type ShardedValue,
  type ShardGrid,
  shardPanels,
  svgPicture,
  terminalPicture,
  type TitledGrid,
  ValueCounterparts,
} from '@shardform/inspect';
import type { Study } from '@shardform/study';
import { isTtnnBinary } from '@shardform/target-ttnn';
import { FILE } from '../command/command.ts';
import { type Answer, defineCommand } from '../command/define-command.ts';
import { refuseIdleFlags } from '../command/idle-flags.ts';
import { COMPILED_USAGE, compiledFlags } from '../compiled/compiled-flags.ts';
import { type LoadedModule, ModuleError } from '../load-module.ts';
import { valuesNamed } from '../named-value.ts';
import { studiedStage } from '../studied-program.ts';
import { readInput, type ToolInput, UsageError, writeOutput } from '../tool-io.ts';
import { costFlag } from '../sim/cost-flag.ts';
import { machineFlag } from '../sim/machine-flag.ts';
import { columnNames } from '../table/column.ts';
import { tableFlags } from '../table/table-flags.ts';
import { collectiveColumns, collectiveTableSchema } from './collective-table.ts';
import { placementJson } from './placement.ts';
import { placementSchema } from './placement-schema.ts';
import { collectiveTable, type ShownTable, type TableRequest, valueTable } from './tables.ts';
import { type ShownBinary, shownBinary, ttnnBinarySchema } from './ttnn-binary.ts';
import { valueColumns, valueTableSchema } from './value-table.ts';
import { meshText } from '../run/mesh-run.ts';
import { valueTitle } from './value-title.ts';
import { partitionerFlag } from '../partition/partitioner-flag.ts';

/** A value with what it is called. */
export interface ShownValue extends ShardedValue {
  readonly kind: 'argument' | 'result' | 'value';
  /** Of arguments and results, 0-based; else 0. */
  readonly index: number;
  /** As the file names it, or `argument 0`. */
  readonly name: string;
  /** The name in the user's program; `null` if unknown. */
  readonly path: string | null;
  /** The sharding in the program if it differs from the effective one; `null` or absent otherwise. */
  readonly written?: string | null;
}

const VALUE = {
  name: 'VALUE',
  description: "a value: %3, @f:%3 or a name in the user's program",
  optional: true,
};

/** `shardform show`. */
export const show = defineCommand({
  name: 'show',
  description: `Draws the devices of each shard of a value, or of all arguments and results of the main function; or lists all values
with their shardings and sizes, or all collectives with their causes and costs; or lists the programs of a binary of
Tenstorrent's runtime.`,
  usage: [
    'FILE [VALUE] [--function NAME] [--as-written] [--svg FILE.svg | --json]',
    'FILE --table [--as-written] [--sort COLUMN] [--filter TEXT]... [--top N] [--csv FILE | --json]',
    'FILE.ttnn [--json]',
    'FILE --collectives [--machine MACHINE] [--sort COLUMN] [--filter TEXT]... [--top N] [--csv FILE | --json]',
    `FILE --collectives ${COMPILED_USAGE} ...`,
  ],
  examples: [
    'shardform show step.mlir',
    'shardform show step.mlir %3',
    `shardform show step.mlir "p['emb']"`,
    'shardform show step.mlir --svg shards.svg',
    "shardform show step.mlir --table --filter 'bytes>1MiB' --top 20",
    'shardform show step.ttnn',
    'shardform show step.mlir --collectives --machine t3k --filter axis=model',
    'shardform show step.mlir --collectives --hlo /tmp/dump',
  ],
  flags: {
    function: { value: 'NAME', description: 'whose value is meant, @main unless given' },
    'as-written': { description: 'the shardings that the file has; otherwise they are propagated first' },
    svg: {
      value: 'FILE',
      type: 'output',
      description: 'write a drawing there instead, - for standard output',
    },
    table: { description: 'list all values, those of most bytes first' },
    collectives: {
      description: 'list all collectives after partitioning or compilation, those that take longest first',
    },
    machine: machineFlag,
    cost: costFlag,
    partitioner: partitionerFlag,
    ...compiledFlags,
    ...tableFlags,
    all: { description: 'draw all arguments and results, or show all rows of a table' },
  },
  notes: `Columns of --table: ${columnNames(valueColumns)}.
Columns of --collectives: ${columnNames(collectiveColumns)}.
Bytes are those of one device. In loops and functions an operation is executed several times: 'total' of a value and all
numbers of a collective are those of all executions. '<=3' are executions if a branch is taken each time, '1/iteration'
those of one iteration of a loop of unknown length.`,
  positionals: [FILE, VALUE],
  tool: { name: 'picture', flags: ['function', 'as-written'] },
  async run([file, name], flags, input): Promise<Answer<Shown | ShownTable | ShownBinary>> {
    if (isBinary(file!, input)) return binary(file!, name, flags, input);
    if (flags.table || flags.collectives) return listed(file!, name, flags, input);
    const filter = flags.filter.length > 0;
    refuseIdleFlags({ ...flags, filter }, TABLE_ONLY, "without '--table' or '--collectives'");
    if (flags.json) refuseIdleFlags(flags, ['svg'], "beside '--json'");
    const { loaded, study } = studiedStage(file!, input);
    const { module: given, context, log, names } = loaded;
    if (name === undefined && flags.function !== null)
      throw new UsageError("'--function' says where a value is: name the value, too");
    const wanted = name === undefined ? null : valuesNamed(name, flags.function, loaded);
    if (definedFunctions(given).length === 0 && localProgram(given) === null)
      throw new UsageError(`'${file!}': ${entryProblem(given).message}`);
    const local = localProgram(given);
    if (local !== null) {
      refuseIdleFlags(flags, ['as-written'], 'on the program of one device: nothing is propagated');
      return showLocal(local, wanted, loaded, flags, input);
    }
    const module = flags['as-written'] ? given : propagated(study, loaded);
    const program = shardedFunction(module);
    const values =
      wanted === null
        ? signatureValues(program, entryFunction(module)).map((value) => withAsked(value, given))
        : shownValues(wanted, names, program, module, context);
    if (values.length === 0 && name !== undefined)
      throw new UsageError(
        `no device holds '${name}': it is no tensor of static sizes, or no result depends on it`,
      );
    const nothing =
      values.length === 0
        ? 'the function has no arguments and no results that are tensors of static sizes\n'
        : '';
    const head = wanted === null ? `${meshLine(program)}\n${nothing}` : '';
    const isAll = flags.all || wanted !== null;
    return { data: { ...shown(values, program, head, flags.svg, input), isAll }, messages: log.text() };
  },
  text(data, { colour }) {
    if ('listing' in data) return data.listing;
    if ('isCsv' in data) return data.isCsv ? { stdout: data.text, stderr: '' } : data.text;
    const { head, program, values, drawing, isAll } = data;
    if (drawing !== null) return { stdout: drawing, stderr: '' };
    const most = isAll ? Infinity : MOST_DRAWN;
    const drawn = values.slice(0, most).map((value) => terminalText(value, program, colour));
    const hidden = values.length - most;
    const more = hidden > 0 ? `\nand ${hidden} more (all with --all; as a table with --table)\n` : '';
    return head + drawn.join('\n') + more;
  },
  json: {
    name: 'placement',
    get schema() {
      return placementSchema;
    },
    variants: [
      {
        flag: '--table',
        name: 'value-table',
        get schema() {
          return valueTableSchema;
        },
      },
      {
        flag: '--collectives',
        name: 'collective-table',
        get schema() {
          return collectiveTableSchema;
        },
      },
      {
        flag: 'FILE.ttnn',
        name: 'ttnn-binary',
        get schema() {
          return ttnnBinarySchema;
        },
      },
    ],
    of: (data) => ('json' in data ? data.json : placementJson(data.program, data.values)),
  },
});

/** The program after propagation as it is partitioned, which goes through more operations than Shardy's. */
function propagated(study: Study, { context, log }: LoadedModule): ModuleOp {
  const { module, diagnostics } = study.propagated();
  for (const diagnostic of diagnostics) context.diagnostics.emit(diagnostic);
  if (module === null) throw new ModuleError(log.text(), log.diagnostics);
  return module;
}

/** Whether a file is a binary of Tenstorrent's runtime; standard input has no name that says so. */
function isBinary(file: string, input: ToolInput): boolean {
  return file.endsWith('.ttnn') || (file === '-' && isTtnnBinary(readInput(file, input)));
}

/** The contents of a binary. @throws UsageError */
function binary(
  file: string,
  value: string | undefined,
  flags: Readonly<Record<string, unknown>>,
  input: ToolInput,
): Answer<ShownBinary> {
  if (value !== undefined)
    throw new UsageError(
      `'${value}' beside a binary: its tensors have numbers, which 'shardform show ${file}' lists`,
    );
  const others = Object.keys(flags).filter((name) => name !== 'json' && name !== 'filter');
  refuseIdleFlags(flags, others, 'beside a binary');
  return { data: shownBinary(file, readInput(file, input)) };
}

/** Flags that the table of collectives alone has, and those of all tables. */
const COLLECTIVES_ONLY = ['machine', 'cost', 'partitioner', ...Object.keys(compiledFlags)];
const TABLE_ONLY = [...COLLECTIVES_ONLY, ...Object.keys(tableFlags).filter((name) => name !== 'all')];

/** A table instead of drawings. @throws UsageError or ModuleError. */
function listed(
  file: string,
  value: string | undefined,
  flags: TableRequest & Readonly<Record<'table' | 'collectives' | 'json', boolean>>,
  input: ToolInput,
): Answer<ShownTable> | Promise<Answer<ShownTable>> {
  const given = { ...flags };
  const own = flags.table ? '--table' : '--collectives';
  if (value !== undefined)
    throw new UsageError(`'${value}' beside '${own}': find a value by --filter 'value=${value}'`);
  refuseIdleFlags(given, ['function', 'svg'], `beside '${own}'`);
  if (flags.json) refuseIdleFlags(given, ['csv'], "beside '--json'");
  if (!flags.table) {
    refuseIdleFlags(given, ['as-written'], "beside '--collectives': they are those after partitioning");
    return collectiveTable(file, flags, input);
  }
  refuseIdleFlags(given, ['collectives'], "beside '--table': ask for one table");
  refuseIdleFlags(given, COLLECTIVES_ONLY, "beside '--table': nothing is partitioned");
  return valueTable(file, flags, input);
}

/** Arguments and results that are drawn, unless all are asked for. */
const MOST_DRAWN = 6;

/** The values to show, and how. */
interface Shown {
  /** Whether all are drawn. */
  readonly isAll: boolean;
  readonly head: string;
  readonly program: ShardedFunction;
  readonly values: readonly ShownValue[];
  /** The output instead of pictures: the drawing, or nothing if it was written to a file; `null` without `--svg`. */
  readonly drawing: string | null;
}

function shown(
  values: readonly ShownValue[],
  program: ShardedFunction,
  head: string,
  svg: string | null,
  input: ToolInput,
): Omit<Shown, 'isAll'> {
  if (svg === null) return { head, program, values, drawing: null };
  const picture = svgPicture(titledGrids(values, program));
  if (svg === '-') return { head, program, values, drawing: picture };
  writeOutput(svg, picture, input);
  return { head, program, values, drawing: '' };
}

/** Arguments and results of a per-device program are global tensors if it records their shardings. */
function showLocal(
  { func, whole, isRecorded }: LocalProgram,
  wanted: readonly Value[] | null,
  { names, log }: LoadedModule,
  { svg, all }: { readonly svg: string | null; readonly all: boolean },
  input: ToolInput,
): Answer<Shown> {
  const signature = signatureValues(whole, func);
  const values =
    wanted === null
      ? signature
      : wanted.map((value) => {
          const argument = func.entry.arguments.findIndex((own) => own === value);
          if (argument >= 0) return signature[argument]!;
          throw new UsageError(
            `this is ${deviceProgramText(whole.deviceCount)}: each has its own '${names.describe(value)}' of type '${String(value.type)}'; ask for the value in the program before partitioning`,
          );
        });
  const note = isRecorded ? '' : ' and does not tell how arguments and results are split';
  const head = `${deviceProgramText(whole.deviceCount)}${note}\n\n`;
  const isAll = all || wanted !== null;
  const data = { ...shown(values, whole, wanted === null ? head : '', svg, input), isAll };
  return { data, messages: log.text() };
}

function deviceProgramText(devices: number): string {
  return devices === 1 ? 'the program of the only device' : `the program of one of ${devices} devices`;
}

/** `@mesh has 4 devices, axes "x"=2, "y"=2`. */
function meshLine({ meshName, mesh, meshDevices }: ShardedFunction): string {
  if (meshDevices !== undefined)
    return meshDevices.meshes.map((own) => `${meshText(own)}, ${axesText(own.mesh)}\n`).join('');
  if (meshName === '') return 'one device: the program has no mesh\n';
  return `@${oneLine(meshName)} has ${mesh.totalSize} devices, ${axesText(mesh)}\n`;
}

function axesText({ axes }: MeshAttr): string {
  return `axes ${axes.map(({ name, size }) => `"${oneLine(name)}"=${size}`).join(', ')}`;
}

/** Reports a sharding in the program whose axes don't divide the sizes. */
function withAsked(value: ShownValue, given: ModuleOp): ShownValue {
  const which = value.kind === 'argument' ? 'arg_attrs' : 'res_attrs';
  const asked = valueAttrs(entryFunction(given), which, value.index).get(SHARDING);
  if (!(asked instanceof TensorShardingAttr)) return value;
  const mesh = new MeshTable(given).meshOf(asked);
  // An axis of one device splits nothing.
  const isGot = asked.dims.every(({ axes }, d) =>
    axes.every(
      (axis) =>
        (mesh !== null && axis.size(mesh) === 1) || value.sharding?.dims[d]?.axes.includes(axis) === true,
    ),
  );
  return isGot ? value : { ...value, written: `[${asked.dims.map(({ text }) => text).join(', ')}]` };
}

/** The dimensions drawn down and across. */
function directions({ labels, rowDimension, columnDimension }: ShardGrid): string {
  const down = labels.length > 1 && rowDimension !== null ? [`dimension ${rowDimension} down`] : [];
  const across =
    labels[0]!.length > 1 && columnDimension !== null ? [`dimension ${columnDimension} across`] : [];
  const drawn = [...down, ...across];
  return drawn.length === 0 ? '' : `  ${drawn.join(', ')}\n`;
}

/** Returns the arguments and results of a program. @param func whose they are. */
export function signatureValues({ inputs, results }: ShardedFunction, func: FuncOp): ShownValue[] {
  const of = (kind: 'argument' | 'result') => (value: ShardedValue, index: number) => {
    const own = kind === 'argument' ? argumentName(func, index) : resultName(func, index);
    const name = `${kind} ${index}`;
    return { ...value, kind, index, path: own, name: own === null ? name : `${name}, ${own}` };
  };
  return [...inputs.map(of('argument')), ...results.map(of('result'))];
}

function shownValues(
  wanted: readonly Value[],
  names: NamedValues,
  program: ShardedFunction,
  module: ModuleOp,
  context: Context,
): ShownValue[] {
  const counterparts = new ValueCounterparts(module);
  return wanted
    .flatMap((value) => counterparts.of(value).map((place) => ({ value, place })))
    .flatMap(({ value, place }) => {
      const placed = placedValue(place.type, getSharding(place, context), program);
      if (placed === null) return [];
      const func = functionOf(place)?.symName.value ?? 'main';
      const name = valueName(value, names) + (func === 'main' ? '' : ` in @${oneLine(func)}`);
      return [{ ...placed, kind: 'value' as const, index: 0, name, path: names.userName(value) }];
    });
}

/** `p['w'] (%arg0)`, or `%3`. */
function valueName(value: Value, names: NamedValues): string {
  const [own, text] = [names.describe(value), names.textName(names.original(value))];
  return text === null || text === own ? own : `${own} (${text})`;
}

/** Returns the pictures of values, with their titles. */
export function titledGrids(values: readonly ShownValue[], program: ShardedFunction): TitledGrid[] {
  return values.flatMap(({ name, type, sharding, layout, isUnknown = false }) => {
    if (isUnknown) return [];
    const title = valueTitle(name, type, sharding, layout, program);
    const panels = shardPanels(arrayTypeOf(type)?.shape ?? [], layout);
    return panels.map(({ title: part, grid }) => ({
      title: part === '' ? title : `${title}   ${part}`,
      grid,
    }));
  });
}

function terminalText(
  { name, type, sharding, layout, written = null, isUnknown = false }: ShownValue,
  program: ShardedFunction,
  colour: boolean,
): string {
  const shape = arrayTypeOf(type)?.shape;
  const panels = shape === undefined || isUnknown ? [] : shardPanels(shape, layout);
  const pictures = panels.map(
    ({ title, grid }) =>
      (title === '' ? '' : `  ${title}\n`) + directions(grid) + terminalPicture(grid, colour),
  );
  const asked = written === null ? '' : `  the program asks for ${written}, which does not fit the sizes\n`;
  return `${valueTitle(name, type, sharding, layout, program, isUnknown)}\n${asked}${pictures.join('')}`;
}
