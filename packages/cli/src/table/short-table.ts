import type { Column } from './column.ts';
import { tableLines } from './table-lines.ts';

/** Rows of a table that are printed, unless all or a number of them are asked for. */
const MOST_ROWS = 30;

/** Flags that say how many rows are printed, and how wide. */
export interface TableLength {
  readonly all: boolean;
  readonly top: number | null;
  /** Of a line; `null` for any. */
  readonly width: number | null;
}

/**
 * Returns a table for people, which is cut where it is long.
 *
 * @param weight of a row: those of the greatest are printed, in the given order; the first ones unless given.
 */
export function shortTable<R>(
  rows: readonly R[],
  columns: readonly Column<R>[],
  { all, top, width }: TableLength,
  weight: (row: R) => number = () => 0,
): string {
  if (rows.length === 0) return '';
  const isCut = !all && top === null && rows.length > MOST_ROWS;
  const kept = new Set(isCut ? rows.toSorted((a, b) => weight(b) - weight(a)).slice(0, MOST_ROWS) : rows);
  const table = tableLines(
    rows.filter((row) => kept.has(row)),
    columns,
    width,
  );
  return isCut ? `${table}and ${rows.length - MOST_ROWS} more (all with --all)\n` : table;
}
