import type { GoldenCheck, StoredFormat } from '@shardform/runtime-tt';
import type { Answer } from '../command/define-command.ts';
import { refuseIdleFlags } from '../command/idle-flags.ts';
import { csvText } from '../csv-text.ts';
import type { Json } from '../json-schema/json-schema.ts';
import { isConvertedCall } from '@shardform/conversion-stablehlo-to-ttir';
import { loadTargetProgram } from '../load-module.ts';
import { page, table } from '../report/html.ts';
import { inputFlags } from '../run/run-flags.ts';
import { shortTable } from '../table/short-table.ts';
import { cellText } from '../table/table-lines.ts';
import { chosenRows, type TableQuery } from '../table/table-query.ts';
import { type ToolInput, UsageError, writeOutput } from '../tool-io.ts';
import { golden } from './golden.ts';
import {
  correlationText,
  goldenColumns,
  goldenJson,
  type goldenSchema,
  type NamedGoldenRow,
} from './golden-table.ts';
import { type StageName, STAGES } from './lowering.ts';
import { namedRows } from './named-operation.ts';

/** A comparison with the reference, to print. */
export interface ShownGolden {
  readonly golden: { readonly stdout: string; readonly stderr: string };
  readonly json: Json<typeof goldenSchema>;
}

/** The flags of a comparison with the reference. */
export interface GoldenFlags extends TableQuery {
  readonly mesh: string | null;
  readonly 'argument-types': string | null;
  readonly arch: string | null;
  readonly to: StageName | null;
  readonly o: string | null;
  readonly in: string | null;
  readonly seed: number | null;
  readonly deviation: number | null;
  readonly 'no-run': boolean;
  readonly pcc: number | null;
  readonly atol: number | null;
  readonly rtol: number | null;
  readonly store: StoredFormat | null;
  readonly 'short-sums': boolean;
  readonly html: string | null;
  readonly all: boolean;
  readonly csv: string | null;
}

/** Compares the program of a file with its reference. @throws UsageError or ModuleError */
export function goldenAnswer(file: string, flags: GoldenFlags, input: ToolInput): Answer<ShownGolden> {
  refuseIdleFlags({ ...flags }, ['o', 'no-run'], "beside '--golden'");
  if (flags.pcc !== null && flags.pcc > 1)
    throw new UsageError(`flag '--pcc': correlations are 1 at most, got '${flags.pcc}'`);
  const loaded = loadTargetProgram(file, input, isConvertedCall);
  const last = STAGES.find((name) => name === flags.to) ?? 'ttnn';
  const options = { mesh: flags.mesh, argumentTypes: flags['argument-types'], arch: flags.arch };
  const request = { ...flags, last, options, shortSums: flags['short-sums'] };
  const { module, deviceCount, check } = golden(loaded, request, inputFlags(flags), input);
  const rows = namedRows(check.rows, module);
  const { rows: shown } = chosenRows(rows, goldenColumns, 'index', flags);
  const head = summary(check, rows, deviceCount);
  if (flags.html !== null) writeOutput(flags.html, goldenPage(file, head, shown), input);
  const isEqual = check.first === null;
  return {
    data: {
      golden: {
        stdout: printed(head, shown, flags, input),
        stderr: isEqual ? '' : `shardform: error: ${firstText(check, rows)}\n`,
      },
      json: goldenJson(check, rows, deviceCount),
    },
    messages: loaded.log.text(),
    exitCode: isEqual ? 0 : 1,
  };
}

function summary(check: GoldenCheck, rows: readonly NamedGoldenRow[], deviceCount: number): string {
  const operations = new Set(rows.map(({ index }) => index)).size;
  const least = rows.reduce((most, { metrics }) => Math.min(most, metrics.actual_pcc), 1);
  const devices = `${deviceCount} device${deviceCount === 1 ? '' : 's'}`;
  const verdict = check.first === null ? 'none is below' : `${firstText(check, rows)}; the bound is`;
  const [bound] = rows.map(({ metrics }) => metrics.expected_pcc);
  return `${operations} operations on ${devices} beside the same in f32: least PCC ${correlationText(least)}, ${verdict} ${bound ?? ''}\n`;
}

/** The first operation whose correlation is too low; of the devices the one with the lowest. */
function firstText({ first }: GoldenCheck, rows: readonly NamedGoldenRow[]): string {
  if (first === null) return '';
  const [worst] = rows
    .filter(({ index }) => index === first.index)
    .sort((a, b) => a.metrics.actual_pcc - b.metrics.actual_pcc);
  const { name, operation, place, device, metrics } = worst!;
  const where = place === null ? '' : ` at ${place}`;
  return `PCC first drops at ${name}, ${operation.name}${where}, to ${correlationText(metrics.actual_pcc)} on device ${device}`;
}

function printed(
  head: string,
  rows: readonly NamedGoldenRow[],
  { csv, all, top }: Pick<GoldenFlags, 'csv' | 'all' | 'top'>,
  input: ToolInput,
): string {
  if (csv === null) {
    if (rows.length === 0) return `${head}\n`;
    const length = { all, top, width: input.outputColumns ?? null };
    const byPcc = ({ metrics }: NamedGoldenRow): number => -metrics.actual_pcc;
    return `${head}${NOTE}\n${shortTable(worstOfOperations(rows), goldenColumns, length, byPcc)}`;
  }
  const text = csvText([
    goldenColumns.map(({ name }) => name),
    ...rows.map((row) => goldenColumns.map((column) => column.value(row))),
  ]);
  if (csv === '-') return text;
  writeOutput(csv, text, input);
  return head;
}

const NOTE = 'each operation on the device with its lowest PCC; --csv and --json have all devices\n';

/** Returns of each operation the row of the device with the lowest correlation, in the given order. */
function worstOfOperations(rows: readonly NamedGoldenRow[]): NamedGoldenRow[] {
  const worst = new Map<number, NamedGoldenRow>();
  for (const row of rows) {
    const known = worst.get(row.index);
    if (known === undefined || row.metrics.actual_pcc < known.metrics.actual_pcc) worst.set(row.index, row);
  }
  return rows.filter((row) => worst.get(row.index) === row);
}

function goldenPage(file: string, head: string, rows: readonly NamedGoldenRow[]): string {
  const cells = rows.map((row) => goldenColumns.map((column) => cellText(column, row)));
  const headings = goldenColumns.map(({ name }) => name);
  return page(file, head.trim(), [{ title: 'Operations and devices', body: table(headings, cells) }]);
}
