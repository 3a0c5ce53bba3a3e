import { type ProfiledRow, type ProfileReport, type ValueId } from '@shardform/study';
import { defineAnswer } from '../define-view.ts';

/** More rows of a table are counted. */
const MOST_ROWS = 1000;

/** What was measured, as it is sent to the page. */
export interface MeasuredPicture {
  readonly report: Omit<ProfileReport, 'lines' | 'values' | 'operations' | 'collectives'>;
  readonly lines: ShownRows;
  readonly operations: ShownRows;
  /** `null` where the program that was compiled has no names. */
  readonly values: ShownRows | null;
}

/** Rows of a table, the longest first. */
export interface ShownRows {
  readonly rows: readonly MeasuredRow[];
  /** Of all rows, those that are not sent included. */
  readonly count: number;
}

/** A row with its place in the program as typed. */
export interface MeasuredRow extends ProfiledRow {
  /** Of the value that its longest instruction computes; `null` if unknown. */
  readonly id: ValueId | null;
  /** As the program's text calls it; empty if unknown. */
  readonly value: string;
  /** Of the program as typed. */
  readonly line: number | null;
  /** Along which its longest instruction communicates; `null` for what computes. */
  readonly axis: string | null;
}

/** What was measured of the compiled program beside what is predicted; `null` without a profile. */
export default defineAnswer(async (session): Promise<MeasuredPicture | null> => {
  const overlay = await session.profiled();
  const stage = session.study.stages.find(({ compiled }) => compiled !== undefined);
  if (overlay === null || stage === undefined) return null;
  const { study } = session;
  const axes = new Map(overlay.report.operations.map(({ instructions: [name = ''], axis }) => [name, axis]));
  const shown = (row: ProfiledRow): MeasuredRow => {
    const [first = ''] = row.instructions;
    const op = overlay.operation(first);
    const result = op?.results[0] ?? null;
    const id = result === null ? null : stage.values.idOf(result);
    return {
      ...row,
      ...{ id, value: result === null ? '' : study.naming(stage).operand(result) },
      ...{ line: op === null ? null : study.lineOfOperation(op), axis: axes.get(first) ?? null },
    };
  };
  const rowsOf = (rows: readonly ProfiledRow[]): ShownRows => ({
    rows: rows.slice(0, MOST_ROWS).map(shown),
    count: rows.length,
  });
  const { lines, values, operations, collectives: _, ...report } = overlay.report;
  return {
    report,
    lines: rowsOf(lines),
    operations: rowsOf(operations),
    values: values === null ? null : rowsOf(values),
  };
});
