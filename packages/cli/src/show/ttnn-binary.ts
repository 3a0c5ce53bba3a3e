import { FlatBufferError, type FieldValue, readTtnnBinary, type TableValue } from '@shardform/target-ttnn';
import { anything, type Json, object, record, text, versionOne } from '../json-schema/json-schema.ts';
import { UsageError } from '../tool-io.ts';

/** A `.ttnn` file to show. */
export interface ShownBinary {
  /** For people. */
  readonly listing: string;
  readonly json: Json<typeof ttnnBinarySchema>;
}

/** The output of `shardform show FILE.ttnn --json`. */
export const ttnnBinarySchema = object(
  {
    version: versionOne,
    format: text('the release of the compiler whose files these are'),
    contents: record(
      anything(),
      'the table TTNNBinary: fields by name, null for what is not stored and has no default; members of enumerations are names, unions have their table under its name, bytes are hexadecimal digits, and 64-bit numbers beyond 2^53 text',
    ),
  },
  'the output of shardform show FILE.ttnn --json',
);

/** Reads a `.ttnn` file. @throws UsageError for one that is damaged or of another version. */
export function shownBinary(file: string, bytes: Uint8Array): ShownBinary {
  try {
    const { version, contents } = readTtnnBinary(bytes);
    const listing = binaryListing(contents, version.name);
    return { listing, json: { version: 1, format: version.name, contents: plainTable(contents) } };
  } catch (error) {
    if (error instanceof FlatBufferError) throw new UsageError(`'${file}': ${error.message}`);
    throw error;
  }
}

function plainTable(table: TableValue): Record<string, unknown> {
  return Object.fromEntries(Object.entries(table).map(([name, value]) => [name, plain(value ?? null)]));
}

/** A value as JSON can hold it. */
function plain(value: FieldValue): unknown {
  if (value instanceof Uint8Array) return Buffer.from(value).toString('hex');
  if (typeof value === 'bigint') return String(value);
  // JSON has no such numbers.
  if (typeof value === 'number') return Number.isFinite(value) ? value : String(value);
  if (isList(value)) return value.map(plain);
  return typeof value === 'object' && value !== null ? plainTable(value) : value;
}

function binaryListing(contents: TableValue, format: string): string {
  const system = tableOf(contents.system_desc);
  const chips = tablesOf(system?.chip_descs);
  const count = listOf(system?.chip_desc_indices).length;
  const kinds = [...new Set(chips.map(({ arch }) => wordOf(arch)))].join(', ');
  const programs = tablesOf(contents.programs);
  const head = `written for ${format}: ${count} chip${count === 1 ? '' : 's'} of ${kinds}\n`;
  return [head, ...programs.map(programListing)].join('\n');
}

function programListing(program: TableValue, index: number): string {
  const mesh = tableOf(program.mesh_shape);
  const shape = mesh === null ? '' : ` on ${wordOf(mesh.y)}x${wordOf(mesh.x)}`;
  const kind = program.private === true ? ', called by others' : '';
  const lines = [`program ${index}: ${wordOf(program.name)}${shape}${kind}`];
  for (const input of tablesOf(program.inputs)) lines.push(`  input   ${tensorText(input)}`);
  for (const operation of tablesOf(program.operations)) lines.push(`  ${operationText(operation)}`);
  for (const output of tablesOf(program.outputs)) lines.push(`  output  ${tensorText(output)}`);
  return `${lines.join('\n')}\n`;
}

/** `MatmulOp        #5 = #3, #4   32x128 Float32 Tile DRAM Interleaved`. */
function operationText(operation: TableValue): string {
  const [entry] = Object.entries(tableOf(operation.type) ?? {});
  if (entry === undefined) return 'an operation that is empty';
  const [name, fields] = [entry[0], tableOf(entry[1]) ?? {}];
  const type = fields.type;
  const detail = [type, fields.callee_name].find((own) => typeof own === 'string');
  const title = typeof detail === 'string' ? `${name} ${detail}` : name;
  const [results, operands]: [TableValue[], TableValue[]] = [[], []];
  for (const [field, value] of Object.entries(fields)) {
    const tensors = [value ?? null].flatMap((own) => (isList(own) ? own : [own])).filter(isTensor);
    (RESULT.test(field) ? results : operands).push(...tensors);
  }
  const numbers = (tensors: readonly TableValue[]): string => tensors.map(numberText).join(', ');
  const assigned = results.length === 0 ? '' : `${numbers(results)} = `;
  return `${title.padEnd(34)} ${assigned}${numbers(operands)}${results.map((own) => `  ${descText(own)}`).join(',')}`.trimEnd();
}

const RESULT = /(^|_)(out|outs|output|outputs|result|result_indices)$/;

function tensorText(tensor: TableValue): string {
  return `${numberText(tensor)}  ${descText(tensor)}`;
}

function numberText({ global_id: number }: TableValue): string {
  return `#${wordOf(number)}`;
}

/** Shape, format and memory of a tensor. */
function descText({ desc }: TableValue): string {
  const own = tableOf(desc);
  const memory = tableOf(tableOf(own?.layout)?.memory_desc);
  const config = tableOf(memory?.memory_config);
  const tile = tableOf(memory?.tile_shape);
  const shape = listOf(own?.shape).map(wordOf).join('x');
  const order = tile?.x === 1 ? 'rows' : `tiles of ${wordOf(tile?.y)}x${wordOf(tile?.x)}`;
  const place =
    config === null ? 'host' : `${wordOf(config.buffer_type)}, ${wordOf(config.tensor_memory_layout)}`;
  return `${shape === '' ? 'scalar' : shape} ${wordOf(memory?.data_type)} in ${order}, ${place}`;
}

function isTensor(value: FieldValue): value is TableValue {
  return typeof value === 'object' && value !== null && 'global_id' in value && 'desc' in value;
}

/** A number or a name. */
function wordOf(value: FieldValue | undefined): string {
  return typeof value === 'string' || typeof value === 'number' ? String(value) : '?';
}

function tableOf(value: FieldValue | undefined): TableValue | null {
  if (typeof value !== 'object' || value === null || isList(value) || value instanceof Uint8Array)
    return null;
  return value;
}

function listOf(value: FieldValue | undefined): readonly FieldValue[] {
  return value !== undefined && isList(value) ? value : [];
}

function tablesOf(value: FieldValue | undefined): readonly TableValue[] {
  return listOf(value)
    .map(tableOf)
    .filter((own) => own !== null);
}

function isList(value: FieldValue): value is readonly FieldValue[] {
  return Array.isArray(value);
}
