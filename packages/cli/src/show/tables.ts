import { collectiveRows, partitionedText, programText, valueRows } from '@shardform/study';
import { type CompiledFlagValues, compiledStudy } from '../compiled/compiled-flags.ts';
import type { StudiedProgram } from '../study-memory.ts';
import { machineOfProgram } from '../distribution/simulated-program.ts';
import { studiedStage } from '../studied-program.ts';
import { csvText } from '../csv-text.ts';
import type { Column } from '../table/column.ts';
import { shortTable } from '../table/short-table.ts';
import { type ChosenRows, chosenRows, type TableQuery } from '../table/table-query.ts';
import { isDivided, partitionError, stageNamed } from '../stage/stage-flag.ts';
import { type ToolInput, writeOutput } from '../tool-io.ts';
import {
  collectiveColumns,
  collectivesHead,
  collectiveTableJson,
  type TimedCollectives,
} from './collective-table.ts';
import { valueColumns, valuesHead, valueTableJson } from './value-table.ts';

/** A table to print. */
export interface ShownTable {
  /** For people, or CSV for standard output. */
  readonly text: string;
  readonly isCsv: boolean;
  readonly json: ReturnType<typeof valueTableJson> | ReturnType<typeof collectiveTableJson>;
}

/** What tables are made from. */
export interface TableRequest extends TableQuery, CompiledFlagValues {
  readonly 'as-written': boolean;
  readonly machine: string | null;
  readonly partitioner: string | null;
  readonly csv: string | null;
  readonly all: boolean;
}

/** Returns the table of the values of a program's file, and diagnostics. @throws UsageError or ModuleError. */
export function valueTable(file: string, request: TableRequest, input: ToolInput) {
  const { loaded, study } = studiedStage(file, input);
  const isGiven = request['as-written'] || isDivided(study);
  const stage = stageNamed(isGiven ? 'given' : 'propagated', study, loaded);
  const values = valueRows(study, stage);
  const chosen = chosenRows(values.rows, valueColumns, 'total', request);
  const head = valuesHead(values, chosen);
  const table = shownTable(head, chosen, valueColumns, request, input);
  return { data: { ...table, json: valueTableJson(values, chosen) }, messages: loaded.log.text() };
}

/**
 * Returns the table of the collectives that a program has after partitioning, or after XLA has compiled it, and diagnostics.
 *
 * @throws UsageError or ModuleError.
 */
export async function collectiveTable(file: string, request: TableRequest, input: ToolInput) {
  const studied = studiedStage(file, input, request.machine);
  const { loaded } = studied;
  const timed = await timedCollectives(studied, request, input);
  const isTimed = timed.rows.some(({ seconds }) => seconds !== null);
  const chosen = chosenRows(timed.rows, collectiveColumns, isTimed ? 'seconds' : 'bytes', request);
  const head = collectivesHead(timed, chosen);
  const isContended = timed.rows.some(({ contentionSeconds }) => (contentionSeconds ?? 0) > 0);
  // People need no column of zeros.
  const columns =
    isContended || request.csv !== null
      ? collectiveColumns
      : collectiveColumns.filter(({ name }) => name !== 'contention');
  const table = shownTable(head, chosen, columns, request, input);
  return { data: { ...table, json: collectiveTableJson(timed, chosen) }, messages: loaded.log.text() };
}

async function timedCollectives(
  { study, loaded }: StudiedProgram,
  request: TableRequest,
  input: ToolInput,
): Promise<TimedCollectives> {
  const machine = machineOfProgram(study.module, request.machine, input);
  const compiled = await compiledStudy(study, request, input);
  if (compiled !== null) {
    const { list, facts, text } = compiled.measured(machine);
    const { problems } = facts;
    return { ...list, machine: machine.name, program: text, partitioned: text, problems };
  }
  if (!isDivided(study) && study.partitioned().collectives === null) throw partitionError(study, loaded);
  const { problems } = study.measured(machine).facts;
  const list = collectiveRows(study, machine);
  const [program, partitioned] = [programText(study), partitionedText(study)];
  return { ...list, machine: machine.name, program, partitioned, problems };
}

function shownTable<R>(
  head: string,
  chosen: ChosenRows<R>,
  columns: readonly Column<R>[],
  request: Pick<TableRequest, 'all' | 'top' | 'csv'>,
  input: ToolInput,
): Omit<ShownTable, 'json'> {
  const { csv } = request;
  if (csv === null) {
    const lines = shortTable(chosen.rows, columns, { ...request, width: input.outputColumns ?? null });
    return { text: head + (lines === '' ? '' : `\n${lines}`), isCsv: false };
  }
  const text = csvText([
    columns.map(({ name }) => name),
    ...chosen.rows.map((row) => columns.map((column) => column.value(row))),
  ]);
  if (csv === '-') return { text, isCsv: true };
  writeOutput(csv, text, input);
  return { text: head, isCsv: false };
}
