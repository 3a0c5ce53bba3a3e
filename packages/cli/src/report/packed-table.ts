import { type Column, isNumeric } from '../table/column.ts';
import { cellText } from '../table/table-lines.ts';
import { packed } from './packed.ts';

/** A column as the script of a page reads it: equal cells are kept once. */
interface PackedColumn {
  readonly name: string;
  /** True if the largest values are wanted first. */
  readonly isCost: boolean;
  readonly cells: readonly PackedCell[];
  /** The number of the cell of each row. */
  readonly rows: readonly number[];
}

interface PackedCell {
  readonly text: string;
  /** By which the column is sorted; `null` for nothing. */
  readonly sort: string | number | null;
  /** Shown instead of the text, which is still what searches look at. */
  readonly html?: string;
}

/**
 * Returns a table that the script of a page draws. Columns without any value are left out.
 *
 * @param html the markup of cells that are not plain text; `null` for the others.
 */
export function packedTable<R>(
  columns: readonly Column<R>[],
  rows: readonly R[],
  html: (column: Column<R>, row: R) => string | null,
): string {
  const filled = columns.filter((column) => rows.some((row) => column.value(row) !== null));
  return packed(filled.map((column) => packedColumn(column, rows, html)));
}

function packedColumn<R>(
  column: Column<R>,
  rows: readonly R[],
  html: (column: Column<R>, row: R) => string | null,
): PackedColumn {
  const numbers = new Map<string, number>();
  const cells: PackedCell[] = [];
  const numberOf = (row: R): number => {
    const sort = column.value(row);
    const text = cellText(column, row);
    const key = `${text}\n${sort}`;
    const known = numbers.get(key);
    if (known !== undefined) return known;
    const markup = html(column, row);
    numbers.set(key, cells.length);
    return cells.push({ text, sort, ...(markup === null ? {} : { html: markup }) }) - 1;
  };
  const isCost = isNumeric(column) && column.unit !== 'line';
  return { name: column.name, isCost, rows: rows.map(numberOf), cells };
}
