import { closestName } from '@shardform/ir-core';
import { readSize } from '../command/size.ts';
import { UsageError } from '../tool-io.ts';
import { type Column, isNumeric } from './column.ts';

/** Values of the table's flags that choose rows. */
export interface TableQuery {
  readonly sort: string | null;
  readonly filter: readonly string[];
  readonly top: number | null;
}

/** The rows of a table that are asked for. */
export interface ChosenRows<R> {
  /** In their order, as many as are shown. */
  readonly rows: readonly R[];
  /** Number of all rows. */
  readonly count: number;
  /** Number of rows that pass the filters. */
  readonly matching: number;
}

/**
 * Chooses rows of a table.
 *
 * @param cost the column by which they are sorted unless the query says otherwise.
 * @throws UsageError for a column or a number that there is not.
 */
export function chosenRows<R>(
  rows: readonly R[],
  columns: readonly Column<R>[],
  cost: string,
  { sort, filter, top }: TableQuery,
): ChosenRows<R> {
  const column = columnNamed(columns, sort ?? cost, "flag '--sort'");
  const filters = filter.map((text) => filterOf(text, columns));
  const matching = rows.filter((row) => filters.every((passes) => passes(row)));
  const sorted = matching.toSorted((a, b) => compared(column.value(a), column.value(b), column));
  return { rows: sorted.slice(0, top ?? sorted.length), count: rows.length, matching: matching.length };
}

/** Rows without a value come last. */
function compared<R>(a: string | number | null, b: string | number | null, { unit }: Column<R>): number {
  if (a === null || b === null) return Number(a === null) - Number(b === null);
  if (typeof a === 'number' && typeof b === 'number') return unit === 'line' ? a - b : b - a;
  return String(a).localeCompare(String(b), 'en', { numeric: true });
}

function columnNamed<R>(columns: readonly Column<R>[], name: string, where: string): Column<R> {
  const found = columns.find((column) => column.name === name);
  if (found !== undefined) return found;
  const names = columns.map((column) => column.name);
  const close = closestName(name, names);
  throw new UsageError(
    `${where}: the table has no column '${name}'; ${close === null ? `it has ${names.join(', ')}` : `did you mean '${close}'?`}`,
  );
}

/** Name of a column, comparison and operand; any other text is looked for. */
const COMPARISON = /^([a-z_]+) *(>=|<=|!=|=|~|>|<) *(.*)$/s;

function filterOf<R>(text: string, columns: readonly Column<R>[]): (row: R) => boolean {
  const [, name, comparison, operand] = COMPARISON.exec(text) ?? [];
  if (name === undefined)
    return (row) =>
      columns.some((column) => valueText(column, row).toLowerCase().includes(text.toLowerCase()));
  const column = columnNamed(columns, name, `flag '--filter ${text}'`);
  switch (comparison) {
    case '~':
      return (row) => valueText(column, row).toLowerCase().includes(operand!.toLowerCase());
    case '=':
      return (row) => isEqual(column, row, operand!);
    case '!=':
      return (row) => !isEqual(column, row, operand!);
    default:
      return numberFilter(column, comparison!, operand!, text);
  }
}

function valueText<R>(column: Column<R>, row: R): string {
  return String(column.value(row) ?? '');
}

function isEqual<R>(column: Column<R>, row: R, operand: string): boolean {
  return valueText(column, row) === operand || column.text?.(row) === operand;
}

function numberFilter<R>(
  column: Column<R>,
  comparison: string,
  operand: string,
  text: string,
): (row: R) => boolean {
  if (!isNumeric(column))
    throw new UsageError(
      `flag '--filter ${text}': column '${column.name}' holds text; compare it with =, != or ~`,
    );
  const limit = numberOf(operand, column, text);
  return (row) => {
    const value = column.value(row);
    if (typeof value !== 'number') return false;
    if (comparison === '>') return value > limit;
    if (comparison === '<') return value < limit;
    return comparison === '>=' ? value >= limit : value <= limit;
  };
}

const SECONDS: Readonly<Record<string, number>> = { s: 1, ms: 1e-3, µs: 1e-6, us: 1e-6, ns: 1e-9 };

function numberOf<R>(operand: string, { unit, name }: Column<R>, text: string): number {
  if (unit === 'bytes') return readSize(`filter ${text}`, operand);
  const [, digits, scale] = /^([0-9.e+-]+) *(s|ms|µs|us|ns)?$/i.exec(operand) ?? [];
  const number = digits === undefined ? NaN : Number(digits) * (SECONDS[scale ?? 's'] ?? NaN);
  if (Number.isFinite(number) && (scale === undefined || unit === 'seconds')) return number;
  const wanted = unit === 'seconds' ? 'a time like 1.5ms' : 'a number';
  throw new UsageError(
    `flag '--filter ${text}': column '${name}' is compared with ${wanted}, got '${operand}'`,
  );
}
